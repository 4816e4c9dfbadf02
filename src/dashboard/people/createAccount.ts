/** A new account with its first owner, as entered. Without components. */
import type { Shown } from "../../protocol/management.ts";
import type { AccountUser, UserLanguage, UserLink } from "../../protocol/people.ts";
import type { Role } from "../../protocol/statistics.ts";
import type { Management } from "../../statistics/index.ts";
import type { People } from "../../statistics/people.ts";
import { StatisticsError } from "../../statistics/statistics.ts";

export interface NewAccountValues {
  name: string;
  role: Role;
  currency: string;
  timezone: string;
  /** Both are empty for an account without a first owner. */
  ownerName: string;
  ownerEmail: string;
}

export interface CreatedAccount {
  account: Shown<"accounts">;
  /** The invited owner, with a link unless the person has a password. */
  owner?: AccountUser & Partial<UserLink>;
  /** Why the created account has no time zone or owner, as far as is known. */
  error?: StatisticsError;
}

interface Services {
  accounts: Pick<Management["accounts"], "create" | "change">;
  people: Pick<People, "invite">;
  language: UserLanguage;
}

/** Creates the account, then invites its owner. Rejects only while there is no account; a retry creates no second one. */
export async function createAccount(
  { name, role, currency, timezone, ownerName, ownerEmail }: NewAccountValues,
  { accounts, people, language }: Services,
): Promise<CreatedAccount> {
  const account = await accounts.create({ name: name.trim(), role, currency });
  try {
    if (timezone.trim() !== account.timezone) await accounts.change(account, { timezone: timezone.trim() });
    if (!ownerEmail.trim()) return { account };
    const person = { name: ownerName.trim(), email: ownerEmail.trim(), language };
    const owner = await people.invite({ ...person, role: "owner", account: account.id });
    return { account, owner };
  } catch (error) {
    if (!(error instanceof StatisticsError)) throw error;
    return { account, error };
  }
}

/** Whether a text can be an e-mail address; the service checks it fully. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text.trim());
}
