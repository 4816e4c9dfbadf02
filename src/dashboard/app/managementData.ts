/** Entries of the management pages: requested once, shared by all pages, requested again after a change. */
import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type {
  Activity,
  Approval,
  Change,
  Estimate,
  EstimateRequest,
  ManagedAccount,
  ManagedKind,
  Performance,
  PerformanceRequest,
  Shown,
} from "../../protocol/management.ts";
import type { AccountKind, Country, NamedEntry } from "../../protocol/statistics.ts";
import type { ManagedPage, Management, Statistics } from "../../statistics/index.ts";
import { createManagement } from "../../statistics/management.ts";
import type { Settings } from "../account/settings.ts";
import { findToday } from "../reports/period.ts";
import { type Answer, findAnswers, useAnswer } from "./answers.ts";
import { findDataFrom, useDetails } from "./dataFrom.ts";
import { addKeys } from "./idempotency.ts";
import type { Account } from "./session.ts";

export interface Data {
  account: Account;
  /** Continues in a new session of the account, or with its changed details. */
  onEnter(account: Account): void;
  /** Changes settings of this browser. */
  onSettings(changes: Partial<Settings>): void;
  client: Statistics;
  management: Management;
}

/** `onEnter` and `onSettings`: absent where no page changes them. */
export function useCreateData({
  client,
  account,
  onEnter = () => {},
  onSettings = () => {},
}: Pick<Data, "client" | "account"> & Partial<Pick<Data, "onEnter" | "onSettings">>): Data {
  return useMemo(
    () => ({ account, onEnter, onSettings, client, management: createManagement(addKeys(client)) }),
    [client, account],
  );
}

export const DataContext = createContext<Data | undefined>(undefined);

export function useData(): Data {
  const data = useContext(DataContext);
  if (!data) throw new Error("useData needs a DataContext above it.");
  return data;
}

type Load<T> = (data: Data, call: { signal: AbortSignal }) => Promise<T>;

/** Names of the collections do not change during a session. */
const FOREVER = Number.POSITIVE_INFINITY;
const FRESH_MS = 15_000;

interface Use<C> {
  /** Returned with the answer. */
  about?: C;
  /** Whether the page is complete without the answer. */
  isOptional?: boolean;
  /** Whether an open page asks again from time to time. */
  isLive?: boolean;
}

const LIVE = { isLive: true };

/** Requests the answer of a key; nothing while the key is undefined. */
function useShared<T, C = unknown>(
  key: string | undefined,
  freshForMs: number,
  load: Load<T>,
  { about, ...use }: Use<C> = {},
): Answer<T, C | undefined> {
  const data = useData();
  const ask = (signal: AbortSignal) => load(data, { signal });
  const question = key === undefined ? undefined : { key, about, freshForMs, load: ask, ...use };
  return useAnswer(findAnswers(data.client), question);
}

type Listed = "sites" | "zones" | "campaigns" | "accounts";

/** Kinds of account that may list each kind of entry. */
const READERS: Record<Listed, readonly AccountKind[]> = {
  sites: ["network", "publisher"],
  zones: ["network", "publisher"],
  campaigns: ["network", "advertiser"],
  accounts: ["network"],
};

function useListed<T>(kind: Listed, load: Load<T>): Answer<T> {
  const isReadable = READERS[kind].includes(useData().account.details.kind);
  return useShared(isReadable ? kind : undefined, FRESH_MS, load, LIVE);
}

/** Includes archived entries; each page filters them. */
const ALL = { deleted: true };

export function useSites(): Answer<Shown<"sites">[]> {
  return useListed("sites", ({ management }, call) => management.sites.all(ALL, call));
}

export function useZones(): Answer<Shown<"zones">[]> {
  return useListed("zones", ({ management }, call) => management.zones.all(ALL, call));
}

export function useCampaigns(): Answer<Shown<"campaigns">[]> {
  return useListed("campaigns", ({ management }, call) => management.campaigns.all(ALL, call));
}

export function useAccounts(): Answer<Shown<"accounts">[]> {
  return useListed("accounts", ({ management }, call) => management.accounts.all({}, call));
}

const NO_ACCOUNTS: ManagedAccount[] = [];

/** Names of the network's accounts by id; empty for other accounts. */
export function useAccountNames(): ReadonlyMap<number, string> {
  const accounts = useAccounts().shown?.data ?? NO_ACCOUNTS;
  return useMemo(() => new Map(accounts.map(({ id, name }) => [id, name])), [accounts]);
}

export function useActivity(): Answer<Activity> {
  return useShared("activity", FRESH_MS, ({ management }, call) => management.activity(call), LIVE);
}

export type Named =
  | "languages"
  | "device_types"
  | "operating_systems"
  | "browsers"
  | "categories"
  | "regions"
  | "advertisers";

/** Names for the ids and codes of targeting. */
export function useNames(name: Named): NamedEntry[] {
  return useNamesAnswer(name).shown?.data ?? [];
}

export function useNamesAnswer(name: Named): Answer<NamedEntry[]> {
  return useShared(name, FOREVER, ({ client }, call) => client.collection(name, call));
}

export function useCountries(): Country[] {
  return useCountriesAnswer().shown?.data ?? [];
}

export function useCountriesAnswer(): Answer<Country[]> {
  return useShared("countries", FOREVER, ({ client }, call) => client.countries(call));
}

export function useTimezones(): string[] {
  const answer = useShared("timezones", FOREVER, ({ client }, call) => client.timezones(call));
  return answer.shown?.data ?? [];
}

/** Creatives of a campaign, with versions for changes. */
export function useCreatives(campaign = 0): Answer<Shown<"creatives">[]> {
  return useShared(
    campaign ? `creatives ${campaign}` : undefined,
    0,
    async ({ management }, call) => (await management.creatives(campaign).list({}, call)).entries,
  );
}

/** Maximum creatives in the inbox at once. */
const MOST_APPROVALS = 50;

/** Creatives that wait for the network's approval, oldest first. */
export function useApprovals(): Answer<ManagedPage<Approval>> {
  return useShared(
    "approvals",
    0,
    ({ management }, call) => management.approvals({ limit: MOST_APPROVALS }, call),
    LIVE,
  );
}

/** Maximum changes of an object in its history. */
const MOST_CHANGES = 50;

/** Changes of an entry, or of a campaign with its creatives; newest first. */
export function useChanges(of: { kind: ManagedKind; id: number } | { campaign: number }): Answer<Change[]> {
  return useShared(
    `changes ${JSON.stringify(of)}`,
    0,
    async ({ management }, call) => (await management.changes({ ...of, limit: MOST_CHANGES }, call)).entries,
  );
}

export function useEstimate(request: EstimateRequest): Answer<Estimate> {
  return useShared(
    request.sizes.length > 0 ? `estimate ${JSON.stringify(request)}` : undefined,
    FOREVER,
    ({ management }, call) => management.estimate(request, call),
    { isOptional: true },
  );
}

/** First day with facts, empty while there are none; undefined until it is known. */
export function useDataFrom(): string | undefined {
  return findDataFrom(useDetails(useData().client));
}

/** Requests nothing while the request is undefined. */
export function usePerformance(
  request: PerformanceRequest | undefined,
): Answer<Performance, PerformanceRequest | undefined> {
  const today = findToday(Date.now(), useData().account.details.timezone);
  return useShared(
    request && `performance ${JSON.stringify(request)}`,
    FRESH_MS,
    ({ management }, call) => management.performance(request as PerformanceRequest, call),
    request && { about: request, isLive: request.days.to >= today },
  );
}
