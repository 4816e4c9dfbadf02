/**
 * The catalogue's campaigns arranged for matching: for each value that targeting can name, the set of campaigns that
 * accept it. A match is then a few intersections, whatever the number of campaigns.
 *
 * Positions run from the highest priority to the lowest.
 */
import { computeUnitCost, toCampaignValues, toZoneValues } from "../catalogue/accounting.ts";
import type { Campaign, Catalogue, Site, Variation, Zone } from "../catalogue/catalogue.ts";
import type { DimensionValues } from "../store/store.ts";
import { browsers, deviceTypes, languages, operatingSystems } from "../values/dimensions.ts";
import type { Nano } from "../values/money.ts";
import { type Bits, createBits, intersect, setBit, subtract } from "./bits.ts";
import { type Facet, indexFacet, selectAccepting } from "./facet.ts";
import { indexKeywords, type KeywordIndex } from "./keywords.ts";
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
  weights: Float64Array;
  priorities: Int32Array;
  zones: ReadonlyMap<number, IndexedZone>;
  /** By the keys that campaigns restrict. */
  custom: ReadonlyMap<string, Facet<string>>;
  /** Campaigns whose days and hours include the moment, milliseconds since 1970. */
  selectScheduled(time: number): Bits;
  /** Campaigns that accept the visitor. */
  selectForVisitor(visitor: VisitorTraits): Bits;
}

export function indexCampaigns(catalogue: Catalogue): CampaignIndex {
  const active = catalogue.data.campaigns.filter(({ active, deleted }) => active && !deleted);
  const campaigns = active.toSorted((a, b) => b.priority - a.priority).map(prepareCampaign);
  const plain = campaigns.map(({ campaign }) => campaign);
  return {
    campaigns,
    weights: Float64Array.from(plain, ({ weight }) => weight),
    priorities: Int32Array.from(plain, ({ priority }) => priority),
    zones: indexZones(catalogue, campaigns),
    custom: indexCustom(plain),
    selectScheduled: indexSchedule(plain),
    selectForVisitor: indexVisitors(plain),
    ...indexKeywords(plain),
  };
}

function prepareCampaign(campaign: Campaign): ServableCampaign {
  const bySize = new Map<string, Creative[]>();
  for (const variation of campaign.variations) {
    if (!variation.active || variation.review !== "approved") continue;
    const values = toCampaignValues(campaign, variation);
    const creative = { variation, json: writeCreative(variation), values };
    bySize.set(variation.size, [...(bySize.get(variation.size) ?? []), creative]);
  }
  return { campaign, unitCost: computeUnitCost(campaign), bySize };
}

function indexVisitors(campaigns: readonly Campaign[]): (visitor: VisitorTraits) => Bits {
  const toIds = (names: readonly string[], toId: (name: string) => number | undefined) =>
    names.map(toId).filter((id) => id !== undefined);
  const country = indexFacet(campaigns, ({ targeting }) => targeting.countries);
  const region = indexFacet(campaigns, ({ targeting }) => targeting.regions);
  const language = indexFacet(campaigns, ({ targeting }) => toIds(targeting.languages, languages.id));
  const deviceType = indexFacet(campaigns, ({ targeting }) => toIds(targeting.deviceTypes, deviceTypes.id));
  const browser = indexFacet(campaigns, ({ targeting }) => toIds(targeting.browsers, browsers.id));
  const operatingSystem = indexFacet(campaigns, ({ targeting }) =>
    toIds(targeting.operatingSystems, operatingSystems.id),
  );
  return (visitor) =>
    intersect(
      selectAccepting(country, visitor.country),
      selectAccepting(region, visitor.region),
      selectAccepting(language, visitor.language),
      selectAccepting(deviceType, visitor.deviceType),
      selectAccepting(operatingSystem, visitor.operatingSystem),
      selectAccepting(browser, visitor.browser),
    );
}

function indexCustom(campaigns: readonly Campaign[]): Map<string, Facet<string>> {
  const keys = new Set(campaigns.flatMap(({ targeting }) => Object.keys(targeting.custom)));
  const facets = [...keys].map(
    (key) => [key, indexFacet(campaigns, ({ targeting }) => targeting.custom[key] ?? [])] as const,
  );
  return new Map(facets);
}

/** Zones of one size on one site accept the same campaigns but for those that name zones, so they share one set. */
function indexZones(catalogue: Catalogue, campaigns: readonly ServableCampaign[]): Map<number, IndexedZone> {
  const plain = campaigns.map(({ campaign }) => campaign);
  const sizes = indexFacet(campaigns, ({ bySize }) => [...bySize.keys()]);
  const sites = indexFacet(plain, ({ targeting }) => targeting.sites);
  const categories = indexFacet(plain, ({ targeting }) => targeting.categories);
  const zones = indexFacet(plain, ({ targeting }) => targeting.zones);
  const shared = new Map<string, Bits>();
  const select = (zone: Zone, site: Site): Bits => {
    const key = `${zone.size} ${site.id} ${zones.byValue.has(zone.id) ? zone.id : ""}`;
    const found = shared.get(key);
    if (found) return found;
    const accepting = intersect(
      selectAccepting(sizes, zone.size),
      selectAccepting(sites, site.id),
      selectAccepting(categories, site.category),
      selectAccepting(zones, zone.id),
    );
    const accepted = subtract(accepting, selectAdvertisers(plain, site.blockedAdvertisers));
    shared.set(key, accepted);
    return accepted;
  };
  const indexed = new Map<number, IndexedZone>();
  for (const zone of catalogue.data.zones) {
    if (zone.deleted) continue;
    const site = catalogue.sites.get(zone.site);
    if (site) indexed.set(zone.id, { zone, accepted: select(zone, site), values: toZoneValues(zone, site) });
  }
  return indexed;
}

function selectAdvertisers(campaigns: readonly Campaign[], accounts: readonly number[]): Bits {
  const bits = createBits(campaigns.length);
  for (const [position, { account }] of campaigns.entries())
    if (accounts.includes(account)) setBit(bits, position);
  return bits;
}
