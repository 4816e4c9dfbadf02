import { expect, test } from "vitest";
import { TARGETING } from "../../src/protocol/targeting.ts";
import { LIMIT_REASONS, UNFILLED_REASONS } from "../../src/protocol/unfilled.ts";

test("every targeting dimension is an unfilled reason, and no reason is listed twice", () => {
  const dimensions = Object.keys(TARGETING).map((name) => `targeting.${name}`);
  expect(UNFILLED_REASONS).toEqual(expect.arrayContaining([...dimensions, ...LIMIT_REASONS]));
  expect(UNFILLED_REASONS).toHaveLength(new Set(UNFILLED_REASONS).size);
});
