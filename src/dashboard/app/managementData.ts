/** Entries shown by the management pages: requested once, shared by all pages, requested again after a change. */
import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type {
  Activity,
  Approval,
  Change,
  Estimate,
  EstimateRequest,
  ManagedKind,
  Performance,
  PerformanceRequest,
  Shown,
} from "../../protocol/management.ts";
import type { AccountKind, Country, NamedEntry } from "../../protocol/statistics.ts";
import type { AccountDetails, ManagedPage, Management, Statistics } from "../../statistics/index.ts";
import { createManagement } from "../../statistics/management.ts";
import { type Answer, AnswerCache, useAnswer } from "./answers.ts";
import { readDataFrom, useDetails } from "./dataFrom.ts";
import { addKeys } from "./idempotency.ts";
import type { Account } from "./session.ts";

interface Kept {
  management: Management;
  sites: AnswerCache<Shown<"sites">[]>;
  zones: AnswerCache<Shown<"zones">[]>;
  campaigns: AnswerCache<Shown<"campaigns">[]>;
  accounts: AnswerCache<Shown<"accounts">[]>;
  activity: AnswerCache<Activity>;
  names: AnswerCache<NamedEntry[]>;
  countries: AnswerCache<Country[]>;
  timezones: AnswerCache<string[]>;
  creatives: AnswerCache<Shown<"creatives">[]>;
  approvals: AnswerCache<ManagedPage<Approval>>;
  changes: AnswerCache<Change[]>;
  estimates: AnswerCache<Estimate>;
  performance: AnswerCache<Performance>;
  details: AnswerCache<AccountDetails>;
}

export interface Data extends Kept {
  account: Account;
  client: Statistics;
}

/** By client, so that changing the page repeats no request. */
const kept = new WeakMap<Statistics, Kept>();

export function useCreateData({ client, account }: Pick<Data, "client" | "account">): Data {
  return useMemo(() => {
    const found = kept.get(client) ?? createKept(client);
    kept.set(client, found);
    return { ...found, account, client };
  }, [client, account]);
}

function createKept(client: Statistics): Kept {
  return {
    management: createManagement(addKeys(client)),
    sites: new AnswerCache(),
    zones: new AnswerCache(),
    campaigns: new AnswerCache(),
    accounts: new AnswerCache(),
    activity: new AnswerCache(),
    names: new AnswerCache(),
    countries: new AnswerCache(),
    timezones: new AnswerCache(),
    creatives: new AnswerCache(),
    approvals: new AnswerCache(),
    changes: new AnswerCache(),
    estimates: new AnswerCache(),
    performance: new AnswerCache(),
    details: new AnswerCache(),
  };
}

export const DataContext = createContext<Data | undefined>(undefined);

export function useData(): Data {
  const data = useContext(DataContext);
  if (!data) throw new Error("useData needs a DataContext above it.");
  return data;
}

const FRESH_MS = 15_000;
type Listed = "sites" | "zones" | "campaigns" | "accounts";

/** Kinds of account that may list each kind of entry. */
const READERS: Record<Listed, readonly AccountKind[]> = {
  sites: ["network", "publisher"],
  zones: ["network", "publisher"],
  campaigns: ["network", "advertiser"],
  accounts: ["network"],
};

function useListed<T>(
  cache: AnswerCache<T>,
  kind: Listed,
  load: (signal: AbortSignal) => Promise<T>,
): Answer<T> {
  const { account } = useData();
  const isReadable = READERS[kind].includes(account.details.kind);
  const question = { key: kind, about: undefined, freshForMs: FRESH_MS, load };
  return useAnswer(cache, isReadable ? question : undefined);
}

/** Includes archived entries; each page filters them. */
const ALL = { deleted: true };

export function useSites(): Answer<Shown<"sites">[]> {
  const { sites, management } = useData();
  return useListed(sites, "sites", (signal) => management.sites.all(ALL, { signal }));
}

export function useZones(): Answer<Shown<"zones">[]> {
  const { zones, management } = useData();
  return useListed(zones, "zones", (signal) => management.zones.all(ALL, { signal }));
}

export function useCampaigns(): Answer<Shown<"campaigns">[]> {
  const { campaigns, management } = useData();
  return useListed(campaigns, "campaigns", (signal) => management.campaigns.all(ALL, { signal }));
}

export function useAccounts(): Answer<Shown<"accounts">[]> {
  const { accounts, management } = useData();
  return useListed(accounts, "accounts", (signal) => management.accounts.all({}, { signal }));
}

export function useActivity(): Answer<Activity> {
  const { activity, management } = useData();
  return useAnswer(activity, {
    key: "activity",
    about: undefined,
    freshForMs: FRESH_MS,
    load: (signal) => management.activity({ signal }),
  });
}

const COLLECTIONS = [
  "languages",
  "device_types",
  "operating_systems",
  "browsers",
  "categories",
  "regions",
  "advertisers",
] as const;
export type Named = (typeof COLLECTIONS)[number];

/** Names for the ids and codes of targeting. */
export function useNames(name: Named): NamedEntry[] {
  const { names, client } = useData();
  const answer = useAnswer(names, {
    key: name,
    about: undefined,
    freshForMs: Number.POSITIVE_INFINITY,
    load: (signal) => client.collection(name, { signal }),
  });
  return answer.shown?.data ?? [];
}

export function useCountries(): Country[] {
  const { countries, client } = useData();
  const answer = useAnswer(countries, {
    key: "countries",
    about: undefined,
    freshForMs: Number.POSITIVE_INFINITY,
    load: (signal) => client.countries({ signal }),
  });
  return answer.shown?.data ?? [];
}

export function useTimezones(): string[] {
  const { timezones, client } = useData();
  const answer = useAnswer(timezones, {
    key: "timezones",
    about: undefined,
    freshForMs: Number.POSITIVE_INFINITY,
    load: (signal) => client.timezones({ signal }),
  });
  return answer.shown?.data ?? [];
}

/** Creatives of a campaign, with versions for changes. */
export function useCreatives(campaign: number | undefined): Answer<Shown<"creatives">[]> {
  const { creatives, management } = useData();
  const load = async (signal: AbortSignal) =>
    (await management.creatives(campaign ?? 0).list({}, { signal })).entries;
  const question = { key: String(campaign), about: undefined, freshForMs: 0, load };
  return useAnswer(creatives, campaign === undefined ? undefined : question);
}

/** Maximum creatives in the inbox at once. */
const MOST_APPROVALS = 50;

/** Creatives that wait for the network, the longest wait first. */
export function useApprovals(): Answer<ManagedPage<Approval>> {
  const { approvals, management } = useData();
  const load = (signal: AbortSignal) => management.approvals({ limit: MOST_APPROVALS }, { signal });
  return useAnswer(approvals, { key: "approvals", about: undefined, freshForMs: 0, load });
}

/** Maximum changes of an object in its history. */
const MOST_CHANGES = 50;

/** Changes of an entry, or of a campaign with its creatives; newest first. */
export function useChanges(of: { kind: ManagedKind; id: number } | { campaign: number }): Answer<Change[]> {
  const { changes, management } = useData();
  const load = async (signal: AbortSignal) =>
    (await management.changes({ ...of, limit: MOST_CHANGES }, { signal })).entries;
  return useAnswer(changes, { key: JSON.stringify(of), about: undefined, freshForMs: 0, load });
}

export function useEstimate(request: EstimateRequest): Answer<Estimate> {
  const { estimates, management } = useData();
  const question = {
    key: JSON.stringify(request),
    about: undefined,
    freshForMs: Number.POSITIVE_INFINITY,
    load: (signal: AbortSignal) => management.estimate(request, { signal }),
  };
  return useAnswer(estimates, request.sizes.length > 0 ? question : undefined);
}

/** First day with facts, empty while there are none; undefined until it is known. */
export function useDataFrom(): string | undefined {
  const { details, client } = useData();
  return readDataFrom(useDetails(details, client));
}

/** Requests nothing while the request is undefined. */
export function usePerformance(request: PerformanceRequest | undefined): Answer<Performance> {
  const { performance, management } = useData();
  const load = (signal: AbortSignal) => management.performance(request as PerformanceRequest, { signal });
  const question = { key: JSON.stringify(request), about: undefined, freshForMs: FRESH_MS, load };
  return useAnswer(performance, request && question);
}
