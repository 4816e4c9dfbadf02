/** API tokens of accounts: permissions, expiry, revocation, and their names in lists and logs. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { LAST_USES_FILE } from "../../../src/service/accounts/lastUses.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { PeopleService } from "../support/people.ts";

let people: PeopleService;
let owner: string;
beforeEach(async () => {
  people = await PeopleService.start();
  owner = await people.signIn("publisher");
});

const make = async (fields: object = {}, by = owner) =>
  people.send(by, "POST", "/v2/tokens", { name: "Nightly", role: "editor", ...fields });
const list = async (by = owner) => (await people.send(by, "GET", "/v2/tokens")).json.result;
const rename = (token: string) => people.send(token, "PATCH", "/v2/sites/1", { name: "Renamed" });

test("a token is shown only at creation and listed afterwards with its last use", async () => {
  const { status, json } = await make();
  const { token, ...shown } = json.result;
  const created_at = new Date(people.service.clock.time).toISOString();
  const created_by = { id: 2, name: "Publisher" };
  expect([status, shown]).toEqual([201, { id: 1, name: "Nightly", role: "editor", created_at, created_by }]);
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(await list()).toEqual([shown]);
  people.service.clock.time += 1000;
  expect((await people.send(token, "GET", "/v2/account")).json).toMatchObject({ id: 2, access: "editor" });
  const last_use = new Date(people.service.clock.time).toISOString();
  expect(await list()).toEqual([{ ...shown, last_use }]);
  // Last use is stored at most once a minute, to limit writes.
  people.service.clock.time += 59_999;
  await people.send(token, "GET", "/v2/account");
  expect(await list()).toEqual([{ ...shown, last_use }]);
  await people.service.restart();
  expect(await list(await people.signIn("publisher"))).toEqual([{ ...shown, last_use }]);
});

/** Reads the names whose last uses are stored, once they are those expected. */
const expectStored = (names: string[]) =>
  expect
    .poll(async () => {
      const text = await readFile(join(people.service.settings.data, LAST_USES_FILE), "utf8");
      return JSON.parse(text)
        .map(([name]: [string]) => name)
        .sort();
    })
    .toEqual(names);

test("last uses of revoked tokens, removed users and ended memberships are dropped", async () => {
  const network = await people.signIn("network");
  const { token, id } = (await make()).json.result;
  const user = await people.join("publisher");
  await people.send(network, "POST", "/v2/users", { user, role: "viewer", account: 3 });
  const { json } = await people.send(network, "POST", `/v2/users/${user}/link`);
  await people.usePassword(json.result.link);
  await people.send(token, "GET", "/v2/account");
  for (const account of [2, 3]) await people.signIn("ann@site.example", { account });
  const own = ["user 1 to 1", "user 2 to 2"];
  await expectStored([String(id), ...own, `user ${user} to 2`, `user ${user} to 3`]);
  await people.send(network, "DELETE", `/v2/users/${user}?account=3`);
  await expectStored([String(id), ...own, `user ${user} to 2`]);
  await people.send(owner, "DELETE", `/v2/tokens/${id}`);
  await expectStored([...own, `user ${user} to 2`]);
  await people.send(owner, "DELETE", `/v2/users/${user}`);
  await expectStored(own);
});

test("a network's sign-ins to accounts of its members are kept, and expired tokens dropped with the next change", async () => {
  const { json } = await make({ days: 1 });
  await people.send(json.result.token, "GET", "/v2/account");
  await people.signIn("network", { account: 2 });
  await expectStored(["1", "user 1 to 2", "user 2 to 2"]);
  people.service.clock.time += DAY_MS;
  await people.send(await people.signIn("publisher"), "PATCH", "/v2/user", { name: "Renamed" });
  await expectStored(["user 1 to 2", "user 2 to 2"]);
});

test.each([
  ["viewer", 403],
  ["editor", 200],
])("a %s token gets %i when it changes a site, directly or after sign-in", async (role, status) => {
  const { token } = (await make({ role })).json.result;
  const exchanged = (await people.send("", "POST", "/v2/login", { api_token: token })).json.token;
  for (const bearer of [token, exchanged]) {
    expect((await people.send(bearer, "GET", "/v2/sites")).status).toBe(200);
    expect((await rename(bearer)).status).toBe(status);
  }
});

test.each([
  ["GET", "/v2/tokens", undefined],
  ["POST", "/v2/tokens", { name: "Second", role: "viewer" }],
  ["GET", "/v2/users", undefined],
  ["PATCH", "/v2/user", { name: "No" }],
])("a token may not %s %s", async (method, path, body) => {
  const { token } = (await make()).json.result;
  expect((await people.send(token, method, path, body)).status).toBe(403);
});

test("a revoked or expired token and the sessions started with it are refused", async () => {
  const [revoked, expiring] = [(await make()).json.result, (await make({ days: 1 })).json.result];
  const exchanged = (await people.send("", "POST", "/v2/login", { api_token: revoked.token })).json.token;
  expect((await people.send(owner, "DELETE", `/v2/tokens/${revoked.id}`)).status).toBe(204);
  for (const token of [revoked.token, exchanged])
    expect((await people.send(token, "GET", "/v2/account")).status).toBe(401);
  expect((await people.send("", "POST", "/v2/login", { api_token: revoked.token })).status).toBe(401);
  people.service.clock.time += DAY_MS - 1;
  expect((await people.send(expiring.token, "GET", "/v2/account")).status).toBe(200);
  const late = (await people.send("", "POST", "/v2/login", { api_token: expiring.token })).json.token;
  people.service.clock.time += 1;
  for (const token of [expiring.token, late])
    expect((await people.send(token, "GET", "/v2/account")).status).toBe(401);
  expect(await list(await people.signIn("publisher"))).toEqual([]);
});

test("tokens of a removed user remain, marked as a former user's, unless tokens=1 revokes them", async () => {
  const id = await people.join("publisher", { role: "owner" });
  const ann = await people.signIn("ann@site.example");
  const first = (await make({}, ann)).json.result;
  expect(first.created_by).toEqual({ id, name: "Ann" });
  const second = await people.join("publisher", { email: "ben@site.example", role: "owner" });
  await make({ name: "Ben's" }, await people.signIn("ben@site.example"));
  await people.send(owner, "DELETE", `/v2/users/${id}`);
  expect(await list()).toMatchObject([
    { name: "Nightly", created_by: { name: "former user" } },
    { name: "Ben's", created_by: { name: "Ann" } },
  ]);
  await people.send(owner, "DELETE", `/v2/users/${second}?tokens=1`);
  expect(await list()).toMatchObject([{ name: "Nightly" }]);
});

test("the change log names the token of a change, or a former API token after revocation", async () => {
  const { id, token } = (await make()).json.result;
  await rename(token);
  const network = await people.signIn("network");
  const find = async () => (await people.send(network, "GET", "/v2/changes")).json.result[0];
  expect(await find()).toMatchObject({ account: { id: 2 }, token: { id, name: "Nightly" } });
  await people.send(owner, "DELETE", `/v2/tokens/${id}`);
  expect(await find()).toMatchObject({ token: { id, name: "former API token" } });
});

test("a network creates and revokes tokens of its own accounts but not of another network's", async () => {
  const network = await people.signIn("network");
  const { id } = (await make({ account: 2 }, network)).json.result;
  const other = await people.signIn("Other@net.example");
  expect(await list(other)).toEqual([]);
  expect((await people.send(other, "DELETE", `/v2/tokens/${id}`)).status).toBe(404);
  expect((await make({ account: 2 }, other)).status).toBe(400);
  expect((await people.send(network, "DELETE", `/v2/tokens/${id}?account=2`)).status).toBe(204);
  expect(await list()).toEqual([]);
});

test("a token request with several invalid fields gets an error for each", async () => {
  const { json } = await make({ name: "", role: "owner", days: 0 });
  expect(json.errors).toEqual([
    { "[name]": "Expected a name with a visible character." },
    { "[role]": "Expected viewer or editor." },
    { "[days]": "Expected a whole number from 1 to 3650." },
  ]);
});

test("a user declared in the catalogue file can create tokens and links, which name no creator", async () => {
  const declared = await PeopleService.start({}, { isDeclared: true });
  const token = await declared.signIn("publisher");
  const link = { name: "For Tom", role: "publisher", view: "?period=7d", days: 30 };
  for (const [path, body] of [
    ["/v2/tokens", { name: "Nightly", role: "editor" }],
    ["/v2/shares", link],
  ] as const) {
    expect((await declared.send(token, "POST", path, body)).status).toBe(201);
    const { result } = (await declared.send(token, "GET", path)).json;
    expect([result.length, "created_by" in result[0]]).toEqual([1, false]);
  }
});
