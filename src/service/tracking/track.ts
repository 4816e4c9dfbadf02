/**
 * Answers impression and click addresses: each counts once, and only after it is on disk.
 *
 * Every answer says in `X-Event` what became of it: counted, repeated, invalid (kept, from another address than the
 * decision's), unpaid (a click
 * beyond the budget, or from another address), expired, forged, ignored (not meant to count), lost (cannot be kept).
 */
import { type Answer, headerList, INERT_HEADERS } from "../answer.ts";
import type { Campaign } from "../catalogue.ts";
import { campaignPart, publisherPart, visitorPart } from "../facts.ts";
import type { LiveCatalogue } from "../live-catalogue.ts";
import type { Metrics } from "../metrics.ts";
import type { Budgets } from "../placement/budgets.ts";
import { unitCost } from "../placement/campaign-index.ts";
import {
  type ClaimKind,
  type Event,
  type EventCounters,
  Part,
  type Store,
  StoreError,
} from "../store/store.ts";
import type { Visitors } from "../visitor.ts";
import type { Token, TokenReading, Tokens } from "./token.ts";

export interface TrackingParts {
  store: Store;
  live: LiveCatalogue;
  budgets: Budgets;
  visitors: Visitors;
  tokens: Tokens;
  metrics: Metrics;
  now: () => number;
}

type Outcome = "counted" | "repeated" | "invalid" | "unpaid" | "expired" | "forged" | "ignored" | "lost";

/** Who fetches a tracking address. */
export interface Fetcher {
  address: string;
  /** False when the browser only looks ahead, or asks for headers alone. */
  counts: boolean;
}

const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const STATUS: Partial<Record<Outcome, number>> = { expired: 410, forged: 403, lost: 503 };
const WORDS: Partial<Record<Outcome, string>> = {
  expired: "This link has expired.",
  forged: "This link is not one of ours.",
};

export class Tracking {
  readonly #parts: TrackingParts;

  constructor(parts: TrackingParts) {
    this.#parts = parts;
  }

  /** `/i/<token>`: always a pixel, also where the status says that nothing was counted. */
  async impression(text: string, fetcher: Fetcher): Promise<Answer> {
    const reading = this.#parts.tokens.read(text, this.#parts.now());
    const outcome = await this.#count("impression", reading, fetcher);
    const headers = {
      ...INERT_HEADERS,
      "Content-Type": "image/gif",
      "Access-Control-Allow-Origin": "*",
      "X-Event": outcome,
      ...(outcome === "lost" ? { "Retry-After": "1" } : {}),
    };
    return { status: STATUS[outcome] ?? 200, headers: headerList(headers), body: PIXEL };
  }

  /** `/c/<token>`: on to the campaign's page, also when the click cannot be kept: the visitor did nothing wrong. */
  async click(text: string, fetcher: Fetcher): Promise<Answer> {
    const reading = this.#parts.tokens.read(text, this.#parts.now());
    const landing = "token" in reading ? this.#parts.live.landing(reading.token.variation) : undefined;
    const outcome = await this.#count("click", reading, fetcher);
    const headers = { ...INERT_HEADERS, "Content-Type": "text/plain; charset=utf-8", "X-Event": outcome };
    if (landing) return { status: 302, headers: headerList({ ...headers, Location: landing }), body: "" };
    const body = WORDS[outcome] ?? "This ad is gone.";
    return { status: STATUS[outcome] ?? 410, headers: headerList(headers), body };
  }

  async #count(kind: ClaimKind, reading: TokenReading, fetcher: Fetcher): Promise<Outcome> {
    const result = await this.#outcome(kind, reading, fetcher);
    this.#parts.metrics.events.inc({ kind, result });
    return result;
  }

  async #outcome(kind: ClaimKind, reading: TokenReading, fetcher: Fetcher): Promise<Outcome> {
    if ("wrong" in reading) return reading.wrong;
    if (!fetcher.counts) return "ignored";
    try {
      const { token } = reading;
      return await (kind === "impression"
        ? this.#countImpression(token, fetcher)
        : this.#countClick(token, fetcher));
    } catch (error) {
      if (error instanceof StoreError) return "lost";
      throw error;
    }
  }

  async #countImpression(token: Token, fetcher: Fetcher): Promise<Outcome> {
    const { store, budgets, now } = this.#parts;
    const valid = this.#sameAddress(token, fetcher);
    const cost = valid ? this.#price(token, "cpm") : 0n;
    const counters = valid ? { impressions: 1, ...this.#money(token, cost) } : { invalid_impressions: 1 };
    const event = this.#event(token, counters);
    const claimed = await store.claim({ ...idOf(token), kind: "impression" }, event);
    if (claimed === "repeated") return "repeated";
    budgets.shown(token.campaign, token.decidedAt, valid, cost, now());
    return valid ? "counted" : "invalid";
  }

  async #countClick(token: Token, fetcher: Fetcher): Promise<Outcome> {
    const { store, budgets, now } = this.#parts;
    const price = this.#price(token, "cpc");
    const cost = this.#sameAddress(token, fetcher) ? budgets.charge(token.campaign, price, now()) : 0n;
    const event = this.#event(token, { clicks: 1, ...this.#money(token, cost) });
    let counted = false;
    try {
      counted = (await store.claim({ ...idOf(token), kind: "click" }, event)) === "counted";
    } finally {
      if (!counted) budgets.refund(token.campaign, cost, now());
    }
    if (!counted) return "repeated";
    return cost < price ? "unpaid" : "counted";
  }

  /** What an impression (cpm) or a click (cpc) costs; nothing when the campaign pays for the other. */
  #price(token: Token, model: Campaign["pricing"]["model"]): bigint {
    const campaign = this.#parts.live.campaign(token.campaign);
    return campaign?.pricing.model === model ? unitCost(campaign) : 0n;
  }

  #sameAddress(token: Token, fetcher: Fetcher): boolean {
    return token.visitor.address === this.#parts.visitors.addressDigest(fetcher.address);
  }

  #event(token: Token, counters: EventCounters): Event {
    const { live, now } = this.#parts;
    const campaign = live.campaign(token.campaign);
    // The ids are known even when the catalogue has lost what they stand for.
    return {
      time: now(),
      sub: token.sub,
      zone: live.zone(token.zone)?.part ?? new Part({ zone_id: token.zone }),
      campaign: campaign
        ? campaignPart(campaign, { id: token.variation })
        : new Part({ campaign_id: token.campaign, variation_id: token.variation }),
      visitor: visitorPart(token.visitor),
      counters: new Part(counters),
    };
  }

  #money(token: Token, cost: bigint): EventCounters {
    if (cost === 0n) return {};
    const share = this.#parts.live.zone(token.zone)?.share ?? 0;
    return { cost, publisher_revenue: publisherPart(cost, share) };
  }
}

function idOf({ series, number }: Token): { series: number; number: number } {
  return { series, number };
}
