/**
 * The statistics interface as one table: groupings, filters, metrics, blocks and order fields of both roles, and the
 * shapes that follow from it.
 *
 * Validation, SQL, the client's types and the dashboard all read this file and its neighbours, which import nothing else.
 */
import type { GROUP_DETAILS, GroupDetails } from "./groups.ts";

export type { GroupDetails } from "./groups.ts";
export type { ValidationFailure } from "./validation.ts";

// ── Who asks ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The side that a report is about: `/v2/statistics/a/…` or `/v2/statistics/p/…`. */
export type Role = "advertiser" | "publisher";

/** Kinds of account. A network sees both sides of its members. */
export type AccountKind = Role | "network";

/** Path segment of each role. */
export const ROLE_SEGMENTS = { advertiser: "a", publisher: "p" } as const;

/** The final segment that names no grouping. */
export const GLOBAL = "global";

const BOTH = ["advertiser", "publisher"] as const;
const ADVERTISER = ["advertiser"] as const;
const PUBLISHER = ["publisher"] as const;
const NONE = [] as const;
const NETWORK = ["network"] as const;

interface Roles {
  readonly roles: readonly Role[];
  /** Kinds of account that it is only for; absent: all that have the role. */
  readonly accounts?: readonly AccountKind[];
}
type Named<T, R extends Role> = {
  [K in keyof T]: T[K] extends Roles ? (R extends T[K]["roles"][number] ? K : never) : never;
}[keyof T] &
  string;

/** Names of a table's entries that a kind of account has in a role, in the table's order. */
export function listNames<T extends Record<string, Roles>, R extends Role>(
  table: T,
  role: R,
  kind: AccountKind = role,
): Named<T, R>[] {
  const names = Object.entries(table).filter(
    ([, { roles, accounts }]) => roles.includes(role) && (accounts ?? [kind]).includes(kind),
  );
  return names.map(([name]) => name) as Named<T, R>[];
}

// ── Limits and defaults ─────────────────────────────────────────────────────────────────────────────────────────────

export const MAX_GROUPINGS = 4;
export const MAX_ORDERS = 2;
export const DEFAULT_LIMIT = 50;
/** Largest page. */
export const MAX_LIMIT = 10_000;
/** Longest list in a filter. */
export const MAX_FILTER_VALUES = 1_000;
/** Affects hours alone; days are those of the account's own time zone. */
export const DEFAULT_TIMEZONE = "America/New_York";
/** Most goals that an account can name: `g1` to `g10`. */
export const MAX_GOALS = 10;

// ── Groupings ───────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * What a report can be grouped by. `roles`: who may group by it; `order`: who may order by it once it is grouped.
 * `kind` says what its values are: a part of the time, an id with a name, or a plain value. What stands in `group_by`
 * for each is in `groups.ts`.
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
/** What a role may group by. */
export type GroupingOf<R extends Role> = Named<typeof GROUPINGS, R>;

type Ordered<R extends Role> = {
  [K in Grouping]: R extends (typeof GROUPINGS)[K]["order"][number] ? K : never;
}[Grouping];

/** Groupings under which skipped RTB queries are shown; under any other they are left out. */
export const SKIPPED_GROUPINGS = ["date", "site_id", "zone_id", "country_iso", "region_id", "sub"] as const;

// ── Filters ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Values of each form of filter. */
export interface FilterForms {
  /** YYYY-mm-dd; both ends count. */
  date: string;
  /** ISO 3166-1 alpha-3, the `iso3` of the countries collection. */
  countries: readonly string[];
  /** Entity ids. */
  ids: readonly number[];
  /** Whole numbers of the publisher's own choice. */
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

/** What a report can be narrowed to, and the form of each key's value. */
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
export type FilterKeyOf<R extends Role> = Named<typeof FILTERS, R>;
/** `filter` of a request. */
export type FilterOf<R extends Role> = {
  readonly [K in FilterKeyOf<R>]?: FilterForms[(typeof FILTERS)[K]["form"]];
};

/** Forms of filter whose values a report can also leave out. */
export const EXCLUDABLE_FORMS = ["countries", "ids", "integers", "hours", "hostnames", "sizes"] as const;

/** `exclude` of a request: what a report leaves out. Records without the value stay. */
export type ExclusionOf<R extends Role> = {
  readonly [K in FilterKeyOf<R> as (typeof FILTERS)[K]["form"] extends (typeof EXCLUDABLE_FORMS)[number]
    ? K
    : never]?: FilterForms[(typeof FILTERS)[K]["form"]];
};

// ── Metrics ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `money` is in the account's currency; `percent` runs from 0 to 100. */
export type Unit = "count" | "money" | "percent" | "milliseconds";

/**
 * What a metric adds up: stored counters, subtracted when they carry a minus. Two kinds of name stand for the side that
 * the report is about: `own_money` (an advertiser's cost, a publisher's revenue) and `rtb_…` (that side's RTB).
 */
export type Term = string;

/** A metric is a sum, or `times × of ÷ per` over sums, and `whenZero` when `per` is zero. */
export interface MetricDefinition {
  readonly label: string;
  readonly unit: Unit;
  /** Kinds of account that may see it. */
  readonly accounts: readonly AccountKind[];
  readonly sum?: readonly Term[];
  readonly of?: readonly Term[];
  readonly per?: readonly Term[];
  readonly times?: number;
  readonly whenZero?: number;
  /** Shown by default only with `detailed`: what is stored separately and is in no other metric. */
  readonly detailed?: true;
}

const ALL = ["advertiser", "publisher", "network"] as const;
const BUYERS = ["advertiser", "network"] as const;
const SELLERS = ["publisher", "network"] as const;

function sum<A extends readonly AccountKind[]>(label: string, unit: Unit, accounts: A, ...terms: Term[]) {
  return { label, unit, accounts, sum: terms } as const;
}

function detail(label: string, term: Term) {
  return { ...sum(label, "count", NETWORK, term), detailed: true } as const;
}

function ratio<A extends readonly AccountKind[]>(
  label: string,
  unit: Unit,
  accounts: A,
  times: number,
  of: readonly Term[],
  per: readonly Term[],
) {
  return { label, unit, accounts, times, of, per, whenZero: 0 } as const;
}

const BASE = {
  impressions: sum("Impressions", "count", ALL, "impressions"),
  clicks: sum("Clicks", "count", ALL, "clicks"),
  cost: sum("Cost", "money", BUYERS, "cost"),
  revenue: sum("Revenue", "money", SELLERS, "publisher_revenue"),
  cpc: ratio("CPC", "money", ALL, 1, ["own_money"], ["clicks"]),
  cpm: ratio("CPM", "money", ALL, 1000, ["own_money"], ["impressions"]),
  ctr: ratio("CTR", "percent", ALL, 100, ["clicks"], ["impressions"]),
  ad_requests: sum("Ad requests", "count", ALL, "ad_requests"),
  /** Share of ad requests that an ad answered. */
  fill_rate: ratio("Fill rate", "percent", ALL, 100, ["filled"], ["ad_requests"]),
  ad_requests_rpm: ratio("Request RPM", "money", ALL, 1000, ["own_money"], ["ad_requests"]),
  publisher_revenue: sum("Publisher revenue", "money", NETWORK, "publisher_revenue"),
  network_revenue: sum("Network revenue", "money", NETWORK, "cost", "-publisher_revenue"),
  /** Share of what advertisers pay that stays with the network. */
  margin: ratio("Margin", "percent", NETWORK, 100, ["cost", "-publisher_revenue"], ["cost"]),
  ...{
    invalid_impressions: detail("Invalid impressions", "invalid_impressions"),
    invalid_clicks: detail("Invalid clicks", "invalid_clicks"),
    robot_requests: detail("Robots' requests", "robot_requests"),
    robot_impressions: detail("Robots' impressions", "robot_impressions"),
    robot_clicks: detail("Robots' clicks", "robot_clicks"),
  },
};

const VIDEO = {
  impressions: sum("Video impressions", "count", ALL, "video_impressions"),
  views: sum("Video views", "count", ALL, "video_views"),
  cpv: ratio("CPV", "money", ALL, 1, ["own_money"], ["video_views"]),
  vtr: ratio("View-through rate", "percent", ALL, 100, ["video_views"], ["video_impressions"]),
};

const WPN = {
  sent: sum("Notifications sent", "count", SELLERS, "wpn_sent"),
  subscriptions: sum("Subscriptions", "count", SELLERS, "wpn_subscriptions"),
  unsubscriptions: sum("Unsubscriptions", "count", SELLERS, "wpn_unsubscriptions"),
};

const RTB = {
  /** Bid requests sent. */
  queries: sum("Queries", "count", ALL, "rtb_queries"),
  /** Queries answered with a bid. */
  success: sum("Bids", "count", ALL, "rtb_success"),
  no_bid: sum("No bid", "count", ALL, "rtb_no_bid"),
  errors: sum("Errors", "count", ALL, "rtb_errors"),
  timeouts: sum("Timeouts", "count", ALL, "rtb_timeouts"),
  /** Queries that were not sent. */
  skipped: sum("Skipped", "count", ALL, "rtb_skipped"),
  wins: sum("Wins", "count", ALL, "rtb_wins"),
  /** Money of the auctions won. */
  value: sum("Value", "money", ALL, "rtb_value"),
  total_time: sum("Total time", "milliseconds", ALL, "rtb_total_time"),
  avg_total_time: ratio("Average time", "milliseconds", ALL, 1, ["rtb_total_time"], ["rtb_queries"]),
  avg_cpm: ratio("Average CPM", "money", ALL, 1000, ["rtb_value"], ["rtb_wins"]),
  bid_response_ratio: ratio("Bid rate", "percent", ALL, 100, ["rtb_success"], ["rtb_queries"]),
  no_bid_ratio: ratio("No-bid rate", "percent", ALL, 100, ["rtb_no_bid"], ["rtb_queries"]),
  errors_ratio: ratio("Error rate", "percent", ALL, 100, ["rtb_errors"], ["rtb_queries"]),
  timeouts_ratio: ratio("Timeout rate", "percent", ALL, 100, ["rtb_timeouts"], ["rtb_queries"]),
  /** Share of all queries, sent or not, that were skipped. */
  skipped_ratio: ratio("Skip rate", "percent", ALL, 100, ["rtb_skipped"], ["rtb_queries", "rtb_skipped"]),
  win_ratio: ratio("Win rate", "percent", ALL, 100, ["rtb_wins"], ["rtb_success"]),
};

/**
 * Every block with its metrics, each defined once. A network's `rtb` also has each metric as `adv_…` and `pub_…`; the
 * metrics of `goals` are `g1`, `ecpa1` and so on, as many as the account names goals.
 */
export const BLOCKS = {
  base: { label: "Base", roles: BOTH, metrics: BASE },
  rtb: { label: "RTB", roles: BOTH, metrics: RTB },
  video: { label: "Video", roles: BOTH, metrics: VIDEO },
  wpn: { label: "Web push", roles: PUBLISHER, metrics: WPN },
  goals: { label: "Goals", roles: ADVERTISER, metrics: {} },
} as const;

export type Block = keyof typeof BLOCKS;
export type BlockOf<R extends Role> = Named<typeof BLOCKS, R>;

/** Sides of a network's RTB. */
export const RTB_PREFIXES = { adv_: "advertiser", pub_: "publisher" } as const;
type RtbMetric = keyof typeof RTB;
/** `g1` and so on: conversions; `ecpa1` and so on: what one of them cost. */
export type GoalMetric = `g${number}` | `ecpa${number}`;

/** Metrics of a block that a kind of account may see. */
type Seen<B extends Block, A extends AccountKind> = {
  [K in keyof (typeof BLOCKS)[B]["metrics"]]: (typeof BLOCKS)[B]["metrics"][K] extends {
    readonly accounts: readonly (infer S)[];
  }
    ? Extract<A, S> extends never
      ? never
      : K
    : never;
}[keyof (typeof BLOCKS)[B]["metrics"]] &
  string;

/** Metrics of a block that a role, or a network in that role, may ask for. */
export type MetricOf<R extends Role, B extends Block> = B extends "goals"
  ? GoalMetric
  : B extends "rtb"
    ? RtbMetric | `${keyof typeof RTB_PREFIXES}${RtbMetric}`
    : Seen<B, R | "network">;

/** What decides which blocks and metrics exist for somebody. */
export interface Viewer {
  readonly kind: AccountKind;
  /** The side asked about; a network may ask about either. */
  readonly role: Role;
  /** How many goals the account's conversion tracking has; 0 without it. */
  readonly goals: number;
}

/** Blocks that a viewer may ask for, in the order in which records carry them. */
export function listBlocks({ role, goals }: Viewer): Block[] {
  return listNames(BLOCKS, role).filter((block) => block !== "goals" || goals > 0);
}

/** Metrics of a block that a viewer may ask for, by name. */
export function listMetrics(block: Block, viewer: Viewer): Record<string, MetricDefinition> {
  if (block === "goals") return goalMetrics(viewer.goals);
  const metrics: Record<string, MetricDefinition> = BLOCKS[block].metrics;
  const seen = Object.entries(metrics).filter(([, metric]) => metric.accounts.includes(viewer.kind));
  if (block !== "rtb" || viewer.kind !== "network") return Object.fromEntries(seen);
  const prefixed = Object.keys(RTB_PREFIXES).flatMap((prefix) =>
    seen.map(([name, metric]): [string, MetricDefinition] => [prefix + name, ofSide(metric, prefix)]),
  );
  return Object.fromEntries([...seen, ...prefixed]);
}

/** The metrics of a block that a report has when its projection names none. */
export function listDefaultMetrics(block: Block, viewer: Viewer, detailed: boolean): string[] {
  const metrics = Object.entries(listMetrics(block, viewer));
  return metrics.filter(([, metric]) => detailed || !metric.detailed).map(([name]) => name);
}

function goalMetrics(goals: number): Record<string, MetricDefinition> {
  const metrics: Record<string, MetricDefinition> = {};
  for (let goal = 1; goal <= goals; goal++) {
    metrics[`g${goal}`] = sum(`Goal ${goal}`, "count", BUYERS, `goal_${goal}`);
    metrics[`ecpa${goal}`] = ratio(`eCPA ${goal}`, "money", BUYERS, 1, ["cost"], [`goal_${goal}`]);
  }
  return metrics;
}

/** `rtb_wins` of one side is stored as `adv_rtb_wins` or `pub_rtb_wins`. */
function ofSide(metric: MetricDefinition, prefix: string): MetricDefinition {
  const terms = (list: readonly Term[]) => list.map((term) => prefix + term);
  const label = `${metric.label} (${prefix === "adv_" ? "advertiser" : "publisher"})`;
  return {
    ...metric,
    label,
    ...(metric.sum && { sum: terms(metric.sum) }),
    ...(metric.of && { of: terms(metric.of) }),
    ...(metric.per && { per: terms(metric.per) }),
  };
}

/** The stored counter that a term adds, and whether it is subtracted. */
export function resolveTerm(term: Term, role: Role): { counter: string; minus: boolean } {
  const minus = term.startsWith("-");
  const name = minus ? term.slice(1) : term;
  if (name === "own_money") return { counter: role === "advertiser" ? "cost" : "publisher_revenue", minus };
  if (!name.startsWith("rtb_")) return { counter: name, minus };
  return { counter: `${role === "advertiser" ? "adv_" : "pub_"}${name}`, minus };
}

// ── Order ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Metrics that a report can be ordered by, whatever its grouping and projection: block and name of each. Only those
 * that the account may see.
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
  /** As the specification spells it; `rtb_errors_ratio` means the same. */
  rt_errors_ratio: ["rtb", "errors_ratio"],
  rtb_errors_ratio: ["rtb", "errors_ratio"],
  rtb_no_bid_ratio: ["rtb", "no_bid_ratio"],
  rtb_skipped_ratio: ["rtb", "skipped_ratio"],
  cost: ["base", "cost"],
  revenue: ["base", "revenue"],
  ad_requests: ["base", "ad_requests"],
  fill_rate: ["base", "fill_rate"],
} as const;

export type OrderMetric = keyof typeof ORDER_METRICS;
/** Groupings that a role may order by once they are grouped. */
export type OrderGroupingOf<R extends Role> = Ordered<R>;
/** What a request grouped by `G` may be ordered by; goals only with conversion tracking. */
export type OrderFieldOf<R extends Role, G extends GroupingOf<R> = GroupingOf<R>> =
  | OrderMetric
  | Extract<G, Ordered<R>>
  | (R extends "advertiser" ? GoalMetric : never);

/** Groupings that a kind of account may order by once they are in `group_by`, in the table's order. */
export function listOrderGroupings(role: Role, kind: AccountKind = role): Grouping[] {
  const names: Grouping[] = listNames(GROUPINGS, role, kind);
  return names.filter((name) => (GROUPINGS[name].order as readonly Role[]).includes(role));
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

/** The body of a statistics request. `group_by` may be left to the route's final segment. */
export interface StatisticsRequest<R extends Role = Role, G extends GroupingOf<R> = GroupingOf<R>> {
  /** 1: only the number of records. */
  readonly count?: 0 | 1;
  /** 1: more fields in `group_by` where they are known; for networks, also what is stored separately. */
  readonly detailed?: 0 | 1;
  /** IANA name; moves hours, never days. Default: America/New_York. */
  readonly timezone?: string;
  /** 1: adds `result_total`. */
  readonly totals?: 0 | 1;
  readonly filter?: FilterOf<R>;
  readonly exclude?: ExclusionOf<R>;
  /** At most four. An empty list: one record over everything. */
  readonly group_by?: readonly G[];
  /** At most two. */
  readonly order_by?: readonly Order<OrderFieldOf<R, G>>[];
  /** Default: all blocks of the account. */
  readonly projection?: ProjectionOf<R>;
  /** 1 to 10,000; default 50. */
  readonly limit?: number;
  readonly offset?: number;
}

type Numbers<M extends string> = { [K in M]: number };
/** Left out of the RTB block unless the grouping is one of `SKIPPED_GROUPINGS`. */
type SkippedMetric = `${"" | "adv_" | "pub_"}${"skipped" | "skipped_ratio"}`;
type BlockNumbers<M extends string> = Numbers<Exclude<M, SkippedMetric>> &
  Partial<Numbers<Extract<M, SkippedMetric>>>;

/** `S` names the metrics of each block: those of `base` stand beside `group_by`, others under their block's name. */
type Layout<S> = (S extends { base: infer M extends string } ? Numbers<M> : unknown) & {
  [B in Exclude<keyof S, "base">]: BlockNumbers<S[B] & string>;
};

type DefaultMetrics<R extends Role, B extends Block> = B extends "goals" ? GoalMetric : Seen<B, R>;
type NetworkMetric =
  | ("network_revenue" | "publisher_revenue" | "margin")
  | `${"invalid" | "robot"}_${"impressions" | "clicks"}`
  | "robot_requests";
/** What only some accounts have: network metrics, goals. */
type Extras<R extends Role> = Partial<Numbers<NetworkMetric>> &
  (R extends "advertiser" ? { goals?: Numbers<GoalMetric> } : unknown);

/** The metrics of a record under a projection; without one, all blocks of the account. */
export type Metrics<R extends Role, P = undefined> = P extends readonly (infer B)[]
  ? Layout<{ [K in B & BlockOf<R>]: DefaultMetrics<R, K> }> & Extras<R>
  : P extends object
    ? Layout<{ [B in keyof P & BlockOf<R>]: P[B] extends readonly (infer M)[] ? M & string : never }>
    : Layout<{ [B in Exclude<BlockOf<R>, "goals">]: DefaultMetrics<R, B> }> & Extras<R>;

/** One record: the group that it is about, and its metrics. A group whose value is absent is left out of `group_by`. */
export type StatisticsRecord<
  R extends Role = Role,
  G extends GroupingOf<R> = GroupingOf<R>,
  P = undefined,
> = {
  group_by?: { [K in G]?: GroupDetails[K] };
} & Metrics<R, P>;

export interface RequestMetadata {
  /** How many records match, whatever the page. */
  count: number;
  limit: number;
  offset: number;
  /** IANA name of the zone whose midnights bound the report's days. */
  date_timezone: string;
}

/** The answer to a statistics request. `result` is absent with `count: 1`, `result_total` without `totals: 1`. */
export interface StatisticsReport<
  R extends Role = Role,
  G extends GroupingOf<R> = GroupingOf<R>,
  P = undefined,
> {
  request_metadata: RequestMetadata;
  result?: StatisticsRecord<R, G, P>[];
  result_total?: Metrics<R, P>;
}

/** Every other refusal: 401, 403, 404, 405, 413, 415, 429. */
export interface Refusal {
  message: string;
}

// ── Login and collections ───────────────────────────────────────────────────────────────────────────────────────────

/** The body of `POST /v2/login`. */
export type LoginRequest = { api_token: string } | { username: string; password: string };

export interface LoginAnswer {
  token: string;
  type: "Bearer";
  /** Seconds. */
  expires_in: number;
}

/** An entry of `/collections/countries`. */
export interface Country {
  id: number;
  iso2: string;
  iso3: string;
  name: string;
}

/** Collections of what has an id and a name, at `/collections/NAME`. */
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
  | "zones";

/** An entry of such a collection; some have more fields. */
export interface NamedEntry {
  id: number;
  name: string;
  [field: string]: unknown;
}

/** The answer of `/collections/countries` and `/collections/timezones`. */
export interface Collection<T> {
  result: T[];
}
