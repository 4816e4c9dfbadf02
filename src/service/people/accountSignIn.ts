/** Converts the user name, password and API tokens of an account in a catalogue to a user and tokens. */
import * as v from "valibot";
import type { Entry } from "../catalogue/document.ts";
import { cutName, email, type StoredToken, type User } from "./peopleSchema.ts";

interface AccountSignIn {
  /** Owner of the account; absent for an account without a user name or password. */
  user?: Omit<User, "id">;
  /** Tokens with the role of editors: they change objects, and manage neither people nor tokens. */
  tokens: Omit<StoredToken, "id">[];
}

export function toSignIn({ id, name, username, password, apiTokens }: Entry): AccountSignIn {
  const digests = Array.isArray(apiTokens) ? apiTokens : [];
  const tokens = digests.map((digest, at): Omit<StoredToken, "id"> => {
    return { account: id, name: `Catalogue token ${at + 1}`, role: "editor", digest };
  });
  if (typeof username !== "string" || typeof password !== "string") return { tokens };
  const accounts = [{ account: id, role: "owner" as const }];
  const user = { ...nameUser(username), name: cutName(String(name)), password, accounts };
  return { user, tokens };
}

/** Reads a sign-in name: an e-mail address, or a user name as in earlier versions. */
export function nameUser(name: string): Pick<User, "email" | "username"> {
  const address = v.safeParse(email, name);
  return address.success ? { email: address.output } : { username: name };
}
