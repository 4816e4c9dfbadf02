/** Accounts that are removed from a catalogue file and whose ids are used again later. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LAST_USES_FILE } from "../../../src/service/accounts/lastUses.ts";
import { Browser } from "../support/browser.ts";
import { PeopleService } from "../support/people.ts";

const SHARE = { name: "For Tom", role: "publisher", view: "?period=7d", days: 30 };
const ANN = "ann@site.example";

/** Starts a service on a catalogue file. Account 2 gets a link, an API token, a saved view and a browser session. */
async function start() {
  const people = await PeopleService.start({}, { isDeclared: true });
  const { service } = people;
  const publisher = await people.signIn("publisher");
  await people.join("publisher", { email: ANN });
  const browser = new Browser(service);
  await browser.signIn(ANN);
  const link = await people.send(publisher, "POST", "/v2/shares", SHARE);
  const made = await people.send(publisher, "POST", "/v2/tokens", { name: "Robot", role: "editor" });
  const view = { name: "Week", view: "?period=7d" };
  await people.send(publisher, "POST", "/v2/views", view);
  const owner = new Browser(service);
  await owner.signIn("publisher");
  const look = async () => ({
    link: (await people.send(link.json.token, "GET", "/v2/account")).status,
    token: (await people.send(made.json.result.token, "GET", "/v2/account")).status,
    session: await browser.look(),
    owner: await owner.look(),
  });
  const file = await readFile(service.catalogueFile, "utf8");
  /** Writes the catalogue file with or without account 2. */
  const setPresent = async (isPresent: boolean) => {
    const { accounts, sites, ...rest } = JSON.parse(file);
    const others = { ...rest, accounts: accounts.filter(({ id }: { id: number }) => id !== 2), sites: [] };
    await writeFile(service.catalogueFile, isPresent ? file : JSON.stringify(others));
  };
  const listViews = async () =>
    (await people.send(await people.signIn("publisher"), "GET", "/v2/views")).json.result;
  /** Lists the stored users; the declared one has a negative id. */
  const listMembers = async () => {
    const { json } = await people.send(await people.signIn("publisher"), "GET", "/v2/users");
    return json.result.filter(({ id }: { id: number }) => id > 0);
  };
  return { service, look, setPresent, listViews, listMembers };
}

const VALID = { link: 200, token: 200, session: 200, owner: 200 };
const ENDED = { link: 401, token: 401, session: 401, owner: 401 };

test("links, tokens, members, sessions and saved views of a removed account stay invalid when its id is used again", async () => {
  const { service, look, setPresent, listViews, listMembers } = await start();
  expect(await listMembers()).toHaveLength(1);
  expect([await look(), await listViews()]).toEqual([VALID, [expect.objectContaining({ name: "Week" })]]);
  await setPresent(false);
  await service.reload();
  expect(await look()).toEqual(ENDED);
  await setPresent(true);
  await service.reload();
  await expect.poll(listViews).toEqual([]);
  await expect.poll(listMembers).toEqual([]);
  await expect.poll(look).toEqual(ENDED);
});

test("last uses of a removed account's users and tokens are dropped, also of declared ones", async () => {
  const { service, setPresent } = await start();
  const listNames = async () =>
    JSON.parse(await readFile(join(service.settings.data, LAST_USES_FILE), "utf8")).map(
      ([name]: [string]) => name,
    );
  await expect.poll(listNames).toEqual(["user -2 to 2", "user 1 to 2"]);
  await setPresent(false);
  await service.reload();
  await expect.poll(listNames).toEqual([]);
});

test("links, tokens and sessions are invalid while the account is missing at a start, and nothing is deleted", async () => {
  const { service, look, setPresent, listMembers, listViews } = await start();
  await setPresent(false);
  await service.restart();
  expect(await look()).toEqual(ENDED);
  await setPresent(true);
  await service.restart();
  expect(await look()).toEqual(VALID);
  expect([await listMembers(), await listViews()]).toEqual([[expect.anything()], [expect.anything()]]);
});

test("an account that was missing at a start gets its links, tokens and sessions back by a reload", async () => {
  const { service, look, setPresent } = await start();
  await setPresent(false);
  await service.restart();
  await setPresent(true);
  await service.reload();
  expect(await look()).toEqual(VALID);
  await setPresent(false);
  await service.reload();
  expect(await look()).toEqual(ENDED);
  await setPresent(true);
  await service.reload();
  await expect.poll(look).toEqual(ENDED);
});

test("links, tokens and sessions stay valid when only the account's name changes", async () => {
  const { service, look } = await start();
  const catalogue = JSON.parse(await readFile(service.catalogueFile, "utf8"));
  catalogue.accounts[1].name = "Renamed";
  await writeFile(service.catalogueFile, JSON.stringify(catalogue));
  await service.reload();
  await service.restart();
  expect(await look()).toEqual(VALID);
});

test("a session of a declared user ends when the file gives the account's id and password to another user", async () => {
  const { service, look } = await start();
  const catalogue = JSON.parse(await readFile(service.catalogueFile, "utf8"));
  catalogue.accounts[1].username = "another publisher";
  await writeFile(service.catalogueFile, JSON.stringify(catalogue));
  await service.reload();
  expect(await look()).toMatchObject({ owner: 401 });
});
