import { expect, test } from "vitest";
import { computeUnitCost } from "../../../src/service/catalogue/accounting.ts";
import {
  type Account,
  computeClicksLeft,
  computeCost,
  computeLimits,
  computeMoneyLeft,
  computeRemaining,
  isSpent,
  listLimits,
} from "../../../src/service/delivery/budgetRules.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";

const MIDNIGHT = Date.parse("2026-11-20T00:00:00Z");
const HOUR = 3600_000;
const DAY = 24 * HOUR;
const NOON = MIDNIGHT + 12 * HOUR;
const LAST_MINUTE = MIDNIGHT + 86_399_999;
const UNIT = 1_000_000_000n;
const FRESH: Account = {
  day: 0,
  costToday: 0n,
  costTotal: 0n,
  shownToday: 0,
  shownTotal: 0,
  reserved: 0,
  reservedCost: 0n,
};
const CPC = { model: "cpc", price: "0.25" };
const FREE = { model: "cpm", price: "0" };

function price(options: object) {
  const [campaign] = aCatalogue({ campaigns: [aCampaign({ id: 1, ...options })] }).data.campaigns;
  if (!campaign) throw new Error("No campaign.");
  return { campaign, unitCost: computeUnitCost(campaign) };
}
const getLimits = (options: object) => computeLimits(price(options));

const remaining = (options: object, account: Partial<Account> = {}, now = NOON) =>
  computeRemaining(getLimits(options), { ...FRESH, ...account }, now);

test("limits that a campaign does not set are read as undefined or infinite", () => {
  const all = { budget: { daily: "1", total: "2.5" }, caps: { daily: 3, total: 4 } };
  expect(getLimits(all)).toMatchObject({
    campaign: { id: 1 },
    unitCost: 2_000_000n,
    dailyCost: UNIT,
    totalCost: 2_500_000_000n,
    dailyShown: 3,
    totalShown: 4,
  });
  const none = { dailyCost: undefined, totalCost: undefined, dailyShown: Infinity, totalShown: Infinity };
  expect(getLimits({})).toMatchObject(none);
});

test("only active campaigns with a budget or cap are listed, with their positions", () => {
  const limited = [
    { budget: { daily: "1" } },
    { budget: { total: "1" } },
    { caps: { daily: 1 } },
    { caps: { total: 1 } },
  ];
  const campaigns = [{}, ...limited, { caps: { daily: 1 }, active: false }].map(price);
  const listed = runAtOnce(listLimits(campaigns));
  expect(listed.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
});

test.each([
  ["a daily cap", { caps: { daily: 5 } }, { shownToday: 4 }, { shownToday: 5 }],
  ["a total cap", { caps: { total: 5 } }, { shownTotal: 4 }, { shownTotal: 5 }],
  // Impressions cost 0.002.
  [
    "a daily budget",
    { budget: { daily: "1" } },
    { costToday: UNIT - 2_000_000n },
    { costToday: UNIT - 1_999_999n },
  ],
  [
    "a total budget",
    { budget: { total: "1" } },
    { costTotal: UNIT - 2_000_000n },
    { costTotal: UNIT - 1_999_999n },
  ],
])("%s is spent when it cannot cover another impression", (_what, options, left, spent) => {
  const limits = getLimits(options);
  expect([FRESH, { ...FRESH, ...left }].map((account) => isSpent(limits, account))).toEqual([false, false]);
  expect(isSpent(limits, { ...FRESH, ...spent })).toBe(true);
});

test("a CPM campaign pays only for impressions, a CPC campaign only for clicks", () => {
  expect(computeCost(price({}), 3, 5)).toBe(6_000_000n);
  expect(computeCost(price({ pricing: CPC }), 3, 5)).toBe(1_250_000_000n);
});

test("an unlimited campaign is never spent", () => {
  expect(isSpent(getLimits({}), { ...FRESH, shownTotal: 1e9, costTotal: UNIT })).toBe(false);
});

test("the money left is that of the budget with less remaining", () => {
  const account = { ...FRESH, costToday: UNIT, costTotal: 4n * UNIT };
  const left = (budget: object) => computeMoneyLeft(getLimits({ budget }), account);
  expect(left({})).toBe(undefined);
  expect([left({ daily: "3" }), left({ total: "9" })]).toEqual([2n * UNIT, 5n * UNIT]);
  expect([left({ daily: "3", total: "9" }), left({ daily: "8", total: "9" })]).toEqual([
    2n * UNIT,
    5n * UNIT,
  ]);
});

test("reserved impressions count towards budget and caps", () => {
  expect(remaining({ budget: { total: "0.021" } })).toBe(10);
  expect(
    remaining(
      { budget: { total: "0.021" } },
      { reserved: 4, reservedCost: 8_000_000n, costTotal: 4_000_000n },
    ),
  ).toBe(4);
  expect(remaining({ budget: { total: "0.021" } }, { costTotal: UNIT })).toBe(0);
  expect(
    remaining({ caps: { daily: 10, total: 100 } }, { shownToday: 3, reserved: 2, reservedCost: 0n }),
  ).toBe(5);
  expect(
    remaining({ caps: { daily: 10, total: 100 } }, { shownTotal: 95, reserved: 2, reservedCost: 0n }),
  ).toBe(3);
  expect(remaining({})).toBe(Infinity);
});

test("a CPC campaign is shown while its budget covers one more click", () => {
  const options = { pricing: CPC, budget: { total: "1" } };
  expect(remaining(options, { costTotal: UNIT - 250_000_000n, reserved: 1000, reservedCost: 0n })).toBe(
    Infinity,
  );
  expect(remaining(options, { costTotal: UNIT - 249_999_999n })).toBe(0);
  expect(remaining({ ...options, caps: { total: 5 } }, { reserved: 2, reservedCost: 0n })).toBe(3);
});

test("a campaign with a price of 0 is limited only by its caps", () => {
  expect(remaining({ pricing: FREE, budget: { total: "1" } })).toBe(Infinity);
  expect(
    remaining({ pricing: FREE, budget: { total: "1" }, caps: { total: 2 } }, { costTotal: 2n * UNIT }),
  ).toBe(2);
  const limits = getLimits({ pricing: { model: "cpc", price: "0" }, budget: { total: "1" } });
  expect(computeClicksLeft(limits, FRESH, NOON)).toBe(Infinity);
});

test("the clicks left are the whole clicks that the budget covers", () => {
  const limits = getLimits({ pricing: CPC, budget: { total: "1" } });
  const left = (costTotal: bigint) => computeClicksLeft(limits, { ...FRESH, costTotal }, NOON);
  expect([left(0n), left(250_000_000n), left(250_000_001n), left(UNIT), left(2n * UNIT)]).toEqual([
    4, 3, 2, 0, 0,
  ]);
  expect(computeClicksLeft(getLimits({ pricing: CPC }), FRESH, NOON)).toBe(Infinity);
});

test("even delivery releases the daily limit a third ahead of the minutes of the day that began", () => {
  const even = { spread: "even", caps: { daily: 1080 } };
  expect(remaining(even, {}, MIDNIGHT)).toBe(1);
  expect(remaining(even, {}, MIDNIGHT + 59_999)).toBe(1);
  expect(remaining(even, {}, MIDNIGHT + 60_000)).toBe(2);
  expect(remaining(even, {}, NOON - 1)).toBe(720);
  expect(remaining(even, {}, MIDNIGHT + 18 * HOUR - 60_001)).toBe(1079);
  expect([18 * HOUR - 1, 18 * HOUR, 24 * HOUR - 1].map((at) => remaining(even, {}, MIDNIGHT + at))).toEqual([
    1080, 1080, 1080,
  ]);
  // Fractions of an impression are rounded up.
  expect(remaining({ ...even, caps: { daily: 1 } }, {}, MIDNIGHT)).toBe(1);
  // Without a last day, a total cap is not paced.
  expect(remaining({ spread: "even", caps: { total: 1440 } }, {}, MIDNIGHT)).toBe(1440);
  const clicks = getLimits({ spread: "even", pricing: CPC, budget: { daily: "270" } });
  expect([MIDNIGHT, NOON, LAST_MINUTE].map((now) => computeClicksLeft(clicks, FRESH, now))).toEqual([
    1, 721, 1080,
  ]);
});

const schedule = (times: object) => ({ targeting: { times: { timezone: "UTC", ...times } } });

test("even delivery counts only the hours in which the campaign is served", () => {
  const office = { spread: "even", caps: { daily: 1200 }, ...schedule({ hours: [8, 9, 16, 17] }) };
  const at = (hour: number) => remaining(office, {}, MIDNIGHT + hour * HOUR - 1);
  expect([8, 9, 10, 12, 16, 17, 18].map(at)).toEqual([0, 400, 800, 800, 800, 1200, 1200]);
  // Nepal is 5:45 ahead of UTC: 8:00 there is 2:15.
  const nepal = { ...office, ...schedule({ timezone: "Asia/Kathmandu", hours: [8] }) };
  const atQuarter = (hour: number) => remaining(nepal, {}, MIDNIGHT + hour * HOUR - 1);
  expect([2.25, 2.5, 2.75, 3, 3.25].map(atQuarter)).toEqual([0, 400, 800, 1200, 1200]);
  // On a day without such hours nothing is served.
  expect(remaining({ ...office, ...schedule({ weekdays: ["monday"] }) }, {}, NOON)).toBe(1200);
});

test("with a last day, even delivery divides what is left of a total among the days left", () => {
  const even = { spread: "even", to: "2026-11-22" };
  const evening = MIDNIGHT + 20 * HOUR;
  const after = (shownToday: number, shownTotal: number) => ({ ...FRESH, shownToday, shownTotal });
  expect(remaining({ ...even, caps: { total: 300 } }, after(0, 0), evening)).toBe(100);
  expect(remaining({ ...even, caps: { total: 300 } }, after(40, 100), evening)).toBe(40);
  expect(remaining({ ...even, caps: { total: 300 } }, after(0, 100), NOON - 1)).toBe(45);
  expect(remaining({ ...even, caps: { total: 300, daily: 30 } }, after(0, 0), evening)).toBe(30);
  expect(remaining({ ...even, caps: { total: 300, daily: 200 } }, after(0, 0), evening)).toBe(100);
  const last = { ...even, to: "2026-11-20" };
  for (const to of ["2026-11-20", "2026-11-19"])
    expect(remaining({ ...last, to, caps: { total: 300 } }, after(0, 100), evening)).toBe(200);
  expect(remaining({ ...even, budget: { total: "0.6" } }, FRESH, evening)).toBe(100);
  expect(remaining({ ...even, budget: { total: "0.6", daily: "0.1" } }, FRESH, evening)).toBe(50);
  expect(remaining({ ...even, budget: { total: "0.6", daily: "0.4" } }, FRESH, evening)).toBe(100);
  // Only the state of pacing changes, not what was paid.
  expect(remaining({ to: "2026-11-22", caps: { total: 300 } }, FRESH, evening)).toBe(300);
});

test("days without hours of the schedule get no part of a total", () => {
  const weekend = schedule({ weekdays: ["saturday", "sunday"] });
  const flight = { spread: "even", caps: { total: 600 }, ...weekend };
  const saturday = MIDNIGHT + DAY + 20 * HOUR;
  // Until Sunday in two weeks: six days.
  expect(remaining({ ...flight, to: "2026-12-06" }, FRESH, saturday)).toBe(100);
  expect(remaining({ ...flight, to: "2026-11-21" }, FRESH, saturday)).toBe(600);
});
