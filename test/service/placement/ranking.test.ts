import fc from "fast-check";
import { expect, test } from "vitest";
import { compareRanks, createRanking } from "../../../src/service/placement/ranking.ts";

const ranked = fc.array(
  fc.record({ tier: fc.integer({ min: -3, max: 3 }), weight: fc.integer({ min: 1, max: 1000 }) }),
);
const toMagnitude = (weight: number) => Math.floor(Math.log2(weight));

test("a ranking has a tier for each number, the lowest first, and every position knows its own", () => {
  fc.assert(
    fc.property(ranked, (items) => {
      const ordered = items.toSorted(compareRanks);
      const { tiers, weights } = createRanking(ordered);
      expect([...weights]).toEqual(ordered.map(({ weight }) => weight));
      expect(tiers.map(({ number }) => number)).toEqual(items.map(({ tier }) => tier).sort((a, b) => a - b));
      expect(new Set(tiers).size).toBe(new Set(items.map(({ tier }) => tier)).size);
      for (const tier of new Set(tiers)) expect(tier.end).toBe(tiers.lastIndexOf(tier) + 1);
    }),
  );
});

test("a tier has one class for each power of two among its weights, so that drawing looks at few, whatever their order", () => {
  fc.assert(
    fc.property(ranked, (items) => {
      const { tiers, weights } = createRanking(items.toSorted(compareRanks));
      for (const tier of new Set(tiers)) {
        const ranges = tier.classes.map(({ start, end }) => [...weights.subarray(start, end)]);
        // Neighbours without a gap, from the tier's first position to its last.
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
