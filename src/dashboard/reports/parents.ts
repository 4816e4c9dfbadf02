/** Parents of groupings: a zone belongs to a site, a site to a publisher. */
import type { Grouping } from "../../protocol/statistics.ts";

/** Groupings whose values have a parent, with its grouping and the field of its name. */
export const PARENTS: Partial<Record<Grouping, readonly [Grouping, string]>> = {
  site_id: ["publisher_id", "publisher_name"],
  zone_id: ["site_id", "site_name"],
  campaign_id: ["advertiser_id", "advertiser_name"],
  variation_id: ["campaign_id", "campaign_name"],
};

export function hasParent(grouping: Grouping): boolean {
  return grouping in PARENTS;
}
