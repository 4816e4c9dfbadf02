/** Reads explanations to their end. */
import type { CampaignExplanation } from "../../../src/protocol/management.ts";
import type { Placement } from "../../../src/service/placement/placement.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";

export function explainAll(
  placement: Placement,
  ...asked: Parameters<Placement["explain"]>
): (CampaignExplanation[] | undefined)[] {
  return runAtOnce(placement.explain(...asked)).map((zone) => zone && [...zone]);
}
