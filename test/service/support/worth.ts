/** Compares an assignment of campaigns to zones with the best one, found by exhaustive search. */

/** Campaigns by number: their tier, lower is better, and the zones that each may serve. */
export interface Supply {
  tiers: readonly number[];
  remaining: readonly number[];
}

/** Zones served and different campaigns of each tier, from the best tier down. */
type Worth = number[];

export function computeWorth(given: readonly (number | undefined)[], tiers: readonly number[]): Worth {
  const levels = [...new Set(tiers)].sort((a, b) => a - b);
  return levels.flatMap((level) => {
    const served = given.filter((campaign) => campaign !== undefined && tiers[campaign] === level);
    return [served.length, new Set(served).size];
  });
}

/** Returns the greatest worth of all assignments. `zones`: campaigns that each zone accepts. */
export function findBestWorth(zones: readonly (readonly number[])[], { tiers, remaining }: Supply): Worth {
  let best: Worth = [];
  const visit = (given: (number | undefined)[]): void => {
    const next = zones[given.length];
    if (!next) {
      const worth = computeWorth(given, tiers);
      if (isBetter(worth, best)) best = worth;
      return;
    }
    visit([...given, undefined]);
    for (const campaign of next) {
      const times = given.filter((other) => other === campaign).length;
      if (times < (remaining[campaign] ?? 0)) visit([...given, campaign]);
    }
  };
  visit([]);
  return best;
}

function isBetter(one: Worth, other: Worth): boolean {
  const at = one.findIndex((count, place) => count !== other[place]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? -1);
}
