import fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedMap } from "../../../src/service/values/boundedMap.ts";

test("a bounded map never exceeds its maximum size and keeps its latest entries", () => {
  const step = fc.record({ key: fc.nat({ max: 30 }).map(String), isRead: fc.boolean() });
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 12 }),
      fc.array(step, { maxLength: 100, size: "max" }),
      (most, steps) => {
        const map = new BoundedMap<number>(most, 10);
        const values = new Map<string, number>();
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
  const map = new BoundedMap<number>(10, 10);
  for (let key = 0; key < 100; key++) map.set(String(key), key);
  for (let key = 95; key < 100; key++) expect(map.get(String(key))).toBe(key);
  expect(map.getOrCompute("99", () => -1)).toBe(99);
  expect(map.getOrCompute("1", () => -1)).toBe(-1);
});

test("setting an entry again replaces its value without evicting others", () => {
  const map = new BoundedMap<number>(4, 10);
  map.set("a", 1);
  map.set("b", 2);
  for (let value = 0; value < 10; value++) map.set("b", value);
  expect([map.get("a"), map.get("b"), map.size]).toEqual([1, 9, 2]);
});

test("an entry set again after others counts once", () => {
  const map = new BoundedMap<number>(4, 10);
  for (const key of ["a", "b", "c", "a"]) map.set(key, 1);
  expect(map.size).toBe(3);
});

test("reading an entry protects it from eviction", () => {
  const map = new BoundedMap<number>(4, 10);
  for (const key of ["a", "b", "c"]) map.set(key, 1);
  expect(map.get("a")).toBe(1);
  for (const key of ["d", "e"]) map.set(key, 1);
  expect([map.get("a"), map.get("b")]).toEqual([1, undefined]);
});

test("looking up missing keys does not evict entries", () => {
  const map = new BoundedMap<number>(4, 10);
  map.set("a", 1);
  for (let times = 0; times < 10; times++) map.get(`none ${times}`);
  expect([map.get("a"), map.size]).toEqual([1, 1]);
});

test("an entry is kept while at most half of the maximum size is added", () => {
  const map = new BoundedMap<number>(10, 10);
  map.set("kept", 1);
  for (let key = 0; key < 5; key++) map.set(String(key), key);
  expect(map.size).toBe(6);
  expect(map.get("kept")).toBe(1);
});

test("getOrCompute computes a value once per key", () => {
  const map = new BoundedMap<number>(2, 10);
  const values = [1, 2].map((value) => map.getOrCompute("a", () => value));
  expect(values).toEqual([1, 1]);
});

test("values of keys longer than the maximum length are not kept", () => {
  const map = new BoundedMap<number>(10, 4);
  map.set("abcd", 1);
  map.set("abcde", 2);
  expect([map.get("abcd"), map.get("abcde"), map.size]).toEqual([1, undefined, 1]);
  const values = [3, 4].map((value) => map.getOrCompute("abcde", () => value));
  expect(values).toEqual([3, 4]);
});

test("keys with arbitrary characters, even lone surrogates, are found", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (key) => {
      const map = new BoundedMap<number>(2, 100);
      map.set(`${key} `.slice(0, -1), 1);
      expect(map.get(key)).toBe(1);
    }),
    { numRuns: 30 },
  );
  const map = new BoundedMap<number>(2, 100);
  map.set("\ud800", 1);
  expect([map.get("\ud800"), map.get("\ufffd")]).toEqual([1, undefined]);
});
