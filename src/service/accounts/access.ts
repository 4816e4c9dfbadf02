/** Access of accounts to facts: to their own, and for networks to those of their members. */
import type { AccountKind, Role, Viewer } from "../../protocol/statistics.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import type { Scope } from "../reports/query.ts";

/** Whether an account may request a side's statistics. */
export function mayAsk(account: Account, role: Role): boolean {
  return account.role === role || account.role === "network";
}

export function describeViewer(account: Account, role: Role): Viewer {
  const kind: AccountKind = account.role;
  return { kind, role, goals: account.goals };
}

/** Selects the accounts whose facts an account sees on one side. */
export function selectScope(account: Account, role: Role, { data }: Catalogue): Scope {
  const members = data.accounts.filter((other) => other.network === account.id && other.role === role);
  const accounts = account.role === "network" ? members : [account];
  return {
    accounts: accounts.map(({ id }) => id),
    deletedCampaigns: data.campaigns.filter(({ deleted }) => deleted).map(({ id }) => id),
  };
}
