import { expect, test } from "vitest";
import { groupBy } from "../../../src/service/values/groupBy.ts";

test("items are grouped by key in their original order", () => {
  const words = ["bear", "cat", "ant", "boar", "ape"];
  const groups = groupBy(words, (word) => word[0]);
  expect([...groups]).toEqual([
    ["b", ["bear", "boar"]],
    ["c", ["cat"]],
    ["a", ["ant", "ape"]],
  ]);
});
