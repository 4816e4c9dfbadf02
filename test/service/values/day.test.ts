import { expect, test } from "vitest";
import { isDay, toDayNumber } from "../../../src/service/values/day.ts";

test("day numbers are counted from 1970 in UTC", () => {
  expect([0, 86_399_999, 86_400_000, -1].map(toDayNumber)).toEqual([0, 0, 1, -1]);
});

test.each(["2026-11-22", "2024-02-29", "1970-01-01"])("%s is accepted as a day", (day) => {
  expect(isDay(day)).toBe(true);
});

test.each([
  ...["2026-02-30", "2026-13-01", "2026-1-1", "20261122", "2026-11-22T00:00", "", "1"],
  // ISO 8601 forms other than YYYY-MM-DD.
  ...["2026", "2026-11", "+012026-11-22", "-000001-01-01"],
])("%j is refused as a day", (day) => {
  expect(isDay(day)).toBe(false);
});
