/**
 * Gives each zone of a request one of its candidates, so that as many zones as possible have different ones.
 *
 * A zone draws by weight among the best of its candidates that are free. When none is, zones that have one of them move
 * to others along an augmenting path, which makes the matching maximum: https://en.wikipedia.org/wiki/Maximum_cardinality_matching
 * Only then are candidates repeated.
 */
import { chooseWeighted, type Random } from "../values/random.ts";

/** Positions of campaigns that could serve a zone, in tiers: each tier goes before the next. */
export type Candidates = readonly (readonly number[])[];

export interface AssignmentRules {
  /** By position. */
  weights: ArrayLike<number>;
  /** How many zones a campaign may be given, at least one for every candidate. */
  remaining: (position: number) => number;
  random: Random;
}

/** A position for each zone; undefined where no candidate is left. */
export function assign(zones: readonly Candidates[], rules: AssignmentRules): (number | undefined)[] {
  const assignment = new Assignment(zones, rules);
  // Zones with few candidates first: then few have to move later.
  const sizes = zones.map(countCandidates);
  const order = zones.map((_, zone) => zone).sort((a, b) => (sizes[a] as number) - (sizes[b] as number));
  for (const zone of order) assignment.giveDifferent(zone);
  for (const zone of order) assignment.giveRepeated(zone);
  return assignment.positions;
}

class Assignment {
  readonly positions: (number | undefined)[];
  readonly #zones: readonly Candidates[];
  readonly #rules: AssignmentRules;
  /** The zone that has a campaign, by position. */
  readonly #holders = new Map<number, number>();
  readonly #times = new Map<number, number>();
  /** Positions from which no search has found a free campaign, so that none ever will. */
  #exhausted = new Set<number>();

  constructor(zones: readonly Candidates[], rules: AssignmentRules) {
    this.#zones = zones;
    this.#rules = rules;
    this.positions = zones.map(() => undefined);
  }

  /** Gives the zone a campaign that no other zone has, if any assignment does. */
  giveDifferent(zone: number): void {
    const free = this.#drawFree(zone);
    if (free !== undefined) {
      this.#give(zone, free);
      return;
    }
    const visited = new Set(this.#exhausted);
    if (!this.#augment(zone, visited)) this.#exhausted = visited;
  }

  /** Gives a zone that has none a campaign that other zones have. */
  giveRepeated(zone: number): void {
    if (this.positions[zone] !== undefined) return;
    const position = this.#draw(
      zone,
      (candidate) => this.#rules.remaining(candidate) > this.#count(candidate),
    );
    if (position === undefined) return;
    this.positions[zone] = position;
    this.#times.set(position, this.#count(position) + 1);
  }

  #count(position: number): number {
    return this.#times.get(position) ?? (this.#holders.has(position) ? 1 : 0);
  }

  #give(zone: number, position: number): void {
    this.positions[zone] = position;
    this.#holders.set(position, zone);
  }

  /** Takes a campaign from a zone that can have another one. */
  #augment(zone: number, visited: Set<number>): boolean {
    for (const position of this.#shuffle(zone)) {
      if (visited.has(position)) continue;
      visited.add(position);
      const holder = this.#holders.get(position);
      if (holder === undefined) continue;
      const free = this.#drawFree(holder);
      if (free !== undefined) this.#give(holder, free);
      else if (!this.#augment(holder, visited)) continue;
      this.#give(zone, position);
      return true;
    }
    return false;
  }

  #drawFree(zone: number): number | undefined {
    return this.#draw(zone, (position) => !this.#holders.has(position));
  }

  /** One of the best tier's candidates that may be taken. */
  #draw(zone: number, mayTake: (position: number) => boolean): number | undefined {
    const { weights, random } = this.#rules;
    for (const tier of this.#zones[zone] ?? []) {
      const takeable = tier.filter(mayTake);
      const chosen = chooseWeighted(takeable, (position) => weights[position] ?? 0, random);
      if (chosen !== undefined) return chosen;
    }
    return undefined;
  }

  /**
   * A zone's candidates, tier by tier, each tier in a random order by weight.
   * https://en.wikipedia.org/wiki/Reservoir_sampling#Algorithm_A-Res
   */
  #shuffle(zone: number): number[] {
    const { weights, random } = this.#rules;
    return (this.#zones[zone] ?? []).flatMap((tier) =>
      tier
        .map((position) => ({ position, key: -Math.log(1 - random()) / (weights[position] ?? 1) }))
        .sort((a, b) => a.key - b.key)
        .map(({ position }) => position),
    );
  }
}

function countCandidates(candidates: Candidates): number {
  return candidates.reduce((sum, tier) => sum + tier.length, 0);
}
