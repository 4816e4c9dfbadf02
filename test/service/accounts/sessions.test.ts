/** Sessions that are replaced while their store fails. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { LocalSessions, SESSIONS_FILE } from "../../../src/service/accounts/localSessions.ts";
import { Sessions } from "../../../src/service/accounts/sessions.ts";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { StoreError } from "../../../src/service/facts/eventStore.ts";
import { addDeclared } from "../../../src/service/people/declaredPeople.ts";
import { NOBODY } from "../../../src/service/people/people.ts";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { makeFolder } from "../../support/folder.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const ACCOUNT = {
  id: 1,
  name: "Ann",
  role: "publisher",
  username: "ann",
  password: await hashPassword("right"),
};

async function openSessions() {
  const catalogue = {
    ...parseCatalogue({ accounts: [ACCOUNT], sites: [], zones: [], campaigns: [] }),
    declared: { file: "catalogue.json", digest: "" },
  };
  const people = addDeclared(NOBODY, catalogue);
  const file = join(makeFolder(), SESSIONS_FILE);
  const store = await LocalSessions.open({ file, now: () => NOW, onProblem: () => {} });
  const actions: string[] = [];
  const audit = {
    add: async (_: unknown, changes: readonly { action: string }[]) => {
      actions.push(...changes.map(({ action }) => action));
    },
  };
  const context = {
    loginKey: Buffer.alloc(32, 1),
    catalogue: () => catalogue,
    people: () => people,
    now: () => NOW,
  };
  const sessions = new Sessions({ ...context, store, audit });
  const [user, account] = [[...people.users.values()][0], catalogue.accounts.get(1)];
  if (!user || !account) throw new Error("The catalogue has no user.");
  const old = await sessions.start(account, { user }, {});
  const replace = () => sessions.replace(old.record.id, account, { user }, {});
  return { sessions, store, actions, old, replace, owner: `user ${user.id}` };
}

test.each(["add", "end"] as const)("a session stays valid when the store fails to %s", async (method) => {
  const { sessions, store, actions, old, replace } = await openSessions();
  const { [method]: works } = store;
  const fail = async () => {
    throw new StoreError("failed", "The store is unreachable.");
  };
  Object.assign(store, { [method]: fail });
  await expect(replace()).rejects.toThrow(StoreError);
  Object.assign(store, { [method]: works });
  expect(await sessions.read(old.secret)).toBeDefined();
  expect(actions).toEqual(["create"]);
});

test("of simultaneous replacements, one starts a session, which is the only one left", async () => {
  const { sessions, store, actions, old, replace, owner } = await openSessions();
  const started = (await Promise.all(Array.from({ length: 10 }, replace))).filter((each) => each);
  expect(started).toHaveLength(1);
  expect(await sessions.read(started[0]?.secret ?? "")).toBeDefined();
  expect(await sessions.read(old.secret)).toBe(undefined);
  expect(store.list(owner)).toHaveLength(1);
  expect(actions).toEqual(["create", "end", "create"]);
});
