/**
 * The catalogue's campaigns arranged for matching: for each value that targeting can name, the set of campaigns that
 * accept it. A match is then a few intersections of 32 campaigns at a time.
 *
 * Positions run in the order in which campaigns are chosen from: by priority, and those with keywords before those
 * without, so that a draw looks at one stretch of them.
 */
import { computeUnitCost, toCampaignValues, toZoneValues } from "../catalogue/accounting.ts";
import type { Campaign, Catalogue, Site, Variation, Zone } from "../catalogue/catalogue.ts";
import type { DimensionValues } from "../store/store.ts";
import { browsers, deviceTypes, languages, operatingSystems } from "../values/dimensions.ts";
import { groupBy } from "../values/groupBy.ts";
import type { Nano } from "../values/money.ts";
import { type Bits, createBits, intersect, setBit, subtract } from "./bitSet.ts";
import { type Facet, indexFacet, selectAccepting } from "./facet.ts";
import { indexKeywords, type KeywordIndex } from "./keywords.ts";
import { compareRanks, createRanking, type Ranked, type Ranking } from "./ranking.ts";
import { type CreativeJson, writeCreative } from "./response.ts";
import { indexSchedule } from "./schedule.ts";

/** A campaign that can be served, with what is computed once. */
export interface ServableCampaign {
  campaign: Campaign;
  unitCost: Nano;
  bySize: ReadonlyMap<string, readonly Creative[]>;
}

/** A variation, with what the response and the event of a decision for it hold. */
export interface Creative {
  variation: Variation;
  json: CreativeJson;
  values: DimensionValues;
}

export interface IndexedZone {
  zone: Zone;
  site: Site;
  /** Campaigns with a creative of the zone's size that accept the zone, its site and its category. */
  accepted: Bits;
  values: DimensionValues;
}

/** What is known of the visitor; undefined where it is not. */
export interface VisitorTraits {
  country: string | undefined;
  region: number | undefined;
  language: number | undefined;
  deviceType: number | undefined;
  operatingSystem: number | undefined;
  browser: number | undefined;
}

export interface CampaignIndex extends KeywordIndex {
  /** By position. */
  campaigns: readonly ServableCampaign[];
  ranking: Ranking;
  zones: ReadonlyMap<number, IndexedZone>;
  /** By the keys that campaigns restrict. */
  custom: ReadonlyMap<string, Facet<string>>;
  /** Campaigns whose days and hours include the moment, milliseconds since 1970. */
  selectScheduled(time: number): Bits;
  /** Sets of campaigns; those that are in each of them accept the visitor. */
  selectForVisitor(visitor: VisitorTraits): Bits[];
}

/** By trait: which values campaigns accept. */
const TRAITS: [keyof VisitorTraits, (targeting: Campaign["targeting"]) => (string | number)[]][] = [
  ["country", ({ countries }) => countries],
  ["region", ({ regions }) => regions],
  ["language", (targeting) => toIds(targeting.languages, languages)],
  ["deviceType", (targeting) => toIds(targeting.deviceTypes, deviceTypes)],
  ["operatingSystem", (targeting) => toIds(targeting.operatingSystems, operatingSystems)],
  ["browser", (targeting) => toIds(targeting.browsers, browsers)],
];

export function indexCampaigns(catalogue: Catalogue): CampaignIndex {
  const active = catalogue.data.campaigns.filter(({ active, deleted }) => active && !deleted);
  const plain = active.toSorted((a, b) => compareRanks(rank(a), rank(b)));
  const campaigns = plain.map(prepareCampaign);
  return {
    campaigns,
    ranking: createRanking(plain.map(rank)),
    zones: indexZones(catalogue, campaigns),
    custom: indexCustom(plain),
    selectScheduled: indexSchedule(plain),
    selectForVisitor: indexVisitors(plain),
    ...indexKeywords(plain),
  };
}

/** A campaign that matches by a keyword goes before one that has none. */
function rank({ priority, keywords, weight }: Campaign): Ranked {
  return { tier: (keywords.length > 0 ? 0 : 1) - 2 * priority, weight };
}

function prepareCampaign(campaign: Campaign): ServableCampaign {
  const servable = campaign.variations.filter(({ active, review }) => active && review === "approved");
  const creatives = servable.map((variation) => ({
    variation,
    json: writeCreative(variation),
    values: toCampaignValues(campaign, variation),
  }));
  const bySize = groupBy(creatives, ({ variation }) => variation.size);
  return { campaign, unitCost: computeUnitCost(campaign), bySize };
}

function indexVisitors(campaigns: readonly Campaign[]): (visitor: VisitorTraits) => Bits[] {
  const facets = TRAITS.map(
    ([trait, list]) =>
      [trait, indexFacet<Campaign, string | number>(campaigns, ({ targeting }) => list(targeting))] as const,
  );
  const restricting = facets.filter(([, { byValue }]) => byValue.size > 0);
  return (visitor) => restricting.map(([trait, facet]) => selectAccepting(facet, visitor[trait]));
}

function toIds(names: readonly string[], { id }: { id: (name: string) => number | undefined }): number[] {
  return names.map(id).filter((known) => known !== undefined);
}

function indexCustom(campaigns: readonly Campaign[]): Map<string, Facet<string>> {
  const keys = new Set(campaigns.flatMap(({ targeting }) => Object.keys(targeting.custom)));
  const facets = [...keys].map(
    (key) => [key, indexFacet(campaigns, ({ targeting }) => targeting.custom[key] ?? [])] as const,
  );
  return new Map(facets);
}

/** Of no zone. */
const NO_SIZE = "";

/** Zones of one size on one site accept the same campaigns but for those that name zones, so they share one set. */
function indexZones(catalogue: Catalogue, campaigns: readonly ServableCampaign[]): Map<number, IndexedZone> {
  const plain = campaigns.map(({ campaign }) => campaign);
  // A list without sizes would accept every zone, and a campaign without creatives is for none.
  const sizes = indexFacet(campaigns, ({ bySize }) => (bySize.size > 0 ? [...bySize.keys()] : [NO_SIZE]));
  const sites = indexFacet(plain, ({ targeting }) => targeting.sites);
  const categories = indexFacet(plain, ({ targeting }) => targeting.categories);
  const zones = indexFacet(plain, ({ targeting }) => targeting.zones);
  const shared = new Map<string, Bits>();
  const select = (zone: Zone, site: Site): Bits => {
    const key = `${zone.size} ${site.id} ${zones.byValue.has(zone.id) ? zone.id : ""}`;
    const found = shared.get(key);
    if (found) return found;
    const accepted = intersect([
      selectAccepting(sizes, zone.size),
      selectAccepting(sites, site.id),
      selectAccepting(categories, site.category),
      selectAccepting(zones, zone.id),
    ]);
    subtract(accepted, selectAdvertisers(plain, site.blockedAdvertisers));
    shared.set(key, accepted);
    return accepted;
  };
  const indexed = new Map<number, IndexedZone>();
  for (const zone of catalogue.data.zones) {
    if (zone.deleted) continue;
    const site = catalogue.sites.get(zone.site);
    if (site)
      indexed.set(zone.id, { zone, site, accepted: select(zone, site), values: toZoneValues(zone, site) });
  }
  return indexed;
}

function selectAdvertisers(campaigns: readonly Campaign[], accounts: readonly number[]): Bits {
  const bits = createBits(campaigns.length);
  for (const [position, { account }] of campaigns.entries())
    if (accounts.includes(account)) setBit(bits, position);
  return bits;
}
