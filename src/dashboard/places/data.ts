/** The entries that the places show: asked for once, shared by all of them, and asked for again after a change. */
import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type { Activity, Change, Estimate, EstimateRequest, Shown } from "../../protocol/management.ts";
import type { AccountKind, Country, NamedEntry } from "../../protocol/statistics.ts";
import type { Management, Statistics } from "../../statistics/index.ts";
import { createManagement } from "../../statistics/management.ts";
import { type Answer, AnswerCache, useAnswer } from "../answers.ts";
import type { PlaceNavigation } from "../place.ts";
import type { PlaceProps } from "../Shell.tsx";
import type { Account } from "../session.ts";

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
  changes: AnswerCache<Change[]>;
  estimates: AnswerCache<Estimate>;
}

export interface Data extends Kept {
  account: Account;
  client: Statistics;
  navigation: PlaceNavigation;
}

/** By the client, so that going from place to place asks for nothing again. */
const kept = new WeakMap<Statistics, Kept>();

export function useCreateData({ client, account, navigation }: PlaceProps): Data {
  return useMemo(() => {
    const found = kept.get(client) ?? createKept(client);
    kept.set(client, found);
    return { ...found, account, client, navigation };
  }, [client, account, navigation]);
}

function createKept(client: Statistics): Kept {
  return {
    management: createManagement(client),
    ...{ sites: new AnswerCache(), zones: new AnswerCache(), campaigns: new AnswerCache() },
    ...{ accounts: new AnswerCache(), activity: new AnswerCache(), names: new AnswerCache() },
    ...{ countries: new AnswerCache(), creatives: new AnswerCache(), changes: new AnswerCache() },
    ...{ estimates: new AnswerCache(), timezones: new AnswerCache() },
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

/** Which kinds of account may list which entries. */
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

/** Archived ones, too: what shows them decides. */
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
    ...{ key: "activity", about: undefined, freshForMs: FRESH_MS },
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
] as const;
export type Named = (typeof COLLECTIONS)[number];

/** What ids and names of targeting stand for. */
export function useNames(name: Named): NamedEntry[] {
  const { names, client } = useData();
  const answer = useAnswer(names, {
    ...{ key: name, about: undefined, freshForMs: Number.POSITIVE_INFINITY },
    load: (signal) => client.collection(name, { signal }),
  });
  return answer.shown?.data ?? [];
}

export function useCountries(): Country[] {
  const { countries, client } = useData();
  const answer = useAnswer(countries, {
    ...{ key: "countries", about: undefined, freshForMs: Number.POSITIVE_INFINITY },
    load: (signal) => client.countries({ signal }),
  });
  return answer.shown?.data ?? [];
}

export function useTimezones(): string[] {
  const { timezones, client } = useData();
  const answer = useAnswer(timezones, {
    ...{ key: "timezones", about: undefined, freshForMs: Number.POSITIVE_INFINITY },
    load: (signal) => client.timezones({ signal }),
  });
  return answer.shown?.data ?? [];
}

/** Of a campaign, with the versions that changes of them name. */
export function useCreatives(campaign: number | undefined): Answer<Shown<"creatives">[]> {
  const { creatives, management } = useData();
  const load = async (signal: AbortSignal) =>
    (await management.creatives(campaign ?? 0).list({}, { signal })).entries;
  const question = { key: String(campaign), about: undefined, freshForMs: 0, load };
  return useAnswer(creatives, campaign === undefined ? undefined : question);
}

/** Most changes of a campaign that are listed. */
const MOST_CHANGES = 50;

/** Of a campaign, the newest first; for networks. */
export function useChanges(campaign: number): Answer<Change[]> {
  const { changes, management, account } = useData();
  const load = async (signal: AbortSignal) =>
    (await management.changes({ kind: "campaigns", id: campaign, limit: MOST_CHANGES }, { signal })).entries;
  const question = { key: String(campaign), about: undefined, freshForMs: 0, load };
  return useAnswer(changes, account.details.kind === "network" ? question : undefined);
}

export function useEstimate(request: EstimateRequest): Answer<Estimate> {
  const { estimates, management } = useData();
  const question = {
    ...{ key: JSON.stringify(request), about: undefined, freshForMs: Number.POSITIVE_INFINITY },
    load: (signal: AbortSignal) => management.estimate(request, { signal }),
  };
  return useAnswer(estimates, request.sizes.length > 0 ? question : undefined);
}
