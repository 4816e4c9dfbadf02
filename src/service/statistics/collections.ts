/** What ids stand for: the collections that filters and groups refer to. */
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { listCountries } from "../values/countries.ts";
import {
  adTypes,
  browsers,
  devices,
  deviceTypes,
  languages,
  operatingSystems,
} from "../values/dimensions.ts";
import { TIMEZONES } from "../values/timezones.ts";
import { mayAsk, selectScope } from "./access.ts";

type List = (catalogue: Catalogue, account: Account) => readonly unknown[];

/** The same for everybody. */
export const SHARED_COLLECTIONS: Record<string, List> = {
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
};

/** What the account owns, or as a network its members. */
export const OWN_COLLECTIONS: Record<string, List> = {
  campaigns: (catalogue, account) => {
    const owners = listOwners(catalogue, account, "advertiser");
    const campaigns = catalogue.data.campaigns.filter((campaign) => owners.has(campaign.account));
    return campaigns.map(({ id, name, active, deleted }) => ({ id, name, active: active && !deleted }));
  },
  sites: (catalogue, account) =>
    listSites(catalogue, account).map(({ id, name, hostname }) => ({ id, name, hostname })),
  zones: (catalogue, account) => {
    const sites = new Set(listSites(catalogue, account).map(({ id }) => id));
    const zones = catalogue.data.zones.filter(({ site }) => sites.has(site));
    return zones.map(({ id, name, size, site }) => ({ id, name, size, site_id: site }));
  },
};

function listSites(catalogue: Catalogue, account: Account) {
  const owners = listOwners(catalogue, account, "publisher");
  return catalogue.data.sites.filter((site) => owners.has(site.account));
}

function listOwners(
  catalogue: Catalogue,
  account: Account,
  role: "advertiser" | "publisher",
): ReadonlySet<number> {
  return new Set(mayAsk(account, role) ? selectScope(account, role, catalogue).accounts : []);
}
