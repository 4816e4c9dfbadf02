/** Addresses of the pages of objects. */
import type { ManagedKind, PerformanceObject } from "../../protocol/management.ts";
import { CAMPAIGNS, CHANGES, INVENTORY, type PageName } from "../app/router.ts";

const ADDRESSES: Record<PerformanceObject, string> = {
  publisher_id: `${INVENTORY}&account=`,
  site_id: `${INVENTORY}&site=`,
  zone_id: `${INVENTORY}&zone=`,
  advertiser_id: `${CAMPAIGNS}&account=`,
  campaign_id: `${CAMPAIGNS}&campaign=`,
  variation_id: `${CAMPAIGNS}&creative=`,
};

/** Returns the address of an object's page. `kind`: the grouping of reports whose values are such objects. */
export function linkTo(kind: PerformanceObject, id: number | string): string {
  return ADDRESSES[kind] + id;
}

/** Returns the address of all changes of an entry, or of a campaign with its creatives. */
export function linkToChanges(of: { kind: ManagedKind; id: number } | { campaign: number }): string {
  return "campaign" in of ? `${CHANGES}&campaign=${of.campaign}` : `${CHANGES}&kind=${of.kind}&id=${of.id}`;
}

/**
 * Returns the address of the page for a grouping's value; undefined when there is none, or the account may not open it.
 */
export function findPage(
  grouping: string,
  id: number | string,
  pages: readonly PageName[],
): string | undefined {
  if (!Object.hasOwn(ADDRESSES, grouping)) return undefined;
  const address = linkTo(grouping as PerformanceObject, id);
  const place = new URLSearchParams(address).get("place");
  return pages.some((page) => page === place) ? address : undefined;
}
