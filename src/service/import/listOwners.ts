/** Lists the ids that imported lines are checked against, in the form that is copied to the reading thread. */
import type { Catalogue } from "../catalogue/catalogue.ts";
import { findNetwork } from "../catalogue/networks.ts";
import type { Owners } from "./line.ts";
import { convertLazily, type LazyTables } from "./sendTables.ts";

/** `network`: the only one whose entries exist for the lines; absent: all. */
export function listOwners(catalogue: Catalogue, network?: number): LazyTables {
  const isOwn = (id: number | undefined) => {
    const account = id === undefined ? undefined : catalogue.accounts.get(id);
    return network === undefined || (account !== undefined && findNetwork(account) === network);
  };
  const select = <T>(
    map: ReadonlyMap<number, T>,
    readAccount: (value: T) => number | undefined,
    convert: (value: T) => object,
  ) => convertLazily(map, (value) => (isOwn(readAccount(value)) ? convert(value) : undefined));
  return {
    accounts: select(
      catalogue.accounts,
      ({ id }) => id,
      ({ role }) => ({ role }),
    ),
    sites: select(
      catalogue.sites,
      ({ account }) => account,
      ({ id, account, hostname, category }) => ({ id, account, hostname, category }),
    ),
    zones: select(
      catalogue.zones,
      ({ site }) => catalogue.sites.get(site)?.account,
      ({ id, site, size }) => ({ id, site, size }),
    ),
    campaigns: select(catalogue.campaigns, ({ account }) => account, pickCampaign),
    variations: select(
      catalogue.variations,
      ({ campaign }) => campaign.account,
      ({ campaign }) => ({ campaign: pickCampaign(campaign) }),
    ),
  } satisfies Record<keyof Owners, LazyTables[string]>;
}

function pickCampaign({ id, account, offer, offerLandingPage }: Catalogue["data"]["campaigns"][number]) {
  return { id, account, offer, offerLandingPage };
}
