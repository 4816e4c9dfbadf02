/**
 * Counts impressions and clicks when their tracking URLs are fetched. Each event of a decision counts once, and only
 * after it is on disk.
 */
import { isOneOf } from "../../protocol/tables.ts";
import { computePublisherRevenue, computeUnitCost } from "../catalogue/accounting.ts";
import type { Campaign } from "../catalogue/catalogue.ts";
import type { CurrentCatalogue } from "../catalogue/currentCatalogue.ts";
import type { PricedCampaign } from "../delivery/budgetRules.ts";
import type { Budgets } from "../delivery/budgets.ts";
import { computeFrequencyLife, type FrequencyCaps } from "../delivery/frequency.ts";
import type {
  DeduplicationKey,
  Event,
  EventCounters,
  KeyedEvent,
  KeyKind,
  Keys,
} from "../facts/eventStore.ts";
import { isOwnAddress, toCustomerNetwork } from "../net/address.ts";
import type { Limiter } from "../net/rateLimiter.ts";
import { readUserAgent } from "../placement/userAgent.ts";
import type { Awaitable } from "../runtime/awaitable.ts";
import type { ClickIds } from "../signing/clickIds.ts";
import type { Token, Tokens } from "../signing/token.ts";
import type { Nano } from "../values/money.ts";
import { createEvent } from "./createEvent.ts";
import { writeLandingPage } from "./landingPage.ts";

interface TrackingParts {
  catalogue: CurrentCatalogue;
  budgets: Budgets;
  frequencyCaps: FrequencyCaps;
  tokens: Tokens;
  clickIds: ClickIds;
  /** Limits how many clicks of an address count. */
  clickLimit: Limiter;
  /** The same for public addresses that may be those of a proxy. */
  sharedClickLimit: Limiter;
  /** Revenue share of publishers whose site does not set one. */
  publisherShare: string;
}

export type TrackingKind = "impression" | "click";

/**
 * Outcome of a fetch, sent as `X-Event`.
 *
 * - counted; repeated: counted by an earlier fetch
 * - unpaid: counted at no cost, because the budget or cap is used up
 * - invalid: stored separately, from another address than the decision's, or a click that no user made
 * - limited: stored separately, too many clicks of its address
 * - robot: stored separately, from a self-declared robot
 * - ignored: fetched ahead by a browser, or a HEAD request
 * - test: the link of a test of conversions, which counts nothing; see `ConversionTests`
 * - expired, forged: not counted
 * - lost: could not be stored
 */
export type Outcome =
  | ("counted" | "repeated" | "unpaid" | "invalid" | "limited" | "robot")
  | ("ignored" | "test" | "expired" | "forged" | "lost");

/** Outcomes of clicks whose landing page may receive a click id. */
const WITH_CLICK_ID: readonly Outcome[] = ["counted", "repeated", "unpaid", "limited"];

/** Client that fetches a tracking URL. */
export interface Fetcher {
  address: string;
  userAgent: string;
  /** Whether the address may be that of a proxy shared by many visitors. */
  isShared: boolean;
  /** Whether a visitor fetched the URL; false for prefetches and HEAD requests. */
  isView: boolean;
  /** Whether a user may have opened the URL; false if a script or an element fetched it. Decides about clicks. */
  isNavigation: boolean;
  /** Whether Global Privacy Control is on, which may have changed since the decision. */
  optsOut: boolean;
}

/** Writes the address of the landing page for a click with this outcome. */
type WriteLandingPage = (outcome: Outcome) => string;

export interface TrackedFetch {
  /** Undefined when the creative is unknown. */
  landingPage: WriteLandingPage | undefined;
  /** Deduplication keys of the events to count; empty when the fetch counts nothing. */
  keys: Keys;
  /**
   * Charges the campaign for the events that are not counted yet, and creates them. `fresh`: their keys, of which some
   * may get no event. `isReserved`: whether the reservation of the decision is open, if that is already known.
   */
  charge(fresh: Keys, isReserved: boolean | undefined): Awaitable<KeyedEvent[]>;
  /** Finishes the fetch. `counted`: keys that it counted, or undefined when nothing could be stored. */
  settle(counted: Keys | undefined, now: number): Outcome;
}

/** Event of a fetch, and how to undo its charge when it is not counted. */
interface Charge {
  event: Event;
  isPaid: boolean;
  confirm(now: number): void;
  refund(now: number): void;
}

export class Tracking {
  readonly #parts: TrackingParts;

  constructor(parts: TrackingParts) {
    this.#parts = parts;
  }

  /** Reads a fetch. `text`: token of the URL. */
  read(kind: TrackingKind, text: string, fetcher: Fetcher, now: number): TrackedFetch {
    const reading = this.#parts.tokens.read(text, now);
    if ("forged" in reading) return createUncounted("forged", undefined);
    const { token, isExpired } = reading;
    const landingPage = this.#findLandingPage(token, fetcher, now);
    if (isExpired) return createUncounted("expired", landingPage);
    if (!fetcher.isView) return createUncounted("ignored", landingPage);
    if (token.visitor.isRobot || readUserAgent(fetcher.userAgent).isRobot)
      return this.#countSeparately("robot", kind, token, landingPage, now);
    if (!this.#isFromExpectedAddress(token, fetcher) || (kind === "click" && !fetcher.isNavigation))
      return this.#countSeparately("invalid", kind, token, landingPage, now);
    return kind === "click"
      ? this.#countClick(token, landingPage, fetcher, now)
      : this.#count(kind, token, landingPage, now);
  }

  #findLandingPage(token: Token, { optsOut }: Fetcher, now: number): WriteLandingPage | undefined {
    const { catalogue, clickIds } = this.#parts;
    const variation = catalogue.findVariation(token.variation);
    if (!variation) return undefined;
    const isAllowed = token.visitor.allowsClickId && !optsOut;
    return (outcome) => {
      const click = { token, site: catalogue.findZone(token.zone)?.site.id, clickedAt: now };
      const hasClickId = isAllowed && isOneOf(WITH_CLICK_ID, outcome);
      return writeLandingPage(variation, click, () =>
        hasClickId ? clickIds.sign({ ...token, clickedAt: now }) : "",
      );
    };
  }

  /**
   * Counts a click. One beyond the limit is stored as invalid under its key, so that it stays refused; its impression
   * may still come.
   */
  #countClick(
    token: Token,
    landingPage: WriteLandingPage | undefined,
    fetcher: Fetcher,
    now: number,
  ): TrackedFetch {
    const click = this.#count("click", token, landingPage, now);
    let isLimited = false;
    return {
      ...click,
      charge: async (fresh, isReserved) => {
        const key = findKey(fresh, "click");
        // The impression of an earlier click was counted together with that click; a refused click adds no impression.
        if (!key) return [];
        isLimited = !(await this.#takeClick(token, fetcher));
        if (!isLimited) return click.charge(fresh, isReserved);
        return [{ key, event: this.#toEvent(token, now, { invalid_clicks: 1 }) }];
      },
      settle: (counted, later) => {
        const outcome = click.settle(counted, later);
        return isLimited && findKey(counted, "click") ? "limited" : outcome;
      },
    };
  }

  /** Whether a click is within the limit of its address and campaign. */
  async #takeClick({ campaign }: Token, { address, isShared }: Fetcher): Promise<boolean> {
    // An address in the operator's network may be a proxy, for any number of visitors. From others, anyone can send
    // X-Forwarded-For.
    if (isShared && isOwnAddress(address)) return true;
    const { clickLimit, sharedClickLimit, tokens } = this.#parts;
    const key = tokens.digest("clicks", `${toCustomerNetwork(address)} ${campaign}`);
    return (await (isShared ? sharedClickLimit : clickLimit).take(key)).allowed;
  }

  /** Counts an impression, or a click with its impression, because a clicked ad was shown. */
  #count(
    kind: TrackingKind,
    token: Token,
    landingPage: WriteLandingPage | undefined,
    now: number,
  ): TrackedFetch {
    const charges = new Map<KeyKind, Charge>();
    const impression = toKey(token, "impression");
    return {
      landingPage,
      keys: kind === "click" ? [toKey(token, kind), impression] : [impression],
      charge: (fresh, isReserved) =>
        fresh.map((key) => {
          const charge =
            key.kind === "click"
              ? this.#chargeClick(token, now)
              : this.#chargeImpression(token, now, isReserved);
          charges.set(key.kind, charge);
          return { key, event: charge.event };
        }),
      settle: (counted, later) => {
        for (const [charged, { confirm, refund }] of charges) {
          if (findKey(counted, charged)) confirm(later);
          else refund(later);
        }
        if (!counted) return "lost";
        if (!findKey(counted, kind)) return "repeated";
        return charges.get(kind)?.isPaid ? "counted" : "unpaid";
      },
    };
  }

  /** Stores an event under a separate key, because the fetch that counts may still arrive. */
  #countSeparately(
    reason: "robot" | "invalid",
    kind: TrackingKind,
    token: Token,
    landingPage: WriteLandingPage | undefined,
    now: number,
  ): TrackedFetch {
    const key = toKey(token, `${reason}_${kind}`);
    return {
      landingPage,
      keys: [key],
      charge: () => [{ key, event: this.#toEvent(token, now, { [`${reason}_${kind}s`]: 1 }) }],
      settle: (counted) => (counted ? reason : "lost"),
    };
  }

  #chargeImpression(token: Token, now: number, isReserved?: boolean): Charge {
    const { budgets, frequencyCaps, catalogue } = this.#parts;
    const { campaign: id } = token;
    const campaign = catalogue.findCampaign(id);
    const cost = budgets.chargeImpression(token, campaign && addPrice(campaign), now, isReserved);
    const { user } = token.visitor;
    const life = user && campaign ? computeFrequencyLife(campaign) : 0;
    const event = {
      ...this.#toEvent(token, now, { impressions: 1, ...this.#toMoney(token, cost ?? 0n) }),
      ...(user && life > 0 ? { frequency: { viewer: user, seconds: life } } : {}),
    };
    return {
      event,
      isPaid: cost !== undefined,
      confirm: (later) => {
        budgets.confirmImpression(token, later);
        if (!user || !campaign) return;
        frequencyCaps.count({ user, campaign: id, time: now, decidedAt: token.decidedAt }, campaign);
      },
      refund: (later) => budgets.refundImpression(token, cost, later),
    };
  }

  #chargeClick(token: Token, now: number): Charge {
    const { budgets, catalogue } = this.#parts;
    const { campaign: id } = token;
    const campaign = catalogue.findCampaign(id);
    const cost = campaign ? budgets.chargeClick(addPrice(campaign), now) : 0n;
    const event = this.#toEvent(token, now, { clicks: 1, ...this.#toMoney(token, cost ?? 0n) });
    return {
      event,
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
    return createEvent(this.#parts.catalogue, token, time, counters);
  }

  #toMoney(token: Token, cost: Nano): EventCounters {
    if (cost === 0n) return {};
    const { catalogue, publisherShare } = this.#parts;
    const share = catalogue.findZone(token.zone)?.site.publisherShare ?? publisherShare;
    return { cost, publisher_revenue: computePublisherRevenue(cost, share) };
  }
}

function addPrice(campaign: Campaign): PricedCampaign {
  return { campaign, unitCost: computeUnitCost(campaign) };
}

function toKey({ epoch, number, decidedAt }: Token, kind: KeyKind): DeduplicationKey {
  return { epoch, number, kind, decidedAt };
}

function findKey(keys: Keys | undefined, kind: KeyKind): DeduplicationKey | undefined {
  return keys?.find((key) => key.kind === kind);
}

function createUncounted(outcome: Outcome, landingPage: WriteLandingPage | undefined): TrackedFetch {
  return { landingPage, keys: [], charge: () => [], settle: () => outcome };
}
