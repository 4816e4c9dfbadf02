import fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedMap } from "../../../src/service/values/boundedMap.ts";

test("a bounded map never holds more than it may, and always what was set or read last", () => {
  const step = fc.record({ key: fc.nat({ max: 30 }), isRead: fc.boolean() });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), fc.array(step, { maxLength: 100 }), (most, steps) => {
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
    }),
  );
  const map = new BoundedMap<number, number>(10);
  for (let key = 0; key < 100; key++) map.set(key, key);
  for (let key = 95; key < 100; key++) expect(map.get(key)).toBe(key);
  expect(map.getOrCompute(99, () => -1)).toBe(99);
  expect(map.getOrCompute(1, () => -1)).toBe(-1);
});
