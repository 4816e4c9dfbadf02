/**
 * The catalogue's campaigns arranged for matching: for each value that targeting can name, the set of campaigns that
 * accept it. A match is then a few intersections, whatever the number of campaigns.
 */
import type { Campaign, Catalogue, Site, Variation, Zone } from "../catalogue.ts";
import { browsers, deviceTypes, languages, operatingSystems } from "../dimensions.ts";
import { campaignPart, zonePart } from "../facts.ts";
import { parseMoney } from "../money.ts";
import type { Part } from "../store/store.ts";
import { addAll, type Bits, inAll, noBits, setBit } from "./bits.ts";
import { type CreativeJson, creativeJson } from "./response.ts";
import { phraseOf, phrasesIn, phrasesInAddress } from "./words.ts";

/** A campaign that can be served, with its money read. */
export interface Servable {
  /** Position in every set. */
  at: number;
  campaign: Campaign;
  /** Cost of one impression (cpm) or one click (cpc). */
  unitCost: bigint;
  bySize: ReadonlyMap<string, readonly Creative[]>;
  /** First and last moment, milliseconds since 1970, the last not included. */
  from: number;
  until: number;
}

/** A variation with what is said and kept of it whenever it is chosen. */
export interface Creative {
  variation: Variation;
  json: CreativeJson;
  part: Part;
}

export interface IndexedZone {
  zone: Zone;
  site: Site;
  /** Share of the cost that the publisher is paid, in millionths. */
  share: number;
  /** Campaigns with a creative of the zone's size that accept the zone, its site and its category. */
  accepted: Bits;
  part: Part;
}

/** What is known of the visitor; undefined where it is not. */
export interface VisitorTraits {
  country?: string;
  language?: number;
  deviceType?: number;
  operatingSystem?: number;
  browser?: number;
}

/** Campaigns by the values of one thing that they may restrict. */
interface Facet<K> {
  /** Those that do not restrict it. */
  open: Bits;
  /** Those that accept the value, the open ones included. */
  byValue: Map<K, Bits>;
}

export interface CampaignIndex {
  servable: readonly Servable[];
  /** Their weights, by position. */
  weights: Float64Array;
  /** Positions by campaign id. */
  position: ReadonlyMap<number, number>;
  zones: ReadonlyMap<number, IndexedZone>;
  /** Campaigns whose days include the moment, milliseconds since 1970. */
  running(time: number): Bits;
  /** Campaigns that accept the visitor. */
  forVisitor(visitor: VisitorTraits): Bits;
  custom: ReadonlyMap<string, Facet<string>>;
  /** Campaigns without keywords. */
  unkeyed: Bits;
  /** Campaigns one of whose keywords the zone's keywords contain; undefined when there is no word in these. */
  forKeywords(keywords: string): Bits | undefined;
  /** The same for the words of a page's address. */
  forAddress(address: string): Bits;
}

const DAY_MS = 86_400_000;
const SHARE_PARTS = 1_000_000;
const ANY_WORD = /[\p{L}\p{N}]/u;
/** Pages and tags repeat few texts, so what they match is kept; longer texts are not worth the memory. */
const CACHED_TEXTS = 4096;
const CACHED_LENGTH = 512;

export function acceptedBy<K>(facet: Facet<K>, value: K | undefined): Bits {
  return (value === undefined ? undefined : facet.byValue.get(value)) ?? facet.open;
}

export function indexCampaigns(catalogue: Catalogue, defaultShare: string): CampaignIndex {
  const servable = catalogue.data.campaigns.filter(({ active, deleted }) => active && !deleted).map(prepare);
  return {
    servable,
    weights: Float64Array.from(servable, ({ campaign }) => campaign.weight),
    position: new Map(servable.map(({ at, campaign }) => [campaign.id, at])),
    zones: indexZones(catalogue, servable, defaultShare),
    running: indexDays(servable),
    forVisitor: indexVisitors(servable),
    custom: indexCustom(servable),
    ...indexKeywords(servable),
  };
}

function prepare(campaign: Campaign, at: number): Servable {
  return {
    at,
    campaign,
    unitCost: unitCost(campaign),
    bySize: bySize(campaign),
    from: campaign.from ? Date.parse(campaign.from) : -Infinity,
    until: campaign.to ? Date.parse(campaign.to) + DAY_MS : Infinity,
  };
}

/** Cost of one impression (cpm) or one click (cpc), in billionths. */
export function unitCost({ pricing }: Campaign): bigint {
  const price = parseMoney(pricing.price) ?? 0n;
  return pricing.model === "cpm" ? price / 1000n : price;
}

function bySize(campaign: Campaign): Map<string, Creative[]> {
  const groups = new Map<string, Creative[]>();
  for (const variation of campaign.variations) {
    const creative = { variation, json: creativeJson(variation), part: campaignPart(campaign, variation) };
    groups.set(variation.size, [...(groups.get(variation.size) ?? []), creative]);
  }
  return groups;
}

function facet<K>(servable: readonly Servable[], values: (servable: Servable) => readonly K[]): Facet<K> {
  const open = noBits(servable.length);
  const byValue = new Map<K, Bits>();
  for (const each of servable) if (values(each).length === 0) setBit(open, each.at);
  for (const each of servable) {
    for (const value of values(each)) {
      const bits = byValue.get(value) ?? open.slice();
      setBit(bits, each.at);
      byValue.set(value, bits);
    }
  }
  return { open, byValue };
}

/** Who runs changes when somebody begins or ends, so it is kept until then. */
function indexDays(servable: readonly Servable[]): (time: number) => Bits {
  let bits = noBits(servable.length);
  let [since, before] = [Infinity, -Infinity];
  return (time) => {
    if (since <= time && time < before) return bits;
    bits = noBits(servable.length);
    [since, before] = [-Infinity, Infinity];
    for (const { at, from, until } of servable) {
      if (from <= time && time < until) setBit(bits, at);
      for (const change of [from, until]) {
        if (change <= time) since = Math.max(since, change);
        else before = Math.min(before, change);
      }
    }
    return bits;
  };
}

/** Visitors are remembered from request to request, so who accepts them is. */
function indexVisitors(servable: readonly Servable[]): (visitor: VisitorTraits) => Bits {
  const ids = (pick: (campaign: Campaign) => readonly string[], id: (name: string) => number | undefined) =>
    facet(servable, ({ campaign }) => pick(campaign).map((name) => id(name) as number));
  const country = facet(servable, ({ campaign }) => campaign.targeting.countries);
  const language = ids(({ targeting }) => targeting.languages, languages.id);
  const deviceType = ids(({ targeting }) => targeting.deviceTypes, deviceTypes.id);
  const operatingSystem = ids(({ targeting }) => targeting.operatingSystems, operatingSystems.id);
  const browser = ids(({ targeting }) => targeting.browsers, browsers.id);
  const known = new WeakMap<VisitorTraits, Bits>();
  return (visitor) => {
    const found = known.get(visitor);
    if (found) return found;
    const bits = inAll(
      acceptedBy(country, visitor.country),
      acceptedBy(language, visitor.language),
      acceptedBy(deviceType, visitor.deviceType),
      acceptedBy(operatingSystem, visitor.operatingSystem),
      acceptedBy(browser, visitor.browser),
    );
    known.set(visitor, bits);
    return bits;
  };
}

function indexCustom(servable: readonly Servable[]): Map<string, Facet<string>> {
  const keys = new Set(servable.flatMap(({ campaign }) => Object.keys(campaign.targeting.custom)));
  const facets = [...keys].map(
    (key) => [key, facet(servable, ({ campaign }) => campaign.targeting.custom[key] ?? [])] as const,
  );
  return new Map(facets);
}

/** Zones of one size on one site accept the same campaigns but for those that name zones, so they share one set. */
function indexZones(catalogue: Catalogue, servable: readonly Servable[], defaultShare: string) {
  const sizes = facet(servable, ({ bySize }) => [...bySize.keys()]);
  const sites = facet(servable, ({ campaign }) => campaign.targeting.sites);
  const categories = facet(servable, ({ campaign }) => campaign.targeting.categories);
  const named = facet(servable, ({ campaign }) => campaign.targeting.zones);
  const known = new Map<string, Bits>();
  const acceptedIn = (zone: Zone, site: Site) => {
    const key = `${zone.size} ${site.id} ${named.byValue.has(zone.id) ? zone.id : ""}`;
    const found = known.get(key);
    if (found) return found;
    const bits = inAll(
      acceptedBy(sizes, zone.size),
      acceptedBy(sites, site.id),
      acceptedBy(categories, site.category),
      acceptedBy(named, zone.id),
    );
    known.set(key, bits);
    return bits;
  };
  const zones = new Map<number, IndexedZone>();
  for (const zone of catalogue.data.zones) {
    const site = catalogue.sites.get(zone.site);
    if (!site) continue;
    const share = Math.round(Number(site.publisherShare ?? defaultShare) * SHARE_PARTS);
    zones.set(zone.id, { zone, site, share, accepted: acceptedIn(zone, site), part: zonePart(zone, site) });
  }
  return zones;
}

function indexKeywords(servable: readonly Servable[]) {
  const unkeyed = noBits(servable.length);
  const byPhrase = new Map<string, Bits>();
  for (const { at, campaign } of servable) {
    if (campaign.keywords.length === 0) setBit(unkeyed, at);
    for (const phrase of campaign.keywords.map(phraseOf)) {
      const bits = byPhrase.get(phrase) ?? noBits(servable.length);
      setBit(bits, at);
      byPhrase.set(phrase, bits);
    }
  }
  const longest = Math.max(1, ...[...byPhrase.keys()].map((phrase) => phrase.split(" ").length));
  const matching = (found: Set<string>) => {
    const bits = noBits(servable.length);
    for (const phrase of found) addAll(bits, byPhrase.get(phrase) ?? bits);
    return bits;
  };
  return {
    unkeyed,
    forKeywords: remembered((keywords) =>
      ANY_WORD.test(keywords) ? matching(phrasesIn(keywords, longest)) : undefined,
    ),
    forAddress: remembered((address) => matching(phrasesInAddress(address, longest))),
  };
}

function remembered<T extends Bits | undefined>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const bits = compute(text);
    if (text.length > CACHED_LENGTH) return bits;
    if (known.size >= CACHED_TEXTS) known.delete(known.keys().next().value as string);
    known.set(text, bits);
    return bits;
  };
}
