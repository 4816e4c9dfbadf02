/** Users and tokens that a declared catalogue defines, in addition to those that the service stores. */
import { createHash } from "node:crypto";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { toSignIn } from "./accountSignIn.ts";
import type { AuditLog } from "./auditLog.ts";
import { describePeople } from "./describePeople.ts";
import { indexPeople, NOBODY, type People } from "./people.ts";
import type { StoredToken, User } from "./peopleSchema.ts";

/** Whether a user or token is defined in the catalogue's file, and can be changed only there. */
export function isDeclared(id: number): boolean {
  return id < 0;
}

const known = new WeakMap<Catalogue, { own: People; all: People }>();

/** Adds the declared people. A user of the service takes precedence over a declared one of the same name. */
export function addDeclared(people: People, catalogue: Catalogue): People {
  if (!catalogue.declared) return people;
  const last = known.get(catalogue);
  if (last?.own === people) return last.all;
  const all = merge(people, catalogue);
  known.set(catalogue, { own: people, all });
  return all;
}

function merge(people: People, { data }: Catalogue): People {
  const users = new Map<number, User>();
  const tokens = new Map<number, StoredToken>();
  for (const account of data.accounts) {
    const { user, tokens: declared } = toSignIn(account);
    if (user) users.set(-account.id, { ...user, id: -account.id });
    for (const token of declared) {
      const id = numberToken(token.digest);
      tokens.set(id, { ...token, id });
    }
  }
  for (const user of people.users.values()) users.set(user.id, user);
  for (const token of people.tokens.values()) tokens.set(token.id, token);
  return { ...indexPeople(users, tokens), taken: people.taken };
}

/** Computes the id of a token, independent of its position in the file. 48 bits keep the ids of a file different. */
function numberToken(digest: string): number {
  return -1 - createHash("sha256").update(digest).digest().readUIntBE(0, 6);
}

/** Author of changes by the file of a catalogue. */
export const BY_FILE = { account: { id: 0, name: "zonetag-service" }, way: "file" } as const;

/** Records what another version of the file changed. Several nodes that read it are listed as one. */
export async function recordDeclared(
  before: Catalogue,
  after: Catalogue,
  audit: Pick<AuditLog, "add">,
): Promise<void> {
  if (!before.declared || before.data.accounts === after.data.accounts) return;
  const old = addDeclared(NOBODY, before);
  const fresh = addDeclared(NOBODY, after);
  const puts = (["users", "tokens"] as const).flatMap((list) =>
    [...new Set([...old[list].keys(), ...fresh[list].keys()])].map((id) => ({ list, id })),
  );
  const changes = describePeople(old, fresh, puts);
  const version = after.declared?.digest;
  await audit.add(
    BY_FILE,
    changes.map((one) => ({ ...one, key: `${version} ${one.kind} ${one.id} ${one.action}` })),
  );
}
