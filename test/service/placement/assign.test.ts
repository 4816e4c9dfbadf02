import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { assign } from "../../../src/service/placement/assign.ts";
import { createBits, setBit } from "../../../src/service/placement/bitSet.ts";
import { Candidates } from "../../../src/service/placement/candidates.ts";
import { seededRandom } from "../../../src/service/placement/random.ts";
import { createRanking } from "../../../src/service/placement/ranking.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { computeChiSquare, mostChiSquare } from "../support/chiSquare.ts";
import { computeWorth, findBestWorth } from "../support/worth.ts";

const endless = (_position: number) => Number.POSITIVE_INFINITY;

interface Assigning {
  /** Tier of each position, in ascending order. */
  tiers?: number[];
  weights?: number[];
  remaining?: (position: number) => number;
  random?: () => number;
}

/** Assigns campaigns to zones, given each zone's candidates. Zones with equal candidates share one object. */
function assigned(zones: readonly number[][], given: Assigning = {}): (number | undefined)[] {
  const { tiers = [], weights = [], remaining = endless, random = seededRandom(1) } = given;
  const size = 1 + Math.max(0, ...zones.flat());
  const rank = (at: number) => ({ tier: tiers[at] ?? 0, weight: weights[at] ?? 1 });
  const ranking = runAtOnce(createRanking([...Array(size).keys()], rank));
  const shared = new Map<string, Candidates>();
  const candidates = zones.map((positions) => {
    const key = [...positions].sort().join(" ");
    const bits = createBits(size);
    for (const position of positions) setBit(bits, position);
    const found = shared.get(key) ?? new Candidates(ranking, [bits]);
    shared.set(key, found);
    return found;
  });
  return assign(candidates, { ranking, remaining, random });
}

test("three zones get three different campaigns when each campaign fits two zones", () => {
  const zones = [
    [0, 2],
    [0, 1],
    [1, 2],
  ];
  for (let seed = 0; seed < 200; seed++)
    expect(new Set(assigned(zones, { random: seededRandom(seed) })).size).toBe(3);
});

const zoneLists = fc.array(fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 4 }), { maxLength: 5 });
const tierLists = fc
  .array(fc.nat({ max: 2 }), { minLength: 7, maxLength: 7 })
  .map((tiers) => tiers.sort((a, b) => a - b));
const lefts = fc.array(fc.nat({ max: 3 }), { minLength: 7, maxLength: 7 });

test("each tier in turn serves as many zones, and with as many different campaigns, as possible", () => {
  fc.assert(
    fc.property(zoneLists, tierLists, lefts, fc.nat(), (zones, tiers, remaining, seed) => {
      const given = { tiers, remaining: (at: number) => remaining[at] ?? 0, random: seededRandom(seed) };
      const positions = assigned(zones, given);
      for (const [zone, at] of positions.entries()) {
        if (at === undefined) continue;
        expect(zones[zone]).toContain(at);
        expect(positions.filter((other) => other === at).length).toBeLessThanOrEqual(remaining[at] ?? 0);
      }
      expect(computeWorth(positions, tiers)).toEqual(findBestWorth(zones, { tiers, remaining }));
    }),
    { numRuns: 1000 },
  );
});

test("a campaign of the best tier is repeated before a worse tier serves", () => {
  const zones = Array.from({ length: 6 }, () => [0, 1, 2]);
  const count = (positions: (number | undefined)[]) =>
    [0, 1, 2].map((position) => positions.filter((at) => at === position).length);
  const tiers = [0, 0, 1];
  expect(count(assigned(zones, { tiers, remaining: (at) => (at === 0 ? 1 : 9) }))).toEqual([1, 5, 0]);
  expect(count(assigned(zones, { tiers, remaining: (at) => (at === 2 ? 9 : 2) }))).toEqual([2, 2, 2]);
});

test("a zone moves to a worse tier when another zone accepts only its campaign, which has one impression left", () => {
  for (let seed = 0; seed < 20; seed++) {
    const given = { tiers: [0, 1], remaining: () => 1, random: seededRandom(seed) };
    expect(assigned([[0, 1], [0]], given)).toEqual([1, 0]);
  }
});

test("used-up tiers above the one that serves are passed over", () => {
  const size = 200;
  const all = Array.from({ length: size }, (_, at) => at);
  const draw = vi.spyOn(Candidates.prototype, "draw");
  try {
    const remaining = (at: number) => (at === size - 1 ? 9 : 0);
    expect(assigned([all, all.slice(1)], { tiers: all, remaining })).toEqual([size - 1, size - 1]);
    expect(draw.mock.calls.length).toBeLessThan(20);
  } finally {
    draw.mockRestore();
  }
});

test("the assignment follows the weights, without replacement within a request", () => {
  const random = seededRandom(5);
  const weights = [9, 5, 2, 1];
  const total = 17;
  const pairs = weights.flatMap((_, first) => weights.map((_, second) => [first, second] as const));
  const expected = pairs.map(([first, second]) => {
    const [a = 0, b = 0] = [weights[first], weights[second]];
    return first === second ? 0 : (a / total) * (b / (total - a));
  });
  const counts = pairs.map(() => 0);
  for (let round = 0; round < 20_000; round++) {
    const [a = 0, b = 0] = assigned(
      [
        [0, 1, 2, 3],
        [0, 1, 2, 3],
      ],
      { weights, random },
    );
    counts[a * 4 + b] = (counts[a * 4 + b] ?? 0) + 1;
  }
  expect(computeChiSquare(counts, expected)).toBeLessThan(mostChiSquare(expected));
});

test("repeated campaigns are drawn by weight", () => {
  const random = seededRandom(9);
  const weights = [6, 3, 1];
  const repeats = [0, 0, 0];
  for (let round = 0; round < 10_000; round++) {
    const positions = assigned(
      Array.from({ length: 4 }, () => [0, 1, 2]),
      { weights, random },
    );
    for (const position of [0, 1, 2])
      if (positions.filter((at) => at === position).length === 2)
        repeats[position] = (repeats[position] ?? 0) + 1;
  }
  expect(computeChiSquare(repeats, weights)).toBeLessThan(mostChiSquare(weights));
});

test("an assignment makes at most 25 random draws for each zone", () => {
  let draws = 0;
  const random = () => {
    draws += 1;
    return 0.5;
  };
  const same = Array.from({ length: 10 }, (_, at) => at);
  assigned(
    Array.from({ length: 100 }, () => same),
    { random },
  );
  expect(draws).toBeLessThan(25 * 100);
});

/** The third zone must take campaign 0 or 1 from another zone, which then gets its other campaign. */
const takingZones = [
  [1, 3],
  [0, 2],
  [0, 1],
];

const once = { remaining: () => 1 };

test("a zone that must take a campaign from another zone takes the one of the better tier", () => {
  for (let seed = 0; seed < 50; seed++)
    expect(assigned(takingZones, { ...once, tiers: [0, 1, 2, 2], random: seededRandom(seed) })).toEqual([
      1, 2, 0,
    ]);
});

test("a zone that must take a campaign from another zone takes heavier ones more often", () => {
  const given = { ...once, tiers: [0, 0, 1, 1], weights: [900, 100, 1, 1] };
  const random = seededRandom(5);
  const rounds = 1000;
  const taken = Array.from({ length: rounds }, () => assigned(takingZones, { ...given, random })[2]);
  const greater = taken.filter((position) => position === 0).length;
  expect(new Set(taken)).toEqual(new Set([0, 1]));
  // Five standard deviations of a fair draw; the fixed seed makes the result deterministic.
  expect(Math.abs(greater - 0.9 * rounds)).toBeLessThan(5 * Math.sqrt(rounds * 0.9 * 0.1));
});

test("more zones than campaigns need no further searches", () => {
  const has = vi.spyOn(Candidates.prototype, "has");
  try {
    const countLooks = (copies: number) => {
      has.mockClear();
      const all = Array.from({ length: 30 }, (_, at) => at);
      const zones = Array.from({ length: copies }, () => [all, all.slice(1), all.slice(2)]).flat();
      expect(assigned(zones)).not.toContain(undefined);
      return has.mock.calls.length;
    };
    // Each kind of zone checks the assigned campaigns twice: once to find free ones, once to repeat.
    expect(countLooks(100) - countLooks(40)).toBe(0);
    expect(countLooks(100)).toBeLessThan(30 * 30 + 4 * 3 * 30);
  } finally {
    has.mockRestore();
  }
});
