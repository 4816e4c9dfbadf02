/**
 * Columns of the table of facts.
 *
 * A fact has a time, the entities that it belongs to, and counters. Our own events are facts with one counter set (a
 * decision: `ad_requests`, an impression: `impressions`, a click: `clicks`); imported lines may set many. Every report
 * is a sum over this table, so a new metric needs only its counter here.
 */
import type { Nano } from "../values/money.ts";

/** Time of the fact, UTC. Days are UTC days; only hours follow a report's time zone. */
export const TIME = { time: "TIMESTAMP" } as const;

/** Entities and traits of a fact. NULL when unknown or not applicable. */
export const DIMENSIONS = {
  /** Account that pays; owner of the campaign. */
  advertiser_id: "INTEGER",
  /** Account that is paid; owner of the site. */
  publisher_id: "INTEGER",
  campaign_id: "INTEGER",
  variation_id: "INTEGER",
  offer_id: "INTEGER",
  offer_landing_page_id: "INTEGER",
  advertiser_ad_type_id: "INTEGER",
  publisher_ad_type_id: "INTEGER",
  site_id: "INTEGER",
  site_hostname: "VARCHAR",
  zone_id: "BIGINT",
  sub: "BIGINT",
  category_id: "INTEGER",
  /** WIDTHxHEIGHT */
  size: "VARCHAR",
  /** ISO 3166-1 alpha-3 */
  country_iso: "VARCHAR",
  region_id: "INTEGER",
  language_id: "INTEGER",
  browser_id: "INTEGER",
  carrier_id: "INTEGER",
  device_id: "INTEGER",
  device_type_id: "INTEGER",
  operating_system_id: "INTEGER",
  /** NULL when unknown. */
  adblock: "BOOLEAN",
  /** Reason why a request got no ad; see `protocol/unfilled.ts`. NULL for robots and earlier versions. */
  unfilled_reason: "VARCHAR",
  /**
   * Campaign that missed this request only because of a limit. It is not `campaign_id`, because the campaign was not
   * shown.
   */
  excluded_campaign_id: "INTEGER",
} as const;

/** Import that added the fact; NULL for events of the service. */
export const ORIGIN = { import_id: "INTEGER" } as const;

const COUNT = "BIGINT";
const MONEY = "DECIMAL(18,9)";

/**
 * Real-time bidding on one side: `adv_` for bid requests from the network to buyers, `pub_` for bid requests from
 * publishers to the network.
 */
type RtbSide = "adv_" | "pub_";

function rtb<S extends RtbSide>(side: S) {
  const counters = {
    /** Bid requests sent. */
    queries: COUNT,
    /** Queries answered with a bid; all other queries had no bid, an error or a timeout. */
    success: COUNT,
    no_bid: COUNT,
    errors: COUNT,
    timeouts: COUNT,
    /** Queries not sent. */
    skipped: COUNT,
    wins: COUNT,
    /** Milliseconds of all queries. */
    total_time: COUNT,
    /** Money of the auctions won. */
    value: MONEY,
  } as const;
  type Counters = typeof counters;
  const entries = Object.entries(counters).map(([name, type]) => [`${side}rtb_${name}`, type]);
  return Object.fromEntries(entries) as { [K in keyof Counters & string as `${S}rtb_${K}`]: Counters[K] };
}

/** Summed values. Money is a decimal in the account's currency, never a binary fraction. */
export const COUNTERS = {
  ad_requests: COUNT,
  /** Requests filled with an ad. */
  filled: COUNT,
  impressions: COUNT,
  /** Impressions that are stored but not billed, such as impressions from an address other than the decision's. */
  invalid_impressions: COUNT,
  clicks: COUNT,
  invalid_clicks: COUNT,
  /** Requests and events of self-declared robots; not included in `ad_requests`, `impressions` and `clicks`. */
  robot_requests: COUNT,
  robot_impressions: COUNT,
  robot_clicks: COUNT,
  cost: MONEY,
  publisher_revenue: MONEY,
  video_impressions: COUNT,
  video_views: COUNT,
  wpn_sent: COUNT,
  wpn_subscriptions: COUNT,
  wpn_unsubscriptions: COUNT,
  ...rtb("adv_"),
  ...rtb("pub_"),
  /** Conversions by goal number of the account. */
  goal_1: COUNT,
  goal_2: COUNT,
  goal_3: COUNT,
  goal_4: COUNT,
  goal_5: COUNT,
  goal_6: COUNT,
  goal_7: COUNT,
  goal_8: COUNT,
  goal_9: COUNT,
  goal_10: COUNT,
} as const;

/** Counters of the service's own events; all other counters are only imported. */
export const EVENT_COUNTERS = [
  "ad_requests",
  "filled",
  "impressions",
  "invalid_impressions",
  "clicks",
  "invalid_clicks",
  "robot_requests",
  "robot_impressions",
  "robot_clicks",
  "cost",
  "publisher_revenue",
] as const satisfies (keyof typeof COUNTERS)[];

export type Dimension = keyof typeof DIMENSIONS;
export type Counter = keyof typeof COUNTERS;

/** A fact to be stored. Absent keys are NULL (dimensions) or zero (counters). */
export type Fact = { time: Date } & {
  [K in Dimension]?: (typeof DIMENSIONS)[K] extends "VARCHAR"
    ? string
    : (typeof DIMENSIONS)[K] extends "BOOLEAN"
      ? boolean
      : number;
} & { [K in Counter]?: (typeof COUNTERS)[K] extends typeof MONEY ? Nano : number };
