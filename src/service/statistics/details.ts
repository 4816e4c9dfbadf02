/** What a record's `group_by` says about each group: names from the catalogue, ends of periods. */
import type { GroupDetails, Grouping } from "../../protocol/statistics.ts";
import { findCountry } from "../values/countries.ts";
import { DAY_MS } from "../values/day.ts";
import {
  adTypes,
  browsers,
  devices,
  deviceTypes,
  languages,
  operatingSystems,
} from "../values/dimensions.ts";

/** What groups are named by; a catalogue is one. */
export interface Names {
  accounts: ReadonlyMap<number, Entity>;
  campaigns: ReadonlyMap<number, Entity & { account: number; active: boolean; deleted: boolean }>;
  variations: ReadonlyMap<
    number,
    { variation: { name?: string | undefined; size: string }; campaign: Entity }
  >;
  sites: ReadonlyMap<number, Entity & { account: number; hostname: string }>;
  zones: ReadonlyMap<number, Entity & { site: number; size: string }>;
  categories: ReadonlyMap<number, Entity>;
  carriers: ReadonlyMap<number, Entity>;
  regions: ReadonlyMap<number, Entity & { country: string }>;
  offers: ReadonlyMap<number, Entity>;
  offerLandingPages: ReadonlyMap<number, Entity>;
}

interface Entity {
  id: number;
  name: string;
}

interface Context {
  names: Names;
  detailed: boolean;
}

/** The details of a group by its value as the store writes it. What has no name goes by its number. */
export function describeGroup(grouping: Grouping, value: string, context: Context): object {
  const describe: (value: string, context: Context) => object = DESCRIPTIONS[grouping];
  return describe(value, context);
}

type Describe<G extends Grouping> = (value: string, context: Context) => GroupDetails[G];

const DESCRIPTIONS: { [G in Grouping]: Describe<G> } = {
  date: (value) => ({ date: value }),
  hour: (value) => ({ hour: Number(value) }),
  week: (value, { detailed }) => ({
    week: formatWeek(value),
    ...(detailed && { date_from: value, date_to: toDay(Date.parse(value) + 6 * DAY_MS) }),
  }),
  month: (value, { detailed }) => ({ month: value.slice(0, 7), ...(detailed && describeMonths(value, 1)) }),
  quarter: (value, { detailed }) => ({
    quarter: `${value.slice(0, 4)}-Q${Math.ceil(Number(value.slice(5, 7)) / 3)}`,
    ...(detailed && describeMonths(value, 3)),
  }),
  year: (value, { detailed }) => ({
    year: Number(value),
    ...(detailed && { date_from: `${value}-01-01`, date_to: `${value}-12-31` }),
  }),
  campaign_id: describeCampaign,
  variation_id: describeVariation,
  offer_id: (value, { names }) => nameEntity(value, names.offers, "Offer"),
  offer_landing_page_id: (value, { names }) => nameEntity(value, names.offerLandingPages, "Landing page"),
  advertiser_ad_type_id: (value) => nameNumber(value, adTypes, "Ad type"),
  publisher_ad_type_id: (value) => nameNumber(value, adTypes, "Ad type"),
  site_id: describeSite,
  site_hostname: (value) => ({ site_hostname: value }),
  zone_id: describeZone,
  sub: (value) => ({ sub: Number(value) }),
  size: (value) => ({ size: value }),
  category_id: (value, { names }) => nameEntity(value, names.categories, "Category"),
  country_iso: (value, { detailed }) => {
    const iso2 = detailed ? findCountry(value)?.iso2 : undefined;
    return { ...describeCountry(value), ...(iso2 && { iso2 }) };
  },
  region_id: (value, { names }) => {
    const { id, name } = nameEntity(value, names.regions, "Region");
    return { ...describeCountry(names.regions.get(id)?.country ?? ""), id, name };
  },
  language_id: (value) => nameNumber(value, languages, "Language"),
  browser_id: (value) => nameNumber(value, browsers, "Browser"),
  operating_system_id: (value) => nameNumber(value, operatingSystems, "Operating system"),
  device_id: (value) => nameNumber(value, devices, "Device"),
  device_type_id: (value) => nameNumber(value, deviceTypes, "Device type"),
  carrier_id: (value, { names }) => nameEntity(value, names.carriers, "Carrier"),
  adblock: (value) => ({ adblock: value === "true" ? "adblock" : "standard" }),
  publisher_id: (value, { names }) => nameEntity(value, names.accounts, "Publisher"),
  advertiser_id: (value, { names }) => nameEntity(value, names.accounts, "Advertiser"),
};

function nameEntity(value: string, names: ReadonlyMap<number, Entity>, what: string): Entity {
  const id = Number(value);
  return { id, name: names.get(id)?.name ?? `${what} ${id}` };
}

function nameNumber(value: string, names: { name(id: number): string | undefined }, what: string): Entity {
  const id = Number(value);
  return { id, name: names.name(id) ?? `${what} ${id}` };
}

function describeCampaign(value: string, { names, detailed }: Context): GroupDetails["campaign_id"] {
  const { id, name } = nameEntity(value, names.campaigns, "Campaign");
  const campaign = names.campaigns.get(id);
  const owner = campaign && names.accounts.get(campaign.account);
  return {
    active: campaign?.active && !campaign.deleted ? "1" : "0",
    campaign_ad_type_name: adTypes.name(1) ?? "",
    id: String(id),
    name,
    ...(detailed && owner && { advertiser_id: owner.id, advertiser_name: owner.name }),
  };
}

function describeVariation(value: string, { names, detailed }: Context): GroupDetails["variation_id"] {
  const id = Number(value);
  const known = names.variations.get(id);
  const name = known?.variation.name ?? `Variation ${id}`;
  if (!detailed || !known) return { id, name };
  const { variation, campaign } = known;
  return { id, name, campaign_id: String(campaign.id), campaign_name: campaign.name, size: variation.size };
}

function describeSite(value: string, { names, detailed }: Context): GroupDetails["site_id"] {
  const { id, name } = nameEntity(value, names.sites, "Site");
  const site = names.sites.get(id);
  const owner = site && names.accounts.get(site.account);
  return {
    id: String(id),
    name,
    ...(detailed && site && { hostname: site.hostname }),
    ...(detailed && owner && { publisher_id: owner.id, publisher_name: owner.name }),
  };
}

function describeZone(value: string, { names, detailed }: Context): GroupDetails["zone_id"] {
  const { id, name } = nameEntity(value, names.zones, "Zone");
  const zone = names.zones.get(id);
  const site = zone && names.sites.get(zone.site);
  return {
    id,
    name,
    ...(detailed && zone && { size: zone.size }),
    ...(detailed && site && { site_id: String(site.id), site_name: site.name }),
  };
}

/** `country_long_name` is the English name in full, `country_short_name` the two-letter code. */
function describeCountry(iso3: string) {
  const country = findCountry(iso3);
  return {
    country_iso: iso3,
    country_long_name: country?.name ?? iso3,
    country_short_name: country?.iso2 ?? iso3,
  };
}

// ── Periods ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The ISO week of a Monday. Its year is the year of its Thursday. */
function formatWeek(monday: string): string {
  const thursday = new Date(Date.parse(monday) + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}

/** First and last day of so many months from a first of the month on. */
function describeMonths(first: string, count: number) {
  const from = new Date(first);
  const end = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count, 1);
  return { date_from: first, date_to: toDay(end - DAY_MS) };
}
