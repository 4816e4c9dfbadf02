/**
 * Answers `POST /v1/placement`: reads, decides, keeps the decisions, and only then answers.
 */
import type { AdRequest, ZoneRequest } from "../../protocol/placement.ts";
import { limitKey, normalAddress } from "../address.ts";
import {
  type Answer,
  type HeaderList,
  headerList,
  INERT_HEADERS,
  message,
  PUBLIC_HEADERS,
} from "../answer.ts";
import { NO_CAMPAIGN } from "../facts.ts";
import { type Limiter, rateHeaders, type Verdict } from "../limits.ts";
import type { LiveCatalogue } from "../live-catalogue.ts";
import type { Metrics } from "../metrics.ts";
import type { Settings } from "../settings.ts";
import { type Event, Part, type Store, StoreError } from "../store/store.ts";
import type { Chosen, Tokens } from "../tracking/token.ts";
import type { Visitor, Visitors } from "../visitor.ts";
import type { Budgets } from "./budgets.ts";
import { type Decision, decide, type ZoneAsk } from "./decide.ts";
import { type Problems, readRequest } from "./read.ts";
import { responseJson, type ZoneOutcome } from "./response.ts";
import { UnderWay } from "./under-way.ts";

export interface PlacementParts {
  settings: Settings;
  store: Store;
  live: LiveCatalogue;
  budgets: Budgets;
  visitors: Visitors;
  tokens: Tokens;
  limiter: Limiter;
  metrics: Metrics;
  now: () => number;
  random: () => number;
}

/** Who sends a placement request. */
export interface Caller {
  /** The connection's, or what a trusted proxy says. */
  address: string;
  /** A browser: it set `Origin` or `Sec-Fetch-Site`, which pages cannot forge. */
  isBrowser: boolean;
  userAgent: string | undefined;
  language: string | undefined;
  /** Where tracking addresses and the service's own images are reached. */
  origin: string;
}

const HEADERS = {
  ...INERT_HEADERS,
  "Content-Type": "application/json",
  ...PUBLIC_HEADERS,
};
const HEADER_LIST = headerList(HEADERS);
const RETRY = { "Retry-After": "1" };
/** Made once: in a flood there are many. */
const BUSY = message(503, "Too many requests are under way.", { ...HEADERS, ...RETRY });
/** No flood: when so few wait for long, the disk is slow, and refusing others would not make it faster. */
export const FEW = 256;
const FILLED = new Part({ ad_requests: 1, filled: 1 });
const EMPTY = new Part({ ad_requests: 1 });

export class Placement {
  readonly #parts: PlacementParts;
  /** Of the next decision. */
  #number = 1;
  readonly #underWay: UnderWay;

  constructor(parts: PlacementParts) {
    this.#parts = parts;
    this.#underWay = new UnderWay(parts.now);
  }

  /** Counts the request in the limit per address; headers go on whatever is answered. */
  admit(caller: Caller): Verdict {
    const { settings, limiter } = this.#parts;
    if (!settings.limitPlacement) return { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 };
    return limiter.take(limitKey(caller.address));
  }

  /**
   * Refuses what needs no look at its body; nothing when that is to be read. Sheds what would only wait: an early refusal
   * costs little, a late one costs as much as an answer.
   */
  turnAway(verdict: Verdict): Answer | undefined {
    if (!verdict.allowed) return this.refuse("limit", 429, "Too Many Requests.", rateHeaders(verdict));
    if (!this.#isFull()) return undefined;
    this.#parts.metrics.refused("busy");
    return { ...BUSY, headers: [...BUSY.headers, ...headerList(rateHeaders(verdict))] };
  }

  #isFull(): boolean {
    const { maxConcurrent, maxWait } = this.#parts.settings;
    const { count, longest } = this.#underWay;
    return count >= maxConcurrent || (count >= FEW && longest > maxWait);
  }

  /** Gives a refusal, or nothing: the answer comes to `later` when its decisions are on disk. */
  answer(body: Buffer, caller: Caller, verdict: Verdict, later: Later): Answer | undefined {
    // Others may have come since the request began.
    const refusal = this.turnAway(verdict);
    if (refusal) return refusal;
    const { settings } = this.#parts;
    const ipRequired =
      settings.requireUserIp === "always" || (settings.requireUserIp === "server" && !caller.isBrowser);
    const reading = readRequest(body, { maxZones: settings.maxZones, ipRequired });
    const headers = rateHeaders(verdict);
    if ("problems" in reading) return this.#invalid(reading.problems, headers);
    this.#serve(reading.request, caller, headers, later);
    return undefined;
  }

  refuse(reason: string, status: number, text: string, headers: Record<string, string> = {}): Answer {
    this.#parts.metrics.refused(reason);
    return message(status, text, { ...HEADERS, ...headers });
  }

  #invalid(errors: Problems, headers: Record<string, string>): Answer {
    this.#parts.metrics.refused("invalid");
    return { status: 400, headers: withRateHeaders(headers), body: JSON.stringify({ errors }) };
  }

  #unkept(error: unknown, headers: Record<string, string>): Answer {
    if (!(error instanceof StoreError)) throw error;
    return this.refuse(`store-${error.code}`, 503, "Events cannot be kept at the moment.", {
      ...headers,
      ...RETRY,
    });
  }

  /** The answer is made before the wait for the disk: bytes are less to keep meanwhile than all that they are made of. */
  #serve({ user, zones }: AdRequest, caller: Caller, headers: Record<string, string>, later: Later): void {
    const { live, budgets, store, visitors, now, random } = this.#parts;
    const time = now();
    const address = (user.ip === undefined ? undefined : normalAddress(user.ip)) ?? caller.address;
    const visitor = visitors.of(address, user.ua ?? caller.userAgent ?? "", user.language ?? caller.language);
    const asks = zones.map(({ id, keywords, custom_targeting: custom }) => {
      const zone = live.index.zones.get(id);
      return zone && { zone, keywords, custom };
    });
    const asked = { visitor: visitor.traits, page: user.referer, zones: asks, time };
    const decisions = decide(live.index, asked, budgets.room(time), random);
    for (const decision of decisions) if (decision) budgets.reserve(decision.chosen.campaign.id, time);
    const outcomes = this.#outcomes(zones, asks, decisions, visitor, time);
    const body = Buffer.from(responseJson(zones, outcomes, caller.origin), "latin1");
    this.#underWay.add(store.append(eventsOf(zones, asks, decisions, visitor, time)), (error) => {
      later.respond(() => {
        if (error === undefined) {
          this.#parts.metrics.zones(outcomes);
          return { status: 200, headers: withRateHeaders(headers), body };
        }
        for (const decision of decisions)
          if (decision) budgets.cancel(decision.chosen.campaign.id, time, now());
        return this.#unkept(error, headers);
      });
    });
  }

  #outcomes(
    zones: ZoneRequest[],
    asks: Asks,
    decisions: Decisions,
    visitor: Visitor,
    time: number,
  ): ZoneOutcome[] {
    const { store, tokens } = this.#parts;
    const chosen: Chosen[] = [];
    for (let at = 0; at < zones.length; at++) {
      const decision = decisions[at];
      if (!decision) continue;
      const { id: zone, sub } = zones[at] as ZoneRequest;
      const campaign = decision.chosen.campaign.id;
      chosen.push({ zone, campaign, variation: decision.creative.variation.id, sub });
    }
    const made = { series: store.series, number: this.#number, decidedAt: time, visitor: visitor.text };
    const signed = tokens.sign(made, chosen);
    this.#number += chosen.length;
    let filled = 0;
    return decisions.map((decision, at) => {
      if (decision) return { creative: decision.creative, token: signed[filled++] as string };
      return asks[at] ? "empty" : "unknown";
    });
  }
}

/** Takes the answer that `answer` did not give at once. */
export interface Later {
  respond(work: () => Answer): void;
}

type Asks = readonly (ZoneAsk | undefined)[];
type Decisions = readonly (Decision | null)[];

function eventsOf(
  zones: ZoneRequest[],
  asks: Asks,
  decisions: Decisions,
  visitor: Visitor,
  time: number,
): Event[] {
  const events: Event[] = [];
  for (let at = 0; at < zones.length; at++) {
    const zone = asks[at]?.zone.part;
    if (!zone) continue;
    const campaign = decisions[at]?.creative.part ?? NO_CAMPAIGN;
    const counters = decisions[at] ? FILLED : EMPTY;
    events.push({ time, sub: zones[at]?.sub, zone, campaign, visitor: visitor.part, counters });
  }
  return events;
}

function withRateHeaders(headers: Record<string, string>): HeaderList {
  const more = headerList(headers);
  return more.length > 0 ? [...HEADER_LIST, ...more] : HEADER_LIST;
}
