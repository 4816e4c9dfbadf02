/** Compares drawing candidates by tier and weight with simple models. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createBits, setBit } from "../../../src/service/placement/bitSet.ts";
import { Candidates } from "../../../src/service/placement/candidates.ts";
import { seededRandom } from "../../../src/service/placement/random.ts";
import { createRanking, orderByRank, type Ranked } from "../../../src/service/placement/ranking.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { computeChiSquare, mostChiSquare } from "../support/chiSquare.ts";

const rank = (ordered: readonly Ranked[]) => runAtOnce(createRanking(ordered, (item) => item));

function createCandidates(ranked: readonly Ranked[], positions: readonly number[]): Candidates {
  const bits = createBits(ranked.length);
  for (const position of positions) setBit(bits, position);
  const everything = createBits(ranked.length).fill(-1);
  return new Candidates(rank(ranked), [everything, bits]);
}

const catalogue = fc
  .array(fc.record({ tier: fc.integer({ min: -2, max: 2 }), weight: fc.integer({ min: 1, max: 9 }) }), {
    maxLength: 200,
  })
  .map((ranked) => runAtOnce(orderByRank(ranked, (one) => one)));
const scenario = catalogue.chain((ranked) => {
  const subset = fc.subarray(ranked.map((_, position) => position));
  return fc.record({ ranked: fc.constant(ranked), candidates: subset, refused: subset, seed: fc.nat() });
});

test("drawing takes each allowed candidate once, better tiers first", () => {
  fc.assert(
    fc.property(scenario, ({ ranked, candidates, refused, seed }) => {
      const drawn: number[] = [];
      const mayTake = (position: number) => !refused.includes(position) && !drawn.includes(position);
      const random = seededRandom(seed);
      const pool = createCandidates(ranked, candidates);
      for (let at = pool.draw(mayTake, random); at !== undefined; at = pool.draw(mayTake, random))
        drawn.push(at);
      expect([...drawn].sort((a, b) => a - b)).toEqual(candidates.filter((at) => !refused.includes(at)));
      const tiers = drawn.map((at) => ranked[at]?.tier ?? Number.NaN);
      expect(tiers).toEqual([...tiers].sort((a, b) => a - b));
    }),
    { numRuns: 200 },
  );
});

test("the best candidates are the allowed ones of the first tier that has any", () => {
  fc.assert(
    fc.property(scenario, ({ ranked, candidates, refused }) => {
      const pool = createCandidates(ranked, candidates);
      const may = candidates.filter((at) => !refused.includes(at));
      const best = may.filter((at) => ranked[at]?.tier === ranked[may[0] ?? 0]?.tier);
      expect(pool.listBest((at) => !refused.includes(at))).toEqual(best);
      for (const [at] of ranked.entries()) expect(pool.has(at)).toBe(candidates.includes(at));
    }),
    { numRuns: 200 },
  );
});

test.each([
  ["equal", [1, 1, 1, 1, 1]],
  ["within a factor of two", [4, 5, 6, 7]],
  ["of many magnitudes", [1, 2, 3, 5, 8, 13, 40, 100]],
  ["on both sides of a bit set's word boundary", Array.from({ length: 70 }, (_, at) => 1 + (at % 7))],
])("draws follow the weights: %s", (_name, weights) => {
  const ranked = runAtOnce(
    orderByRank(
      weights.map((weight) => ({ tier: 0, weight })),
      (one) => one,
    ),
  );
  const random = seededRandom(11);
  // Every third candidate is refused, which must not change the shares of the other candidates.
  const mayTake = (position: number) => position % 3 !== 1;
  const expected = ranked.map(({ weight }, position) => (mayTake(position) ? weight : 0));
  const counts = ranked.map(() => 0);
  for (let round = 0; round < 20_000; round++) {
    const pool = createCandidates(
      ranked,
      ranked.map((_, position) => position),
    );
    const drawn = pool.draw(mayTake, random) as number;
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  expect(computeChiSquare(counts, expected)).toBeLessThan(mostChiSquare(expected));
});

test("counting candidates stops within 32 of the bound", () => {
  const alike = (count: number) => Array.from({ length: count }, () => ({ tier: 0, weight: 1 }));
  fc.assert(
    fc.property(fc.nat({ max: 200 }), fc.nat({ max: 100 }), (size, most) => {
      const pool = createCandidates(alike(size), [...alike(size).keys()]);
      const count = pool.countUpTo(most);
      if (size <= most) expect(count).toBe(size);
      else expect(count).toBeGreaterThan(most);
      expect(count).toBeLessThanOrEqual(most + 32);
    }),
  );
  expect(createCandidates(alike(33), [...alike(33).keys()]).countUpTo(32)).toBe(33);
});

/** Draws from 1,000 equal candidates; records the positions checked and the random numbers drawn. */
function drawOfThousand(mayTake: (position: number, calls: number) => boolean) {
  const ranked = Array.from({ length: 1000 }, () => ({ tier: 0, weight: 1 }));
  const pool = createCandidates(ranked, [...ranked.keys()]);
  const asked: number[] = [];
  let drawn = 0;
  const random = () => {
    drawn += 1;
    return 0.5;
  };
  const position = pool.draw((at) => {
    if (!Number.isInteger(at)) throw new Error(`${at} is no position.`);
    asked.push(at);
    return mayTake(at, asked.length);
  }, random);
  return { position, asked, drawn };
}

test("up to fifteen refusals a draw checks only randomly drawn candidates", () => {
  const { position, asked } = drawOfThousand((_, calls) => calls === 16);
  expect(asked).toHaveLength(16);
  expect(position).toBe(asked.at(-1));
});

test("after sixteen refusals a draw checks the remaining candidates one by one", () => {
  const { position, asked, drawn } = drawOfThousand(() => false);
  expect(position).toBe(undefined);
  expect(asked.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, at) => at));
  expect(drawn).toBeLessThan(100);
});

test("a draw ends even if each random number draws and rejects the same candidate", () => {
  const ranked = [7, 4].map((weight) => ({ tier: 0, weight }));
  // This number draws the lighter candidate each time, and its weight rejects it.
  expect(
    createCandidates(ranked, [0, 1]).draw(
      () => true,
      () => 0.999,
    ),
  ).toBe(1);
});
