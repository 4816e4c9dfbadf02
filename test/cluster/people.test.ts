/** Changes of people and suspensions on one node, and requests to the other one, which must follow within two seconds. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UNLIMITED } from "../../e2e/support/service.ts";
import { LAST_USES } from "../../src/service/redis/names.ts";
import { hashPassword } from "../../src/service/signing/passwords.ts";
import { Browser } from "../service/support/browser.ts";
import { PASSWORD } from "../service/support/people.ts";
import { findRedisServer, NO_REDIS } from "../service/support/redis.ts";
import { ServiceCluster } from "./cluster.ts";

const CREATIVE = { id: 1, size: "300x250", image: "https://img.example/1.png", url: "https://shop.example/" };
const CATALOGUE = {
  accounts: [
    { id: 1, name: "Net", role: "network", username: "net", password: await hashPassword(PASSWORD) },
    { id: 2, name: "Publisher", role: "publisher", network: 1 },
    { id: 3, name: "Second publisher", role: "publisher", network: 1 },
    { id: 4, name: "Advertiser", role: "advertiser", network: 1 },
  ],
  sites: [{ id: 1, account: 2, name: "Site", hostname: "site.example" }],
  zones: [{ id: 1, site: 1, name: "Top", size: CREATIVE.size }],
  campaigns: [
    {
      id: 1,
      account: 4,
      name: "Shoes",
      pricing: { model: "cpm", price: "1" },
      variations: [CREATIVE],
    },
  ],
};

let cluster: ServiceCluster;
/** The network's owner at the first node. */
let network: Browser;

beforeAll(async () => {
  if (findRedisServer() === undefined) return;
  cluster = await ServiceCluster.start({ nodes: 2, catalogue: CATALOGUE, isLive: true, args: UNLIMITED });
  network = browse(0);
  expect((await network.signIn("net")).status).toBe(201);
});
beforeEach(({ skip }) => skip(findRedisServer() === undefined, NO_REDIS));
afterAll(() => cluster?.stop());

function browse(at: number, cookie = ""): Browser {
  const browser = new Browser(cluster.nodes[at] ?? { origin: "" });
  browser.cookie = cookie;
  return browser;
}

/** The time in which the other node must follow. */
const SOON = { timeout: 2000, interval: 20 };

let invited = 0;

/** Invites an editor of the publisher at the first node. Resolves with the editor's browser at the second node. */
async function join(): Promise<{ editor: Browser; id: number; email: string }> {
  invited += 1;
  const email = `ann-${invited}@site.example`;
  const invitation = { email, name: "Ann", role: "editor", account: 2 };
  const { result } = await (await network.send("POST", "/v2/users", invitation)).json();
  const editor = browse(1);
  const password = { token: result.link.split("#password=")[1], password: PASSWORD };
  await expect.poll(async () => (await editor.send("POST", "/v2/password", password)).status, SOON).toBe(200);
  expect((await editor.signIn(email)).status).toBe(201);
  return { editor, id: result.id, email };
}

const rename = async (browser: Browser) =>
  (await browser.send("PATCH", "/v2/sites/1", { name: "Renamed" })).status;

test("a person whom one node removed is refused by the other within two seconds", async () => {
  const { editor, id, email } = await join();
  const login = { username: email, password: PASSWORD };
  const { token } = await (await editor.send("POST", "/v2/login", login)).json();
  const made = await network.send("POST", "/v2/tokens", { name: "Robot", role: "editor", account: 2 });
  const robot = (await made.json()).result;
  const look = (bearer: string) => editor.look({ Authorization: `Bearer ${bearer}` });
  await expect.poll(() => look(robot.token), SOON).toBe(200);
  expect([await editor.look(), await look(token)]).toEqual([200, 200]);
  const names = [`user ${id} to 2`, String(robot.id)];
  const listUses = async () => {
    const stored = await cluster.redis.send("HKEYS", LAST_USES);
    return names.filter((name) => String(stored).split(",").includes(name));
  };
  await expect.poll(listUses).toEqual(names);
  expect((await network.send("DELETE", `/v2/users/${id}?account=2`)).status).toBe(204);
  expect((await network.send("DELETE", `/v2/tokens/${robot.id}?account=2`)).status).toBe(204);
  const lookAll = () => Promise.all([editor.look(), look(token), look(robot.token)]);
  await expect.poll(lookAll, SOON).toEqual([401, 401, 401]);
  expect((await editor.signIn(email)).status).toBe(401);
  await expect.poll(listUses).toEqual([]);
});

test("an editor who becomes a viewer on one node changes nothing on the other within two seconds", async () => {
  const { editor, id } = await join();
  expect(await rename(editor)).toBe(200);
  await network.send("PATCH", `/v2/users/${id}`, { role: "viewer", account: 2 });
  await expect.poll(() => rename(editor), SOON).toBe(403);
  expect(await editor.look()).toBe(200);
});

test("zones of an account that one node suspended get null from the other, and its editors only read", async () => {
  const { editor } = await join();
  const suspend = async (account: number, suspended: boolean | null) =>
    (await network.send("PATCH", `/v2/accounts/${account}`, { suspended })).status;
  const place = async () => {
    const { status, shown } = await cluster.place(cluster.nodes[1]);
    return [status, shown !== undefined];
  };
  expect([await place(), await rename(editor)]).toEqual([[200, true], 200]);
  expect(await suspend(2, true)).toBe(200);
  await expect.poll(place, SOON).toEqual([200, false]);
  expect([await rename(editor), await editor.look()]).toEqual([403, 200]);
  expect((await editor.send("GET", "/v2/sites/1")).status).toBe(200);
  expect(await rename(network)).toBe(200);
  expect(await suspend(2, null)).toBe(200);
  await expect.poll(place, SOON).toEqual([200, true]);
  expect(await rename(editor)).toBe(200);
  // Campaigns of a suspended advertiser do not run either.
  expect(await suspend(4, true)).toBe(200);
  await expect.poll(place, SOON).toEqual([200, false]);
  expect(await suspend(4, false)).toBe(200);
  await expect.poll(place, SOON).toEqual([200, true]);
});

test("a session that switched accounts at one node is valid at the other, and only the new one", async () => {
  const { editor, id, email } = await join();
  const before = editor.cookie;
  await network.send("POST", "/v2/users", { user: id, role: "viewer", account: 3 });
  // The new right voids a password that was set by a link of another account.
  const { result } = await (await network.send("POST", `/v2/users/${id}/link`)).json();
  const password = { token: result.link.split("#password=")[1], password: PASSWORD };
  await expect.poll(async () => (await editor.send("POST", "/v2/password", password)).status, SOON).toBe(200);
  await expect.poll(() => browse(0, before).look(), SOON).toBe(401);
  expect((await editor.signIn(email)).status).toBe(201);
  const old = editor.cookie;
  await expect.poll(() => browse(0, old).look(), SOON).toBe(200);
  const tabs = Array.from({ length: 10 }, (_, at) => browse(at % 2, old));
  const answers = await Promise.all(
    tabs.map((tab) => tab.send("POST", "/v2/session/account", { account: 3 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(401)]);
  const cookie = tabs.map((tab) => tab.cookie).find((one) => one !== old) ?? "";
  for (const at of [0, 1]) {
    const account = await (await browse(at, cookie).send("GET", "/v2/account")).json();
    expect(account).toMatchObject({ name: "Second publisher", access: "viewer" });
    expect(await browse(at, old).look()).toBe(401);
  }
  expect(await browse(0, cookie).listSessions()).toHaveLength(1);
});
