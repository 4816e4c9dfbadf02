/** Lists the ids that imported lines are checked against, in the form that is copied to the reading thread. */
import type { Campaign, Catalogue } from "../catalogue/catalogue.ts";
import { findNetwork } from "../catalogue/networks.ts";
import type { Owners } from "./lineOwners.ts";
import type { LazyTables } from "./sendTables.ts";

type Row = readonly [id: number, value: object];

/** `network`: lists only entries of this network; absent: all entries. */
export function createOwnerTables(catalogue: Catalogue, network?: number): LazyTables {
  const isOwn = (id: number | undefined) => {
    const account = id === undefined ? undefined : catalogue.accounts.get(id);
    return network === undefined || (account !== undefined && findNetwork(account) === network);
  };
  const { accounts, sites, zones, campaigns } = catalogue.data;
  function* select<T>(
    entries: readonly T[],
    readAccount: (entry: T) => number | undefined,
    listRows: (entry: T) => Iterable<Row>,
  ): Generator<Row, void> {
    for (const entry of entries) if (isOwn(readAccount(entry))) yield* listRows(entry);
  }
  const selectCampaigns = (listRows: (campaign: Campaign) => Iterable<Row>) =>
    select(campaigns, ({ account }) => account, listRows);
  return {
    accounts: select(
      accounts,
      ({ id }) => id,
      ({ id, role, goalSources }) => [[id, { role, goalSources }]],
    ),
    sites: select(
      sites,
      ({ account }) => account,
      ({ id, account, hostname, category }) => [[id, { id, account, hostname, category }]],
    ),
    zones: select(
      zones,
      ({ site }) => catalogue.sites.get(site)?.account,
      ({ id, site, size }) => [[id, { id, site, size }]],
    ),
    campaigns: selectCampaigns((campaign) => [[campaign.id, pickCampaign(campaign)]]),
    variations: selectCampaigns((campaign) => {
      const owner = { campaign: pickCampaign(campaign) };
      return campaign.variations.map(({ id }) => [id, owner]);
    }),
  } satisfies Record<keyof Owners, LazyTables[string]>;
}

function pickCampaign({ id, account, offer, offerLandingPage }: Campaign) {
  return { id, account, offer, offerLandingPage };
}
