/**
 * Candidates of a zone, drawn by tier and weight. They are never enumerated: words of bits are counted, and whether a
 * candidate may be taken is checked when it is drawn.
 */

import {
  type Bits,
  clearBit,
  countBits,
  findBit,
  hasBit,
  intersect,
  listBits,
  selectBit,
  unite,
} from "./bitSet.ts";
import type { Random } from "./random.ts";
import type { Ranking, Tier, WeightClass } from "./ranking.ts";
import { chooseWeighted } from "./weightedChoice.ts";

/** Rejected draws after which the remaining candidates of the tier are enumerated. */
const MOST_REFUSED = 16;
/** An attempt fails with a probability below one half, so this many failures in a row practically never happen. */
const MOST_ATTEMPTS = 64;

type MayTake = (position: number) => boolean;

/** Remaining candidates of one weight class. */
interface Share {
  weightClass: WeightClass;
  count: number;
}

export class Candidates {
  readonly #ranking: Ranking;
  readonly #sets: readonly Bits[];
  /** Candidates that were not dropped. */
  readonly #left: Bits;
  /** Best tier with remaining candidates. */
  #tier: Tier | undefined;
  /** Weight classes of the tier with remaining candidates. */
  #shares: Share[] = [];

  /** `sets`: their intersection contains the candidates. */
  constructor(ranking: Ranking, sets: readonly Bits[]) {
    this.#ranking = ranking;
    this.#sets = sets;
    this.#left = intersect(sets);
  }

  /** Number of the best tier with remaining candidates; Infinity without any. */
  get tier(): number {
    return this.#findTier() && this.#tier ? this.#tier.number : Number.POSITIVE_INFINITY;
  }

  /** Whether a position is a candidate, dropped or not. */
  has(position: number): boolean {
    for (const bits of this.#sets) if (!hasBit(bits, position)) return false;
    return true;
  }

  /** Adds the remaining candidates to a set. */
  addTo(bits: Bits): void {
    unite(bits, this.#left);
  }

  /** Counts the remaining candidates, up to a little more than `most`. */
  countUpTo(most: number): number {
    let count = 0;
    for (let start = 0; start < this.#ranking.weights.length && count <= most; start += 32)
      count += countBits(this.#left, start, start + 32);
    return count;
  }

  /**
   * Draws a candidate of the best tier by weight; undefined when none may be taken. Drops drawn candidates that may not
   * be taken.
   */
  draw(mayTake: MayTake, random: Random): number | undefined {
    for (let refused = 1; ; refused++) {
      const position = this.#findTier() ? this.#drawOne(random) : undefined;
      if (position === undefined || mayTake(position)) return position;
      this.#drop(position);
      if (refused % MOST_REFUSED === 0) this.#dropRefused(mayTake);
    }
  }

  /** Lists the candidates that may be taken, in the best tier that contains any. */
  listBest(mayTake: MayTake): number[] {
    while (this.#findTier()) {
      this.#dropRefused(mayTake);
      if (this.#shares.length > 0) return this.#listTier();
    }
    return [];
  }

  /** Finds the next tier with candidates; false when there is none. */
  #findTier(): boolean {
    if (this.#shares.length > 0) return true;
    const first = findBit(this.#left, this.#tier?.end ?? 0);
    this.#tier = first === undefined ? undefined : this.#ranking.tiers[first];
    this.#countShares();
    return this.#tier !== undefined;
  }

  #countShares(): void {
    this.#shares = [];
    for (const weightClass of this.#tier?.classes ?? []) {
      const count = countBits(this.#left, weightClass.start, weightClass.end);
      if (count > 0) this.#shares.push({ weightClass, count });
    }
  }

  /**
   * Draws by rejection sampling: as if all weights of a class were the greatest, keeping a draw with the probability of
   * its own weight. https://en.wikipedia.org/wiki/Rejection_sampling
   */
  #drawOne(random: Random): number | undefined {
    for (let attempt = 1; ; attempt++) {
      const share = chooseWeighted(this.#shares, weighShare, random);
      if (!share) return undefined;
      const { weightClass, count } = share;
      const position = selectBit(this.#left, weightClass.start, Math.floor(random() * count));
      const weight = this.#ranking.weights[position] ?? 0;
      if (random() * weightClass.most < weight || attempt === MOST_ATTEMPTS) return position;
    }
  }

  #drop(position: number): void {
    clearBit(this.#left, position);
    const share = this.#shares.find(({ weightClass }) => position < weightClass.end);
    if (share) share.count -= 1;
    this.#shares = this.#shares.filter(({ count }) => count > 0);
  }

  #dropRefused(mayTake: MayTake): void {
    for (const { weightClass } of this.#shares) {
      for (const position of listBits(this.#left, weightClass.start, weightClass.end))
        if (!mayTake(position)) clearBit(this.#left, position);
    }
    this.#countShares();
  }

  #listTier(): number[] {
    return this.#shares.flatMap(({ weightClass: { start, end } }) => listBits(this.#left, start, end));
  }
}

function weighShare({ weightClass, count }: Share): number {
  return weightClass.most * count;
}
