/** Currencies of a campaign's amounts, and of the sites that can show it. */
import type { AccountDetails } from "../../protocol/account.ts";
import type { ManagedAccount } from "../../protocol/management.ts";

type Known = Pick<ManagedAccount, "id" | "role" | "currency">;

/** Returns the advertiser's currency; for a new advertiser, the one that the service chooses. */
export function findCurrency(
  accounts: readonly Known[],
  advertiser: number | undefined,
  viewer: Pick<AccountDetails, "id" | "currency">,
): string {
  const find = (id: number | undefined) => accounts.find((account) => account.id === id)?.currency;
  const members = new Set(accounts.flatMap(({ id, currency }) => (id === viewer.id ? [] : [currency])));
  const [common] = members;
  const chosen = members.size === 1 ? common : find(viewer.id);
  return find(advertiser) ?? chosen ?? viewer.currency;
}

/** Lists the publishers' other currencies. */
export function listOtherCurrencies(accounts: readonly Known[], currency: string): string[] {
  const others = accounts.filter((account) => account.role === "publisher" && account.currency !== currency);
  return [...new Set(others.map((account) => account.currency))].sort();
}
