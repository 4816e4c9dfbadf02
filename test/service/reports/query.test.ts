/** Queries built from report requests. */
import { expect, test } from "vitest";
import type { Viewer } from "../../../src/protocol/statistics.ts";
import { reportQuery } from "../../../src/service/reports/query.ts";
import { acceptRequest } from "../statisticsRoutes/support.ts";

const PUBLISHER: Viewer = { kind: "publisher", role: "publisher", goals: 0 };
const ADVERTISER: Viewer = { kind: "advertiser", role: "advertiser", goals: 1 };
const SCOPE = { accounts: [7, 8], deletedCampaigns: [2, 4] };
const DAYS = { date_from: "2026-11-02", date_to: "2026-11-03" };

function ask(request: object, viewer = PUBLISHER, dateTimezone = "UTC") {
  const input = { group_by: [], filter: DAYS, projection: { base: ["clicks"] }, ...request };
  return reportQuery(acceptRequest(input, { viewer, dateTimezone }), SCOPE);
}

const UTC = (unit: string) => ({ unit, offsets: [{ until: expect.any(Number), minutes: 0 }] });

test("a report in UTC sums the facts of its accounts between the midnights of its days", () => {
  expect(ask({ limit: 5, offset: 10 }).facts).toEqual({
    from: Date.parse("2026-11-02T00:00:00Z"),
    until: Date.parse("2026-11-04T00:00:00Z"),
    conditions: [{ value: { column: "publisher_id" }, within: [7, 8] }],
    groups: [],
    metrics: [{ sum: [{ counter: "clicks", minus: false }] }],
    bounds: [],
    orders: [],
    totals: false,
    count: false,
    limit: 5,
    offset: 10,
  });
});

test("a report in another time zone selects its local days within a range 18 hours wider on each side", () => {
  const { from, until, conditions } = ask({}, ADVERTISER, "Asia/Kathmandu").facts;
  expect([from, until]).toEqual([
    Date.parse("2026-11-02T00:00:00Z") - 18 * 3_600_000,
    Date.parse("2026-11-04T00:00:00Z") + 18 * 3_600_000,
  ]);
  const clock = { unit: "date", offsets: [{ until, minutes: 345 }] };
  expect(conditions).toEqual([
    { value: { column: "advertiser_id" }, within: [7, 8] },
    { value: clock, fromDay: "2026-11-02", toDay: "2026-11-03" },
  ]);
});

test("exclusions become conditions, with hours in the request's time zone", () => {
  const { facts } = ask({ exclude: { country_iso: ["USA"], hour: [3] }, timezone: "UTC" });
  expect(facts.conditions.slice(1)).toEqual([
    { value: { column: "country_iso" }, without: ["USA"] },
    { value: UTC("hour"), without: [3] },
  ]);
});

test("a query contains the requested metrics by block, and a count contains no metrics", () => {
  const projection = { base: ["ctr", "clicks"], video: ["views"] };
  const { facts, metrics } = ask({ projection });
  expect(metrics.map(({ block, name }) => ({ block, name }))).toEqual([
    { block: "base", name: "ctr" },
    { block: "base", name: "clicks" },
    { block: "video", name: "views" },
  ]);
  const sum = (counter: string) => [{ counter, minus: false }];
  expect(facts.metrics).toEqual([
    { of: sum("clicks"), per: sum("impressions"), times: 100, whenZero: 0 },
    { sum: sum("clicks") },
    { sum: sum("video_views") },
  ]);
  expect(ask({ projection, count: 1 })).toMatchObject({ metrics: [], facts: { metrics: [], count: true } });
});

test.each<[string[], string[]]>([
  [["date"], ["wins", "skipped", "skipped_ratio"]],
  [
    ["site_id", "sub"],
    ["wins", "skipped", "skipped_ratio"],
  ],
  [["browser_id"], ["wins"]],
  [["date", "browser_id"], ["wins"]],
])("skipped RTB queries are available only for groupings that record them: %j", (group_by, names) => {
  const projection = { rtb: ["wins", "skipped", "skipped_ratio"], base: ["clicks"] };
  const { metrics } = ask({ group_by, projection });
  expect(metrics.filter(({ block }) => block === "rtb").map(({ name }) => name)).toEqual(names);
  expect(metrics).toContainEqual(expect.objectContaining({ block: "base", name: "clicks" }));
});

test.each([[["date"]], [["browser_id"]]])(
  "a network gets skipped RTB queries of both sides only for groupings that record them: %j",
  (group_by) => {
    const network: Viewer = { kind: "network", role: "publisher", goals: 0 };
    const names = ["adv_skipped", "pub_skipped_ratio", "adv_wins"];
    const { metrics } = ask({ group_by, projection: { rtb: names } }, network);
    const shown = group_by.includes("date") ? names : ["adv_wins"];
    expect(metrics.map(({ name }) => name)).toEqual(shown);
  },
);

test("amounts depend on the role: revenue for publishers, cost for advertisers, their difference for networks", () => {
  const sum = (viewer: Viewer, name: string) => ask({ projection: { base: [name] } }, viewer).facts.metrics;
  expect(sum(PUBLISHER, "revenue")).toEqual([{ sum: [{ counter: "publisher_revenue", minus: false }] }]);
  expect(sum(ADVERTISER, "cost")).toEqual([{ sum: [{ counter: "cost", minus: false }] }]);
  expect(sum({ kind: "network", role: "publisher", goals: 0 }, "network_revenue")).toEqual([
    {
      sum: [
        { counter: "cost", minus: false },
        { counter: "publisher_revenue", minus: true },
      ],
    },
  ]);
});

test("distant days use the nearest known UTC offset", () => {
  const filter = { date_from: "1950-01-01", date_to: "2150-12-31" };
  const [condition] = ask({ filter }, PUBLISHER, "Asia/Tokyo").facts.conditions.slice(1);
  const until = Date.UTC(2100, 0, 1);
  expect(condition).toMatchObject({ value: { offsets: [{ until, minutes: 540 }] } });
});
