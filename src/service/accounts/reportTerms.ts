/** Terms in which an account reads its reports: the currency of amounts and the names of goals. */
import type { AccountDetails } from "../../protocol/account.ts";
import type { Role } from "../../protocol/statistics.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { listMemberCurrencies } from "../catalogue/currencies.ts";
import { listGoalOwners } from "./visibleFacts.ts";

/** ISO 4217 code for no currency, used for sums over several currencies. */
const NO_CURRENCY = "XXX";

/** Describes the names of goals: the account's own; a network without some has those on which its advertisers agree. */
export function describeGoalNames(
  account: Account,
  { data }: Pick<Catalogue, "data">,
): Pick<AccountDetails, "goal_names"> {
  const owners = listGoalOwners(account, data);
  const most = owners.reduce((last, { goalNames = [] }) => Math.max(last, goalNames.length), 0);
  if (most === 0) return {};
  const findName = (at: number) => {
    const own = account.goalNames?.[at];
    if (own !== undefined) return own;
    const advertisers = owners.filter(({ id }) => id !== account.id);
    const names = advertisers.flatMap(({ goals, goalNames = [] }) =>
      at < goals ? [goalNames[at] ?? ""] : [],
    );
    const [first = "", ...others] = new Set(names);
    return others.length === 0 ? first : "";
  };
  return { goal_names: Array.from({ length: most }, (_, at) => findName(at)) };
}

/**
 * Finds the currency. Amounts are never converted, so for a network it is the common currency of its members, or
 * `NO_CURRENCY`. `side`: only members of this role.
 */
export function findCurrency(
  { id, role, currency }: Account,
  { data }: Pick<Catalogue, "data">,
  side?: Role,
): string {
  if (role !== "network") return currency;
  const [first = currency, ...others] = listMemberCurrencies(data, id, side);
  return others.length === 0 ? first : NO_CURRENCY;
}
