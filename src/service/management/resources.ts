/** What can be managed, and by whom: each kind of entry of the catalogue, its owner, and the fields that a role may set. */
import type { Account, Catalogue } from "../catalogue/catalogue.ts";

export type Kind = "accounts" | "sites" | "zones" | "campaigns";

type Fields = readonly string[];

/** The fields that a role may give when an entry is made, and when it is changed; no list: the role may do neither. */
interface Rights {
  create?: Fields;
  change?: Fields;
}

export interface Resource {
  /** For messages. */
  noun: string;
  rights: Partial<Record<Account["role"], Rights>>;
  /** Fields whose text a search looks into, beside the id. */
  searched: Fields;
}

const CAMPAIGN_FIELDS = [
  ...["name", "active", "deleted", "pricing", "priority", "keywords", "negativeKeywords", "targeting"],
  ...["from", "to", "budget", "caps", "frequency", "weight", "spread", "offer", "offerLandingPage"],
];
const SITE_FIELDS = ["name", "hostname", "category", "blockedAdvertisers", "deleted"];
const ZONE_FIELDS = ["name", "size", "deleted"];
const ACCOUNT_FIELDS = ["name", "username", "password", "goals", "currency"];

export const RESOURCES: Record<Kind, Resource> = {
  accounts: {
    noun: "account",
    rights: { network: { create: [...ACCOUNT_FIELDS, "role"], change: ACCOUNT_FIELDS } },
    searched: ["name", "username"],
  },
  sites: {
    noun: "site",
    rights: {
      network: {
        create: [...SITE_FIELDS, "account", "publisherShare"],
        change: [...SITE_FIELDS, "publisherShare"],
      },
      publisher: { create: SITE_FIELDS, change: SITE_FIELDS },
    },
    searched: ["name", "hostname"],
  },
  zones: {
    noun: "zone",
    rights: {
      network: { create: [...ZONE_FIELDS, "site"], change: ZONE_FIELDS },
      publisher: { create: [...ZONE_FIELDS, "site"], change: ZONE_FIELDS },
    },
    searched: ["name", "size"],
  },
  campaigns: {
    noun: "campaign",
    rights: {
      network: { create: [...CAMPAIGN_FIELDS, "account", "variations"], change: CAMPAIGN_FIELDS },
      advertiser: { change: ["name", "active", "budget", "caps"] },
    },
    searched: ["name"],
  },
};

const CREATIVE_FIELDS = ["name", "image", "size", "url", "weight", "active"];

/** Creatives belong to a campaign; one that its advertiser adds or changes waits for the network's approval. */
export const CREATIVE: Resource = {
  noun: "creative",
  rights: {
    network: { create: [...CREATIVE_FIELDS, "review"], change: [...CREATIVE_FIELDS, "review"] },
    advertiser: { create: CREATIVE_FIELDS, change: CREATIVE_FIELDS },
  },
  searched: ["name", "size", "url"],
};

/** The accounts that an account manages: its own, and as a network those below it. */
export function listManagedAccounts(viewer: Account, { data }: Catalogue): Set<number> {
  const below = data.accounts.filter(({ network }) => viewer.role === "network" && network === viewer.id);
  return new Set([viewer, ...below].map(({ id }) => id));
}

/**
 * Whether an entry is one of the accounts', as `listManagedAccounts` gives them. What is another's is answered as if it did
 * not exist.
 */
export function isManaged(
  kind: Kind,
  entry: Entry,
  accounts: ReadonlySet<number>,
  catalogue: Catalogue,
): boolean {
  if (kind === "accounts") return accounts.has(entry.id);
  const owner = kind === "zones" ? catalogue.sites.get(Number(entry.site))?.account : entry.account;
  return accounts.has(Number(owner));
}

/** An entry of one of the catalogue's lists. */
export interface Entry {
  id: number;
  [field: string]: unknown;
}
