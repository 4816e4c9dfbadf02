import fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedMap } from "../../../src/service/values/boundedMap.ts";

test("a bounded map never holds more than it may, and always what was set or read last", () => {
  const step = fc.record({ key: fc.nat({ max: 30 }), isRead: fc.boolean() });
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 12 }),
      fc.array(step, { maxLength: 100, size: "max" }),
      (most, steps) => {
        const map = new BoundedMap<number, number>(most);
        const values = new Map<number, number>();
        for (const [at, { key, isRead }] of steps.entries()) {
          const found = map.get(key);
          if (found !== undefined) expect(found).toBe(values.get(key));
          if (!isRead) {
            map.set(key, at);
            values.set(key, at);
            expect(map.get(key)).toBe(at);
          }
          expect(map.size).toBeLessThanOrEqual(most);
        }
      },
    ),
  );
  const map = new BoundedMap<number, number>(10);
  for (let key = 0; key < 100; key++) map.set(key, key);
  for (let key = 95; key < 100; key++) expect(map.get(key)).toBe(key);
  expect(map.getOrCompute(99, () => -1)).toBe(99);
  expect(map.getOrCompute(1, () => -1)).toBe(-1);
});

test("an entry that is set again takes no second place, and the one it replaces is gone", () => {
  const map = new BoundedMap<string, number>(4);
  map.set("a", 1);
  map.set("b", 2);
  for (let value = 0; value < 10; value++) map.set("b", value);
  expect([map.get("a"), map.get("b"), map.size]).toEqual([1, 9, 2]);
});

test("an entry that is set again after many others takes no second place", () => {
  const map = new BoundedMap<string, number>(4);
  for (const key of ["a", "b", "c", "a"]) map.set(key, 1);
  expect(map.size).toBe(3);
});

test("an entry that is read stays as long as one that is set then", () => {
  const map = new BoundedMap<string, number>(4);
  for (const key of ["a", "b", "c"]) map.set(key, 1);
  expect(map.get("a")).toBe(1);
  for (const key of ["d", "e"]) map.set(key, 1);
  expect([map.get("a"), map.get("b")]).toEqual([1, undefined]);
});

test("asking a bounded map for what it does not hold takes no place", () => {
  const map = new BoundedMap<string, number>(4);
  map.set("a", 1);
  for (let times = 0; times < 10; times++) map.get(`none ${times}`);
  expect([map.get("a"), map.size]).toEqual([1, 1]);
});

test("an entry stays for half as many others as there is room for", () => {
  const map = new BoundedMap<string, number>(10);
  map.set("kept", 1);
  for (let key = 0; key < 5; key++) map.set(String(key), key);
  expect(map.size).toBe(6);
  expect(map.get("kept")).toBe(1);
});

test("what is computed once is kept", () => {
  const map = new BoundedMap<string, number>(2);
  const values = [1, 2].map((value) => map.getOrCompute("a", () => value));
  expect(values).toEqual([1, 1]);
});
