import { expect, test } from "vitest";
import { FIRST_DAY } from "../../src/protocol/earliestDay.ts";

test("the first accepted day is a valid date after the year 26, a typical slip for 2026", () => {
  expect(new Date(FIRST_DAY).toISOString().slice(0, 10)).toBe(FIRST_DAY);
  expect(FIRST_DAY > "0026-12-31").toBe(true);
});
