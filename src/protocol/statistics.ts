/**
 * The statistics interface as tables: groupings, filters, metrics, blocks and order fields of both roles, and the types
 * that follow from them.
 *
 * Validation, SQL, the client's types and the dashboard all read this file and its neighbours, which import nothing
 * else.
 */

import type { GROUP_DETAILS } from "./groups.ts";
import {
  type Block,
  type BlockOf,
  type GoalMetric,
  listMetrics,
  type MetricOf,
  type Seen,
} from "./metrics.ts";
import {
  type AccountKind,
  ADVERTISER,
  BOTH,
  listNames,
  type Named,
  NETWORK,
  NONE,
  PUBLISHER,
  type Role,
  type Roles,
  type Viewer,
} from "./roles.ts";

export type { GroupDetails } from "./groups.ts";
export {
  BLOCKS,
  type Block,
  type BlockOf,
  FLAT_METRICS,
  type GoalMetric,
  listBlocks,
  listDefaultMetrics,
  listMetrics,
  type MetricDefinition,
  type MetricOf,
  RTB_PREFIXES,
  resolveTerm,
  type Term,
  type Unit,
} from "./metrics.ts";

import { isOneOf } from "./tables.ts";
import type { CodedProblem, Problems } from "./validation.ts";

export { type AccountKind, listNames, type Role, type Viewer } from "./roles.ts";
export type { CodedProblem, ValidationFailure } from "./validation.ts";

// ── Paths ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export const ROLE_SEGMENTS = { advertiser: "a", publisher: "p" } as const;

/** Final path segment of a report without a grouping. */
export const GLOBAL = "global";

// ── Limits and defaults ─────────────────────────────────────────────────────────────────────────────────────────────

export const MAX_GROUPINGS = 4;
export const MAX_ORDERS = 2;
/** Maximum names in `output_csv_fields`. */
export const MAX_CSV_FIELDS = 200;
export const DEFAULT_LIMIT = 50;
/** Maximum records per page. */
export const MAX_LIMIT = 10_000;
/** Maximum values of a filter. */
export const MAX_FILTER_VALUES = 1_000;
/** Affects only hours; days are those of the account's own time zone. */
export const DEFAULT_TIMEZONE = "America/New_York";
/** Maximum goals of an account: `g1` to `g10`. */
export const MAX_GOALS = 10;

/** Media types of reports as files. A file has all records unless the request has a `limit`. */
export const REPORT_FILES = {
  csv: "text/csv",
  /** One record per line: https://github.com/ndjson/ndjson-spec */
  ndjson: "application/x-ndjson",
  /** https://parquet.apache.org/docs/file-format/ */
  parquet: "application/vnd.apache.parquet",
} as const;
export type ReportFile = keyof typeof REPORT_FILES;

// ── Groupings ───────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Groupings of reports. `roles`: sides that may group by it; `order`: sides that may order by it in a report grouped by
 * it. `kind`: whether its values are periods, ids with names, or plain values. `groups.ts` has the content of
 * `group_by` for each.
 */
export const GROUPINGS = {
  date: { label: "Date", kind: "time", roles: BOTH, order: BOTH },
  hour: { label: "Hour", kind: "time", roles: BOTH, order: BOTH },
  week: { label: "Week", kind: "time", roles: BOTH, order: BOTH },
  month: { label: "Month", kind: "time", roles: BOTH, order: BOTH },
  quarter: { label: "Quarter", kind: "time", roles: BOTH, order: BOTH },
  year: { label: "Year", kind: "time", roles: BOTH, order: BOTH },
  campaign_id: { label: "Campaign", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  variation_id: { label: "Variation", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  offer_id: { label: "Offer", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  offer_landing_page_id: { label: "Landing page", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  advertiser_ad_type_id: { label: "Ad type", kind: "id", roles: ADVERTISER, order: NONE },
  publisher_ad_type_id: { label: "Ad type", kind: "id", roles: PUBLISHER, order: NONE },
  site_id: { label: "Site", kind: "id", roles: BOTH, order: BOTH },
  site_hostname: { label: "Hostname", kind: "value", roles: ADVERTISER, order: ADVERTISER },
  zone_id: { label: "Zone", kind: "id", roles: BOTH, order: BOTH },
  sub: { label: "Sub ID", kind: "value", roles: BOTH, order: BOTH },
  size: { label: "Size", kind: "value", roles: BOTH, order: NONE },
  category_id: { label: "Category", kind: "id", roles: BOTH, order: BOTH },
  country_iso: { label: "Country", kind: "value", roles: BOTH, order: BOTH },
  region_id: { label: "Region", kind: "id", roles: BOTH, order: BOTH },
  language_id: { label: "Language", kind: "id", roles: BOTH, order: BOTH },
  browser_id: { label: "Browser", kind: "id", roles: BOTH, order: BOTH },
  operating_system_id: { label: "Operating system", kind: "id", roles: BOTH, order: BOTH },
  device_id: { label: "Device", kind: "id", roles: BOTH, order: BOTH },
  device_type_id: { label: "Device type", kind: "id", roles: BOTH, order: BOTH },
  carrier_id: { label: "Carrier", kind: "id", roles: BOTH, order: BOTH },
  adblock: { label: "Ad block", kind: "value", roles: BOTH, order: BOTH },
  publisher_id: { label: "Publisher", kind: "id", roles: BOTH, order: BOTH, accounts: NETWORK },
  advertiser_id: { label: "Advertiser", kind: "id", roles: BOTH, order: BOTH, accounts: NETWORK },
} as const satisfies Record<keyof typeof GROUP_DETAILS, GroupingDefinition>;

interface GroupingDefinition extends Roles {
  readonly label: string;
  readonly kind: "time" | "id" | "value";
  readonly order: readonly Role[];
}

export type Grouping = keyof typeof GROUPINGS;
/** Groupings that a role may use. */
export type GroupingOf<R extends Role> = Named<typeof GROUPINGS, R>;

type Ordered<R extends Role> = {
  [K in Grouping]: R extends (typeof GROUPINGS)[K]["order"][number] ? K : never;
}[Grouping];

/** Groupings that include skipped RTB queries; all others leave them out. */
export const SKIPPED_GROUPINGS = ["date", "site_id", "zone_id", "country_iso", "region_id", "sub"] as const;

// ── Filters ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface FilterForms {
  /** YYYY-mm-dd; both bounds are included. */
  date: string;
  /** ISO 3166-1 alpha-3, the `iso3` of the countries collection. */
  countries: readonly string[];
  ids: readonly number[];
  /** Whole numbers that publishers choose. */
  integers: readonly number[];
  /** 0 to 23 in the request's time zone. */
  hours: readonly number[];
  /** Letters a-z, digits, hyphen and dot. */
  hostnames: readonly string[];
  /** WIDTHxHEIGHT */
  sizes: readonly string[];
  adblock: "adblock" | "all" | "standard";
  flag: 0 | 1;
}

/** Filters of reports, with the form of each value. */
export const FILTERS = {
  date_from: { form: "date", roles: BOTH },
  date_to: { form: "date", roles: BOTH },
  adblock: { form: "adblock", roles: BOTH },
  advertiser_ad_type_id: { form: "ids", roles: ADVERTISER },
  browser_id: { form: "ids", roles: BOTH },
  campaign_id: { form: "ids", roles: ADVERTISER },
  carrier_id: { form: "ids", roles: BOTH },
  category_id: { form: "ids", roles: BOTH },
  country_iso: { form: "countries", roles: BOTH },
  device_id: { form: "ids", roles: BOTH },
  device_type_id: { form: "ids", roles: BOTH },
  exclude_deleted: { form: "flag", roles: ADVERTISER },
  hour: { form: "hours", roles: BOTH },
  language_id: { form: "ids", roles: BOTH },
  offer_id: { form: "ids", roles: ADVERTISER },
  offer_landing_page_id: { form: "ids", roles: ADVERTISER },
  operating_system_id: { form: "ids", roles: BOTH },
  publisher_ad_type_id: { form: "ids", roles: PUBLISHER },
  region_id: { form: "ids", roles: BOTH },
  site_hostname: { form: "hostnames", roles: BOTH },
  site_id: { form: "ids", roles: BOTH },
  size: { form: "sizes", roles: BOTH },
  sub: { form: "integers", roles: BOTH },
  variation_id: { form: "ids", roles: ADVERTISER },
  zone_id: { form: "ids", roles: BOTH },
  publisher_id: { form: "ids", roles: BOTH, accounts: NETWORK },
  advertiser_id: { form: "ids", roles: BOTH, accounts: NETWORK },
} as const satisfies Record<string, { form: keyof FilterForms } & Roles>;

export type FilterKey = keyof typeof FILTERS;
type FilterKeyOf<R extends Role> = Named<typeof FILTERS, R>;
/** `filter` of a request. */
export type FilterOf<R extends Role> = {
  readonly [K in FilterKeyOf<R>]?: FilterForms[(typeof FILTERS)[K]["form"]];
};

/** Forms of filter whose values can also be excluded. */
export const EXCLUDABLE_FORMS = ["countries", "ids", "integers", "hours", "hostnames", "sizes"] as const;

/** `exclude` of a request. Records without a value stay. */
export type ExclusionOf<R extends Role> = {
  readonly [K in FilterKeyOf<R> as (typeof FILTERS)[K]["form"] extends (typeof EXCLUDABLE_FORMS)[number]
    ? K
    : never]?: FilterForms[(typeof FILTERS)[K]["form"]];
};

// ── Order ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Metrics that a report can be ordered by, with any grouping and projection: block and name of each. An account can use
 * only those that it may see.
 */
export const ORDER_METRICS = {
  cpc: ["base", "cpc"],
  cpm: ["base", "cpm"],
  cpv: ["video", "cpv"],
  ctr: ["base", "ctr"],
  clicks: ["base", "clicks"],
  impressions: ["base", "impressions"],
  video_impressions: ["video", "impressions"],
  video_views: ["video", "views"],
  vtr: ["video", "vtr"],
  rtb_win_ratio: ["rtb", "win_ratio"],
  rtb_avg_total_time: ["rtb", "avg_total_time"],
  rtb_skipped: ["rtb", "skipped"],
  rtb_bid_response_ratio: ["rtb", "bid_response_ratio"],
  rtb_avg_cpm: ["rtb", "avg_cpm"],
  rtb_timeouts_ratio: ["rtb", "timeouts_ratio"],
  /** Spelling of the specification; `rtb_errors_ratio` is the same metric. */
  rt_errors_ratio: ["rtb", "errors_ratio"],
  rtb_errors_ratio: ["rtb", "errors_ratio"],
  rtb_no_bid_ratio: ["rtb", "no_bid_ratio"],
  rtb_skipped_ratio: ["rtb", "skipped_ratio"],
  cost: ["base", "cost"],
  revenue: ["base", "revenue"],
  ad_requests: ["base", "ad_requests"],
  fill_rate: ["base", "fill_rate"],
} as const;

type OrderMetric = keyof typeof ORDER_METRICS;
/** Fields that can order a request grouped by `G`. Goals only with conversion tracking. */
export type OrderFieldOf<R extends Role, G extends GroupingOf<R> = GroupingOf<R>> =
  | OrderMetric
  | Extract<G, Ordered<R>>
  | (R extends "advertiser" ? GoalMetric : never);

/** Bounds of a metric, both included; at least one is required. */
export interface MetricBounds {
  readonly min?: number;
  readonly max?: number;
}

/** `metrics` of a request: bounds that records must be within. Ratios are percentages. */
export type MetricFilterOf<R extends Role> = {
  readonly [M in OrderMetric | (R extends "advertiser" ? GoalMetric : never)]?: MetricBounds;
};

/** Groupings that a kind of account may order by once they are in `group_by`, in the table's order. */
export function listOrderGroupings(role: Role, kind: AccountKind = role): Grouping[] {
  const names: Grouping[] = listNames(GROUPINGS, role, kind);
  return names.filter((name) => isOneOf(GROUPINGS[name].order, role));
}

/** Metrics and goals that a viewer may order by. */
export function listOrderMetrics(viewer: Viewer): string[] {
  const metrics = Object.entries(ORDER_METRICS).filter(([, [block, name]]) =>
    Object.hasOwn(listMetrics(block, viewer), name),
  );
  const goals = viewer.role === "advertiser" ? Object.keys(listMetrics("goals", viewer)) : [];
  return [...metrics.map(([field]) => field), ...goals];
}

// ── Request and report ──────────────────────────────────────────────────────────────────────────────────────────────

/** Blocks by name, or metrics by block. */
export type ProjectionOf<R extends Role> =
  | readonly BlockOf<R>[]
  | { readonly [B in BlockOf<R>]?: readonly MetricOf<R, B>[] };

export interface Order<F extends string = string> {
  readonly field: F;
  readonly order: "asc" | "desc";
}

type Numbers<M extends string> = { [K in M]: number };
/** Metrics of skipped queries, left out of the RTB block unless the grouping is one of `SKIPPED_GROUPINGS`. */
type SkippedMetric = `${"" | "adv_" | "pub_"}${"skipped" | "skipped_ratio"}`;
type BlockNumbers<M extends string> = Numbers<Exclude<M, SkippedMetric>> &
  Partial<Numbers<Extract<M, SkippedMetric>>>;

/**
 * Converts metric names by block (`S`) to fields: those of `base` are beside `group_by`, others under their block's
 * name.
 */
type Layout<S> = (S extends { base: infer M extends string } ? Numbers<M> : unknown) & {
  [B in Exclude<keyof S, "base">]: BlockNumbers<S[B] & string>;
};

type DefaultMetrics<R extends Role, B extends Block> = B extends "goals" ? GoalMetric : Seen<B, R>;
type NetworkMetric =
  | ("network_revenue" | "publisher_revenue" | "margin")
  | `${"invalid" | "robot"}_${"impressions" | "clicks"}`
  | "robot_requests";
/** Metrics that only some accounts have: network metrics, goals. */
type Extras<R extends Role> = Partial<Numbers<NetworkMetric>> &
  (R extends "advertiser" ? { goals?: Numbers<GoalMetric> } : unknown);

/** Metrics of a record with a projection; without one, all blocks of the account. */
export type Metrics<R extends Role, P = undefined> = P extends readonly (infer B)[]
  ? Layout<{ [K in B & BlockOf<R>]: DefaultMetrics<R, K> }> & Extras<R>
  : P extends object
    ? Layout<{ [B in keyof P & BlockOf<R>]: P[B] extends readonly (infer M)[] ? M & string : never }>
    : Layout<{ [B in Exclude<BlockOf<R>, "goals">]: DefaultMetrics<R, B> }> & Extras<R>;

export interface RequestMetadata {
  /** Number of matching records on all pages. */
  count: number;
  limit: number;
  offset: number;
  /** IANA name of the time zone of the report's days. */
  date_timezone: string;
  /** IANA name of the time zone of the report's hours; absent without hours. */
  timezone?: string;
}

/** Body of all other errors: 401, 403, 404, 405, 406, 413, 415, 429. */
export interface Refusal {
  message: string;
  /** declared: a file owns the catalogue. */
  code?: "declared";
  /** Conflicting fields: they differ from the version that the caller read. */
  fields?: string[];
  /** Problems of a bulk change by the entry's path, such as `[ids][3]`. */
  errors?: Problems;
  /** Codes of the entries of `errors`, in the same order; without `errors`, the code of `message`. */
  codes?: CodedProblem[];
  /** The user name and the password are right, but a code of the user's second factor is needed, too. */
  second_factor?: "totp";
  /** Id of the request, as in the header `X-Request-Id`. */
  request_id?: string;
}

// ── Login and collections ───────────────────────────────────────────────────────────────────────────────────────────

/**
 * Body of `POST /v2/login`. `username`: e-mail address or user name. `account`: account to sign in to; by default the
 * user's first. `otp`: code of the user's second factor, or a recovery code.
 */
export type LoginRequest =
  | { api_token: string }
  | { username: string; password: string; account?: number; otp?: string };

export interface LoginAnswer {
  token: string;
  type: "Bearer";
  /** Seconds. */
  expires_in: number;
}

/** Entry of `/collections/countries`. */
export interface Country {
  id: number;
  iso2: string;
  iso3: string;
  name: string;
}

/** Collections of entries with an id and a name, at `/collections/NAME`. */
export type CollectionName =
  | "browsers"
  | "operating_systems"
  | "devices"
  | "device_types"
  | "languages"
  | "ad_types"
  | "categories"
  | "carriers"
  | "regions"
  | "campaigns"
  | "sites"
  | "zones"
  | "advertisers";

/** Entry of such a collection; some have more fields. */
export interface NamedEntry {
  id: number;
  name: string;
  [field: string]: unknown;
}
