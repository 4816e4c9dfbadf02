/** Moves the sign-ins of a catalogue's accounts to the list of people, once for each account. */
import { CatalogueError } from "../catalogue/catalogue.ts";
import { locateLiveCatalogue, requireWhole } from "../catalogue/changeFiles.ts";
import {
  type CatalogueDocument,
  createIdCounter,
  type Entry,
  type Put,
  putEntries,
} from "../catalogue/document.ts";
import type { LiveCatalogue } from "../catalogue/liveCatalogue.ts";
import { type ChangeAuthor, createCollection } from "../catalogue/liveCollection.ts";
import { hasSignIn, type SignInTaker, withoutSignIn, withoutSignIns } from "../catalogue/signIns.ts";
import { readSignIn } from "./accountSignIn.ts";
import {
  EMPTY_PEOPLE,
  type LivePeople,
  locatePeople,
  type PeopleDocument,
  type PeopleEditor,
  type PeopleList,
} from "./livePeople.ts";
import { findByName, getSignInName, NOBODY, type People } from "./people.ts";

interface Planned {
  puts: Put<PeopleList>[];
  /** Accounts whose user name another user has. */
  refused: Entry[];
}

/** Skips accounts whose sign-ins were taken before, so that users and tokens that were removed since stay removed. */
function planTaking(document: PeopleDocument, people: People, accounts: readonly Entry[]): Planned {
  const next = { users: createIdCounter(document.users), tokens: createIdCounter(document.tokens) };
  const planned: Planned = { puts: [], refused: [] };
  for (const account of accounts) {
    if (people.taken.has(account.id)) continue;
    const { user, tokens } = readSignIn(account);
    planned.puts.push({ list: "taken", entry: { id: account.id } });
    if (user && findByName(people, getSignInName(user))) planned.refused.push(account);
    else if (user) planned.puts.push({ list: "users", entry: { id: next.users(), ...user } });
    for (const token of tokens) planned.puts.push({ list: "tokens", entry: { id: next.tokens(), ...token } });
  }
  return planned;
}

/** Creates the taker for files that are applied. */
export function createTaker(people: PeopleEditor & Pick<LivePeople, "document" | "value">): SignInTaker {
  return {
    describe: (accounts) => {
      const { puts, refused } = planTaking(people.document, people.value, accounts);
      if (refused.length > 0)
        throw new CatalogueError(
          refused.map(
            ({ id, username }) => `accounts ${id}: another user signs in as ${JSON.stringify(username)}`,
          ),
        );
      return puts.flatMap(({ list, entry }) =>
        list === "taken"
          ? []
          : [`add ${list} ${entry.id} ${JSON.stringify(entry.username ?? entry.email ?? entry.name)}`],
      );
    },
    take: async (accounts, author) => {
      await people.change((document, value) => planTaking(document, value, accounts).puts, author);
    },
  };
}

/**
 * Moves the sign-ins that earlier versions kept in a live catalogue. Resolves with the accounts whose user name another
 * user has: these accounts have no user.
 */
export async function moveSignIns(
  live: Pick<LiveCatalogue, "change" | "document">,
  people: PeopleEditor,
  author: ChangeAuthor,
): Promise<Entry[]> {
  const accounts = live.document.accounts.filter(hasSignIn);
  if (accounts.length === 0) return [];
  let refused: Entry[] = [];
  await people.change((document, value) => {
    const planned = planTaking(document, value, accounts);
    refused = planned.refused;
    return planned.puts;
  }, author);
  // Only now: a start that ends in between moves them again, which adds nothing.
  await live.change(
    (document) =>
      document.accounts.filter(hasSignIn).map((entry) => ({ list: "accounts", entry: withoutSignIn(entry) })),
    author,
  );
  return refused;
}

/** Creates a live catalogue and its people in a data folder without any. `document` must have passed the check. */
export async function createLiveData(
  data: string,
  document: CatalogueDocument,
  users: readonly Entry[] = [],
): Promise<void> {
  const before = { ...EMPTY_PEOPLE, users };
  const { puts } = planTaking(before, NOBODY, document.accounts.filter(hasSignIn));
  await createCollection(locatePeople(data), putEntries(before, puts));
  await createCollection(locateLiveCatalogue(data), withoutSignIns(document));
}

/** Rejects with an error that names file and line when a line of the catalogue or of people in a data folder is damaged. */
export async function requireWholeLogs(data: string): Promise<void> {
  for (const folder of [locateLiveCatalogue(data), locatePeople(data)]) await requireWhole(folder);
}
