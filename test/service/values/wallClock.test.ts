import { expect, test } from "vitest";
import { computeWallClock, WEEKDAYS } from "../../../src/service/values/wallClock.ts";

const MONDAY = Date.parse("2026-11-16T00:00:00Z");

test("the wall clock returns the weekday, starting with monday", () => {
  const days = Array.from(
    { length: 7 },
    (_, day) => computeWallClock("UTC", MONDAY + day * 86_400_000).weekday,
  );
  expect(days).toEqual([...WEEKDAYS]);
  expect(days[0]).toBe("monday");
});

test.each([
  ["UTC", { weekday: "monday", hour: 0 }],
  ["America/New_York", { weekday: "sunday", hour: 19 }],
  ["Asia/Kathmandu", { weekday: "monday", hour: 5 }],
])("Monday 0:00 UTC is in %s %j", (timezone, shown) => {
  expect(computeWallClock(timezone, MONDAY)).toEqual(shown);
});

test("the wall clock follows daylight saving time", () => {
  const noon = (day: string) => computeWallClock("Europe/Berlin", Date.parse(`${day}T12:00:00Z`)).hour;
  expect([noon("2026-01-15"), noon("2026-07-15")]).toEqual([13, 14]);
});
