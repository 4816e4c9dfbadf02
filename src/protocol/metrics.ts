/** Metrics with their formulas, in blocks. */
import {
  type AccountKind,
  ADVERTISER,
  BOTH,
  listNames,
  type Named,
  NETWORK,
  PUBLISHER,
  type Role,
  type Viewer,
} from "./roles.ts";

/** `money` is in the account's currency; `percent` runs from 0 to 100. */
export type Unit = "count" | "money" | "percent" | "milliseconds";

/**
 * Name of a stored counter; a leading minus subtracts it. Two names depend on the side of the report: `own_money` (an
 * advertiser's cost, a publisher's revenue) and `rtb_…` (RTB of that side).
 */
export type Term = string;

/** A sum of counters, or `times × of ÷ per` of sums, with the value `whenZero` when `per` is zero. */
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
  /** Returned by default only with `detailed`, because no other metric includes it. */
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
  /** Share of ad requests answered with an ad. */
  fill_rate: ratio("Fill rate", "percent", ALL, 100, ["filled"], ["ad_requests"]),
  ad_requests_rpm: ratio("Request RPM", "money", ALL, 1000, ["own_money"], ["ad_requests"]),
  publisher_revenue: sum("Publisher revenue", "money", NETWORK, "publisher_revenue"),
  network_revenue: sum("Network revenue", "money", NETWORK, "cost", "-publisher_revenue"),
  /** Share of the advertisers' cost that the network keeps. */
  margin: ratio("Margin", "percent", NETWORK, 100, ["cost", "-publisher_revenue"], ["cost"]),
  invalid_impressions: detail("Invalid impressions", "invalid_impressions"),
  invalid_clicks: detail("Invalid clicks", "invalid_clicks"),
  robot_requests: detail("Robots' requests", "robot_requests"),
  robot_impressions: detail("Robots' impressions", "robot_impressions"),
  robot_clicks: detail("Robots' clicks", "robot_clicks"),
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
 * All blocks with their metrics. In a network's `rtb` each metric also exists as `adv_…` and `pub_…`; `goals` has `g1`,
 * `ecpa1` and so on, one pair per goal of the account, and `total`.
 */
export const BLOCKS = {
  base: { label: "Base", roles: BOTH, metrics: BASE },
  rtb: { label: "RTB", roles: BOTH, metrics: RTB },
  video: { label: "Video", roles: BOTH, metrics: VIDEO },
  wpn: { label: "Web push", roles: PUBLISHER, metrics: WPN },
  goals: { label: "Goals", roles: ADVERTISER, metrics: {} },
} as const;

/** A metric under another name in flat records, in addition to those of `base`. */
interface FlatMetric {
  readonly name: string;
  readonly block: keyof typeof BLOCKS;
  readonly metric: string;
  /** Whether the value is in hundredths of the account's currency, as a whole number. */
  readonly inHundredths?: true;
}

const FLAT_VIDEO: readonly FlatMetric[] = [
  { name: "video_hits", block: "video", metric: "impressions" },
  { name: "cpv", block: "video", metric: "cpv" },
];

/** Flat metrics by the side of the report. */
export const FLAT_METRICS: Record<Role, readonly FlatMetric[]> = {
  advertiser: [...FLAT_VIDEO, { name: "value", block: "base", metric: "cost", inHundredths: true }],
  publisher: [...FLAT_VIDEO, { name: "value", block: "base", metric: "revenue", inHundredths: true }],
};

export type Block = keyof typeof BLOCKS;
export type BlockOf<R extends Role> = Named<typeof BLOCKS, R>;

/** Sides of a network's RTB. */
export const RTB_PREFIXES = { adv_: "advertiser", pub_: "publisher" } as const;
type RtbMetric = keyof typeof RTB;
/** `g1` and so on: conversions of a goal; `total`: conversions of all goals; `ecpa1` and so on: cost per conversion. */
export type GoalMetric = `g${number}` | `ecpa${number}` | "total";

/** Metrics of a block that a kind of account may see. */
export type Seen<B extends Block, A extends AccountKind> = {
  [K in keyof (typeof BLOCKS)[B]["metrics"]]: (typeof BLOCKS)[B]["metrics"][K] extends {
    readonly accounts: readonly (infer S)[];
  }
    ? Extract<A, S> extends never
      ? never
      : K
    : never;
}[keyof (typeof BLOCKS)[B]["metrics"]] &
  string;

/** Metrics of a block that a role, or a network in that role, may request. */
export type MetricOf<R extends Role, B extends Block> = B extends "goals"
  ? GoalMetric
  : B extends "rtb"
    ? RtbMetric | `${keyof typeof RTB_PREFIXES}${RtbMetric}`
    : Seen<B, R | "network">;

/** Lists the blocks that a viewer may request, in the order of records. */
export function listBlocks({ role, goals }: Viewer): Block[] {
  return listNames(BLOCKS, role).filter((block) => block !== "goals" || goals > 0);
}

/** Lists the metrics of a block that a viewer may request, by name. */
export function listMetrics(block: Block, viewer: Viewer): Record<string, MetricDefinition> {
  if (block === "goals") return goalMetrics(viewer);
  const metrics: Record<string, MetricDefinition> = BLOCKS[block].metrics;
  const seen = Object.entries(metrics).filter(([, metric]) => metric.accounts.includes(viewer.kind));
  if (block !== "rtb" || viewer.kind !== "network") return Object.fromEntries(seen);
  const prefixed = Object.keys(RTB_PREFIXES).flatMap((prefix) =>
    seen.map(([name, metric]): [string, MetricDefinition] => [prefix + name, ofSide(metric, prefix)]),
  );
  return Object.fromEntries([...seen, ...prefixed]);
}

/** Lists the metrics of a block in a report without a projection. */
export function listDefaultMetrics(block: Block, viewer: Viewer, detailed: boolean): string[] {
  const metrics = Object.entries(listMetrics(block, viewer));
  return metrics.filter(([, metric]) => detailed || !metric.detailed).map(([name]) => name);
}

function goalMetrics({
  goals,
  goalNames = [],
}: Pick<Viewer, "goals" | "goalNames">): Record<string, MetricDefinition> {
  const metrics: Record<string, MetricDefinition> = {};
  const all: Term[] = [];
  for (let goal = 1; goal <= goals; goal++) {
    const name = goalNames[goal - 1];
    metrics[`g${goal}`] = sum(name || `Goal ${goal}`, "count", BUYERS, `goal_${goal}`);
    metrics[`ecpa${goal}`] = ratio(`eCPA ${name || goal}`, "money", BUYERS, 1, ["cost"], [`goal_${goal}`]);
    all.push(`goal_${goal}`);
  }
  if (goals > 0) metrics.total = sum("All goals", "count", BUYERS, ...all);
  return metrics;
}

/** Replaces `rtb_wins` by the stored counter of one side, `adv_rtb_wins` or `pub_rtb_wins`. */
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

/** Resolves a term to its stored counter, and whether it is subtracted. */
export function resolveTerm(term: Term, role: Role): { counter: string; minus: boolean } {
  const minus = term.startsWith("-");
  const name = minus ? term.slice(1) : term;
  if (name === "own_money") return { counter: role === "advertiser" ? "cost" : "publisher_revenue", minus };
  if (!name.startsWith("rtb_")) return { counter: name, minus };
  return { counter: `${role === "advertiser" ? "adv_" : "pub_"}${name}`, minus };
}
