/** The set-up link creates the first network account, once. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { SETUP_LINK_LIFE, SetupLink, SetupLinkFile } from "../../../src/service/management/setupLink.ts";
import { Users } from "../../../src/service/management/users.ts";
import { LivePeople } from "../../../src/service/people/livePeople.ts";
import { findByName } from "../../../src/service/people/people.ts";
import { verifyPassword } from "../../../src/service/signing/passwords.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { anAuthor } from "../support/changes.ts";
import { findIds } from "../support/facts.ts";

const FIELDS = { name: "Net", username: "net", password: "twelve chars" };
const VOID = "no longer valid";

const data = useEmptyFolder();
let live: LiveCatalogue;
let people: LivePeople;
let now = 0;
let wrong = 0;
beforeEach(async () => {
  live = await LiveCatalogue.open({ data });
  people = await LivePeople.open({ data });
  [now, wrong] = [Date.parse("2026-11-23T12:00:00Z"), 0];
});
afterEach(() => Promise.all([live.close(), people.close()]));

/** Starts a node on the same data folder. */
async function aNode(editor: LiveCatalogue | null = live): Promise<SetupLink> {
  let catalogue = await live.load();
  live.watch(async (next) => () => {
    catalogue = next;
  });
  const store = new SetupLinkFile(join(data, "setup.json"));
  const parts = { catalogue: () => catalogue, now: () => now };
  const users = new Users({
    ...parts,
    editor: people,
    people: () => people.value,
    writeLink: String,
    uses: { read: () => new Map() },
  });
  return new SetupLink({ ...parts, store, editor: editor ?? undefined, users, findIds });
}

const use = (setup: SetupLink, token: string | undefined, fields: object = FIELDS) =>
  setup.use({ token, ...fields }, async () => {
    wrong += 1;
  });

test("a set-up link creates one network account, and is invalid afterwards", async () => {
  const setup = await aNode();
  const token = await setup.issueFirst();
  await use(setup, token);
  const [account] = (await live.load()).data.accounts;
  expect(account).toMatchObject({ id: 1, name: "Net", role: "network" });
  expect(live.document.accounts).toEqual([{ id: 1, name: "Net", role: "network" }]);
  const owner = findByName(people.value, "net");
  expect(owner).toMatchObject({ username: "net", name: "Net", accounts: [{ account: 1, role: "owner" }] });
  expect(await verifyPassword(FIELDS.password, owner?.password)).toBe(true);
  expect(setup.isNeeded).toBe(false);
  await expect(use(setup, token, { ...FIELDS, username: "other" })).rejects.toThrow(VOID);
  await expect(setup.issue()).rejects.toThrow("There is a network account already");
  expect(await setup.issueFirst()).toBeUndefined();
  expect((await live.load()).data.accounts.length).toBe(1);
});

test("no link is issued for a declared catalogue, and a link ends with the first network account", async () => {
  expect(await (await aNode(null)).issueFirst()).toBeUndefined();
  const setup = await aNode();
  const token = await setup.issueFirst();
  await live.change(() => [{ list: "accounts", entry: { id: 5, name: "Net", role: "network" } }], anAuthor());
  await expect(use(setup, token)).rejects.toThrow(VOID);
  expect([live.document.accounts.length, wrong]).toEqual([1, 1]);
});

test("two concurrent uses of a link create one account", async () => {
  const setup = await aNode();
  const token = await setup.issueFirst();
  const uses = ["a", "b"].map((username) => use(setup, token, { ...FIELDS, username }));
  const outcomes = await Promise.allSettled(uses);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await live.load()).data.accounts.length).toBe(1);
});

test("a link is stored as a digest and is valid for 24 hours or until the next link is issued", async () => {
  const setup = await aNode();
  const first = await setup.issueFirst();
  expect(await readFile(join(data, "setup.json"), "utf8")).not.toContain(first);
  expect(await (await aNode()).issueFirst()).toBeUndefined();
  const second = await setup.issue();
  await expect(use(setup, first)).rejects.toThrow(VOID);
  now += SETUP_LINK_LIFE;
  await expect(use(setup, second)).rejects.toThrow(VOID);
  expect(wrong).toBe(2);
  const third = await setup.issueFirst();
  now += SETUP_LINK_LIFE - 1;
  await use(setup, third);
});

test.each<[string, object, string]>([
  ["an unknown field", { ...FIELDS, role: "network" }, "[role]"],
  ["no name", { ...FIELDS, name: undefined }, "[name]"],
  ["a short password", { ...FIELDS, password: "eleven char" }, "[password]"],
  ["an invalid user name", { ...FIELDS, username: "x".repeat(2000) }, "[username]"],
])("using a link with %s is refused and keeps the link valid", async (_what, fields, field) => {
  const setup = await aNode();
  const token = await setup.issueFirst();
  await expect(use(setup, token, fields)).rejects.toMatchObject({
    status: 400,
    problems: [{ path: field }],
  });
  await use(setup, token);
});

test("an e-mail address as user name becomes the owner's; one already taken creates no account", async () => {
  const setup = await aNode();
  const token = await setup.issueFirst();
  const taken = { id: 1, email: "ann@net.example", name: "Ann", accounts: [{ account: 9, role: "owner" }] };
  await people.change(() => [{ list: "users", entry: taken }], anAuthor());
  const address = (username: string) => use(setup, token, { ...FIELDS, username });
  await expect(address("Ann@net.example")).rejects.toMatchObject({ status: 409 });
  expect(live.document.accounts).toEqual([]);
  await address("Ben@net.example");
  expect(people.value.users.get(2)).toMatchObject({ email: "ben@net.example" });
});

test("if the owner cannot be stored, the error names the command that creates one", async () => {
  const setup = await aNode();
  const token = await setup.issueFirst();
  await people.close();
  await rm(join(data, "people"), { recursive: true });
  await expect(use(setup, token)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining("`zonetag-service user create`"),
  });
});
