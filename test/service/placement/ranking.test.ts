import fc from "fast-check";
import { expect, test } from "vitest";
import { createRanking, orderByRank, type Ranked } from "../../../src/service/placement/ranking.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";

const ranked = fc.array(
  fc.record({ tier: fc.integer({ min: -3, max: 3 }), weight: fc.integer({ min: 1, max: 1000 }) }),
);
const order = (items: readonly Ranked[]) => runAtOnce(orderByRank(items, (item) => item));
const rank = (ordered: readonly Ranked[]) => runAtOnce(createRanking(ordered, (item) => item));
const toMagnitude = (weight: number) => Math.floor(Math.log2(weight));

test("a ranking assigns each position the tier of its number, lowest number first", () => {
  fc.assert(
    fc.property(ranked, (items) => {
      const ordered = order(items);
      const { tiers, weights } = rank(ordered);
      expect([...weights]).toEqual(ordered.map(({ weight }) => weight));
      expect(tiers.map(({ number }) => number)).toEqual(items.map(({ tier }) => tier).sort((a, b) => a - b));
      expect(new Set(tiers).size).toBe(new Set(items.map(({ tier }) => tier)).size);
      for (const tier of new Set(tiers)) expect(tier.end).toBe(tiers.lastIndexOf(tier) + 1);
    }),
  );
});

test("a tier has one class for each power of two among its weights", () => {
  fc.assert(
    fc.property(ranked, (items) => {
      const { tiers, weights } = rank(order(items));
      for (const tier of new Set(tiers)) {
        const ranges = tier.classes.map(({ start, end }) => [...weights.subarray(start, end)]);
        // The classes cover the tier without gaps.
        expect(tier.classes[0]?.start).toBe(tiers.indexOf(tier));
        expect(tier.classes.slice(1).map(({ start }) => start)).toEqual(
          tier.classes.slice(0, -1).map(({ end }) => end),
        );
        expect(tier.classes.at(-1)?.end).toBe(tier.end);
        expect(tier.classes.map(({ most }) => most)).toEqual(ranges.map((own) => Math.max(...own)));
        const magnitudes = ranges.map((own) => new Set(own.map(toMagnitude)));
        expect(magnitudes.map(({ size }) => size)).toEqual(ranges.map(() => 1));
        expect(new Set(magnitudes.flatMap((own) => [...own])).size).toBe(ranges.length);
      }
    }),
  );
});
