import { expect, test } from "vitest";
import { roundToWhole } from "../../../src/dashboard/why/wholePercent.ts";

test.each([
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [1, 1, 1, 1, 1, 1],
    [17, 17, 17, 17, 16, 16],
  ],
  [
    [125, 125, 750],
    [13, 12, 75],
  ],
  [[7], [100]],
  [
    [50, 50, 0],
    [50, 50, undefined],
  ],
])("the shares of %j are %j, which add up to 100 %%", (parts, shares) => {
  expect(roundToWhole(parts)).toEqual(shares);
});

test.each([
  [
    [996, 4],
    [99, undefined],
  ],
  [
    [9_960, 10, 10, 10, 10],
    [99, undefined, undefined, undefined, undefined],
  ],
  [
    [980, 9, 9, 2],
    [98, undefined, undefined, undefined],
  ],
])("the shares of %j are %j: what is below 1 %% does not exceed the rest", (parts, shares) => {
  expect(roundToWhole(parts)).toEqual(shares);
});
