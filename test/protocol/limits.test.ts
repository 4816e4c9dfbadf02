import { expect, test } from "vitest";
import * as limits from "../../src/protocol/limits.ts";

test("every limit of a field is a whole number from 1", () => {
  const { PRICE_PLACES, ...others } = limits;
  const all = { ...others, ...PRICE_PLACES };
  const wrong = Object.entries(all).filter(([, limit]) => !Number.isSafeInteger(limit) || limit < 1);
  expect(wrong).toEqual([]);
});
