/** Collections: names of the ids that filters and groups use. */

import { mayAsk, selectScope } from "../accounts/visibleFacts.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { findNetwork } from "../catalogue/networks.ts";
import { listCountries } from "../net/countries.ts";
import { TIMEZONES } from "../values/timezones.ts";
import {
  adTypes,
  browsers,
  devices,
  deviceTypes,
  languages,
  operatingSystems,
} from "../values/visitorDimensions.ts";

/** Entries of a collection as an account sees them. */
export type List = (catalogue: Catalogue, account: Account) => readonly unknown[];

/** Collections that are the same for every account. */
export const SHARED_COLLECTIONS = {
  countries: () => listCountries(),
  timezones: () => TIMEZONES,
  browsers: () => browsers.entries(),
  operating_systems: () => operatingSystems.entries(),
  devices: () => devices.entries(),
  device_types: () => deviceTypes.entries(),
  languages: () => languages.entries().map((entry) => ({ ...entry, code: languages.codes[entry.id - 1] })),
  ad_types: () => adTypes.entries(),
  categories: ({ data }) => data.categories.map(({ id, name }) => ({ id, name })),
  carriers: ({ data }) => data.carriers.map(({ id, name }) => ({ id, name })),
  regions: ({ data }) => data.regions.map(({ id, name, country }) => ({ id, name, country_iso: country })),
} satisfies Record<string, List>;

/** Entries of the account, or of a network's members. */
export const OWN_COLLECTIONS = {
  campaigns: (catalogue, account) => {
    const owners = listOwners(catalogue, account, "advertiser");
    const campaigns = catalogue.data.campaigns.filter((campaign) => owners.has(campaign.account));
    return campaigns.map(({ id, name, active, deleted }) => ({ id, name, active: active && !deleted }));
  },
  variations: (catalogue, account) => {
    const owners = listOwners(catalogue, account, "advertiser");
    const campaigns = catalogue.data.campaigns.filter((campaign) => owners.has(campaign.account));
    return campaigns.flatMap((campaign) =>
      campaign.variations.map(({ id, name = `Variation ${id}`, size }) => {
        return { id, name, size, campaign_id: campaign.id };
      }),
    );
  },
  offers: (catalogue, account) => listOffers(catalogue, account).map(({ id, name }) => ({ id, name })),
  offer_landing_pages: (catalogue, account) => {
    const offers = new Set(listOffers(catalogue, account).map(({ id }) => id));
    const pages = catalogue.data.offerLandingPages.filter(({ offer }) => offers.has(offer));
    return pages.map(({ id, name, offer }) => ({ id, name, offer_id: offer }));
  },
  sites: (catalogue, account) =>
    listSites(catalogue, account).map(({ id, name, hostname }) => ({ id, name, hostname })),
  zones: (catalogue, account) => {
    const sites = new Set(listSites(catalogue, account).map(({ id }) => id));
    const zones = catalogue.data.zones.filter(({ site }) => sites.has(site));
    return zones.map(({ id, name, size, site }) => ({ id, name, size, site_id: site }));
  },
  /** Advertisers that the account's sites can block. Publishers see only those with a campaign. */
  advertisers: (catalogue, account) => {
    if (account.role === "advertiser") return [];
    const { accounts, campaigns } = catalogue.data;
    const running = new Set(campaigns.filter(({ deleted }) => !deleted).map((campaign) => campaign.account));
    const network = findNetwork(account);
    return accounts
      .filter((other) => other.role === "advertiser" && findNetwork(other) === network)
      .filter(({ id }) => account.role === "network" || running.has(id))
      .map(({ id, name }) => ({ id, name }));
  },
} satisfies Record<string, List>;

function listSites(catalogue: Catalogue, account: Account) {
  const owners = listOwners(catalogue, account, "publisher");
  return catalogue.data.sites.filter((site) => owners.has(site.account));
}

function listOffers(catalogue: Catalogue, account: Account) {
  const owners = listOwners(catalogue, account, "advertiser");
  return catalogue.data.offers.filter((offer) => owners.has(offer.account));
}

function listOwners(
  catalogue: Catalogue,
  account: Account,
  role: "advertiser" | "publisher",
): ReadonlySet<number> {
  return new Set(mayAsk(account, role) ? selectScope(account, role, catalogue).accounts : []);
}
