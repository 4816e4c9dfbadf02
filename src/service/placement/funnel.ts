/**
 * The fixed order in which campaigns are excluded from a zone: network and creatives, zone and site, flight and hours,
 * visitor, custom keys, keywords, limits. An explanation lists every step that excludes a campaign; a request without
 * an ad stores the first step that leaves no campaign.
 */
import { LIMIT_REASONS, type LimitReason, type UnfilledReason } from "../../protocol/unfilled.ts";
import type { Campaign } from "../catalogue/catalogue.ts";
import type { DimensionValues } from "../facts/eventStore.ts";
import { getOrMake } from "../values/getOrMake.ts";
import { memoize } from "../values/memoize.ts";
import { type Bits, fillBits, keepCommon, listBits, subtract } from "./bitSet.ts";
import type { CampaignIndex } from "./campaignIndex.ts";
import type { Match, MatchContext, ZoneQuery } from "./decide.ts";
import { selectAccepting } from "./facet.ts";
import type { Step } from "./zoneIndex.ts";

export interface FunnelContext extends MatchContext {
  /** Whether the visitor's traits may be used. */
  hasConsent: boolean;
  /** Finds the first exhausted limit of the campaign at a position; undefined if the campaign may be chosen. */
  findLimit(position: number): LimitReason | undefined;
}

/** Lists the steps whose outcome depends on the request. The steps of the zone precede them. */
export function* listRequestSteps(
  index: CampaignIndex,
  context: FunnelContext,
  request: ZoneQuery["request"],
  match: Match,
): Generator<Step> {
  yield* listVisitSteps(index, context);
  yield* listOwnSteps(index, request, match);
}

/** Lists the steps that all zones of a request share. */
function listVisitSteps(index: CampaignIndex, { visitor, time, hasConsent }: FunnelContext): Step[] {
  const { inFlight, withinHours } = index.selectSchedule(time);
  return [
    { reason: "flight", passing: inFlight },
    { reason: "targeting.times", passing: withinHours },
    ...index.byVisitor.map(({ reason, read, needsConsent, facet }): Step => {
      const value = read(visitor);
      const isWithheld = needsConsent && !hasConsent && value === undefined;
      return { reason: isWithheld ? "consent" : reason, passing: selectAccepting(facet, value) };
    }),
  ];
}

function* listOwnSteps(
  index: CampaignIndex,
  request: ZoneQuery["request"],
  { words, page }: Match,
): Generator<Step> {
  for (const { reason, read, facet } of index.byRequest)
    yield { reason, passing: selectAccepting(facet, read(request)) };
  yield { reason: "keywords", passing: words.matched };
  const passing = fillBits(index.campaigns.length);
  subtract(passing, words.excluded);
  subtract(passing, page.excluded);
  yield { reason: "negativeKeywords", passing };
}

/**
 * Explains why zones of one request got no ad. Zones that accept the same campaigns share the steps up to the visit.
 */
export class UnfilledZones {
  readonly #index: CampaignIndex;
  readonly #context: FunnelContext;
  readonly #visitSteps: readonly Step[];
  readonly #narrowed = new Map<Bits, Narrowed>();

  constructor(index: CampaignIndex, context: FunnelContext) {
    this.#index = index;
    this.#context = context;
    this.#visitSteps = listVisitSteps(index, context);
  }

  /** Returns the columns of the zone's event; empty when a campaign is left. */
  explain({ zone, request }: ZoneQuery, match: Match): DimensionValues {
    const { left: accepted, reason } = getOrMake(this.#narrowed, zone.accepted, () =>
      narrow(this.#index.active, [...this.#index.listZoneSteps(zone), ...this.#visitSteps]),
    );
    if (reason) return writeReason(reason);
    const { left, reason: own } = narrow(accepted, listOwnSteps(this.#index, request, match));
    return own ? writeReason(own) : findLastLimit(this.#index, left, this.#context);
  }
}

/** Campaigns that remain after some steps. */
interface Narrowed {
  left: Bits;
  /** Reason of the step that leaves no campaign; undefined when some are left. */
  reason: UnfilledReason | undefined;
}

/** Removes the campaigns that each step excludes. */
function narrow(campaigns: Bits, steps: Iterable<Step>): Narrowed {
  const left = campaigns.slice();
  for (const { reason, passing } of steps) if (!keepCommon(left, passing)) return { left, reason };
  return { left, reason: undefined };
}

/**
 * Finds the last limit, in the order of the steps, that a campaign has reached. Among the campaigns that reached it,
 * names the one with the highest priority, then the greatest weight. Positions are ordered by priority.
 */
function findLastLimit(index: CampaignIndex, left: Bits, { findLimit }: FunnelContext): DimensionValues {
  const { weights } = index.ranking;
  let last = -1;
  let named = -1;
  for (const position of listBits(left, 0, index.campaigns.length)) {
    const reason = findLimit(position);
    if (!reason) return NO_VALUES;
    const at = LIMIT_REASONS.indexOf(reason);
    const isHeavier = (weights[position] ?? 0) > (weights[named] ?? 0);
    if (at < last || (at === last && !(isHeavier && hasSamePriority(index, position, named)))) continue;
    last = at;
    named = position;
  }
  const reason = LIMIT_REASONS[last];
  const campaign = index.campaigns[named]?.campaign;
  return reason && campaign ? writeLimit(reason, campaign) : NO_VALUES;
}

function hasSamePriority({ campaigns }: CampaignIndex, one: number, other: number): boolean {
  return campaigns[one]?.campaign.priority === campaigns[other]?.campaign.priority;
}

const NO_VALUES: DimensionValues = {};

/** One object for each reason, because lines of events are cached by these objects. */
const REASONS = new Map<UnfilledReason, DimensionValues>();
const getLimits = memoize((_campaign: Campaign) => new Map<LimitReason, DimensionValues>());

function writeReason(reason: UnfilledReason): DimensionValues {
  return getOrMake(REASONS, reason, () => ({ unfilled_reason: reason }));
}

function writeLimit(reason: LimitReason, campaign: Campaign): DimensionValues {
  return getOrMake(getLimits(campaign), reason, () => ({
    unfilled_reason: reason,
    excluded_campaign_id: campaign.id,
  }));
}
