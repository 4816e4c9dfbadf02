import { expect, test } from "vitest";
import { deleteOldest } from "../../../src/service/values/deleteOldest.ts";

test("the entry that was inserted first is deleted even if it was set again", () => {
  const map = new Map([
    ["a", 1],
    ["b", 2],
  ]).set("a", 3);
  deleteOldest(map);
  expect([...map]).toEqual([["b", 2]]);
});

test("an empty map and a map with the key undefined can be emptied", () => {
  const map = new Map<undefined, number>();
  deleteOldest(map);
  expect(map.size).toBe(0);
  map.set(undefined, 1);
  deleteOldest(map);
  expect(map.size).toBe(0);
});
