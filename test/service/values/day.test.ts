import { expect, test } from "vitest";
import { isDay, toDayNumber } from "../../../src/service/values/day.ts";

test("days are counted from 1970, in UTC", () => {
  expect([0, 86_399_999, 86_400_000, -1].map(toDayNumber)).toEqual([0, 0, 1, -1]);
});

test.each(["2026-11-22", "2024-02-29", "1970-01-01"])("%s is a day", (day) => {
  expect(isDay(day)).toBe(true);
});

test.each([
  ...["2026-02-30", "2026-13-01", "2026-1-1", "20261122", "2026-11-22T00:00", "", "1"],
  // Forms of ISO 8601 that are no day of four digits, two and two.
  ...["2026", "2026-11", "+012026-11-22", "-000001-01-01"],
])("%j is no day", (day) => {
  expect(isDay(day)).toBe(false);
});
