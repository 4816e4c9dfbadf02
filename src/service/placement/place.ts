/**
 * Answers `POST /v1/placement`: reads, decides, keeps the decisions, and only then answers.
 */
import type { AdRequest, AdResponse, ZoneRequest, ZoneResult } from "../../protocol/placement.ts";
import { limitKey, normalAddress } from "../address.ts";
import { type Answer, INERT_HEADERS, message } from "../answer.ts";
import { NO_CAMPAIGN, visitorPart } from "../facts.ts";
import { EXPOSED_HEADERS, type Limiter, rateHeaders, type Verdict } from "../limits.ts";
import type { LiveCatalogue } from "../live-catalogue.ts";
import type { Metrics } from "../metrics.ts";
import type { Settings } from "../settings.ts";
import { type Event, type Part, type Store, StoreError } from "../store/store.ts";
import type { Tokens } from "../tracking/token.ts";
import type { Visitor, Visitors } from "../visitor.ts";
import type { Budgets } from "./budgets.ts";
import { type Decision, decide } from "./decide.ts";
import { type Problems, readRequest } from "./read.ts";

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
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_HEADERS,
};
const RETRY_SECONDS = "1";
const FILLED: Part = { ad_requests: 1, filled: 1 };
const EMPTY: Part = { ad_requests: 1 };

export class Placement {
  readonly #parts: PlacementParts;
  #number = 0;
  #underWay = 0;

  constructor(parts: PlacementParts) {
    this.#parts = parts;
  }

  /** Counts the request in the limit per address; headers go on whatever is answered. */
  admit(caller: Caller): Verdict {
    const { settings, limiter } = this.#parts;
    if (!settings.limitPlacement) return { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 };
    return limiter.take(limitKey(caller.address));
  }

  /** Sheds what would only wait: an early refusal costs little, a late one costs as much as an answer. */
  async answer(body: Uint8Array, caller: Caller, verdict: Verdict): Promise<Answer> {
    const headers = rateHeaders(verdict);
    if (!verdict.allowed) return this.refuse("limit", 429, "Too Many Requests.", headers);
    if (this.#underWay >= this.#parts.settings.maxConcurrent) return this.#busy(headers);
    this.#underWay += 1;
    try {
      return await this.#place(body, caller, headers);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return this.refuse(`store-${error.code}`, 503, "Events cannot be kept at the moment.", {
        ...headers,
        "Retry-After": RETRY_SECONDS,
      });
    } finally {
      this.#underWay -= 1;
    }
  }

  refuse(reason: string, status: number, text: string, headers: Record<string, string> = {}): Answer {
    this.#parts.metrics.refused.inc({ reason });
    return message(status, text, { ...HEADERS, ...headers });
  }

  #busy(headers: Record<string, string>): Answer {
    return this.refuse("busy", 503, "Too many requests are under way.", {
      ...headers,
      "Retry-After": RETRY_SECONDS,
    });
  }

  async #place(body: Uint8Array, caller: Caller, headers: Record<string, string>): Promise<Answer> {
    const { settings } = this.#parts;
    const ipRequired =
      settings.requireUserIp === "always" || (settings.requireUserIp === "server" && !caller.isBrowser);
    const reading = readRequest(body, { maxZones: settings.maxZones, ipRequired });
    if ("problems" in reading) return this.#invalid(reading.problems, headers);
    const response = await this.#serve(reading.request, caller);
    return { status: 200, headers: { ...HEADERS, ...headers }, body: JSON.stringify(response) };
  }

  #invalid(errors: Problems, headers: Record<string, string>): Answer {
    this.#parts.metrics.refused.inc({ reason: "invalid" });
    return { status: 400, headers: { ...HEADERS, ...headers }, body: JSON.stringify({ errors }) };
  }

  async #serve({ user, zones }: AdRequest, caller: Caller): Promise<AdResponse> {
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
    try {
      await store.append(this.#events(zones, decisions, visitor, time));
    } catch (error) {
      for (const decision of decisions)
        if (decision) budgets.cancel(decision.chosen.campaign.id, time, now());
      throw error;
    }
    return this.#respond(zones, decisions, visitor, time, caller.origin);
  }

  #events(zones: ZoneRequest[], decisions: (Decision | null)[], visitor: Visitor, time: number): Event[] {
    const { live } = this.#parts;
    const events: Event[] = [];
    for (const [at, { id, sub }] of zones.entries()) {
      const zone = live.index.zones.get(id)?.part;
      if (!zone) continue;
      const campaign = decisions[at]?.creative.part ?? NO_CAMPAIGN;
      const counters = decisions[at] ? FILLED : EMPTY;
      events.push({ time, sub, zone, campaign, visitor: visitorPart(visitor.token), counters });
    }
    return events;
  }

  #respond(
    zones: ZoneRequest[],
    decisions: (Decision | null)[],
    visitor: Visitor,
    time: number,
    origin: string,
  ): AdResponse {
    const { live, metrics } = this.#parts;
    const errors: Record<string, string[]> = {};
    const count = { filled: 0, empty: 0, unknown: 0 };
    const results = zones.map((zone, at) => {
      const decision = decisions[at];
      if (decision) {
        count.filled += 1;
        return this.#banner(zone, decision, visitor, time, origin);
      }
      const known = live.index.zones.has(zone.id);
      if (!known) errors[at] = [`Zone ${zone.id} not found`];
      count[known ? "empty" : "unknown"] += 1;
      return null;
    });
    for (const [result, amount] of Object.entries(count)) metrics.zones[result as keyof typeof count](amount);
    return { zones: results, errors };
  }

  #banner(zone: ZoneRequest, decision: Decision, visitor: Visitor, time: number, origin: string): ZoneResult {
    const { store, tokens } = this.#parts;
    const { chosen, creative } = decision;
    const { variation, width, height } = creative;
    this.#number += 1;
    const token = tokens.sign({
      series: store.series,
      number: this.#number,
      decidedAt: time,
      zone: zone.id,
      campaign: chosen.campaign.id,
      variation: variation.id,
      sub: zone.sub,
      visitor: visitor.token,
    });
    const data = {
      url: `${origin}/c/${token}`,
      impression: `${origin}/i/${token}`,
      image: variation.image.startsWith("/") ? origin + variation.image : variation.image,
      width,
      height,
    };
    return { idzone: zone.id, type: "banner", data };
  }
}
