/** In which order campaigns are chosen from, arranged so that drawing one by weight needs no list of them. */

export interface Ranked {
  /** Those of a lower tier are chosen from first. */
  tier: number;
  weight: number;
}

export interface Ranking {
  /** By position. */
  weights: Float64Array;
  /** The tier that each position is in. */
  tiers: readonly Tier[];
}

/** Neighbouring positions that are chosen from at the same time. */
export interface Tier {
  number: number;
  classes: WeightClass[];
  /** The position after its last. */
  end: number;
}

/** Neighbouring positions of one tier whose weights differ by less than a factor of two. */
export interface WeightClass {
  start: number;
  /** The position after its last. */
  end: number;
  /** The greatest weight. */
  most: number;
}

/** The order in which a ranking takes its items: by tier, and then so that there are few classes. */
export function compareRanks(a: Ranked, b: Ranked): number {
  return a.tier - b.tier || computeMagnitude(b.weight) - computeMagnitude(a.weight);
}

/** `ranked`: by position, in ascending order of tiers. */
export function createRanking(ranked: readonly Ranked[]): Ranking {
  const tiers: Tier[] = [];
  for (const [position, { weight, tier: number }] of ranked.entries()) {
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
  }
  return { weights: Float64Array.from(ranked, ({ weight }) => weight), tiers };
}

function computeMagnitude(weight: number): number {
  return Math.floor(Math.log2(weight));
}
