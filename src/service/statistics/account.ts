/** What an account may know of itself: everything but its secrets. */
import type { AccountDetails } from "../../protocol/account.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";

/** ISO 4217's code of what is in no currency, as a sum of several is. */
const NO_CURRENCY = "XXX";

export function describeAccount(account: Account, catalogue: Catalogue): AccountDetails {
  const { id, name, username, role, timezone, goals } = account;
  const currency = findCurrency(account, catalogue);
  return { id, name, ...(username && { username }), kind: role, currency, timezone, goals };
}

/** Amounts are never converted: what a network sees is in the currency of its members. */
function findCurrency({ id, role, currency }: Account, { data }: Catalogue): string {
  if (role !== "network") return currency;
  const members = data.accounts.filter((other) => other.network === id);
  const [first = currency, ...others] = new Set(members.map((member) => member.currency));
  return others.length === 0 ? first : NO_CURRENCY;
}
