import { expect, test } from "vitest";
import { findSpent } from "../../../src/dashboard/why/forecast.ts";

const at = (time: string) => `2026-11-22T${time}:00.000Z`;
const quarter = (time: string, cost: number, missed = 0, share = 1) => ({
  start: at(time),
  cost,
  missed,
  share,
});

/** €2 spent at 08:00, then three quarter-hours with ten requests missed for lack of budget, worth €0.10 each. */
const spending = {
  per_request: 0.1,
  quarters: [quarter("08:00", 2), quarter("09:00", 0, 10), quarter("10:00", 0, 10), quarter("18:00", 0, 10)],
};

test.each([
  [1, "08:00"],
  [2, "08:00"],
  [2.01, "09:00"],
  [3, "09:00"],
  [4, "10:00"],
  [5, "18:00"],
  [5.01, undefined],
])("a budget of %d would have been spent at %s", (amount, time) => {
  expect(findSpent(spending, { amount, isEven: false })).toBe(time && at(time));
});

test("an evenly paced budget is spent when the service has released all of it, at the earliest", () => {
  const early = { per_request: 1, quarters: [quarter("00:00", 0, 1000, 0.1), quarter("23:45", 0, 1000)] };
  expect(findSpent(early, { amount: 96, isEven: false })).toBe(at("00:00"));
  expect(findSpent(early, { amount: 96, isEven: true })).toBe(at("23:45"));
  const slow = { per_request: 1, quarters: [quarter("00:00", 0, 1000, 0.1), quarter("12:00", 0, 1000, 0.6)] };
  expect(findSpent(slow, { amount: 96, isEven: true })).toBe(undefined);
});

test("decimal costs that add up to the budget spend it despite floating-point errors", () => {
  const tenths = { per_request: 0.1, quarters: [quarter("08:00", 0.1), quarter("09:00", 0.2)] };
  expect(findSpent(tenths, { amount: 0.3, isEven: false })).toBe(at("09:00"));
});

test("a day without events spends nothing", () => {
  expect(findSpent({ per_request: 1, quarters: [] }, { amount: 1, isEven: false })).toBe(undefined);
});
