/** What an account may know of itself: everything but its secrets. */
import type { AccountDetails } from "../../protocol/account.ts";
import type { Account } from "../catalogue/catalogue.ts";

export function describeAccount(account: Account): AccountDetails {
  const { id, name, username, role, currency, timezone, goals } = account;
  return { id, name, ...(username && { username }), kind: role, currency, timezone, goals };
}
