/** Who can get reports and alerts by mail. */
import { isDeclared } from "../people/declaredPeople.ts";
import type { User } from "../people/peopleSchema.ts";
import { ChangeRefused } from "./refusal.ts";

/** Returns the user. Throws `ChangeRefused` unless the user has confirmed the e-mail address. */
export function requireRecipient(user: User | undefined): User & { email: string } {
  if (!user) throw new ChangeRefused(404, { code: "user-gone" });
  const { id, email, emailConfirmed } = user;
  if (isDeclared(id)) throw new ChangeRefused(409, { code: "sign-in-declared" });
  if (email === undefined) throw new ChangeRefused(409, { code: "email-missing" });
  if (!emailConfirmed) throw new ChangeRefused(409, { code: "email-unconfirmed" });
  return { ...user, email };
}
