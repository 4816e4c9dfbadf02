/**
 * Index of the catalogue's campaigns for matching: a set of campaigns for each value that targeting can name. A match
 * is a few intersections of 32 campaigns at a time.
 *
 * Positions are ordered by precedence: by priority, and campaigns with keywords before those without, so that a draw
 * reads consecutive positions.
 */
import { computeUnitCost, toCampaignValues } from "../catalogue/accounting.ts";
import { isSafeAddress } from "../catalogue/addresses.ts";
import type { Campaign, Catalogue, Variation } from "../catalogue/catalogue.ts";
import type { ListName } from "../catalogue/document.ts";
import type { DimensionValues } from "../facts/eventStore.ts";
import { groupBy } from "../values/groupBy.ts";
import { memoize } from "../values/memoize.ts";
import type { Nano } from "../values/money.ts";
import { flatMapSliced, forEachSliced, mapSliced, runAtOnce, type Sliced } from "../values/slices.ts";
import { type Bits, createBits, findBit, setBit } from "./bitSet.ts";
import type { VisitorTraits, ZoneFields } from "./dimensions.ts";
import { indexKeywords, type KeywordIndex } from "./keywords.ts";
import { createRanking, orderByRank, type Ranked, type Ranking } from "./ranking.ts";
import { type CreativeJson, writeCreative } from "./response.ts";
import { indexCustomKeys, indexDimensions, type Restriction } from "./restrictions.ts";
import { indexSchedule, type Schedule } from "./schedule.ts";
import { indexZones, type ZoneIndex } from "./zoneIndex.ts";

/** A servable campaign with precomputed values. */
export interface ServableCampaign {
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
  /** By position. */
  campaigns: readonly ServableCampaign[];
  ranking: Ranking;
  /** Campaigns with a frequency cap; undefined when none has one. */
  capped: Bits | undefined;
  /** Restrictions on the zone's request: custom keys, and dimensions that the request carries. */
  byRequest: readonly Restriction<ZoneFields>[];
  /** Restrictions on the visitor. */
  byVisitor: readonly Restriction<VisitorTraits>[];
  /** Selects campaigns by days and hours; milliseconds since 1970. */
  selectSchedule(time: number): Schedule;
}

/** Indexes at once, as at the start. */
export function indexCampaigns(catalogue: Catalogue): CampaignIndex {
  return runAtOnce(indexInSlices(catalogue));
}

/**
 * Reuses the parts of an earlier index whose source values are unchanged. Each rebuilt part costs time and garbage
 * collection, which delays placements.
 */
export function* indexInSlices(catalogue: Catalogue, earlier?: CampaignIndex): Sliced<CampaignIndex> {
  const servable = yield* flatMapSliced(catalogue.data.campaigns, (campaign) =>
    campaign.active && !campaign.deleted ? [campaign] : [],
  );
  const plain = yield* orderByRank(servable, rank);
  const campaigns = yield* mapSliced(plain, prepareCampaign, CAMPAIGNS_PER_STEP);
  /** `fields` and `lists`: all sources of a part. */
  const keep = (fields: readonly (keyof Campaign)[], lists: readonly ListName[] = []) =>
    earlier && hasSame({ catalogue, campaigns }, earlier, fields, lists) ? earlier : undefined;
  const { ranking } = keep(["priority", "keywords", "weight"]) ?? {
    ranking: createRanking(yield* mapSliced(plain, rank)),
  };
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
    ranking,
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

type Indexed = Pick<CampaignIndex, "catalogue" | "campaigns">;

/** Whether fields of the campaigns, position by position, and lists of the catalogue are the same objects. */
function hasSame(
  { catalogue, campaigns }: Indexed,
  earlier: Indexed,
  fields: readonly (keyof Campaign)[],
  lists: readonly ListName[],
): boolean {
  return (
    campaigns.length === earlier.campaigns.length &&
    lists.every((list) => catalogue.data[list] === earlier.catalogue.data[list]) &&
    campaigns.every(({ campaign }, position) => {
      const before = earlier.campaigns[position]?.campaign;
      return campaign === before || fields.every((field) => campaign[field] === before?.[field]);
    })
  );
}

function* indexTargeting(
  campaigns: readonly Campaign[],
): Sliced<Pick<CampaignIndex, "byRequest" | "byVisitor">> {
  return {
    byRequest: [...(yield* indexDimensions("request", campaigns)), ...(yield* indexCustomKeys(campaigns))],
    byVisitor: yield* indexDimensions("visitor", campaigns),
  };
}

/** Campaigns that are prepared at a time: one may have many creatives. */
const CAMPAIGNS_PER_STEP = 50;

function* selectCapped(campaigns: readonly Campaign[]): Sliced<Bits | undefined> {
  const bits = createBits(campaigns.length);
  yield* forEachSliced(campaigns, ({ frequency }, position) => {
    if (frequency.length > 0) setBit(bits, position);
  });
  return findBit(bits, 0) === undefined ? undefined : bits;
}

/** Campaigns that match a keyword precede those without keywords. */
function rank({ priority, keywords, weight }: Campaign): Ranked {
  return { tier: (keywords.length > 0 ? 0 : 1) - 2 * priority, weight };
}

const prepareCampaign = memoize(prepareCreatives);

function prepareCreatives(campaign: Campaign): ServableCampaign {
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
