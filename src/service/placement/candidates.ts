/**
 * The campaigns that could serve a zone, to draw from by tier and weight. Neither preparing nor drawing looks at each of
 * them: they are counted by words of bits, and what may not be taken is found out when it is drawn.
 */
import type { Random } from "../values/random.ts";
import { chooseWeighted } from "../values/weightedChoice.ts";
import { type Bits, clearBit, countBits, findBit, hasBit, intersect, listBits, selectBit } from "./bitSet.ts";
import type { Ranking, Tier, WeightClass } from "./ranking.ts";

/** After so many refused draws, the rest of the tier is looked at one by one. */
const MOST_REFUSED = 16;
/** An attempt fails in less than half of all cases, so that as many in a row never do. */
const MOST_ATTEMPTS = 64;

export type MayTake = (position: number) => boolean;

/** The candidates of one weight class that are left. */
interface Share {
  weightClass: WeightClass;
  count: number;
}

export class Candidates {
  readonly #ranking: Ranking;
  readonly #sets: readonly Bits[];
  /** Those that were not dropped. */
  readonly #left: Bits;
  /** The best one that has candidates left. */
  #tier: Tier | undefined;
  /** Its classes that have. */
  #shares: Share[] = [];

  /** `sets`: the candidates are what is in each of them. */
  constructor(ranking: Ranking, sets: readonly Bits[]) {
    this.#ranking = ranking;
    this.#sets = sets;
    this.#left = intersect(sets);
  }

  /** Whether it is one of the candidates, dropped or not. */
  has(position: number): boolean {
    for (const bits of this.#sets) if (!hasBit(bits, position)) return false;
    return true;
  }

  /** How many are left, or more than `most` as soon as that is certain. */
  countUpTo(most: number): number {
    let count = 0;
    for (let start = 0; start < this.#ranking.weights.length && count <= most; start += 32)
      count += countBits(this.#left, start, start + 32);
    return count;
  }

  /**
   * One of the best tier by weight, of those that may be taken; undefined when there is none. Those that may not are
   * dropped for good.
   */
  draw(mayTake: MayTake, random: Random): number | undefined {
    for (let refused = 1; ; refused++) {
      const position = this.#findTier() ? this.#drawOne(random) : undefined;
      if (position === undefined || mayTake(position)) return position;
      this.#drop(position);
      if (refused % MOST_REFUSED === 0) this.#dropRefused(mayTake);
    }
  }

  /** All of the best tier that has any that may be taken. */
  listBest(mayTake: MayTake): number[] {
    while (this.#findTier()) {
      this.#dropRefused(mayTake);
      if (this.#shares.length > 0) return this.#listTier();
    }
    return [];
  }

  /** Goes on to the next tier when one is used up; false when there is none. */
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
   * Draws as if all of a class had its greatest weight, and keeps what was drawn as often as its own weight says:
   * https://en.wikipedia.org/wiki/Rejection_sampling
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
