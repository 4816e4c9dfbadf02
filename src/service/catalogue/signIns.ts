/**
 * User names, passwords and API tokens of accounts. Catalogue files may contain them; beside a live catalogue they are
 * stored as people.
 */
import type { CatalogueDocument, Entry } from "./document.ts";
import type { ChangeAuthor } from "./liveCollection.ts";

/** Fields of an account that contain credentials. */
const SIGN_IN_FIELDS: readonly string[] = ["username", "password", "apiTokens"];

export function hasSignIn(account: Entry): boolean {
  return SIGN_IN_FIELDS.some((field) => field in account);
}

export function withoutSignIn({ id, ...account }: Entry): Entry {
  const kept = Object.entries(account).filter(([field]) => !SIGN_IN_FIELDS.includes(field));
  return { id, ...Object.fromEntries(kept) };
}

/** Removes the sign-ins from all accounts of a document. */
export function withoutSignIns(document: CatalogueDocument): CatalogueDocument {
  return { ...document, accounts: document.accounts.map(withoutSignIn) };
}

/** Adds the sign-ins of a file's accounts to the people. */
export interface SignInTaker {
  /** Describes in lines the additions of `take`. Throws `CatalogueError` for a name that belongs to another user. */
  describe(accounts: readonly Entry[]): string[];
  /** Rejects like `Editor.change`. */
  take(accounts: readonly Entry[], author: ChangeAuthor): Promise<void>;
}
