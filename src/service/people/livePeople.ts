/**
 * Users and API tokens, stored in a separate log of the same form as the log of the live catalogue. Services with a
 * declared catalogue have this log, too.
 */
import { join } from "node:path";
import { type Entry, pickLists } from "../catalogue/document.ts";
import {
  type ChangeAuthor,
  type Changed,
  type Collection,
  type Editor,
  LiveCollection,
  type LiveOptions,
  openCollection,
} from "../catalogue/liveCollection.ts";
import type { AuditAuthor, AuditLog } from "./auditLog.ts";
import { describePeople } from "./describePeople.ts";
import { changePeople, NOBODY, type People } from "./people.ts";

const PEOPLE_FOLDER = "people";

/** Finds the list of people in a data folder. */
export function locatePeople(data: string): string {
  return join(data, PEOPLE_FOLDER);
}

/** `taken`: ids of accounts whose sign-ins were moved from the catalogue. */
const LISTS = ["users", "tokens", "taken"] as const;
export type PeopleList = (typeof LISTS)[number];
export type PeopleDocument = Readonly<Record<PeopleList, readonly Entry[]>>;
export const EMPTY_PEOPLE: PeopleDocument = { users: [], tokens: [], taken: [] };

/** Author of a change. Without a way, the change is not recorded in the audit log. */
export interface PeopleAuthor extends ChangeAuthor, Pick<AuditAuthor, "address"> {
  way?: AuditAuthor["way"] | undefined;
}

type EditPeople = Parameters<Editor<PeopleDocument, People>["change"]>[0];

export interface PeopleEditor {
  change(edit: EditPeople, author: PeopleAuthor): Promise<Changed<People>>;
}

const PEOPLE: Collection<PeopleDocument, People> = {
  what: "people",
  folder: PEOPLE_FOLDER,
  toDocument: (value) => pickLists(value, LISTS),
  read: (document) =>
    changePeople(
      NOBODY,
      LISTS.flatMap((list) => document[list].map((entry) => ({ list, entry }))),
    ),
  put: changePeople,
  *check() {},
  // Users belong to several accounts.
  findOwner: ({ list, entry }) => (list === "tokens" ? Number(entry.account ?? 0) : 0),
};

interface PeopleOptions extends LiveOptions {
  /** Log that records the changes of this node. */
  audit?: Pick<AuditLog, "add">;
}

export class LivePeople extends LiveCollection<PeopleDocument, People> implements PeopleEditor {
  #audit: PeopleOptions["audit"];

  /** Opens the people of a data folder; without a file, an empty list. */
  static async open(options: PeopleOptions): Promise<LivePeople> {
    const people = new LivePeople(PEOPLE, await openCollection(PEOPLE, options), options);
    people.#audit = options.audit;
    return people;
  }

  override async change(edit: EditPeople, author: PeopleAuthor): Promise<Changed<People>> {
    let before = this.value;
    const changed = await super.change((document, people, sequence) => {
      before = people;
      return edit(document, people, sequence);
    }, author);
    const { account, user, token, way, address } = author;
    if (way)
      await this.#audit?.add(
        { account, user, token, way, address },
        describePeople(before, changed.value, changed.put),
      );
    return changed;
  }
}
