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
}

const ENTITY = { fields: { id: "integer", name: "text" } } as const;
/** First and last day, both included. */
const PERIOD = { date_from: "day", date_to: "day" } as const;
const COUNTRY = { country_iso: "text", country_long_name: "text", country_short_name: "text" } as const;

export const GROUP_DETAILS = {
  /** A day in the account's time zone. */
  date: { fields: { date: "day" } },
  /** 0 to 23 in the request's time zone. */
  hour: { fields: { hour: "integer" } },
  /** ISO week: 2026-W47 */
  week: { fields: { week: "text" }, detailed: PERIOD },
  /** 2026-11 */
  month: { fields: { month: "text" }, detailed: PERIOD },
  /** 2026-Q4 */
  quarter: { fields: { quarter: "text" }, detailed: PERIOD },
  year: { fields: { year: "integer" }, detailed: PERIOD },
  campaign_id: {
    /** `active`: "1" while it may deliver, else "0". */
    fields: { active: ["0", "1"], campaign_ad_type_name: "text", id: "text", name: "text" },
    detailed: { advertiser_id: "integer", advertiser_name: "text" },
  },
  variation_id: {
    ...ENTITY,
    detailed: { campaign_id: "text", campaign_name: "text", size: "text" },
  },
  offer_id: ENTITY,
  offer_landing_page_id: ENTITY,
  advertiser_ad_type_id: ENTITY,
  publisher_ad_type_id: ENTITY,
  site_id: {
    fields: { id: "text", name: "text" },
    detailed: { hostname: "text", publisher_id: "integer", publisher_name: "text" },
  },
  site_hostname: { fields: { site_hostname: "text" } },
  zone_id: { ...ENTITY, detailed: { site_id: "text", site_name: "text", size: "text" } },
  sub: { fields: { sub: "integer" } },
  /** WIDTHxHEIGHT */
  size: { fields: { size: "text" } },
  category_id: ENTITY,
  country_iso: { fields: COUNTRY, detailed: { iso2: "text" } },
  region_id: { fields: { ...COUNTRY, id: "integer", name: "text" } },
  language_id: ENTITY,
  browser_id: ENTITY,
  operating_system_id: ENTITY,
  device_id: ENTITY,
  device_type_id: ENTITY,
  carrier_id: ENTITY,
  adblock: { fields: { adblock: ["adblock", "standard"] } },
  publisher_id: ENTITY,
  advertiser_id: ENTITY,
} as const satisfies Record<string, GroupFields>;

type DetailValue<F> = F extends readonly (infer T)[] ? T : F extends "integer" ? number : string;
type DetailValues<F> = { -readonly [K in keyof F]: DetailValue<F[K]> };
type Details<G> = G extends { fields: infer F; detailed: infer D }
  ? DetailValues<F> & Partial<DetailValues<D>>
  : G extends { fields: infer F }
    ? DetailValues<F>
    : never;

/** The value of each grouping in a record's `group_by`. Optional fields come with `detailed: 1` where they are known. */
export type GroupDetails = { [G in keyof typeof GROUP_DETAILS]: Details<(typeof GROUP_DETAILS)[G]> };
