/**
 * The statistics interface as tables: groupings, filters, metrics, blocks and order fields of both roles, and the types
 * that follow from them.
 *
 * Validation, SQL, the client's types and the dashboard all read this file and its neighbours, which import nothing
 * else.
 */
import { type Block, type BlockOf, type GoalMetric, type MetricOf, type Seen } from "./metrics.js";
import { type AccountKind, type Named, type Role, type Viewer } from "./roles.js";
export type { GroupDetails } from "./groups.js";
export { BLOCKS, type Block, type BlockOf, FLAT_METRICS, type GoalMetric, listBlocks, listDefaultMetrics, listMetrics, type MetricDefinition, type MetricOf, RTB_PREFIXES, resolveTerm, type Term, type Unit, } from "./metrics.js";
import type { CodedProblem, Problems } from "./validation.js";
export { type AccountKind, listNames, type Role, type Viewer } from "./roles.js";
export type { CodedProblem, ValidationFailure } from "./validation.js";
export declare const ROLE_SEGMENTS: {
    readonly advertiser: "a";
    readonly publisher: "p";
};
/** Final path segment of a report without a grouping. */
export declare const GLOBAL = "global";
export declare const MAX_GROUPINGS = 4;
export declare const MAX_ORDERS = 2;
/** Maximum names in `output_csv_fields`. */
export declare const MAX_CSV_FIELDS = 200;
export declare const DEFAULT_LIMIT = 50;
/** Maximum records per page. */
export declare const MAX_LIMIT = 10000;
/** Maximum values of a filter. */
export declare const MAX_FILTER_VALUES = 1000;
/** Affects only hours; days are those of the account's own time zone. */
export declare const DEFAULT_TIMEZONE = "America/New_York";
/** Maximum goals of an account: `g1` to `g10`. */
export declare const MAX_GOALS = 10;
/** Media types of reports as files. A file has all records unless the request has a `limit`. */
export declare const REPORT_FILES: {
    readonly csv: "text/csv";
    /** One record per line: https://github.com/ndjson/ndjson-spec */
    readonly ndjson: "application/x-ndjson";
    /** https://parquet.apache.org/docs/file-format/ */
    readonly parquet: "application/vnd.apache.parquet";
};
export type ReportFile = keyof typeof REPORT_FILES;
/**
 * Groupings of reports. `roles`: sides that may group by it; `order`: sides that may order by it in a report grouped by
 * it. `kind`: whether its values are periods, ids with names, or plain values. `groups.ts` has the content of
 * `group_by` for each.
 */
export declare const GROUPINGS: {
    readonly date: {
        readonly label: "Date";
        readonly kind: "time";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly hour: {
        readonly label: "Hour";
        readonly kind: "time";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly week: {
        readonly label: "Week";
        readonly kind: "time";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly month: {
        readonly label: "Month";
        readonly kind: "time";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly quarter: {
        readonly label: "Quarter";
        readonly kind: "time";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly year: {
        readonly label: "Year";
        readonly kind: "time";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly campaign_id: {
        readonly label: "Campaign";
        readonly kind: "id";
        readonly roles: readonly ["advertiser"];
        readonly order: readonly ["advertiser"];
    };
    readonly variation_id: {
        readonly label: "Variation";
        readonly kind: "id";
        readonly roles: readonly ["advertiser"];
        readonly order: readonly ["advertiser"];
    };
    readonly offer_id: {
        readonly label: "Offer";
        readonly kind: "id";
        readonly roles: readonly ["advertiser"];
        readonly order: readonly ["advertiser"];
    };
    readonly offer_landing_page_id: {
        readonly label: "Landing page";
        readonly kind: "id";
        readonly roles: readonly ["advertiser"];
        readonly order: readonly ["advertiser"];
    };
    readonly advertiser_ad_type_id: {
        readonly label: "Ad type";
        readonly kind: "id";
        readonly roles: readonly ["advertiser"];
        readonly order: readonly [];
    };
    readonly publisher_ad_type_id: {
        readonly label: "Ad type";
        readonly kind: "id";
        readonly roles: readonly ["publisher"];
        readonly order: readonly [];
    };
    readonly site_id: {
        readonly label: "Site";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly site_hostname: {
        readonly label: "Hostname";
        readonly kind: "value";
        readonly roles: readonly ["advertiser"];
        readonly order: readonly ["advertiser"];
    };
    readonly zone_id: {
        readonly label: "Zone";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly sub: {
        readonly label: "Sub ID";
        readonly kind: "value";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly size: {
        readonly label: "Size";
        readonly kind: "value";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly [];
    };
    readonly category_id: {
        readonly label: "Category";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly country_iso: {
        readonly label: "Country";
        readonly kind: "value";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly region_id: {
        readonly label: "Region";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly language_id: {
        readonly label: "Language";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly browser_id: {
        readonly label: "Browser";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly operating_system_id: {
        readonly label: "Operating system";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly device_id: {
        readonly label: "Device";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly device_type_id: {
        readonly label: "Device type";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly carrier_id: {
        readonly label: "Carrier";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly adblock: {
        readonly label: "Ad block";
        readonly kind: "value";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
    };
    readonly publisher_id: {
        readonly label: "Publisher";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
        readonly accounts: readonly ["network"];
    };
    readonly advertiser_id: {
        readonly label: "Advertiser";
        readonly kind: "id";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly order: readonly ["advertiser", "publisher"];
        readonly accounts: readonly ["network"];
    };
};
export type Grouping = keyof typeof GROUPINGS;
/** Groupings that a role may use. */
export type GroupingOf<R extends Role> = Named<typeof GROUPINGS, R>;
type Ordered<R extends Role> = {
    [K in Grouping]: R extends (typeof GROUPINGS)[K]["order"][number] ? K : never;
}[Grouping];
/** Groupings that include skipped RTB queries; all others leave them out. */
export declare const SKIPPED_GROUPINGS: readonly ["date", "site_id", "zone_id", "country_iso", "region_id", "sub"];
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
export declare const FILTERS: {
    readonly date_from: {
        readonly form: "date";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly date_to: {
        readonly form: "date";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly adblock: {
        readonly form: "adblock";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly advertiser_ad_type_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser"];
    };
    readonly browser_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly campaign_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser"];
    };
    readonly carrier_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly category_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly country_iso: {
        readonly form: "countries";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly device_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly device_type_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly exclude_deleted: {
        readonly form: "flag";
        readonly roles: readonly ["advertiser"];
    };
    readonly hour: {
        readonly form: "hours";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly language_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly offer_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser"];
    };
    readonly offer_landing_page_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser"];
    };
    readonly operating_system_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly publisher_ad_type_id: {
        readonly form: "ids";
        readonly roles: readonly ["publisher"];
    };
    readonly region_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly site_hostname: {
        readonly form: "hostnames";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly site_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly size: {
        readonly form: "sizes";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly sub: {
        readonly form: "integers";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly variation_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser"];
    };
    readonly zone_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
    };
    readonly publisher_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly accounts: readonly ["network"];
    };
    readonly advertiser_id: {
        readonly form: "ids";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly accounts: readonly ["network"];
    };
};
export type FilterKey = keyof typeof FILTERS;
type FilterKeyOf<R extends Role> = Named<typeof FILTERS, R>;
/** `filter` of a request. */
export type FilterOf<R extends Role> = {
    readonly [K in FilterKeyOf<R>]?: FilterForms[(typeof FILTERS)[K]["form"]];
};
/** Forms of filter whose values can also be excluded. */
export declare const EXCLUDABLE_FORMS: readonly ["countries", "ids", "integers", "hours", "hostnames", "sizes"];
/** `exclude` of a request. Records without a value stay. */
export type ExclusionOf<R extends Role> = {
    readonly [K in FilterKeyOf<R> as (typeof FILTERS)[K]["form"] extends (typeof EXCLUDABLE_FORMS)[number] ? K : never]?: FilterForms[(typeof FILTERS)[K]["form"]];
};
/**
 * Metrics that a report can be ordered by, with any grouping and projection: block and name of each. An account can use
 * only those that it may see.
 */
export declare const ORDER_METRICS: {
    readonly cpc: readonly ["base", "cpc"];
    readonly cpm: readonly ["base", "cpm"];
    readonly cpv: readonly ["video", "cpv"];
    readonly ctr: readonly ["base", "ctr"];
    readonly clicks: readonly ["base", "clicks"];
    readonly impressions: readonly ["base", "impressions"];
    readonly video_impressions: readonly ["video", "impressions"];
    readonly video_views: readonly ["video", "views"];
    readonly vtr: readonly ["video", "vtr"];
    readonly rtb_win_ratio: readonly ["rtb", "win_ratio"];
    readonly rtb_avg_total_time: readonly ["rtb", "avg_total_time"];
    readonly rtb_skipped: readonly ["rtb", "skipped"];
    readonly rtb_bid_response_ratio: readonly ["rtb", "bid_response_ratio"];
    readonly rtb_avg_cpm: readonly ["rtb", "avg_cpm"];
    readonly rtb_timeouts_ratio: readonly ["rtb", "timeouts_ratio"];
    /** Spelling of the specification; `rtb_errors_ratio` is the same metric. */
    readonly rt_errors_ratio: readonly ["rtb", "errors_ratio"];
    readonly rtb_errors_ratio: readonly ["rtb", "errors_ratio"];
    readonly rtb_no_bid_ratio: readonly ["rtb", "no_bid_ratio"];
    readonly rtb_skipped_ratio: readonly ["rtb", "skipped_ratio"];
    readonly cost: readonly ["base", "cost"];
    readonly revenue: readonly ["base", "revenue"];
    readonly ad_requests: readonly ["base", "ad_requests"];
    readonly fill_rate: readonly ["base", "fill_rate"];
};
type OrderMetric = keyof typeof ORDER_METRICS;
/** Fields that can order a request grouped by `G`. Goals only with conversion tracking. */
export type OrderFieldOf<R extends Role, G extends GroupingOf<R> = GroupingOf<R>> = OrderMetric | Extract<G, Ordered<R>> | (R extends "advertiser" ? GoalMetric : never);
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
export declare function listOrderGroupings(role: Role, kind?: AccountKind): Grouping[];
/** Metrics and goals that a viewer may order by. */
export declare function listOrderMetrics(viewer: Viewer): string[];
/** Blocks by name, or metrics by block. */
export type ProjectionOf<R extends Role> = readonly BlockOf<R>[] | {
    readonly [B in BlockOf<R>]?: readonly MetricOf<R, B>[];
};
export interface Order<F extends string = string> {
    readonly field: F;
    readonly order: "asc" | "desc";
}
type Numbers<M extends string> = {
    [K in M]: number;
};
/** Metrics of skipped queries, left out of the RTB block unless the grouping is one of `SKIPPED_GROUPINGS`. */
type SkippedMetric = `${"" | "adv_" | "pub_"}${"skipped" | "skipped_ratio"}`;
type BlockNumbers<M extends string> = Numbers<Exclude<M, SkippedMetric>> & Partial<Numbers<Extract<M, SkippedMetric>>>;
/**
 * Converts metric names by block (`S`) to fields: those of `base` are beside `group_by`, others under their block's
 * name.
 */
type Layout<S> = (S extends {
    base: infer M extends string;
} ? Numbers<M> : unknown) & {
    [B in Exclude<keyof S, "base">]: BlockNumbers<S[B] & string>;
};
type DefaultMetrics<R extends Role, B extends Block> = B extends "goals" ? GoalMetric : Seen<B, R>;
type NetworkMetric = ("network_revenue" | "publisher_revenue" | "margin") | `${"invalid" | "robot"}_${"impressions" | "clicks"}` | "robot_requests";
/** Metrics that only some accounts have: network metrics, goals. */
type Extras<R extends Role> = Partial<Numbers<NetworkMetric>> & (R extends "advertiser" ? {
    goals?: Numbers<GoalMetric>;
} : unknown);
/** Metrics of a record with a projection; without one, all blocks of the account. */
export type Metrics<R extends Role, P = undefined> = P extends readonly (infer B)[] ? Layout<{
    [K in B & BlockOf<R>]: DefaultMetrics<R, K>;
}> & Extras<R> : P extends object ? Layout<{
    [B in keyof P & BlockOf<R>]: P[B] extends readonly (infer M)[] ? M & string : never;
}> : Layout<{
    [B in Exclude<BlockOf<R>, "goals">]: DefaultMetrics<R, B>;
}> & Extras<R>;
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
/**
 * Body of `POST /v2/login`. `username`: e-mail address or user name. `account`: account to sign in to; by default the
 * user's first. `otp`: code of the user's second factor, or a recovery code.
 */
export type LoginRequest = {
    api_token: string;
} | {
    username: string;
    password: string;
    account?: number;
    otp?: string;
};
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
export type CollectionName = "browsers" | "operating_systems" | "devices" | "device_types" | "languages" | "ad_types" | "categories" | "carriers" | "regions" | "campaigns" | "sites" | "zones" | "advertisers";
/** Entry of such a collection; some have more fields. */
export interface NamedEntry {
    id: number;
    name: string;
    [field: string]: unknown;
}
