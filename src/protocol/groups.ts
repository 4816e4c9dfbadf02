/**
 * Fields of `group_by` in a record for each grouping, as one table, from which the types, the service's responses and
 * the OpenAPI document follow.
 */

/** Type of a field in JSON; a list has the possible values. */
export type DetailField = "text" | "integer" | "day" | readonly string[];

export interface GroupFields {
  readonly fields: Readonly<Record<string, DetailField>>;
  /** Fields added by `detailed: 1` where they are known. */
  readonly detailed?: Readonly<Record<string, DetailField>>;
  /** Name in flat records, which have the grouping's value under its own name as well. */
  readonly flat: string;
}

const ENTITY = { fields: { id: "integer", name: "text" } } as const;
/** First and last day, both included. */
const PERIOD = { date_from: "day", date_to: "day" } as const;
const COUNTRY = { country_iso: "text", country_long_name: "text", country_short_name: "text" } as const;

export const GROUP_DETAILS = {
  /** A day in the account's time zone. */
  date: { fields: { date: "day" }, flat: "ddate" },
  /** 0 to 23 in the request's time zone. */
  hour: { fields: { hour: "integer" }, flat: "hour" },
  /** ISO week: 2026-W47 */
  week: { fields: { week: "text" }, detailed: PERIOD, flat: "week" },
  /** 2026-11 */
  month: { fields: { month: "text" }, detailed: PERIOD, flat: "month" },
  /** 2026-Q4 */
  quarter: { fields: { quarter: "text" }, detailed: PERIOD, flat: "quarter" },
  year: { fields: { year: "integer" }, detailed: PERIOD, flat: "year" },
  campaign_id: {
    /** `active`: "1" while the campaign may deliver, else "0". */
    fields: { active: ["0", "1"], campaign_ad_type_name: "text", id: "text", name: "text" },
    detailed: { advertiser_id: "integer", advertiser_name: "text" },
    flat: "idcampaign",
  },
  variation_id: {
    ...ENTITY,
    detailed: { campaign_id: "text", campaign_name: "text", size: "text" },
    flat: "idvariation",
  },
  offer_id: { ...ENTITY, flat: "offer_id" },
  offer_landing_page_id: { ...ENTITY, flat: "offer_landing_page_id" },
  advertiser_ad_type_id: { ...ENTITY, flat: "advertiser_ad_type_id" },
  publisher_ad_type_id: { ...ENTITY, flat: "publisher_ad_type_id" },
  site_id: {
    fields: { id: "text", name: "text" },
    detailed: { hostname: "text", publisher_id: "integer", publisher_name: "text" },
    flat: "idsite",
  },
  site_hostname: { fields: { site_hostname: "text" }, flat: "site_hostname" },
  zone_id: { ...ENTITY, detailed: { site_id: "text", site_name: "text", size: "text" }, flat: "idzone" },
  sub: { fields: { sub: "integer" }, flat: "sub" },
  /** WIDTHxHEIGHT */
  size: { fields: { size: "text" }, flat: "size" },
  category_id: { ...ENTITY, flat: "idcategory" },
  country_iso: { fields: COUNTRY, detailed: { iso2: "text" }, flat: "country" },
  region_id: { fields: { ...COUNTRY, id: "integer", name: "text" }, flat: "region_id" },
  language_id: { ...ENTITY, flat: "idlanguage" },
  browser_id: { ...ENTITY, flat: "idbrowser" },
  operating_system_id: { ...ENTITY, flat: "idos" },
  device_id: { ...ENTITY, flat: "iddevice" },
  device_type_id: { ...ENTITY, flat: "device_type_id" },
  carrier_id: { ...ENTITY, flat: "idcarrier" },
  adblock: { fields: { adblock: ["adblock", "standard"] }, flat: "adblock" },
  publisher_id: { ...ENTITY, flat: "publisher_id" },
  advertiser_id: { ...ENTITY, flat: "advertiser_id" },
} as const satisfies Record<string, GroupFields>;

type DetailValue<F> = F extends readonly (infer T)[] ? T : F extends "integer" ? number : string;
type DetailValues<F> = { -readonly [K in keyof F]: DetailValue<F[K]> };
type Details<G> = G extends { fields: infer F; detailed: infer D }
  ? DetailValues<F> & Partial<DetailValues<D>>
  : G extends { fields: infer F }
    ? DetailValues<F>
    : never;

/**
 * The value of each grouping in a record's `group_by`. Optional fields come with `detailed: 1` where they are known.
 */
export type GroupDetails = { [G in keyof typeof GROUP_DETAILS]: Details<(typeof GROUP_DETAILS)[G]> };

/** Returns the field that holds a grouping's plain value: its id if it has one. */
export function findValueField(grouping: keyof typeof GROUP_DETAILS): string {
  return "id" in GROUP_DETAILS[grouping].fields ? "id" : grouping;
}
