/** Precedence of campaigns, arranged so that drawing by weight needs no list of them. */
import { forEachSliced, type Sliced } from "../runtime/slices.ts";

export interface Ranked {
  /** Lower tiers have precedence. */
  tier: number;
  weight: number;
}

export interface Ranking {
  /** Weights by position. */
  weights: Float64Array;
  /** Tier of each position. */
  tiers: readonly Tier[];
}

/** Consecutive positions of equal precedence. */
export interface Tier {
  number: number;
  classes: WeightClass[];
  /** Position after the last one. */
  end: number;
}

/** Consecutive positions of a tier whose weights differ by less than a factor of two. */
export interface WeightClass {
  start: number;
  /** Position after the last one. */
  end: number;
  /** Greatest weight. */
  most: number;
}

/** Orders items by tier, and within a tier by weight class. Items of one class keep their order. */
export function* orderByRank<T>(items: readonly T[], rank: (item: T) => Ranked): Sliced<T[]> {
  const classes = new Map<string, { tier: number; magnitude: number; items: T[] }>();
  yield* forEachSliced(items, (item) => {
    const { tier, weight } = rank(item);
    const magnitude = computeMagnitude(weight);
    const key = `${tier} ${magnitude}`;
    const found = classes.get(key);
    if (found) found.items.push(item);
    else classes.set(key, { tier, magnitude, items: [item] });
  });
  const ordered = [...classes.values()].sort((a, b) => a.tier - b.tier || b.magnitude - a.magnitude);
  return ordered.flatMap((one) => one.items);
}

/** Maximum weight classes of a tier before its items are ordered again; a tier of ordered items has at most 20. */
const MOST_CLASSES = 64;

/** Whether so many weights changed in place that draws would take longer. */
export function isScattered({ tiers }: Ranking): boolean {
  return tiers.some(({ classes }) => classes.length > MOST_CLASSES);
}

/** `items`: by position, in ascending order of tiers. `orderByRank` keeps the number of weight classes small. */
export function* createRanking<T>(items: readonly T[], rank: (item: T) => Ranked): Sliced<Ranking> {
  const tiers: Tier[] = [];
  const weights = new Float64Array(items.length);
  yield* forEachSliced(items, (item, position) => {
    const { weight, tier: number } = rank(item);
    weights[position] = weight;
    const before = tiers.at(-1);
    const end = position + 1;
    const tier: Tier = before?.number === number ? before : { number, classes: [], end };
    tier.end = end;
    tiers.push(tier);
    const last = tier.classes.at(-1);
    if (last && computeMagnitude(last.most) === computeMagnitude(weight)) {
      last.end = end;
      last.most = Math.max(last.most, weight);
    } else tier.classes.push({ start: position, end, most: weight });
  });
  return { weights, tiers };
}

function computeMagnitude(weight: number): number {
  return Math.floor(Math.log2(weight));
}
