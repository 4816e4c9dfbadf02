import { expect, test } from "vitest";
import { deleteOldest } from "../../../src/service/values/deleteOldest.ts";

test("the first inserted entry is deleted, and an entry set again keeps its place", () => {
  const map = new Map([
    ["a", 1],
    ["b", 2],
  ]).set("a", 3);
  deleteOldest(map);
  expect([...map]).toEqual([["b", 2]]);
});

test("an empty map stays empty, and a key may be undefined", () => {
  const map = new Map<undefined, number>();
  deleteOldest(map);
  expect(map.size).toBe(0);
  map.set(undefined, 1);
  deleteOldest(map);
  expect(map.size).toBe(0);
});
