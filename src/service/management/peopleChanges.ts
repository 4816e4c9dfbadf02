/** Makes changes of people, after checking that the caller manages the account. Throws `ChangeRefused`. */
import * as v from "valibot";
import type { AuditWay } from "../../protocol/people.ts";
import { type Account, type Catalogue, CatalogueError } from "../catalogue/catalogue.ts";
import type { Put } from "../catalogue/document.ts";
import { NotStoredError } from "../catalogue/liveCollection.ts";
import { endEarlierAccess, endLostMails } from "../people/changedRights.ts";
import { addDeclared, isDeclared } from "../people/declaredPeople.ts";
import type { PeopleAuthor, PeopleDocument, PeopleEditor, PeopleList } from "../people/livePeople.ts";
import type { People } from "../people/people.ts";
import { type User, userSchema } from "../people/peopleSchema.ts";
import { listProblems } from "../values/schemas.ts";
import { explainCatalogueError } from "./explainProblems.ts";
import { ChangeRefused, refuseField } from "./refusal.ts";
import { listManagedAccounts } from "./resources.ts";

export interface PeopleParts {
  editor: PeopleEditor;
  /** Users and tokens, including those of a declared catalogue. */
  people: () => People;
  catalogue: () => Catalogue;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Mails users about changes by others; absent if the service sends no mail. */
  notices?: { send(before: User, after: User | undefined, asking: Asking): void } | undefined;
}

/** Caller of a request. */
export interface Asking {
  /** Account of the caller; absent for a command on this machine, which has all rights. */
  account?: Account | undefined;
  /** Id of the user; absent for API tokens. */
  user?: number | undefined;
  /** How the change is made, for the audit log. Without it, the change is not recorded. */
  way?: AuditWay | undefined;
  /** Address of the client, cut as in logs. */
  address?: string | undefined;
  /** Link, made by others, with which the user sets the password. */
  link?: User["link"];
}

/** Command on this machine, which has all rights. */
export const BY_COMMAND: Asking = { way: "command" };

/** Returns the entries to put; the first one is the entry that the caller changes. */
type EditPeople = (people: People, document: PeopleDocument) => readonly Put<PeopleList>[];

/** Author of changes by commands and by the links that they print. */
const COMMAND = { id: 0, name: "zonetag-service user" };

export class PeopleChanges {
  readonly #parts: PeopleParts;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
  }

  listManaged({ account }: Asking): { has(id: number): boolean } {
    const catalogue = this.#parts.catalogue();
    return account ? listManagedAccounts(account, catalogue) : catalogue.accounts;
  }

  /** Returns the id of an account that the caller manages. */
  requireManaged(asking: Asking, id = asking.account?.id ?? 0): number {
    if (this.listManaged(asking).has(id)) return id;
    throw refuseField("account", { code: "account-unknown" });
  }

  /** Resolves with the people after the change, and the id of its first entry. */
  async make(asking: Asking, edit: EditPeople): Promise<{ id: number; people: People }> {
    const { account, user, way, address } = asking;
    const { editor, now, catalogue, notices } = this.#parts;
    const { id, name } = account ?? COMMAND;
    // No idempotency key: a repeated request could not return the first one's secret.
    const author: PeopleAuthor = { account: { id, name }, user, way, address, request: "", time: now() };
    let first: Put<PeopleList> | undefined;
    let before: People | undefined;
    try {
      const { value: people, put } = await editor.change((document, people) => {
        before = people;
        const puts = edit(addDeclared(people, catalogue()), document);
        first = puts[0];
        if (first && isDeclared(first.entry.id)) throw new ChangeRefused(409, { code: "sign-in-declared" });
        return puts.map((put) => checkRights(put, people, catalogue()));
      }, author);
      for (const { list, id } of put) {
        const user = list === "users" ? before?.users.get(id) : undefined;
        if (user) notices?.send(user, people.users.get(id), asking);
      }
      return { id: first?.entry.id ?? 0, people };
    } catch (error) {
      const path = [first?.list ?? "", first?.entry.id ?? 0];
      if (error instanceof CatalogueError) throw explainCatalogueError(error, path);
      throw error instanceof NotStoredError ? new ChangeRefused(503, error.problem) : error;
    }
  }
}

/** Applies the rules for changed rights to a user. */
function checkRights(put: Put<PeopleList>, { users }: People, catalogue: Catalogue): Put<PeopleList> {
  const before = users.get(put.entry.id);
  const after = v.safeParse(userSchema, put.entry);
  if (!before || !after.success) return put;
  const user = endEarlierAccess(before, after.output, catalogue);
  return { list: "users", entry: endLostMails(user, catalogue) };
}

/** Reads a body by its schema. */
export function validateInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, input);
  if (read.success) return read.output;
  throw new ChangeRefused(400, { code: "request-invalid" }, listProblems(read.issues));
}
