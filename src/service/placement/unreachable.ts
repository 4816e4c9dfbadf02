/** Finds campaigns that no zone can ever show, and those that are shown where another currency counts. */
import type { Catalogue } from "../catalogue/catalogue.ts";
import { hasBit } from "./bitSet.ts";
import { indexCampaigns } from "./campaignIndex.ts";

interface Unreachable {
  /** Position of the campaign in the catalogue's list. */
  at: number;
  /** Whether only the suspension of the zones' accounts prevents it. */
  isSuspended: boolean;
}

/** Finds unreachable campaigns, without deleted ones, paused ones and those of suspended accounts. */
export function findUnreachable(catalogue: Catalogue): Unreachable[] {
  const unreachable = listUnreachable(catalogue);
  const lifted = new Map(
    catalogue.data.accounts.map((account) => [account.id, { ...account, suspended: false }]),
  );
  const unsuspended = listUnreachable({ ...catalogue, accounts: lifted });
  return catalogue.data.campaigns.flatMap(({ id, account }, at) =>
    unreachable.has(id) && !catalogue.accounts.get(account)?.suspended
      ? [{ at, isSuspended: !unsuspended.has(id) }]
      : [],
  );
}

/** Lists the ids of active campaigns that no zone accepts. */
function listUnreachable(catalogue: Catalogue): Set<number> {
  const { campaigns, zones } = indexCampaigns(catalogue);
  const accepted = [...new Set([...zones.values()].map((zone) => zone.accepted))];
  const unreachable = campaigns.flatMap(({ campaign }, position) =>
    !campaign.active || accepted.some((bits) => hasBit(bits, position)) ? [] : [campaign.id],
  );
  return new Set(unreachable);
}

/** A campaign whose advertiser has another currency than the publisher of a zone that can show it. */
interface ForeignCurrency {
  /** Position of the campaign in the catalogue's list. */
  at: number;
  currency: string;
  zone: number;
  other: string;
}

/** Finds one such zone for each campaign that is neither paused nor deleted. */
export function findForeignCurrencies(catalogue: Catalogue): ForeignCurrency[] {
  const findCurrency = (account: number | undefined) => catalogue.accounts.get(account ?? 0)?.currency ?? "";
  if (new Set(catalogue.data.accounts.map(({ currency }) => currency)).size < 2) return [];
  const { campaigns, zones } = indexCampaigns(catalogue);
  const places = [...zones].map(([zone, { accepted }]) => {
    const site = catalogue.sites.get(catalogue.zones.get(zone)?.site ?? 0);
    return { zone, accepted, other: findCurrency(site?.account) };
  });
  const found = new Map<number, Omit<ForeignCurrency, "at">>();
  for (const [position, { campaign }] of campaigns.entries()) {
    const currency = findCurrency(campaign.account);
    const place = places.find(({ accepted, other }) => other !== currency && hasBit(accepted, position));
    if (campaign.active && place) found.set(campaign.id, { currency, zone: place.zone, other: place.other });
  }
  return catalogue.data.campaigns.flatMap(({ id }, at) => {
    const foreign = found.get(id);
    return foreign ? [{ at, ...foreign }] : [];
  });
}
