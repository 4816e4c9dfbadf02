/** What a record's `group_by` says about each group: names from the catalogue, ends of periods. */
import type { GroupDetails, Grouping } from "../../protocol/statistics.ts";
import type { Catalogue, Named } from "../catalogue.ts";
import { countryOf } from "../countries.ts";
import { adTypes, browsers, devices, deviceTypes, languages, operatingSystems } from "../dimensions.ts";
import type { Value } from "../store/store.ts";

const DAY_MS = 86_400_000;

interface Context {
  catalogue: Catalogue;
  detailed: boolean;
}

/** The detail of a group by its stored value. What has no name goes by its number. */
export function detailOf(grouping: Grouping, value: NonNullable<Value>, context: Context): object {
  return (DETAILS[grouping] as (value: NonNullable<Value>, context: Context) => object)(value, context);
}

type Detail<G extends Grouping> = (value: NonNullable<Value>, context: Context) => GroupDetails[G];

const DETAILS: { [G in Grouping]: Detail<G> } = {
  date: (value) => ({ date: dayOf(value) }),
  hour: (value) => ({ hour: Number(value) }),
  week: (value, { detailed }) => ({ week: isoWeek(value), ...(detailed && period(value, 7 * DAY_MS)) }),
  month: (value, { detailed }) => ({ month: dayOf(value).slice(0, 7), ...(detailed && months(value, 1)) }),
  quarter: (value, { detailed }) => ({ quarter: quarterOf(value), ...(detailed && months(value, 3)) }),
  year: (value, { detailed }) => ({
    year: Number(value),
    ...(detailed && { date_from: `${value}-01-01`, date_to: `${value}-12-31` }),
  }),
  campaign_id: campaignDetail,
  variation_id: variationDetail,
  offer_id: (value, { catalogue }) => named(value, catalogue.offers, "Offer"),
  offer_landing_page_id: (value, { catalogue }) => named(value, catalogue.offerLandingPages, "Landing page"),
  advertiser_ad_type_id: (value) => known(value, adTypes, "Ad type"),
  publisher_ad_type_id: (value) => known(value, adTypes, "Ad type"),
  site_id: siteDetail,
  site_hostname: (value) => ({ site_hostname: String(value) }),
  zone_id: zoneDetail,
  sub: (value) => ({ sub: Number(value) }),
  size: (value) => ({ size: String(value) }),
  category_id: (value, { catalogue }) => named(value, catalogue.categories, "Category"),
  country_iso: (value, { detailed }) => {
    const iso2 = detailed ? countryOf(String(value))?.iso2 : undefined;
    return { ...countryNames(String(value)), ...(iso2 && { iso2 }) };
  },
  region_id: (value, { catalogue }) => {
    const { id, name } = named(value, catalogue.regions, "Region");
    return { ...countryNames(catalogue.regions.get(id)?.country ?? ""), id, name };
  },
  language_id: (value) => known(value, languages, "Language"),
  browser_id: (value) => known(value, browsers, "Browser"),
  operating_system_id: (value) => known(value, operatingSystems, "Operating system"),
  device_id: (value) => known(value, devices, "Device"),
  device_type_id: (value) => known(value, deviceTypes, "Device type"),
  carrier_id: (value, { catalogue }) => named(value, catalogue.carriers, "Carrier"),
  adblock: (value) => ({ adblock: value ? "adblock" : "standard" }),
};

function named(value: Value, names: ReadonlyMap<number, Named>, what: string): Named {
  const id = Number(value);
  return { id, name: names.get(id)?.name ?? `${what} ${id}` };
}

function known(value: Value, names: { name(id: number): string | undefined }, what: string): Named {
  const id = Number(value);
  return { id, name: names.name(id) ?? `${what} ${id}` };
}

function campaignDetail(value: Value, { catalogue, detailed }: Context): GroupDetails["campaign_id"] {
  const { id, name } = named(value, catalogue.campaigns, "Campaign");
  const campaign = catalogue.campaigns.get(id);
  const owner = campaign && catalogue.accounts.get(campaign.account);
  return {
    active: campaign?.active && !campaign.deleted ? "1" : "0",
    campaign_ad_type_name: adTypes.name(1) ?? "",
    id: String(id),
    name,
    ...(detailed && owner && { advertiser_id: owner.id, advertiser_name: owner.name }),
  };
}

function variationDetail(value: Value, { catalogue, detailed }: Context): GroupDetails["variation_id"] {
  const id = Number(value);
  const { variation, campaign } = catalogue.variations.get(id) ?? {};
  return {
    id,
    name: variation?.name ?? `Variation ${id}`,
    ...(detailed &&
      variation &&
      campaign && { campaign_id: String(campaign.id), campaign_name: campaign.name, size: variation.size }),
  };
}

function siteDetail(value: Value, { catalogue, detailed }: Context): GroupDetails["site_id"] {
  const { id, name } = named(value, catalogue.sites, "Site");
  const site = catalogue.sites.get(id);
  const owner = site && catalogue.accounts.get(site.account);
  return {
    id: String(id),
    name,
    ...(detailed && site && { hostname: site.hostname }),
    ...(detailed && owner && { publisher_id: owner.id, publisher_name: owner.name }),
  };
}

function zoneDetail(value: Value, { catalogue, detailed }: Context): GroupDetails["zone_id"] {
  const { id, name } = named(value, catalogue.zones, "Zone");
  const zone = catalogue.zones.get(id);
  const site = zone && catalogue.sites.get(zone.site);
  return {
    id,
    name,
    ...(detailed && zone && { size: zone.size }),
    ...(detailed && site && { site_id: String(site.id), site_name: site.name }),
  };
}

/** `country_long_name` is the English name in full, `country_short_name` the two-letter code. */
function countryNames(iso3: string) {
  const country = countryOf(iso3);
  return {
    country_iso: iso3,
    country_long_name: country?.name ?? iso3,
    country_short_name: country?.iso2 ?? iso3,
  };
}

// ── Periods ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function dayOf(value: Value): string {
  return (value as Date).toISOString().slice(0, 10);
}

/** The ISO week of a Monday. Its year is the year of its Thursday. */
function isoWeek(monday: Value): string {
  const thursday = new Date((monday as Date).getTime() + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}

function quarterOf(value: Value): string {
  const first = value as Date;
  return `${first.getUTCFullYear()}-Q${Math.floor(first.getUTCMonth() / 3) + 1}`;
}

function period(first: Value, length: number) {
  return { date_from: dayOf(first), date_to: dayOf(new Date((first as Date).getTime() + length - DAY_MS)) };
}

function months(first: Value, count: number) {
  const from = first as Date;
  const end = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count, 1);
  return period(first, end - from.getTime());
}
