/** Says in mails to which account to switch before a link is opened: links of the dashboard name none. */
import type { UserLanguage } from "../../protocol/people.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { findUserRole } from "../people/people.ts";
import type { User } from "../people/peopleSchema.ts";
import { cleanName } from "./mailText.ts";

const TEXTS: Record<UserLanguage, (account: string) => string> = {
  en: (account) => `The dashboard opens the account in which you are signed in: switch to ${account} first.`,
  de: (account) => `Das Dashboard öffnet das Konto, in dem du angemeldet bist: Wechsle zuerst zu ${account}.`,
};

/** Returns the hint; undefined for a user who can sign in to no other account. */
export function writeSwitchHint(user: User, account: Account, { data }: Catalogue): string | undefined {
  const hasOther = data.accounts.some((other) => other.id !== account.id && findUserRole(user, other));
  return hasOther ? TEXTS[user.language ?? "en"](cleanName(account.name)) : undefined;
}
