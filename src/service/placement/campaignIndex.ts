/**
 * Index of the catalogue's campaigns for matching: a set of campaigns for each value that targeting can name. A match
 * is a few intersections of 32 campaigns at a time.
 *
 * Positions are ordered by precedence: by priority, and campaigns with keywords before those without, so that a draw
 * reads consecutive positions.
 */

import { isSafeAddress } from "../../protocol/addresses.ts";
import { computeUnitCost, toCampaignValues } from "../catalogue/accounting.ts";
import type { Campaign, Catalogue, Variation } from "../catalogue/catalogue.ts";
import type { ListName } from "../catalogue/document.ts";
import { listChanged } from "../catalogue/entriesById.ts";
import { type CampaignLimits, isLimited, listLimits } from "../delivery/budgetRules.ts";
import type { DimensionValues } from "../facts/eventStore.ts";
import { flatMapSliced, forEachSliced, mapSliced, runAtOnce, type Sliced } from "../runtime/slices.ts";
import { groupBy } from "../values/groupBy.ts";
import { memoize } from "../values/memoize.ts";
import type { Nano } from "../values/money.ts";
import { type Bits, createBits, findBit, setBit } from "./bitSet.ts";
import type { VisitorTraits, ZoneFields } from "./dimensions.ts";
import { indexKeywords, type KeywordIndex } from "./keywords.ts";
import { createRanking, isScattered, orderByRank, type Ranked, type Ranking } from "./ranking.ts";
import { type CreativeJson, writeCreative } from "./response.ts";
import { indexCustomKeys, indexDimensions, type Restriction } from "./restrictions.ts";
import { indexSchedule, type Schedule } from "./schedule.ts";
import { indexZones, type ZoneIndex } from "./zoneIndex.ts";

/** A campaign with precomputed values. */
interface IndexedCampaign {
  campaign: Campaign;
  unitCost: Nano;
  bySize: ReadonlyMap<string, readonly Creative[]>;
}

/** A creative with precomputed parts of its responses and events. */
export interface Creative {
  variation: Variation;
  json: CreativeJson;
  values: DimensionValues;
}

export interface CampaignIndex extends KeywordIndex, ZoneIndex {
  catalogue: Catalogue;
  /**
   * Campaigns by position, except deleted ones. A paused campaign keeps its position, so that pausing rebuilds little.
   */
  campaigns: readonly IndexedCampaign[];
  /** Campaigns that are not paused, and whose accounts are not suspended. */
  active: Bits;
  ranking: Ranking;
  /** Limits of the campaigns that are not paused. Replaced by a new list whenever a campaign with limits changes. */
  limits: readonly CampaignLimits[];
  /** Campaigns with a frequency cap; undefined when none has one. */
  capped: Bits | undefined;
  /** Restrictions on the zone's request: custom keys, and dimensions that the request carries. */
  byRequest: readonly Restriction<ZoneFields>[];
  /** Restrictions on the visitor. */
  byVisitor: readonly Restriction<VisitorTraits>[];
  /** Selects campaigns by days and hours; milliseconds since 1970. */
  selectSchedule(time: number): Schedule;
}

/** Builds the index synchronously, as at startup. */
export function indexCampaigns(catalogue: Catalogue): CampaignIndex {
  return runAtOnce(indexInSlices(catalogue));
}

/**
 * Builds the index in slices, and reuses the parts of an earlier index whose source values are unchanged. Each rebuilt
 * part costs time and garbage collection, which delays placements.
 */
export function* indexInSlices(catalogue: Catalogue, earlier?: CampaignIndex): Sliced<CampaignIndex> {
  const replaced = earlier && listReplaced(catalogue, earlier.catalogue);
  const campaigns =
    earlier && replaced ? replaceCampaigns(earlier.campaigns, replaced) : yield* orderCampaigns(catalogue);
  const plain = campaigns.map(({ campaign }) => campaign);
  /** Returns the earlier index if all sources of a part, `fields` and `lists`, are unchanged. */
  const keep = (fields: readonly (keyof Campaign)[], lists: readonly ListName[] = []) =>
    replaced?.every(({ before, after }) => fields.every((field) => before[field] === after[field])) &&
    lists.every((list) => catalogue.data[list] === earlier?.catalogue.data[list])
      ? earlier
      : undefined;
  const isActive = ({ active, account }: Campaign) => active && !catalogue.accounts.get(account)?.suspended;
  const { active } = keep(["active", "account"], ["accounts"]) ?? { active: yield* select(plain, isActive) };
  const { ranking } = keep(["priority", "keywords", "weight"]) ?? {
    ranking: yield* createRanking(plain, rank),
  };
  if (isScattered(ranking)) return yield* indexInSlices(catalogue);
  const isLimitless = ({ before, after }: Replaced) => ![before, after].some(isLimited);
  const { limits } =
    earlier && replaced?.every(isLimitless) ? earlier : { limits: yield* listLimits(campaigns) };
  const { capped } = keep(["frequency"]) ?? { capped: yield* selectCapped(plain) };
  const { zones, listZoneSteps } =
    keep(["account", "targeting", "variations"], ["accounts", "sites", "zones"]) ??
    (yield* indexZones(catalogue, campaigns));
  const { byRequest, byVisitor } = keep(["targeting"]) ?? (yield* indexTargeting(plain));
  const { selectSchedule } = keep(["from", "to", "targeting"]) ?? {
    selectSchedule: yield* indexSchedule(plain),
  };
  const { matchKeywords, matchAddress } =
    keep(["keywords", "negativeKeywords"]) ?? (yield* indexKeywords(plain));
  return {
    catalogue,
    campaigns,
    active,
    ranking,
    limits,
    capped,
    zones,
    listZoneSteps,
    byRequest,
    byVisitor,
    selectSchedule,
    matchKeywords,
    matchAddress,
  };
}

function* orderCampaigns({ data }: Catalogue): Sliced<IndexedCampaign[]> {
  const present = yield* flatMapSliced(data.campaigns, (campaign) => (campaign.deleted ? [] : [campaign]));
  return yield* mapSliced(yield* orderByRank(present, rank), prepareCampaign, CAMPAIGNS_PER_STEP);
}

/** A changed campaign that stays at its position; at most its weight class differs. */
interface Replaced {
  before: Campaign;
  after: Campaign;
}

/** Lists the changed campaigns; undefined when positions change. */
function listReplaced(catalogue: Catalogue, earlier: Catalogue): Replaced[] | undefined {
  const { campaigns } = earlier.data;
  const replaced: Replaced[] = [];
  if (campaigns.length !== catalogue.data.campaigns.length) return undefined;
  for (const [at, after] of listChanged(catalogue.data.campaigns, campaigns)) {
    const before = campaigns[at];
    if (!before || before.deleted !== after.deleted || rank(before).tier !== rank(after).tier)
      return undefined;
    replaced.push({ before, after });
  }
  return replaced;
}

function replaceCampaigns(
  campaigns: readonly IndexedCampaign[],
  replaced: readonly Replaced[],
): readonly IndexedCampaign[] {
  if (replaced.length === 0) return campaigns;
  const fresh = new Map(replaced.map(({ before, after }) => [before, after]));
  return campaigns.map((indexed) => {
    const after = fresh.get(indexed.campaign);
    return after ? prepareCampaign(after) : indexed;
  });
}

function* indexTargeting(
  campaigns: readonly Campaign[],
): Sliced<Pick<CampaignIndex, "byRequest" | "byVisitor">> {
  return {
    byRequest: [...(yield* indexDimensions("request", campaigns)), ...(yield* indexCustomKeys(campaigns))],
    byVisitor: yield* indexDimensions("visitor", campaigns),
  };
}

/** Campaigns prepared per step; few, because a campaign may have many creatives. */
const CAMPAIGNS_PER_STEP = 50;

function* selectCapped(campaigns: readonly Campaign[]): Sliced<Bits | undefined> {
  const bits = yield* select(campaigns, ({ frequency }) => frequency.length > 0);
  return findBit(bits, 0) === undefined ? undefined : bits;
}

function* select(campaigns: readonly Campaign[], isSelected: (campaign: Campaign) => boolean): Sliced<Bits> {
  const bits = createBits(campaigns.length);
  yield* forEachSliced(campaigns, (campaign, position) => {
    if (isSelected(campaign)) setBit(bits, position);
  });
  return bits;
}

/** Campaigns that match a keyword precede those without keywords. */
function rank({ priority, keywords, weight }: Campaign): Ranked {
  return { tier: (keywords.length > 0 ? 0 : 1) - 2 * priority, weight };
}

const prepareCampaign = memoize(prepareCreatives);

function prepareCreatives(campaign: Campaign): IndexedCampaign {
  const servable = campaign.variations.filter(
    ({ active, review, image }) => active && review === "approved" && isSafeAddress(image),
  );
  const creatives = servable.map((variation) => ({
    variation,
    json: writeCreative(variation),
    values: toCampaignValues(campaign, variation),
  }));
  const bySize = groupBy(creatives, ({ variation }) => variation.size);
  return { campaign, unitCost: computeUnitCost(campaign), bySize };
}
