/** Users and API tokens of the service, with their roles in accounts. */
import type * as v from "valibot";
import type { SignedInUser, UserRole } from "../../protocol/people.ts";
import {
  type Account,
  type Catalogue,
  CatalogueError,
  describeUnsupported,
  findProblem,
} from "../catalogue/catalogue.ts";
import type { Entry, Put } from "../catalogue/document.ts";
import { forEachSliced, type Sliced } from "../runtime/slices.ts";
import { groupBy } from "../values/groupBy.ts";
import { check } from "../values/schemas.ts";
import { type StoredToken, tokenSchema, type User, userSchema } from "./peopleSchema.ts";

/** Immutable: each change creates a new object. */
export interface People {
  users: ReadonlyMap<number, User>;
  /** Users by e-mail address or user name, without regard to case and surrounding blanks. */
  byName: ReadonlyMap<string, readonly User[]>;
  tokens: ReadonlyMap<number, StoredToken>;
  byDigest: ReadonlyMap<string, StoredToken>;
  /** Accounts whose sign-ins were moved from the catalogue. */
  taken: ReadonlySet<number>;
}

/** Name of a user who was deleted. */
export const FORMER_USER = "former user";

export const NOBODY: People = {
  users: new Map(),
  byName: new Map(),
  tokens: new Map(),
  byDigest: new Map(),
  taken: new Set(),
};

/** Returns the entry that replaces a deleted user or token, so that its id is never used again. */
export function describeDeleted(id: number): Entry {
  return { id, deleted: true };
}

/** Adds, replaces and removes users and tokens. Throws `CatalogueError`. */
export function* changePeople(people: People, puts: readonly Put<string>[]): Sliced<People> {
  const users = new Map(people.users);
  const tokens = new Map(people.tokens);
  const taken = new Set(people.taken);
  yield* forEachSliced(puts, ({ list, entry }) => {
    if (list === "users") putEntry(users, "users", entry, userSchema);
    else if (list === "tokens") putEntry(tokens, "tokens", entry, tokenSchema);
    else if (list === "taken") taken.add(entry.id);
    else throw new CatalogueError([describeUnsupported(list)]);
  });
  requireDifferentNames(users);
  return { ...indexPeople(users, tokens), taken };
}

/** Indexes users by name and tokens by digest. Of entries with the same key, the last one wins. */
export function indexPeople(
  users: ReadonlyMap<number, User>,
  tokens: ReadonlyMap<number, StoredToken>,
): Omit<People, "taken"> {
  const bySpelling = new Map([...users.values()].map((user) => [getSignInName(user), user]));
  const byName = groupBy([...bySpelling.values()], (user) => foldName(getSignInName(user)));
  const byDigest = new Map([...tokens.values()].map((token) => [token.digest, token]));
  return { users, byName, tokens, byDigest };
}

/** Returns the e-mail address or user name that a user signs in with. */
export function getSignInName({ email, username }: Pick<User, "email" | "username">): string {
  return email ?? username ?? "";
}

function putEntry<T>(
  entries: Map<number, T>,
  list: string,
  entry: Entry,
  schema: v.GenericSchema<unknown, T>,
): void {
  if (entry.deleted === true) {
    entries.delete(entry.id);
    return;
  }
  const result = check(schema, entry);
  if ("issues" in result)
    throw new CatalogueError(result.issues.map((issue) => findProblem(issue, [list, entry.id])));
  entries.set(entry.id, result.output);
}

function requireDifferentNames(users: ReadonlyMap<number, User>): void {
  const seen = new Set<string>();
  for (const user of users.values()) {
    const field = user.email === undefined ? "username" : "email";
    const name = getSignInName(user);
    if (seen.has(name))
      throw new CatalogueError([{ keys: ["users", user.id, field], problem: { code: "name-taken" } }]);
    seen.add(name);
  }
}

/** Finds a valid token by its digest. Timing depends only on digests, so it reveals no token. */
export function findToken({ byDigest }: People, digest: string, now: number): StoredToken | undefined {
  const token = byDigest.get(digest);
  return token && !isExpired(token, now) ? token : undefined;
}

export function isExpired({ expires }: StoredToken, now: number): boolean {
  return expires !== undefined && Date.parse(expires) <= now;
}

/**
 * Finds the users whose e-mail address or user name differs from a name at most in case and surrounding blanks; an exact
 * match comes first. New names are refused when there is one, but earlier versions stored several.
 */
export function findAllByName({ byName }: People, name: string): User[] {
  const found = byName.get(foldName(name)) ?? [];
  return [...found].sort((a, b) => Number(getSignInName(b) === name) - Number(getSignInName(a) === name));
}

export function findByName(people: People, name: string): User | undefined {
  return findAllByName(people, name)[0];
}

function foldName(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

/** Finds the user's role in an account, or else in the account's network; undefined without either. */
export function findUserRole({ accounts }: User, { id, network }: Account): UserRole | undefined {
  const find = (wanted: number | undefined) => accounts.find(({ account }) => account === wanted)?.role;
  return find(id) ?? find(network);
}

/**
 * Finds the account that a user signs in to: the account with the id, or without an id the first one. Undefined without
 * access to it.
 */
export function chooseAccount(
  user: User,
  id: number | undefined,
  { accounts }: Catalogue,
): Account | undefined {
  const wanted = id === undefined ? user.accounts.map(({ account }) => account) : [id];
  const found = wanted.flatMap((one) => accounts.get(one) ?? []);
  return found.find((account) => findUserRole(user, account) !== undefined);
}

export function describeSignedIn(user: User, { accounts: known }: Catalogue): SignedInUser {
  const accounts = user.accounts.flatMap(({ account, role }) => {
    const found = known.get(account);
    return found ? [{ id: account, name: found.name, role }] : [];
  });
  const { secondFactor, alerts } = user;
  return {
    ...describeUser(user),
    accounts,
    ...(alerts && { alerts }),
    ...(secondFactor && { recovery_codes_left: secondFactor.recovery.length }),
  };
}

/** Describes a user in responses, to the user or to other users. */
export function describeUser({
  id,
  email,
  username,
  name,
  language,
  emailConfirmed,
  secondFactor,
}: User): Omit<SignedInUser, "accounts"> {
  return {
    id,
    ...(email !== undefined && { email }),
    ...(username !== undefined && { username }),
    name,
    ...(language && { language }),
    ...(emailConfirmed && { emailConfirmed }),
    ...(secondFactor && { second_factor: true }),
  };
}

/** Lists the users who belong to an account, in the order of their ids. */
export function listAccountUsers({ users }: People, account: number): User[] {
  const members = [...users.values()].filter(({ accounts }) =>
    accounts.some((one) => one.account === account),
  );
  return members.sort((a, b) => a.id - b.id);
}

/**
 * Lists the ids of the accounts in which a user has rights by a membership: of the account, and of a network's members in
 * which the user has no role of their own.
 */
export function listReach({ accounts: own }: User, account: number, { data }: Catalogue): Set<number> {
  const members = data.accounts.filter(
    ({ id, network }) => network === account && !own.some((one) => one.account === id),
  );
  return new Set([account, ...members.map(({ id }) => id)]);
}

/** Lists the API tokens that a user made in some accounts, in the order of their ids. */
export function listTokensBy({ tokens }: People, user: number, accounts: ReadonlySet<number>): StoredToken[] {
  const made = [...tokens.values()].filter((one) => one.creator === user && accounts.has(one.account));
  return made.sort((a, b) => a.id - b.id);
}

/** Lists the API tokens of an account, in the order of their ids. */
export function listAccountTokens({ tokens }: People, account: number): StoredToken[] {
  return [...tokens.values()].filter((token) => token.account === account).sort((a, b) => a.id - b.id);
}
