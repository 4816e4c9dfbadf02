/**
 * Users and API tokens, stored in a separate log of the same form as the log of the live catalogue. Services with a
 * declared catalogue have this log, too.
 */
import { join } from "node:path";
import { type Entry, pickLists } from "../catalogue/document.ts";
import {
  type Collection,
  type Editor,
  LiveCollection,
  type LiveOptions,
  openCollection,
} from "../catalogue/liveCollection.ts";
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
export type PeopleEditor = Editor<PeopleDocument, People>;

const PEOPLE: Collection<PeopleDocument, People> = {
  title: "The list of people",
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

export class LivePeople extends LiveCollection<PeopleDocument, People> {
  /** Opens the people of a data folder; without a file, an empty list. */
  static async open(options: LiveOptions): Promise<LivePeople> {
    return new LivePeople(PEOPLE, await openCollection(PEOPLE, options), options);
  }
}
