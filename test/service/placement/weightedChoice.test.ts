import { expect, test } from "vitest";
import { chooseWeighted } from "../../../src/service/placement/weightedChoice.ts";

test("items are drawn in proportion to their weights", () => {
  const items = [
    { name: "a", weight: 1 },
    { name: "b", weight: 0 },
    { name: "c", weight: 3 },
  ];
  const choose = (number: number) =>
    chooseWeighted(
      items,
      ({ weight }) => weight,
      () => number,
    )?.name;
  expect([0, 0.249, 0.25, 0.999].map(choose)).toEqual(["a", "a", "c", "c"]);
  // The last item also gets the rounding remainder.
  expect(choose(1)).toBe("c");
});

test("two items are drawn in proportion to their weights", () => {
  const choose = (number: number) =>
    chooseWeighted(
      [1, 3],
      (weight) => weight,
      () => number,
    );
  expect([0, 0.249, 0.25, 0.999].map(choose)).toEqual([1, 1, 3, 3]);
});

test("choosing from one item or an empty list draws no random number", () => {
  const fail = () => {
    throw new Error("drawn");
  };
  expect(chooseWeighted(["a"], () => 0, fail)).toBe("a");
  expect(chooseWeighted([], () => 0, fail)).toBe(undefined);
});
