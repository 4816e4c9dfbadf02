/** Small catalogues for tests, with defaults for all values. */
import { type Account, type Catalogue, parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { hashToken } from "../../../src/service/signing/passwords.ts";

export const SIZE = "300x250";

/** A network, with a publisher and an advertiser that belong to it. */
export const NETWORK = [
  { id: 1, name: "Network", role: "network" },
  { id: 2, name: "Publisher", role: "publisher", network: 1 },
  { id: 3, name: "Advertiser", role: "advertiser", network: 1 },
];

/** Gives each account the API token `token-ID`. */
export function addTokens<T extends { id: number }>(accounts: readonly T[]): (T & { apiTokens: string[] })[] {
  return accounts.map((account) => ({ ...account, apiTokens: [hashToken(`token-${account.id}`)] }));
}

/** A creative without an id. */
export const CREATIVE = { size: SIZE, image: "https://img.example/a.png", url: "https://shop.example/" };

/** A campaign of the advertiser in `NETWORK`. Its creative has ten times its id. */
export function aNetworkCampaign(id: number, more: object = {}) {
  return {
    id,
    account: 3,
    name: `Campaign ${id}`,
    pricing: { model: "cpm", price: "2" },
    variations: [{ id: 10 * id, ...CREATIVE }],
    ...more,
  };
}

/** Entries of `NETWORK`: a site with a zone, and no campaigns. `more`: entries in place of these, by list. */
export function aNetwork<T extends object>(more?: T) {
  return {
    accounts: NETWORK,
    sites: [{ id: 1, account: 2, name: "News", hostname: "news.example" }],
    zones: [{ id: 1, site: 1, name: "Top", size: SIZE }],
    campaigns: [] as object[],
    ...more,
  };
}

export interface CampaignOptions {
  id: number;
  [key: string]: unknown;
}

export function aCampaign({ id, ...more }: CampaignOptions): object {
  return {
    id,
    account: 2,
    name: `Campaign ${id}`,
    pricing: { model: "cpm", price: "2.00" },
    variations: [aVariation(id)],
    ...more,
  };
}

/** Creates a creative. `aCampaign` gives its creative the campaign's id by default. */
export function aVariation(id: number, size = SIZE): object {
  return { id, size, image: `https://cdn.example/${id}.png`, url: `https://shop.example/landing/${id}` };
}

export interface CatalogueOptions {
  campaigns: object[];
  /** Default: zones 1 to 10 of site 1. */
  zones?: object[];
  site?: object;
}

export function aCatalogueObject({ campaigns, zones, site = {} }: CatalogueOptions): object {
  return {
    accounts: [
      { id: 1, name: "Publisher", role: "publisher" },
      { id: 2, name: "Advertiser", role: "advertiser" },
    ],
    categories: [
      { id: 1, name: "News" },
      { id: 2, name: "Travel" },
    ],
    regions: [
      { id: 7, name: "Scotland", country: "GBR", code: "GB-SCT" },
      { id: 8, name: "England", country: "GBR", code: "GB-ENG" },
    ],
    sites: [
      { id: 1, account: 1, name: "Site", hostname: "site.example", category: 1, ...site },
      { id: 2, account: 1, name: "Site without zones", hostname: "other.example" },
    ],
    zones:
      zones ?? Array.from({ length: 10 }, (_, at) => ({ id: at + 1, site: 1, name: "Zone", size: SIZE })),
    campaigns,
  };
}

/** Finds an account of a catalogue; by default the network of `NETWORK`. */
export function getAccount({ accounts }: Catalogue, id = 1): Account {
  const account = accounts.get(id);
  if (!account) throw new Error(`There is no account ${id}.`);
  return account;
}

export function aCatalogue(options: CatalogueOptions): Catalogue {
  return parseCatalogue(aCatalogueObject(options));
}
