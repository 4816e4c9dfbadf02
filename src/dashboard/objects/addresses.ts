/** Addresses of the pages of objects. */
import type { PerformanceObject } from "../../protocol/management.ts";
import { CAMPAIGNS, INVENTORY, type PageName } from "../app/router.ts";

const ADDRESSES: Record<PerformanceObject, string> = {
  publisher_id: `${INVENTORY}&account=`,
  site_id: `${INVENTORY}&site=`,
  zone_id: `${INVENTORY}&zone=`,
  advertiser_id: `${CAMPAIGNS}&account=`,
  campaign_id: `${CAMPAIGNS}&campaign=`,
  variation_id: `${CAMPAIGNS}&creative=`,
};

/** Address of the page of an object, named by the grouping of reports that it is a value of. */
export function linkTo(kind: PerformanceObject, id: number | string): string {
  return ADDRESSES[kind] + id;
}

/** Address of the page of a value of a grouping; undefined where there is none that the account may open. */
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
