/** Decides which facts an account can see: its own or, for a network, those of its members. */
import type { AccountKind, Role, Viewer } from "../../protocol/statistics.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import type { Scope } from "../reports/query.ts";

/** Whether an account may request the statistics of a role. */
export function mayAsk(account: Account, role: Role): boolean {
  return account.role === role || account.role === "network";
}

export function describeViewer(account: Account, role: Role): Viewer {
  const kind: AccountKind = account.role;
  return { kind, role, goals: account.goals };
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
