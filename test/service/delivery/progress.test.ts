/** Expected and delivered share of a campaign's total, and the share that it will reach. */
import { expect, test } from "vitest";
import { computeProgress, type DayDelivered } from "../../../src/service/delivery/progress.ts";
import { aCampaign, aCatalogue, type CampaignOptions } from "../support/catalogue.ts";

const DAY = 86_400_000;
const FIRST = Date.parse("2026-11-01T00:00:00Z");
/** 30 days, 1,000 impressions a day. */
const MONTH: CampaignOptions = { id: 1, from: "2026-11-01", to: "2026-11-30", caps: { total: 30_000 } };

/** Computes the progress after whole days with these impressions, `elapsed` of a day later. */
function compute(options: CampaignOptions, days: readonly number[], elapsed = 0, today = 0) {
  const { data } = aCatalogue({ campaigns: [aCampaign(options)] });
  const [campaign] = data.campaigns;
  if (!campaign) throw new Error("There is no campaign.");
  const delivered: DayDelivered[] = days.map((shown, at) => ({
    day: FIRST + at * DAY,
    shown,
    // 2.00 for 1,000.
    cost: BigInt(shown) * 2_000_000n,
  }));
  const shownTotal = days.reduce((sum, shown) => sum + shown, today);
  const given = {
    shownToday: today,
    shownTotal,
    costToday: BigInt(today) * 2_000_000n,
    costTotal: BigInt(shownTotal) * 2_000_000n,
  };
  const used = options.from === undefined ? delivered.filter(({ shown }) => shown > 0) : delivered;
  return computeProgress(campaign, given, used, FIRST + (days.length + elapsed) * DAY);
}

const repeat = (shown: number, days: number) => new Array<number>(days).fill(shown);
/** Rounds to a tenth of a percent. */
const round = (progress: ReturnType<typeof compute>) =>
  progress && {
    ...progress,
    expected: Math.round(progress.expected * 1000) / 1000,
    delivered: Math.round(progress.delivered * 1000) / 1000,
    forecast: Math.round(progress.forecast * 1000) / 1000,
  };

test("a campaign that delivers its daily part is expected to reach its total", () => {
  const progress = { of: "cap", expected: 0.333, delivered: 0.333, forecast: 1 };
  expect(round(compute(MONTH, repeat(1000, 10)))).toEqual(progress);
});

test("a campaign at 84 % of the needed rate reaches 84 %, whatever the hour", () => {
  for (const [elapsed, today] of [
    [0, 0],
    [0.25, 0],
    [0.75, 500],
  ] as const)
    expect(compute(MONTH, repeat(840, 10), elapsed, today)?.forecast).toBeCloseTo(0.84);
});

test("a campaign without a first day whose first months were summed up has no progress", () => {
  const { data } = aCatalogue({ campaigns: [aCampaign({ ...MONTH, from: undefined })] });
  const [campaign] = data.campaigns;
  if (!campaign) throw new Error("There is no campaign.");
  const given = { shownToday: 0, shownTotal: 20, costToday: 0n, costTotal: 0n };
  const day = { day: FIRST, shown: 10, cost: 0n };
  const now = FIRST + 3 * DAY;
  expect(computeProgress(campaign, given, [day], now)).toMatchObject({ of: "cap" });
  expect(computeProgress(campaign, given, [{ ...day, day: 0 }, day], now)).toBeUndefined();
});

test("today's deliveries count as soon as they exceed the rate", () => {
  const last = compute(MONTH, repeat(840, 29), 0.5, 2000);
  expect(last?.forecast).toBeCloseTo((29 * 840 + 2000) / 30_000);
});

test("the total budget is measured in money, and with both limits the one that is used up sooner", () => {
  const budget = { total: "60" };
  expect(compute({ ...MONTH, caps: {}, budget }, repeat(840, 10))).toMatchObject({
    of: "budget",
    delivered: 0.28,
  });
  expect(compute({ ...MONTH, budget: { total: "600" } }, repeat(840, 10))?.of).toBe("cap");
  expect(compute({ ...MONTH, budget: { total: "30" } }, repeat(840, 10))).toMatchObject({
    of: "budget",
    delivered: 0.56,
    forecast: 1,
  });
});

test("a drop lowers the forecast for a week and not longer", () => {
  const month = [...repeat(1000, 9), 0, 0, 0];
  expect(compute(MONTH, month)?.forecast).toBeCloseTo((9000 + (18 * 4000) / 7) / 30_000);
  // Even delivery divides what is left among the days left.
  const recovered = [...month, ...repeat(1167, 7)];
  expect(round(compute(MONTH, recovered))).toMatchObject({ expected: 0.633, delivered: 0.572, forecast: 1 });
});

test("a total that was lowered below what is delivered is reached", () => {
  expect(compute({ ...MONTH, caps: { total: 5000 } }, repeat(1000, 10))).toMatchObject({
    delivered: 2,
    forecast: 2,
  });
});

test("only scheduled hours count", () => {
  const times = { timezone: "UTC", weekdays: ["saturday", "sunday"], hours: [12, 13, 14, 15, 16, 17] };
  // 1 November 2026 is a Sunday: nine of 30 days are at a weekend.
  const options = { ...MONTH, caps: { total: 9000 }, targeting: { times } };
  const week = [1000, 0, 0, 0, 0, 0, 1000];
  expect(round(compute(options, week))).toEqual({
    of: "cap",
    expected: 0.222,
    delivered: 0.222,
    forecast: 1,
  });
  // Sunday at 15:00: half of its six hours.
  expect(compute(options, week, 15 / 24, 500)).toMatchObject({
    expected: 2.5 / 9,
    delivered: 2.5 / 9,
    forecast: 1,
  });
});

test("a campaign without a first day began with its first delivery", () => {
  const options: CampaignOptions = { id: 1, to: "2026-11-30", caps: { total: 20_000 } };
  expect(round(compute(options, [...repeat(0, 10), ...repeat(1000, 5)]))).toEqual({
    of: "cap",
    expected: 0.25,
    delivered: 0.25,
    forecast: 1,
  });
  expect(compute(options, repeat(0, 10), 0.5, 100)).toBeUndefined();
});

test.each<[string, CampaignOptions, number]>([
  ["without a total", { ...MONTH, caps: { daily: 1000 } }, 10],
  ["with a total of nothing", { ...MONTH, caps: { total: 0 } }, 10],
  ["without a last day", { id: 1, from: "2026-11-01", caps: { total: 30_000 } }, 10],
  ["before its first day", { ...MONTH, from: "2026-11-20" }, 10],
  ["on its first day", MONTH, 0],
  ["after its last day", MONTH, 30],
  [
    "before the first day of its schedule",
    { ...MONTH, targeting: { times: { timezone: "UTC", weekdays: ["friday"], hours: [12] } } },
    3,
  ],
])("a campaign %s has no progress", (_name, options, days) => {
  expect(compute(options, repeat(1000, days), 0.1)).toBeUndefined();
});

test("a campaign has progress on its last day", () => {
  expect(round(compute(MONTH, repeat(1000, 29), 0.5, 500))).toEqual({
    of: "cap",
    expected: 0.983,
    delivered: 0.983,
    forecast: 1,
  });
});
