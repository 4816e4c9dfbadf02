/** Parts of a placement that counts in memory, and locates nobody. */
import { LocalBudgets } from "../../../src/service/delivery/localBudgets.ts";
import { LocalFrequencyCaps } from "../../../src/service/delivery/localFrequency.ts";
import { createTokens } from "../../../src/service/signing/token.ts";

/** `life`: milliseconds for which tracking URLs and reservations are valid. */
export function createPlacementParts(life = 60_000) {
  return {
    epoch: 1,
    budgets: new LocalBudgets(life),
    frequencyCaps: new LocalFrequencyCaps({ reservationLife: life }),
    tokens: createTokens(Buffer.alloc(32), life),
    locate: () => ({}),
    random: () => 0.5,
  };
}
