/** Rows of the list of accounts: objects, and the amount of this month, of each publisher and advertiser. Pure. */
import { getDetail } from "../../protocol/groupNames.ts";
import type { ManagedAccount, Performance, PerformanceObject } from "../../protocol/management.ts";
import type { Role } from "../../protocol/statistics.ts";
import type { Shown } from "../../statistics/index.ts";
import type { Span } from "../reports/period.ts";

export interface AccountRow extends Shown<"accounts"> {
  role: Role;
  /** Accounts are never archived. */
  deleted: false;
  sites: number;
  zones: number;
  campaigns: number;
  /** Revenue of a publisher or cost of an advertiser, in the account's currency; undefined until it is loaded. */
  amount: number | undefined;
}

export const OBJECTS = { publisher: "publisher_id", advertiser: "advertiser_id" } as const satisfies Record<
  Role,
  PerformanceObject
>;

interface Owned {
  id: number;
  account: number;
  deleted: boolean;
}

export interface AccountFacts {
  accounts: readonly Shown<"accounts">[];
  sites: readonly Owned[];
  zones: readonly { site: number; deleted: boolean }[];
  campaigns: readonly Owned[];
  performance: Readonly<Record<Role, Performance | undefined>>;
}

/** The days of the month of `today`, until today. */
export function findMonth(today: string): Span {
  return { from: `${today.slice(0, "YYYY-MM".length)}-01`, to: today };
}

export function listAccountRows(facts: AccountFacts): AccountRow[] {
  const { accounts, performance } = facts;
  const isOpen = ({ deleted }: { deleted: boolean }) => !deleted;
  const sites = facts.sites.filter(isOpen);
  const owners = new Map(sites.map(({ id, account }) => [id, account]));
  const counts = {
    sites: countBy(sites, ({ account }) => account),
    zones: countBy(facts.zones.filter(isOpen), ({ site }) => owners.get(site)),
    campaigns: countBy(facts.campaigns.filter(isOpen), ({ account }) => account),
  };
  const amounts = {
    publisher: readAmounts("publisher", performance.publisher),
    advertiser: readAmounts("advertiser", performance.advertiser),
  };
  return accounts.filter(hasRole).map((account) => ({
    ...account,
    deleted: false,
    sites: counts.sites.get(account.id) ?? 0,
    zones: counts.zones.get(account.id) ?? 0,
    campaigns: counts.campaigns.get(account.id) ?? 0,
    amount: amounts[account.role] && (amounts[account.role]?.get(account.id) ?? 0),
  }));
}

/** Whether an account is a publisher or an advertiser, not the network itself. */
function hasRole<A extends Pick<ManagedAccount, "role">>(account: A): account is A & { role: Role } {
  return account.role !== "network";
}

function countBy<T>(entries: readonly T[], read: (entry: T) => number | undefined): Map<number, number> {
  const counts = new Map<number, number>();
  for (const entry of entries) {
    const key = read(entry);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Amounts by account; undefined until they are loaded. */
function readAmounts(role: Role, performance: Performance | undefined): Map<number, number> | undefined {
  if (!performance) return undefined;
  const grouping = OBJECTS[role];
  const records = performance[grouping]?.now ?? [];
  return new Map(
    records.map((record) => [
      Number(getDetail(record.group_by[grouping], "id")),
      (role === "publisher" ? record.publisher_revenue : record.cost) ?? 0,
    ]),
  );
}
