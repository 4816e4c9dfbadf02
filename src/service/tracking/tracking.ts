/**
 * What a fetch of an impression or click address counts. Each event of a decision counts once, and only once it is on
 * disk.
 */
import {
  computePublisherRevenue,
  computeUnitCost,
  toCampaignValues,
  toZoneValues,
} from "../catalogue/accounting.ts";
import type { Campaign } from "../catalogue/catalogue.ts";
import type { CurrentCatalogue } from "../catalogue/currentCatalogue.ts";
import type { Budgets } from "../delivery/budgets.ts";
import { computeFrequencyLife, type FrequencyCaps } from "../delivery/frequency.ts";
import { toCustomerNetwork } from "../net/address.ts";
import { readUserAgent } from "../placement/userAgent.ts";
import { toVisitorValues } from "../placement/visitor.ts";
import type { Token, Tokens } from "../signing/token.ts";
import type {
  Appended,
  DeduplicationKey,
  Event,
  EventCounters,
  KeyedEvent,
  KeyKind,
} from "../store/store.ts";
import type { Nano } from "../values/money.ts";

export interface TrackingParts {
  catalogue: CurrentCatalogue;
  budgets: Budgets;
  frequencyCaps: FrequencyCaps;
  tokens: Tokens;
  /** Share of a cost that is paid to publishers whose site names none. */
  publisherShare: string;
}

export type TrackingKind = "impression" | "click";

/**
 * What became of a fetch, as `X-Event` says it.
 *
 * - counted; repeated: had been counted before
 * - unpaid: counted at no cost, since nothing was left of budget or cap
 * - invalid: stored separately, from another address than the decision's
 * - robot: stored separately, by a robot that says so
 * - ignored: by a browser that looks ahead, or for the headers alone
 * - expired, forged: not counted
 * - lost: could not be stored
 */
export type Outcome =
  | ("counted" | "repeated" | "unpaid" | "invalid" | "robot")
  | ("ignored" | "expired" | "forged" | "lost");

/** Who fetches a tracking address. */
export interface Fetcher {
  address: string;
  userAgent: string;
  /** False when a browser looks ahead, or the headers alone are asked for. */
  isView: boolean;
}

/** A fetch that was read. */
export interface TrackedFetch {
  /** Where a click leads; undefined when that is not known. */
  landingPage: string | undefined;
  /** Of the events to count; none when the fetch counts nothing. */
  keys: readonly DeduplicationKey[];
  /**
   * Charges the campaign for the events that were not counted before, and makes them. `fresh`: positions of their keys.
   * `isReserved`: whether the decision's reservation holds, where it is known already.
   */
  charge(fresh: readonly number[], isReserved?: boolean): KeyedEvent[];
  /** What became of the fetch; `results` is what became of each key, or undefined when nothing could be stored. */
  settle(results: readonly Appended[] | undefined, now: number): Outcome;
}

/** An event of a fetch, with what has to be undone when it is not counted. */
interface Charge {
  event: KeyedEvent;
  isPaid: boolean;
  confirm(now: number): void;
  refund(now: number): void;
}

export class Tracking {
  readonly #parts: TrackingParts;

  constructor(parts: TrackingParts) {
    this.#parts = parts;
  }

  /** `text`: the token of the address. */
  read(kind: TrackingKind, text: string, fetcher: Fetcher, now: number): TrackedFetch {
    const reading = this.#parts.tokens.read(text, now);
    if ("forged" in reading) return createUncounted("forged", undefined);
    const { token, isExpired } = reading;
    const landingPage = this.#parts.catalogue.findLandingPage(token.variation);
    if (isExpired) return createUncounted("expired", landingPage);
    if (!fetcher.isView) return createUncounted("ignored", landingPage);
    if (token.visitor.isRobot || readUserAgent(fetcher.userAgent).isRobot)
      return this.#countSeparately("robot", kind, token, landingPage, now);
    if (!this.#isFromExpectedAddress(token, fetcher))
      return this.#countSeparately("invalid", kind, token, landingPage, now);
    return this.#count(kind, token, landingPage, now);
  }

  /** A click counts its impression as well: nobody clicks on what was not shown. */
  #count(kind: TrackingKind, token: Token, landingPage: string | undefined, now: number): TrackedFetch {
    const kinds: TrackingKind[] = kind === "click" ? ["click", "impression"] : ["impression"];
    const charges = new Map<number, Charge>();
    return {
      landingPage,
      keys: kinds.map((each) => toKey(token, each)),
      charge: (fresh, isReserved) =>
        fresh.map((at) => {
          const charge =
            kinds[at] === "click"
              ? this.#chargeClick(token, now)
              : this.#chargeImpression(token, now, isReserved);
          charges.set(at, charge);
          return charge.event;
        }),
      settle: (results, later) => {
        for (const [at, { confirm, refund }] of charges) {
          if (results?.[at] === "counted") confirm(later);
          else refund(later);
        }
        if (!results) return "lost";
        if (results[0] === "repeated") return "repeated";
        return charges.get(0)?.isPaid ? "counted" : "unpaid";
      },
    };
  }

  /** Stored under a key of its own: the fetch that counts may still come. */
  #countSeparately(
    reason: "robot" | "invalid",
    kind: TrackingKind,
    token: Token,
    landingPage: string | undefined,
    now: number,
  ): TrackedFetch {
    const key = toKey(token, `${reason}_${kind}`);
    return {
      landingPage,
      keys: [key],
      charge: () => [{ key, event: this.#toEvent(token, now, { [`${reason}_${kind}s`]: 1 }) }],
      settle: (results) => (results ? reason : "lost"),
    };
  }

  #chargeImpression(token: Token, now: number, isReserved?: boolean): Charge {
    const { budgets, frequencyCaps, catalogue } = this.#parts;
    const { campaign: id } = token;
    const campaign = catalogue.findCampaign(id);
    const price = computePrice(campaign, "cpm");
    const cost = budgets.chargeImpression(token, price, now, isReserved);
    const { user } = token.visitor;
    const life = user && campaign ? computeFrequencyLife(campaign) : 0;
    const event = {
      ...this.#toEvent(token, now, { impressions: 1, ...this.#toMoney(token, cost ?? 0n) }),
      ...(user && life > 0 ? { frequency: { viewer: user, seconds: life } } : {}),
    };
    return {
      event: { key: toKey(token, "impression"), event },
      isPaid: cost !== undefined,
      confirm: (later) => {
        budgets.confirmImpression(token, later);
        if (user && campaign) frequencyCaps.count({ user, campaign: id, time: now }, campaign);
      },
      refund: (later) => budgets.refundImpression(token, cost, later),
    };
  }

  #chargeClick(token: Token, now: number): Charge {
    const { budgets, catalogue } = this.#parts;
    const { campaign: id } = token;
    const cost = budgets.chargeClick(id, computePrice(catalogue.findCampaign(id), "cpc"), now);
    const event = this.#toEvent(token, now, { clicks: 1, ...this.#toMoney(token, cost ?? 0n) });
    return {
      event: { key: toKey(token, "click"), event },
      isPaid: cost !== undefined,
      confirm: () => {},
      refund: (later) => budgets.refundClick(id, cost, later),
    };
  }

  #isFromExpectedAddress({ visitor }: Token, { address }: Fetcher): boolean {
    if (visitor.address === undefined) return true;
    return visitor.address === this.#parts.tokens.digest("address", toCustomerNetwork(address));
  }

  #toEvent(token: Token, time: number, counters: EventCounters): Event {
    const { catalogue } = this.#parts;
    const found = catalogue.findZone(token.zone);
    const campaign = catalogue.findCampaign(token.campaign);
    return {
      time,
      sub: token.sub,
      // The ids are known even when the catalogue no longer has what they stand for.
      zone: found ? toZoneValues(found.zone, found.site) : { zone_id: token.zone },
      campaign: campaign
        ? toCampaignValues(campaign, { id: token.variation })
        : { campaign_id: token.campaign, variation_id: token.variation },
      visitor: toVisitorValues(token.visitor),
      counters,
    };
  }

  #toMoney(token: Token, cost: Nano): EventCounters {
    if (cost === 0n) return {};
    const { catalogue, publisherShare } = this.#parts;
    const share = catalogue.findZone(token.zone)?.site.publisherShare ?? publisherShare;
    return { cost, publisher_revenue: computePublisherRevenue(cost, share) };
  }
}

/** What an impression (cpm) or a click (cpc) costs; nothing when the campaign pays for the other. */
function computePrice(campaign: Campaign | undefined, model: Campaign["pricing"]["model"]): Nano {
  return campaign?.pricing.model === model ? computeUnitCost(campaign) : 0n;
}

function toKey({ epoch, number, decidedAt }: Token, kind: KeyKind): DeduplicationKey {
  return { epoch, number, kind, decidedAt };
}

function createUncounted(outcome: Outcome, landingPage: string | undefined): TrackedFetch {
  return { landingPage, keys: [], charge: () => [], settle: () => outcome };
}
