/** Finds campaigns that no zone can ever show. */
import type { Catalogue } from "../catalogue/catalogue.ts";
import { hasBit } from "./bitSet.ts";
import { indexCampaigns } from "./campaignIndex.ts";

/** Returns the positions of unreachable campaigns in the catalogue's list, without paused and deleted ones. */
export function findUnreachable(catalogue: Catalogue): number[] {
  const { campaigns, zones } = indexCampaigns(catalogue);
  const accepted = [...new Set([...zones.values()].map((zone) => zone.accepted))];
  const unreachable = campaigns.flatMap(({ campaign }, position) =>
    !campaign.active || accepted.some((bits) => hasBit(bits, position)) ? [] : [campaign.id],
  );
  return catalogue.data.campaigns.flatMap(({ id }, at) => (unreachable.includes(id) ? [at] : []));
}
