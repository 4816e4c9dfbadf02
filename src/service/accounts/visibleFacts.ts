/** Decides which facts an account can see: its own or, for a network, those of its members. */
import { FILTERS, type Role, type Viewer } from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import type { Scope } from "../reports/query.ts";
import type { Bounds } from "./shareStore.ts";

/** Whether an account may request the statistics of a role. */
export function mayAsk(account: Account, role: Role): boolean {
  return account.role === role || account.role === "network";
}

/**
 * Describes the reader of a report. The reader of a shared link sees what an account of the link's side sees, and may
 * name the filters that bound the link.
 */
export function describeViewer(
  account: Account,
  role: Role,
  { data }: Pick<Catalogue, "data">,
  bounds?: Bounds,
): Viewer {
  const kind = account.role;
  const goals = listGoalOwners(account, data).reduce((most, each) => Math.max(most, each.goals), 0);
  if (!bounds) return { kind, role, goals };
  const filters = listKeys(FILTERS).filter((key) => key in bounds.filter || key in bounds.exclude);
  return { kind: role, role, goals, link: { filters } };
}

/** Lists the accounts whose goals an account sees: its own and, for a network, those of its advertisers. */
export function listGoalOwners(account: Account, { accounts }: Catalogue["data"]): Account[] {
  if (account.role !== "network") return [account];
  return [
    account,
    ...accounts.filter(({ network, role }) => network === account.id && role === "advertiser"),
  ];
}

/** Selects the publishers or advertisers whose facts an account can see. */
export function selectScope(account: Account, role: Role, { data }: Catalogue): Scope {
  const members = data.accounts.filter((other) => other.network === account.id && other.role === role);
  const accounts = account.role === "network" ? members : [account];
  return {
    accounts: accounts.map(({ id }) => id),
    deletedCampaigns: data.campaigns.filter(({ deleted }) => deleted).map(({ id }) => id),
  };
}
