import { readFileSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import {
  BLOCKS,
  DEFAULT_TIMEZONE,
  FILTERS,
  type FilterOf,
  GLOBAL,
  GROUPINGS,
  type GroupingOf,
  listBlocks,
  listDefaultMetrics,
  listMetrics,
  listNames,
  listOrderGroupings,
  listOrderMetrics,
  MAX_GOALS,
  type MetricDefinition,
  ORDER_METRICS,
  resolveTerm,
  type Viewer,
} from "../../src/protocol/statistics.ts";
import { COUNTERS } from "../../src/service/facts/factTable.ts";
import { DETAILED_ONLY, METRIC_TABLE } from "../support/metricTable.ts";

const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);
const sorted = (names: Iterable<string>) => [...names].sort();

const COMMON = `adblock, browser_id, carrier_id, category_id, country_iso, date, hour, device_id, device_type_id,
  language_id, operating_system_id, region_id, site_id, sub, zone_id, week, month, quarter, year, size`;
const COMMON_FILTERS = `adblock, browser_id, carrier_id, category_id, country_iso, date_from, date_to, device_id,
  device_type_id, hour, language_id, operating_system_id, region_id, site_hostname, site_id, zone_id, size, sub`;
const COMMON_ORDER = `adblock, browser_id, carrier_id, category_id, country_iso, device_id, date, device_type_id, hour,
  language_id, month, operating_system_id, quarter, region_id, site_id, sub, week, year, zone_id`;
const ADVERTISERS_OWN = "campaign_id, offer_id, offer_landing_page_id, variation_id";

test.each([
  ["advertiser", `${COMMON}, ${ADVERTISERS_OWN}, advertiser_ad_type_id, site_hostname`],
  ["publisher", `${COMMON}, publisher_ad_type_id`],
] as const)("the table holds the groupings of the %s that the specification lists", (role, list) => {
  expect(sorted(listNames(GROUPINGS, role))).toEqual(sorted(words(list)));
});

test.each([
  ["advertiser", `${COMMON_FILTERS}, ${ADVERTISERS_OWN}, advertiser_ad_type_id, exclude_deleted`],
  ["publisher", `${COMMON_FILTERS}, publisher_ad_type_id`],
] as const)("the table holds the filters of the %s that the specification lists", (role, list) => {
  expect(sorted(listNames(FILTERS, role))).toEqual(sorted(words(list)));
});

test.each([
  ["advertiser", `${COMMON_ORDER}, ${ADVERTISERS_OWN}, site_hostname`],
  ["publisher", COMMON_ORDER],
] as const)("the table holds the grouping fields that the %s may order by", (role, list) => {
  expect(sorted(listOrderGroupings(role))).toEqual(sorted(words(list)));
});

test("the table holds the metrics that every role may order by", () => {
  const list = `cpc, cpm, cpv, ctr, clicks, impressions, video_impressions, video_views, vtr, rtb_win_ratio,
      rtb_avg_total_time, rtb_skipped, rtb_bid_response_ratio, rtb_avg_cpm, rtb_timeouts_ratio, rt_errors_ratio,
      rtb_no_bid_ratio, rtb_skipped_ratio`;
  expect(sorted(Object.keys(ORDER_METRICS))).toEqual(
    sorted([...words(list), "rtb_errors_ratio", "cost", "revenue", "ad_requests", "fill_rate"]),
  );
});

/** Returns the definition of a metric as one line. */
function describeMetric({
  unit,
  accounts,
  sum,
  times,
  of = [],
  per = [],
  whenZero,
}: MetricDefinition): string {
  const who = accounts.length === 3 ? "all" : accounts.join();
  if (sum) return `${sum.join(" ")} | ${unit} | ${who}`;
  return `${times} × ${of.join(" ")} ÷ ${per.join(" ")}, else ${whenZero} | ${unit} | ${who}`;
}

test.each(Object.entries(METRIC_TABLE))(
  "the metrics of %s match the table of terms, units and accounts",
  (block, meanings) => {
    const metrics: Record<string, MetricDefinition> = BLOCKS[block as keyof typeof METRIC_TABLE].metrics;
    const found = Object.entries(metrics).map(([name, metric]) => [name, describeMetric(metric)]);
    expect(Object.fromEntries(found)).toEqual(meanings);
  },
);

test("metrics of separately stored events are shown only with detailed", () => {
  const viewer: Viewer = { kind: "network", role: "publisher", goals: 0 };
  const names = Object.keys(METRIC_TABLE.base).filter((name) => !DETAILED_ONLY.includes(name));
  expect(sorted(listDefaultMetrics("base", viewer, false))).toEqual(sorted(names));
  expect(sorted(listDefaultMetrics("base", viewer, true))).toEqual(sorted([...names, ...DETAILED_ONLY]));
});

test("each goal adds a count and an eCPA metric, and all goals share a total", () => {
  const found = Object.entries(listMetrics("goals", { kind: "advertiser", role: "advertiser", goals: 2 }));
  expect(found.map(([name, metric]) => `${name}: ${describeMetric(metric)} | ${metric.label}`)).toEqual([
    "g1: goal_1 | count | advertiser,network | Goal 1",
    "ecpa1: 1 × cost ÷ goal_1, else 0 | money | advertiser,network | eCPA 1",
    "g2: goal_2 | count | advertiser,network | Goal 2",
    "ecpa2: 1 × cost ÷ goal_2, else 0 | money | advertiser,network | eCPA 2",
    "total: goal_1 goal_2 | count | advertiser,network | All goals",
  ]);
});

test("goals with names are labelled by them, others by their numbers", () => {
  const goalNames = ["Order", ""];
  const viewer: Viewer = { kind: "advertiser", role: "advertiser", goals: 3, goalNames };
  expect(Object.values(listMetrics("goals", viewer)).map(({ label }) => label)).toEqual([
    "Order",
    "eCPA Order",
    "Goal 2",
    "eCPA 2",
    "Goal 3",
    "eCPA 3",
    "All goals",
  ]);
});

test("each metric has a label that is unique in its block", () => {
  for (const role of ["advertiser", "publisher"] as const) {
    const viewer: Viewer = { kind: "network", role, goals: MAX_GOALS };
    for (const block of listBlocks(viewer)) {
      const labels = Object.values(listMetrics(block, viewer)).map(({ label }) => label);
      expect(labels).not.toContain("");
      expect(new Set(labels).size).toBe(labels.length);
    }
  }
});

test("each term of a metric is a stored counter of the report's side", () => {
  expect(resolveTerm("clicks", "advertiser")).toEqual({ counter: "clicks", minus: false });
  expect(resolveTerm("-publisher_revenue", "publisher")).toEqual({
    counter: "publisher_revenue",
    minus: true,
  });
  expect(resolveTerm("own_money", "advertiser")).toEqual({ counter: "cost", minus: false });
  expect(resolveTerm("own_money", "publisher")).toEqual({ counter: "publisher_revenue", minus: false });
  expect(resolveTerm("rtb_wins", "advertiser")).toEqual({ counter: "adv_rtb_wins", minus: false });
  expect(resolveTerm("-rtb_wins", "publisher")).toEqual({ counter: "pub_rtb_wins", minus: true });
  expect(resolveTerm("adv_rtb_wins", "publisher")).toEqual({ counter: "adv_rtb_wins", minus: false });
});

test("path segments and the default time zone follow the specification", () => {
  expect([GLOBAL, DEFAULT_TIMEZONE]).toEqual(["global", "America/New_York"]);
});

const advertiser: Viewer = { kind: "advertiser", role: "advertiser", goals: 0 };
const publisher: Viewer = { kind: "publisher", role: "publisher", goals: 0 };
const network: Viewer = { kind: "network", role: "publisher", goals: 0 };

test("an account sees the blocks of its role, and goals only with conversion tracking", () => {
  expect(listBlocks(advertiser)).toEqual(["base", "rtb", "video"]);
  expect(listBlocks({ ...advertiser, goals: 1 })).toEqual(["base", "rtb", "video", "goals"]);
  expect(listBlocks(publisher)).toEqual(["base", "rtb", "video", "wpn"]);
  expect(listBlocks({ ...publisher, goals: 2 })).toEqual(["base", "rtb", "video", "wpn"]);
});

test("advertisers and publishers do not see the network's revenue, margin and invalid clicks", () => {
  const secret = ["network_revenue", "publisher_revenue", "margin", "robot_clicks", "invalid_clicks"];
  for (const viewer of [advertiser, publisher])
    for (const name of secret) expect(listMetrics("base", viewer)).not.toHaveProperty(name);
  for (const name of [...secret, "cost", "revenue"])
    expect(listMetrics("base", network)).toHaveProperty(name);
  expect(listMetrics("base", advertiser)).not.toHaveProperty("revenue");
  expect(listMetrics("base", publisher)).not.toHaveProperty("cost");
});

test("only a network sees both sides of RTB", () => {
  expect(listMetrics("rtb", network).adv_win_ratio).toEqual({
    ...BLOCKS.rtb.metrics.win_ratio,
    label: "Win rate (advertiser)",
    of: ["adv_rtb_wins"],
    per: ["adv_rtb_success"],
  });
  expect(listMetrics("rtb", network).pub_win_ratio).toMatchObject({
    label: "Win rate (publisher)",
    of: ["pub_rtb_wins"],
  });
  expect(listMetrics("rtb", network).pub_wins).toEqual({
    ...BLOCKS.rtb.metrics.wins,
    label: "Wins (publisher)",
    sum: ["pub_rtb_wins"],
  });
  expect(listMetrics("rtb", publisher)).not.toHaveProperty("adv_win_ratio");
});

test("every term of the metrics is a stored counter", () => {
  for (const role of ["advertiser", "publisher"] as const) {
    const viewer: Viewer = { kind: "network", role, goals: MAX_GOALS };
    const metrics = listBlocks(viewer).flatMap((block) => Object.values(listMetrics(block, viewer)));
    const terms = metrics.flatMap(({ sum = [], of = [], per = [] }) => [...sum, ...of, ...per]);
    for (const term of terms) expect(COUNTERS).toHaveProperty(resolveTerm(term, role).counter);
  }
});

test("the types restrict each role to its filters and groupings", () => {
  expectTypeOf<"campaign_id">().toExtend<GroupingOf<"advertiser">>();
  expectTypeOf<"campaign_id">().not.toExtend<GroupingOf<"publisher">>();
  expectTypeOf<"goals">().not.toExtend<keyof FilterOf<"publisher">>();
  expectTypeOf<"site_hostname">().toExtend<keyof FilterOf<"publisher">>();
  expectTypeOf<"exclude_deleted">().not.toExtend<keyof FilterOf<"publisher">>();
});

test("statistics.ts imports only modules from its own folder", () => {
  const source = readFileSync(new URL("../../src/protocol/statistics.ts", import.meta.url), "utf8");
  expect(source).not.toMatch(/from "(?!\.\/)|\bimport\(|require\(/m);
});

test("only advertisers can order reports by goals, limited to the goals of the account", () => {
  const goals = (viewer: Viewer) =>
    listOrderMetrics(viewer).filter((field) => /^(g|ecpa)\d+$|^total$/.test(field));
  expect(goals({ kind: "advertiser", role: "advertiser", goals: 1 })).toEqual(["g1", "ecpa1", "total"]);
  expect(goals({ kind: "publisher", role: "publisher", goals: 1 })).toEqual([]);
});

test.each([
  ["advertiser", "advertiser", ["cost"]],
  ["publisher", "publisher", ["revenue"]],
  ["network", "publisher", ["cost", "revenue"]],
] as const)("a %s can order reports of the %s by these of cost and revenue: %j", (kind, role, expected) => {
  const metrics = listOrderMetrics({ kind, role, goals: 0 });
  expect(metrics.filter((field) => field === "cost" || field === "revenue")).toEqual(expected);
});
