import { expect, test } from "vitest";
import { selectAt } from "../../../src/service/redis/selectAt.ts";

test("items are selected by position, in the order of the positions", () => {
  expect(selectAt(["a", "b", "c"], [2, 0])).toEqual(["c", "a"]);
  expect(selectAt(["a"], [])).toEqual([]);
});

test("a position without an item selects none", () => {
  expect(selectAt(["a"], [1, 0, -1])).toEqual(["a"]);
});
