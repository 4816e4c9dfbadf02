/**
 * Assigns candidates to the zones of a request, so that as many zones as possible get different campaigns.
 *
 * A zone draws by weight among its best free candidates. When none is free, other zones move along an augmenting path,
 * which makes the matching maximum: https://en.wikipedia.org/wiki/Maximum_cardinality_matching Only then are campaigns
 * repeated.
 *
 * An assigned campaign stays assigned, to this zone or another. A zone without a free candidate therefore has fewer
 * candidates than the request has zones, so only short lists of candidates are ever enumerated.
 */

import type { Candidates } from "./candidates.ts";
import type { Random } from "./random.ts";
import type { Ranking } from "./ranking.ts";
import { chooseWeighted } from "./weightedChoice.ts";

interface AssignmentRules {
  ranking: Ranking;
  /** Maximum zones for the campaign at a position. */
  remaining: (position: number) => number;
  random: Random;
}

/** A zone of the request with its assigned position. */
interface Zone {
  candidates: Candidates;
  position?: number;
}

/** Returns a position for each zone; undefined where no candidate is left. Zones may share candidates. */
export function assign(zones: readonly Candidates[], rules: AssignmentRules): (number | undefined)[] {
  const assignment = new Assignment(rules);
  const given: Zone[] = zones.map((candidates) => ({ candidates }));
  // Zones with few candidates come first, so that few zones have to move later.
  const order = given
    .map((zone) => ({ zone, size: zone.candidates.countUpTo(zones.length) }))
    .sort((a, b) => a.size - b.size);
  for (const { zone } of order) assignment.giveDifferent(zone);
  for (const { zone } of order) assignment.giveRepeated(zone);
  return given.map(({ position }) => position);
}

class Assignment {
  readonly #rules: AssignmentRules;
  /** Zones by the position assigned to them. */
  readonly #holders = new Map<number, Zone>();
  readonly #times = new Map<number, number>();
  /**
   * Positions from which a search found no free campaign. Later searches skip them, because they would find none
   * either.
   */
  readonly #exhausted = new Set<number>();
  /** Candidates of zones for which a search found no free campaign. */
  readonly #hopeless = new Set<Candidates>();
  /** Assigned positions among the candidates; final, because repeating campaigns assigns no further positions. */
  readonly #repeatable = new Map<Candidates, number[]>();

  constructor(rules: AssignmentRules) {
    this.#rules = rules;
  }

  /** Assigns a campaign that no other zone has, if possible. */
  giveDifferent(zone: Zone): void {
    const { candidates } = zone;
    if (this.#hopeless.has(candidates) || this.#giveFree(zone)) return;
    const visited = new Set<number>();
    if (this.#augment(zone, visited)) return;
    this.#hopeless.add(candidates);
    for (const position of visited) this.#exhausted.add(position);
  }

  /** Repeats a campaign that is assigned to another zone, if the zone has none. */
  giveRepeated(zone: Zone): void {
    if (zone.position !== undefined) return;
    const { ranking, remaining, random } = this.#rules;
    const { candidates } = zone;
    const repeatable = this.#repeatable.get(candidates) ?? this.#listGiven(candidates);
    this.#repeatable.set(candidates, repeatable);
    const left = repeatable.filter((position) => remaining(position) > this.#count(position));
    const chosen = chooseBest(ranking, left, random);
    if (chosen === undefined) return;
    zone.position = chosen;
    this.#times.set(chosen, this.#count(chosen) + 1);
  }

  #count(position: number): number {
    return this.#times.get(position) ?? 1;
  }

  /** Assigns a free campaign, if there is one. */
  #giveFree(zone: Zone): boolean {
    const free = zone.candidates.draw(this.#isFree, this.#rules.random);
    if (free === undefined) return false;
    this.#give(zone, free);
    return true;
  }

  readonly #isFree = (position: number) =>
    !this.#holders.has(position) && this.#rules.remaining(position) > 0;

  #give(zone: Zone, position: number): void {
    zone.position = position;
    this.#holders.set(position, zone);
  }

  /** Takes a campaign from a zone that can get another campaign instead. */
  #augment(zone: Zone, visited: Set<number>): boolean {
    const { ranking, random } = this.#rules;
    const given = this.#listGiven(zone.candidates);
    const unvisited = given.filter((position) => !visited.has(position) && !this.#exhausted.has(position));
    for (const position of shuffle(ranking, unvisited, random)) {
      const holder = this.#holders.get(position);
      // Visited on another path of this search.
      if (!holder || visited.has(position)) continue;
      visited.add(position);
      if (!this.#giveFree(holder) && !this.#augment(holder, visited)) continue;
      this.#give(zone, position);
      return true;
    }
    return false;
  }

  /** Lists the assigned positions among the candidates. */
  #listGiven(candidates: Candidates): number[] {
    return [...this.#holders.keys()].filter((position) => candidates.has(position));
  }
}

/** Chooses one of the best tier by weight. */
function chooseBest(ranking: Ranking, positions: readonly number[], random: Random): number | undefined {
  const tiers = positions.map((position) => readTier(ranking, position));
  const best = Math.min(...tiers);
  const first = positions.filter((_, at) => tiers[at] === best);
  return chooseWeighted(first, (position) => readWeight(ranking, position), random);
}

/**
 * Orders positions by tier, and each tier randomly by weight.
 * https://en.wikipedia.org/wiki/Reservoir_sampling#Algorithm_A-Res
 */
export function shuffle(ranking: Ranking, positions: readonly number[], random: Random): number[] {
  return positions
    .map((position) => ({
      position,
      tier: readTier(ranking, position),
      key: -Math.log(1 - random()) / readWeight(ranking, position),
    }))
    .sort((a, b) => a.tier - b.tier || a.key - b.key)
    .map(({ position }) => position);
}

/** Returns the tier of a position. Positions outside of the ranking come last, without a weight. */
function readTier({ tiers }: Ranking, position: number): number {
  return tiers[position]?.number ?? Number.POSITIVE_INFINITY;
}

function readWeight({ weights }: Ranking, position: number): number {
  return weights[position] ?? 0;
}
