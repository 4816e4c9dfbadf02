import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Bits,
  clearBit,
  countBits,
  createBits,
  findBit,
  hasBit,
  intersect,
  listBits,
  selectBit,
  setBit,
  subtract,
  unite,
} from "../../../src/service/placement/bitSet.ts";

/** Three 32-bit words and part of a fourth. */
const SIZE = 100;
const positions = fc.uniqueArray(fc.nat({ max: SIZE - 1 }), { maxLength: SIZE });
const range = fc
  .tuple(fc.nat({ max: SIZE }), fc.nat({ max: SIZE }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const ascending = (list: readonly number[]) => list.toSorted((a, b) => a - b);

function createSet(list: readonly number[]): Bits {
  const bits = createBits(SIZE);
  for (const position of list) setBit(bits, position);
  return bits;
}
const listAll = (bits: Bits) => listBits(bits, 0, SIZE);

test("a set lists its members in ascending order after additions and removals", () => {
  fc.assert(
    fc.property(positions, positions, (put, taken) => {
      const bits = createSet(put);
      for (const position of taken) clearBit(bits, position);
      const left = put.filter((position) => !taken.includes(position));
      expect(listAll(bits)).toEqual(ascending(left));
      for (let position = 0; position < SIZE; position++)
        expect(hasBit(bits, position)).toBe(left.includes(position));
    }),
  );
});

test("a set's size is rounded up to words of 32 bits", () => {
  expect([0, 1, 32, 33, 64, 65].map((size) => createBits(size).length)).toEqual([0, 1, 1, 2, 2, 3]);
});

test("sets are intersected, united and subtracted like lists", () => {
  fc.assert(
    fc.property(positions, positions, positions, (a, b, c) => {
      const has = (list: number[]) => (position: number) => list.includes(position);
      expect(listAll(intersect([a, b, c].map(createSet)))).toEqual(
        ascending(a.filter(has(b)).filter(has(c))),
      );
      const united = createSet(a);
      unite(united, createSet(b));
      expect(listAll(united)).toEqual(ascending([...new Set([...a, ...b])]));
      const rest = createSet(a);
      subtract(rest, createSet(b));
      expect(listAll(rest)).toEqual(ascending(a.filter((position) => !b.includes(position))));
    }),
  );
});

test("changing an intersection does not change its sources", () => {
  const only = createSet([1]);
  const both = intersect([only]);
  setBit(both, 2);
  expect(listAll(only)).toEqual([1]);
});

test("members of a set within a range are listed, counted, found and drawn in order", () => {
  fc.assert(
    fc.property(positions, range, (put, [start, end]) => {
      const bits = createSet(put);
      const within = ascending(put.filter((position) => position >= start && position < end));
      expect(listBits(bits, start, end)).toEqual(within);
      expect(countBits(bits, start, end)).toBe(within.length);
      const onwards = ascending(put.filter((position) => position >= start));
      expect(findBit(bits, start)).toBe(onwards[0]);
      expect(onwards.map((_, count) => selectBit(bits, start, count))).toEqual(onwards);
    }),
  );
});
