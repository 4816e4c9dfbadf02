import { expect, test } from "vitest";
import { selectAt } from "../../../src/service/redis/selectAt.ts";

test("items are selected in the order of the given positions", () => {
  expect(selectAt(["a", "b", "c"], [2, 0])).toEqual(["c", "a"]);
  expect(selectAt(["a"], [])).toEqual([]);
});

test("positions without an item are skipped", () => {
  expect(selectAt(["a"], [1, 0, -1])).toEqual(["a"]);
});
