/** Moves the sign-ins of a catalogue's accounts to the list of people, once per account. */
import { CatalogueError } from "../catalogue/catalogue.ts";
import {
  type CatalogueDocument,
  createIdCounter,
  type Entry,
  type Put,
  putEntries,
} from "../catalogue/document.ts";
import { createCollection } from "../catalogue/liveCollection.ts";
import {
  CATALOGUE_FOLDER,
  describeWaysOn,
  isUnused,
  locateLiveCatalogue,
  replay,
  requireWhole,
} from "../catalogue/logFiles.ts";
import { hasSignIn, type SignInTaker, withoutSignIns } from "../catalogue/signIns.ts";
import { toSignIn } from "./accountSignIn.ts";
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
  /** Accounts whose user name belongs to another user. */
  refused: Entry[];
}

/** Skips accounts whose sign-ins were moved before, so that users and tokens removed since stay removed. */
function planTaking(document: PeopleDocument, people: People, accounts: readonly Entry[]): Planned {
  const next = { users: createIdCounter(document.users), tokens: createIdCounter(document.tokens) };
  const planned: Planned = { puts: [], refused: [] };
  for (const account of accounts) {
    if (people.taken.has(account.id)) continue;
    const { user, tokens } = toSignIn(account);
    planned.puts.push({ list: "taken", entry: { id: account.id } });
    if (user && findByName(people, getSignInName(user))) planned.refused.push(account);
    else if (user) planned.puts.push({ list: "users", entry: { id: next.users(), ...user } });
    for (const token of tokens) planned.puts.push({ list: "tokens", entry: { id: next.tokens(), ...token } });
  }
  return planned;
}

/** Creates the function that moves the sign-ins of applied files. */
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
      await people.change((document, value) => planTaking(document, value, accounts).puts, {
        ...author,
        way: "file",
      });
    },
  };
}

/** Creates a live catalogue and its people in an empty data folder. `document` must already be validated. */
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

/** Rejects with an error that names file and line when a line of the catalogue or of the people is damaged. */
export async function requireWholeLogs(data: string): Promise<void> {
  for (const folder of [locateLiveCatalogue(data), locatePeople(data)]) await requireWhole(folder);
}

/** Rejects when the data folder has users, but not the catalogue whose accounts they belong to. */
export async function requireCatalogue(data: string): Promise<void> {
  if (!(await isUnused(locateLiveCatalogue(data)))) return;
  const { users = [] } = (await replay(locatePeople(data))).document;
  if (users.every(({ deleted }) => deleted)) return;
  throw new Error(
    `${data} has users, but no catalogue. To use a catalogue file, name it with --catalogue, or run: zonetag-service catalogue apply FILE --data ${data}. ${describeWaysOn(data, CATALOGUE_FOLDER)}`,
  );
}
