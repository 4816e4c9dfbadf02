/** Creatives that ran in the zones of a site in the last seven days, for those who manage the site. */
import type { ShownCreative } from "../../protocol/management.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { type Facts, sumFacts } from "../facts/sumFacts.ts";
import { flatMapSliced, runInSlices } from "../runtime/slices.ts";
import { DAY_MS } from "../values/day.ts";
import { findEntry } from "./entries.ts";

interface ShownParts {
  facts: Facts;
  catalogue: () => Catalogue;
  now: () => number;
}

const DAYS = 7;
/** Maximum creatives of a site; less shown ones are left out. */
const MAX_SHOWN = 1000;
/** Events are stored by the second, so the end is the next full second. */
const SECOND_MS = 1000;

/**
 * Lists the most shown ones with their current picture and landing page. Publishers see advertisers, which they can block,
 * but no campaigns.
 */
export async function listShownCreatives(
  viewer: Account,
  site: number,
  { facts, catalogue: current, now }: ShownParts,
  signal: AbortSignal,
): Promise<ShownCreative[]> {
  const catalogue = current();
  findEntry(catalogue, "sites", site, viewer);
  const rows = await sumFacts(
    facts,
    {
      from: now() - DAYS * DAY_MS,
      until: now() + SECOND_MS,
      conditions: [{ value: { column: "site_id" }, within: [site] }],
      groups: [{ column: "campaign_id" }, { column: "variation_id" }],
      counters: ["impressions", "clicks", "publisher_revenue"],
      limit: MAX_SHOWN,
      isRanked: true,
    },
    signal,
  );
  const describe = ([campaign, variation, ...sums]: string[]): ShownCreative[] => {
    const [impressions = 0, clicks = 0, revenue = 0] = sums.map(Number);
    const { account, variations = [] } = catalogue.campaigns.get(Number(campaign)) ?? {};
    const creative = variations.find(({ id }) => id === Number(variation));
    const advertiser = catalogue.accounts.get(account ?? 0);
    if (!creative || !advertiser || impressions + clicks === 0) return [];
    const { id, size, image, url } = creative;
    const owner = { id: advertiser.id, name: advertiser.name };
    return [{ id, size, image, url, advertiser: owner, impressions, clicks, revenue }];
  };
  const shown = await runInSlices(flatMapSliced(rows, describe));
  return shown.sort((a, b) => b.impressions - a.impressions || a.id - b.id);
}
