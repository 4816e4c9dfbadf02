import { expect, test } from "vitest";
import { formatShares } from "../../../src/dashboard/texts/shares.ts";

const format = (parts: readonly number[]) => formatShares(parts, { tag: "en" });

test.each([
  ["1, 1, 1", "34%, 33%, 33%"],
  ["1, 1, 1, 1, 1, 1", "17%, 17%, 17%, 17%, 16%, 16%"],
  ["125, 125, 750", "13%, 12%, 75%"],
  ["2, 1", "67%, 33%"],
  ["7", "100%"],
])("the shares of %s are %s, which add up to 100 %%", (parts, shares) => {
  expect(format(parts.split(", ").map(Number)).join(", ")).toBe(shares);
});

test.each([
  ["996, 4", "99%, < 1%"],
  ["9960, 10, 10, 10, 10", "99%, < 1%, < 1%, < 1%, < 1%"],
  ["980, 9, 9, 2", "98%, < 1%, < 1%, < 1%"],
  ["50, 50, 0", "50%, 50%, < 1%"],
])("the shares of %s are %s: those below 1 %% leave the others less than 100 %%", (parts, shares) => {
  expect(format(parts.split(", ").map(Number)).join(", ")).toBe(shares);
});

test("shares are written in the reader's language", () => {
  expect(formatShares([2, 1], { tag: "de" })).toEqual(["67\u00a0%", "33\u00a0%"]);
});
