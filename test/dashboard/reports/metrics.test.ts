import { expect, test } from "vitest";
import {
  computeChange,
  computeMetricWithout,
  findBlock,
  findDivisors,
  findMetric,
  findOrderField,
  getMetric,
  isBetterMore,
  isRatio,
  listMetricKeys,
  projectMetrics,
} from "../../../src/dashboard/reports/metrics.ts";
import { ORDER_METRICS, type Viewer } from "../../../src/protocol/statistics.ts";

const PUBLISHER: Viewer = { kind: "publisher", role: "publisher", goals: 0 };
const GOALS: Viewer = { kind: "network", role: "advertiser", goals: 2 };

test("a metric is found by block and name if the viewer may see it", () => {
  expect(findMetric("base.clicks", PUBLISHER)).toBeDefined();
  expect(listMetricKeys(PUBLISHER)).toContain("base.clicks");
  for (const key of ["base.nothing", "nothing.clicks", "clicks", "", "base.", "base.toString", ".clicks"])
    expect([key, findMetric(key, PUBLISHER)]).toEqual([key, undefined]);
  expect(findMetric("goals.g1", PUBLISHER)).toBe(undefined);
  expect(listMetricKeys(GOALS).filter((key) => /\.g\d/.test(key))).toHaveLength(2);
  for (const key of listMetricKeys(GOALS))
    expect([key, findMetric(key, GOALS)]).not.toEqual([key, undefined]);
});

test("the block of a metric key is the part before the dot", () => {
  expect(["base.clicks", "rtb.wins", "other.x", "base", "toString.x"].map(findBlock)).toEqual([
    ...["base", "rtb"],
    ...[undefined, undefined, undefined],
  ]);
});

test("a ratio has no value while its divisor is zero or unknown", () => {
  expect(findDivisors("base.ctr", PUBLISHER)).toEqual(["base.impressions"]);
  expect(findDivisors("base.clicks", PUBLISHER)).toEqual([]);
  expect(findDivisors("base.nothing", PUBLISHER)).toEqual([]);
  expect(findDivisors("base.margin", GOALS)).toEqual(["base.cost"]);
  expect(findDivisors("goals.ecpa2", GOALS)).toEqual(["goals.g2"]);
  expect(findDivisors("rtb.adv_win_ratio", GOALS)).toEqual(["rtb.adv_success"]);
  expect(findDivisors("rtb.skipped_ratio", PUBLISHER)).toEqual(["rtb.queries", "rtb.skipped"]);
  expect([isRatio(findMetric("base.ctr", PUBLISHER)), isRatio(findMetric("base.clicks", PUBLISHER))]).toEqual(
    [true, false],
  );
  expect(isRatio(undefined)).toBe(false);
  const read = (record: object | undefined, key = "base.ctr") => getMetric(record, key, PUBLISHER);
  expect(read({ ctr: 2, impressions: 50 })).toBe(2);
  expect([read({ ctr: 0, impressions: 0 }), read({ ctr: 0 }), read(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a ratio with several divisors has a value unless all of them are zero", () => {
  const read = (rtb: object) =>
    getMetric({ rtb: { skipped_ratio: 100, ...rtb } }, "rtb.skipped_ratio", PUBLISHER);
  expect(read({ queries: 0, skipped: 5 })).toBe(100);
  expect(read({ queries: 0, skipped: 0 })).toBe(undefined);
});

test("every ratio has a divisor that reports can show", () => {
  const ratios = listMetricKeys(GOALS).filter((key) => findMetric(key, GOALS)?.per);
  expect(ratios.length).toBeGreaterThan(20);
  expect(ratios.filter((key) => findDivisors(key, GOALS).length === 0)).toEqual([]);
});

test("excluding a group subtracts its sums and recomputes ratios from their divisors", () => {
  const read = (whole: object | undefined, rest: object | undefined, key: string) =>
    computeMetricWithout(whole, rest, key, PUBLISHER);
  const [whole, rest] = [
    { impressions: 300, clicks: 6, ctr: 2, revenue: 0.3 },
    { impressions: 100, clicks: 4, ctr: 4, revenue: 0.1 },
  ];
  expect(read(whole, rest, "base.impressions")).toBe(200);
  // Floating-point subtraction gives 0.19999999999999998.
  expect(read(whole, rest, "base.revenue")).toBe(0.2);
  expect(read(whole, whole, "base.revenue")).toBe(0);
  expect(read(whole, rest, "base.ctr")).toBe(1);
  expect(read(whole, whole, "base.ctr")).toBe(undefined);
  expect(read(whole, { impressions: 0, ctr: 0 }, "base.ctr")).toBe(2);
  for (const nothing of [undefined, {}]) {
    expect(read(whole, nothing, "base.ctr")).toBe(2);
    expect(read(whole, nothing, "base.clicks")).toBe(6);
    expect(read(nothing, rest, "base.clicks")).toBe(undefined);
  }
  const rtb = (queries: number | undefined, skipped: number) => ({
    rtb: {
      skipped,
      skipped_ratio: (100 * skipped) / (skipped + (queries ?? 0)),
      ...(queries && { queries }),
    },
  });
  expect(read(rtb(60, 40), rtb(undefined, 20), "rtb.skipped_ratio")).toBe(25);
});

test("a metric is read from its block only if it is a number", () => {
  const record = { clicks: 3, text: "3", rtb: { wins: 4 }, wins: 5 };
  expect(getMetric(record, "base.clicks", PUBLISHER)).toBe(3);
  expect(getMetric(record, "rtb.wins", PUBLISHER)).toBe(4);
  for (const other of [{ rtb: null }, { rtb: 1 }, {}])
    expect(getMetric(other, "rtb.wins", PUBLISHER)).toBe(undefined);
  expect(getMetric(undefined, "rtb.wins", PUBLISHER)).toBe(undefined);
  expect(getMetric(record, "base.text", PUBLISHER)).toBe(undefined);
  expect(getMetric(record, "none.clicks", PUBLISHER)).toBe(undefined);
  expect(getMetric({ ...record, "": { clicks: 1 } }, ".clicks", PUBLISHER)).toBe(undefined);
});

test("a request contains each metric and each divisor once", () => {
  expect(projectMetrics(["base.ctr", "base.clicks", "rtb.wins", "base.ctr"], PUBLISHER)).toEqual({
    base: ["ctr", "impressions", "clicks"],
    rtb: ["wins"],
  });
  expect(projectMetrics([], PUBLISHER)).toEqual({});
  expect(projectMetrics(["nothing.clicks", "video.views"], PUBLISHER)).toEqual({ video: ["views"] });
});

test("each sortable metric maps to an order field of the API", () => {
  expect(findOrderField("base.clicks")).toBe("clicks");
  expect(findOrderField("rtb.win_ratio")).toBe("rtb_win_ratio");
  expect([findOrderField("goals.g1"), findOrderField("goals.ecpa12")]).toEqual(["g1", "ecpa12"]);
  expect(findOrderField("rtb.errors_ratio")).toBe("rt_errors_ratio");
  for (const [block, name] of Object.values(ORDER_METRICS))
    expect([name, findOrderField(`${block}.${name}`)]).not.toEqual([name, undefined]);
  for (const key of ["base.margin", "base.g1", "g1", "goals.ecpax"])
    expect([key, findOrderField(key)]).toEqual([key, undefined]);
  for (const key of ["base.nothing", "rtb.clicks", "goals.g", "goals.xg1", "goals.g1x", "base"])
    expect([key, findOrderField(key)]).toEqual([key, undefined]);
});

test("more revenue, impressions and clicks are better; more cost and errors are not", () => {
  for (const key of ["base.revenue", "base.publisher_revenue", "base.network_revenue", "base.margin"])
    expect([key, isBetterMore(key)]).toEqual([key, true]);
  for (const key of ["base.impressions", "base.clicks", "base.ctr", "base.fill_rate"])
    expect([key, isBetterMore(key)]).toEqual([key, true]);
  for (const key of ["base.cost", "rtb.errors", "base.ecpm", ""])
    expect([key, isBetterMore(key)]).toEqual([key, false]);
});

test("a change is a percentage of the earlier value; below 0.05 % it counts as unchanged", () => {
  expect(computeChange(150, 100)).toEqual({ direction: "up", percent: 50 });
  expect(computeChange(50, 100)).toEqual({ direction: "down", percent: 50 });
  expect(computeChange(0, 100)).toEqual({ direction: "down", percent: 100 });
  expect(computeChange(100, 100)).toEqual({ direction: "same", percent: 0 });
  expect([100.04, 99.96].map((value) => computeChange(value, 100)?.direction)).toEqual(["same", "same"]);
  expect([100.06, 99.94].map((value) => computeChange(value, 100)?.direction)).toEqual(["up", "down"]);
  // Shown as 0.1 %.
  expect(computeChange(2001, 2000)).toEqual({ direction: "up", percent: 0.05 });
  for (const [value, before] of [
    [undefined, 1],
    [1, undefined],
    [1, 0],
    [Infinity, 1],
  ])
    expect(computeChange(value, before)).toBe(undefined);
});

test("a change beyond 999 percent has a factor", () => {
  expect(computeChange(1099, 100)).toEqual({ direction: "up", percent: 999 });
  expect(computeChange(1200, 100)).toEqual({ direction: "up", percent: 1100, factor: 12 });
  expect(computeChange(-150, 10)).toEqual({ direction: "down", percent: 1600, factor: -15 });
});

test("a loss that becomes smaller is a change upwards", () => {
  expect(computeChange(-50, -100)).toEqual({ direction: "up", percent: 50 });
  expect(computeChange(-150, -100)).toEqual({ direction: "down", percent: 50 });
  expect(computeChange(50, -100)).toEqual({ direction: "up", percent: 150 });
});
