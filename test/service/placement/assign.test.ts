import fc from "fast-check";
import { expect, it } from "vitest";
import { assign, type Candidates } from "../../../src/service/placement/assign.ts";
import { seededRandom } from "../../../src/service/values/random.ts";

const endless = (_position: number) => Number.POSITIVE_INFINITY;

function assigned(zones: Candidates[], remaining = endless, seed = 1): (number | undefined)[] {
  return assign(zones, { weights: Array(50).fill(1), remaining, random: seededRandom(seed) });
}

/** The most zones that can have different candidates, by trying everything. */
function countMaximum(zones: readonly number[][], taken: ReadonlySet<number> = new Set()): number {
  const [first, ...rest] = zones;
  if (!first) return 0;
  const given = first
    .filter((candidate) => !taken.has(candidate))
    .map((candidate) => 1 + countMaximum(rest, new Set([...taken, candidate])));
  return Math.max(countMaximum(rest, taken), ...given);
}

it("gives three zones three campaigns of which each fits two", () => {
  for (let seed = 0; seed < 200; seed++) {
    const zones = [[[0, 2]], [[0, 1]], [[1, 2]]];
    expect(new Set(assigned(zones, endless, seed)).size).toBe(3);
  }
});

const tiers = fc
  .uniqueArray(fc.nat({ max: 6 }), { maxLength: 4 })
  .chain((all) => fc.nat({ max: all.length }).map((split) => [all.slice(0, split), all.slice(split)]));
const zoneLists = fc.array(tiers, { maxLength: 5 });

it("gives as many different campaigns as can be, leaves none out that has a candidate, and repeats within bounds", () => {
  fc.assert(
    fc.property(
      zoneLists,
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 7, maxLength: 7 }),
      fc.nat(),
      (zones, left, seed) => {
        const positions = assigned(zones, (at) => left[at] ?? 0, seed);
        const given = positions.filter((at) => at !== undefined);
        expect(new Set(given).size).toBe(countMaximum(zones.map((each) => each.flat())));
        for (const [zone, at] of positions.entries()) {
          const candidates = zones[zone]?.flat() ?? [];
          const times = (candidate: number) => given.filter((other) => other === candidate).length;
          if (at === undefined)
            expect(candidates.every((each) => times(each) >= (left[each] ?? 0))).toBe(true);
          else {
            expect(candidates).toContain(at);
            expect(times(at)).toBeLessThanOrEqual(left[at] ?? 0);
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});

it("leaves no campaign of a better tier free that a zone could have instead", () => {
  fc.assert(
    fc.property(zoneLists, fc.nat(), (zones, seed) => {
      const positions = assigned(zones, endless, seed);
      const isFree = (candidate: number) => !positions.includes(candidate);
      for (const [zone, [best = []]] of zones.entries()) {
        const at = positions[zone];
        if (at !== undefined && !best.includes(at)) expect(best.filter(isFree)).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

it("follows the weights where it has a choice", () => {
  const random = seededRandom(5);
  const rounds = 2000;
  const first = Array.from({ length: rounds }, () =>
    assign([[[0, 1]]], { weights: [3, 1], remaining: endless, random }),
  );
  const share = first.filter(([at]) => at === 0).length / rounds;
  // Five standard deviations of a fair draw; the seed makes it the same draw always.
  expect(Math.abs(share - 0.75)).toBeLessThan(5 * Math.sqrt((0.75 * 0.25) / rounds));
});

it("takes a number of draws in proportion to the zones, also when they all want the same few campaigns", () => {
  const draws = (zones: number) => {
    let count = 0;
    const random = () => {
      count += 1;
      return 0.5;
    };
    const same = Array.from({ length: zones }, () => [Array.from({ length: 10 }, (_, at) => at)]);
    assign(same, { weights: Array(10).fill(1), remaining: endless, random });
    return count;
  };
  expect(draws(100)).toBeLessThan(25 * 100);
});
