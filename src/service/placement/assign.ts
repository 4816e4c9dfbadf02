/**
 * Assigns candidates to the zones of a request, from the best tier down: each tier serves as many zones as possible, with
 * as many different campaigns as possible, and a worse tier only what the better ones leave.
 *
 * A zone draws by weight among its free candidates of the tier. When none is free, other zones move along an augmenting
 * path, which makes the matching maximum: https://en.wikipedia.org/wiki/Maximum_cardinality_matching Then campaigns of the
 * tier are repeated in the same way. Each impression of a campaign is one slot, and a path only adds slots, so taking
 * slots in the order of their worth is optimal for all tiers together: https://en.wikipedia.org/wiki/Weighted_matroid
 *
 * An assigned campaign stays assigned, to this zone or another. A zone without a free candidate therefore has fewer
 * candidates than the request has zones, so only short lists of candidates are ever enumerated.
 */

import { getOrMake } from "../values/getOrMake.ts";
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
  /** Number of candidates, as far as it matters. */
  size: number;
  position: number | undefined;
}

/** Assigned positions among the candidates, as far as they were checked. */
interface Given {
  checked: number;
  positions: number[];
}

/** Takes a position for a zone with these candidates, if one can be had without moving another zone. */
type Take = (candidates: Candidates) => number | undefined;

/** Returns a position for each zone; undefined where no candidate is left. Zones may share candidates. */
export function assign(zones: readonly Candidates[], rules: AssignmentRules): (number | undefined)[] {
  const sizes = new Map<Candidates, number>();
  const given = zones.map((candidates): Zone => {
    const size = getOrMake(sizes, candidates, () => candidates.countUpTo(zones.length));
    return { candidates, size, position: undefined };
  });
  // Zones with few candidates come first, so that few zones have to move later.
  new Assignment(rules).serve([...given].sort((a, b) => a.size - b.size));
  return given.map(({ position }) => position);
}

class Assignment {
  readonly #rules: AssignmentRules;
  /** Zones by the position assigned to them. */
  readonly #holders = new Map<number, Zone[]>();
  /** Assigned positions in the order of their first assignment. */
  readonly #assigned: number[] = [];
  readonly #given = new Map<Candidates, Given>();
  /** The tier that is being assigned. */
  #tier = 0;
  /**
   * Candidates of the zones that could not be served, and of the zones that could move for them. Later searches of the
   * same kind skip them, because they would find nothing either.
   */
  #exhausted = new Set<Candidates>();

  constructor(rules: AssignmentRules) {
    this.#rules = rules;
  }

  serve(zones: readonly Zone[]): void {
    this.#tier = Math.min(...zones.map(({ candidates }) => candidates.tier));
    let unserved = zones;
    while (unserved.length > 0 && this.#tier < Number.POSITIVE_INFINITY) {
      unserved = this.#serveAll(unserved, this.#takeDifferent);
      unserved = this.#serveAll(unserved, this.#takeAgain);
      this.#tier = this.#findNextTier();
    }
  }

  /** Serves as many zones as possible; returns the others. */
  #serveAll(zones: readonly Zone[], take: Take): readonly Zone[] {
    if (zones.length === 0) return zones;
    this.#exhausted = new Set();
    const unserved: Zone[] = [];
    for (const zone of zones) if (!this.#serve(zone, take)) unserved.push(zone);
    return unserved;
  }

  /** Assigns a position to a zone, if possible. Other zones move if they have to. */
  #serve(zone: Zone, take: Take): boolean {
    const { candidates } = zone;
    if (this.#exhausted.has(candidates)) return false;
    const position = take(candidates) ?? this.#search(candidates, take);
    if (position !== undefined) this.#give(zone, position);
    return position !== undefined;
  }

  readonly #takeDifferent: Take = (candidates) => {
    const { ranking, random } = this.#rules;
    const position = candidates.draw(this.#isFree, random);
    return readTier(ranking, position) > this.#tier ? undefined : position;
  };

  readonly #isFree = (position: number) =>
    !this.#holders.has(position) && this.#rules.remaining(position) > 0;

  /** Every position that can still be repeated is of the current tier: the tiers before it are used up. */
  readonly #takeAgain: Take = (candidates) => {
    const { ranking, remaining, random } = this.#rules;
    const left = this.#listGiven(candidates).filter(
      (position) => remaining(position) > this.#listHolders(position).length,
    );
    return chooseWeighted(left, (position) => readWeight(ranking, position), random);
  };

  #search(candidates: Candidates, take: Take): number | undefined {
    const visited = new Set(this.#exhausted);
    const position = this.#free(candidates, take, visited);
    if (position === undefined) this.#exhausted = visited;
    return position;
  }

  /** Frees an assigned position among the candidates, by moving its zone to another position. */
  #free(candidates: Candidates, take: Take, visited: Set<Candidates>): number | undefined {
    const { ranking, random } = this.#rules;
    visited.add(candidates);
    for (const position of shuffle(ranking, this.#listGiven(candidates), random)) {
      for (const holder of this.#listHolders(position)) {
        if (visited.has(holder.candidates)) continue;
        const other = take(holder.candidates) ?? this.#free(holder.candidates, take, visited);
        if (other === undefined) continue;
        this.#give(holder, other);
        return position;
      }
    }
    return undefined;
  }

  #give(zone: Zone, position: number): void {
    const { position: before } = zone;
    if (before !== undefined)
      this.#holders.set(
        before,
        this.#listHolders(before).filter((holder) => holder !== zone),
      );
    zone.position = position;
    const holders = this.#holders.get(position);
    if (holders) holders.push(zone);
    else {
      this.#holders.set(position, [zone]);
      this.#assigned.push(position);
    }
  }

  #listHolders(position: number): readonly Zone[] {
    return this.#holders.get(position) ?? [];
  }

  /** Lists the assigned positions among the candidates. */
  #listGiven(candidates: Candidates): readonly number[] {
    const given = getOrMake(this.#given, candidates, (): Given => ({ checked: 0, positions: [] }));
    for (; given.checked < this.#assigned.length; given.checked++) {
      const position = this.#assigned[given.checked] ?? -1;
      if (candidates.has(position)) given.positions.push(position);
    }
    return given.positions;
  }

  /** Finds the best tier from which an unserved zone can be served, itself or because another zone moves. */
  #findNextTier(): number {
    const { ranking, random } = this.#rules;
    const drawn = [...this.#exhausted].map((candidates) => candidates.draw(this.#isFree, random));
    return Math.min(...drawn.map((position) => readTier(ranking, position)));
  }
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

/** Returns the tier of a position. No position, and one outside of the ranking, come last. */
function readTier({ tiers }: Ranking, position = -1): number {
  return tiers[position]?.number ?? Number.POSITIVE_INFINITY;
}

function readWeight({ weights }: Ranking, position: number): number {
  return weights[position] ?? 0;
}
