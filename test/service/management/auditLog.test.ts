/** The audit log over HTTP: who reads what about users, tokens, links, sessions and refused sign-ins. */
import { readFile, writeFile } from "node:fs/promises";
import { beforeEach, expect, test } from "vitest";
import { askService } from "../../../src/service/control/commandSocket.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { PASSWORD, PeopleService } from "../support/people.ts";

const HOUR_MS = 3_600_000;
const ANN_AT_SITE = { name: "Ann", username: "ann@site.example" };

let people: PeopleService;
beforeEach(async ({ task }) => {
  if (!task.name.startsWith("[own]")) people = await PeopleService.start();
});

async function list(token: string, query = "") {
  const { json } = await people.send(token, "GET", `/v2/changes${query}`);
  return json.result;
}

/** Signs in with a cookie. Resolves with the cookie. */
async function startSession(username: string, password = PASSWORD): Promise<string> {
  const { origin } = people.service;
  const response = await fetch(`${origin}/v2/session`, {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

function sendCookie(cookie: string, method: string, path: string, body?: object): Promise<Response> {
  const { origin } = people.service;
  return fetch(origin + path, {
    method,
    headers: { Cookie: cookie, Origin: origin, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

test("new users, changed roles and removed users are listed with author, way and shortened address", async () => {
  const owner = await people.signIn("publisher");
  const id = await people.join("publisher");
  await people.send(owner, "PATCH", `/v2/users/${id}`, { role: "viewer" });
  await people.send(owner, "DELETE", `/v2/users/${id}`);
  const [ended, changed, password, created] = await list(owner, "?kind=users");
  const by = {
    time: "2026-11-20T12:00:00.000Z",
    account: { id: 2, name: "Publisher" },
    user: { id: 2, name: "Publisher" },
    way: "interface",
    address: "127.0.0.0",
    kind: "users",
    id,
    owner: 2,
  };
  expect(ended).toEqual({ ...by, action: "end", before: { ...ANN_AT_SITE, role: "viewer" } });
  expect(changed).toEqual({
    ...by,
    action: "change",
    before: { ...ANN_AT_SITE, role: "editor" },
    after: { ...ANN_AT_SITE, role: "viewer" },
  });
  // The user set the password through the link.
  expect(password).toMatchObject({
    action: "change",
    user: { id, name: "former user" },
    after: { password: "changed", sessions: "ended" },
  });
  expect(created).toEqual({ ...by, action: "create", after: { ...ANN_AT_SITE, role: "editor" } });
});

test("API tokens, password links and shared links are listed when they are made and when they end", async () => {
  const owner = await people.signIn("publisher");
  const token = (await people.send(owner, "POST", "/v2/tokens", { name: "CMS", role: "editor" })).json.result;
  const share = { name: "For Tom", role: "publisher", view: "?", days: 3 };
  const { json } = await people.send(token.token, "POST", "/v2/shares", share);
  await people.send(owner, "DELETE", `/v2/shares/${json.id}`);
  await people.send(owner, "DELETE", `/v2/tokens/${token.id}`);
  const id = await people.join("publisher");
  const actions = async (kind: string) =>
    (await list(owner, `?kind=${kind}`)).map((one: { action: string; id: unknown; way: string }) => [
      one.action,
      one.id,
      one.way,
    ]);
  expect(await actions("tokens")).toEqual([
    ["end", token.id, "interface"],
    ["create", token.id, "interface"],
  ]);
  expect(await actions("shares")).toEqual([
    ["end", json.id, "interface"],
    ["create", json.id, "token"],
  ]);
  expect(await actions("links")).toEqual([
    ["end", id, "interface"],
    ["create", id, "interface"],
  ]);
  const text = JSON.stringify(await list(owner));
  expect(text).not.toContain(token.token);
  expect(text).not.toContain("sha256:");
});

test("sessions are listed when they start, are signed out or ended by another, or end with the password", async () => {
  const first = await startSession("publisher");
  const second = await startSession("publisher");
  await startSession("publisher");
  const { result } = (await (await sendCookie(second, "GET", "/v2/sessions")).json()) as {
    result: { id: string; current: boolean }[];
  };
  const own = result.find(({ current }) => current)?.id;
  await sendCookie(first, "DELETE", "/v2/session");
  await sendCookie(second, "DELETE", "/v2/sessions");
  const owner = await people.signIn("publisher");
  const sessions = await list(owner, "?kind=sessions");
  expect(sessions.map(({ action }: { action: string }) => action)).toEqual([
    "end",
    "end",
    "create",
    "create",
    "create",
  ]);
  expect(sessions[0]).toMatchObject({ way: "interface", owner: 2, before: { user: 2, name: "Publisher" } });
  expect(sessions.map(({ id }: { id: string }) => id)[3]).toBe(own);
  const password = "another long password";
  await sendCookie(second, "PATCH", "/v2/user", { currentPassword: PASSWORD, password });
  expect((await list(await startToken("publisher", password), "?kind=users"))[0]).toMatchObject({
    action: "change",
    after: { password: "changed", sessions: "ended" },
  });
});

async function startToken(username: string, password: string): Promise<string> {
  return (await people.send("", "POST", "/v2/login", { username, password })).json.token;
}

test("refused sign-ins of a user are one entry an hour with a count, also with a wrong current password", async () => {
  const id = await people.join("publisher");
  const ann = await people.signIn("ann@site.example");
  await people.logIn("ann@site.example", { password: "a wrong password" });
  await people.logIn(" ANN@site.example", { password: "a wrong password" });
  const body = { currentPassword: "a wrong password", password: "another long password" };
  await people.send(ann, "PATCH", "/v2/user", body);
  // The right password for an account of another network.
  await people.logIn("ann@site.example", { account: 4 });
  await people.logIn("nobody", { password: "a wrong password" });
  people.service.clock.time += HOUR_MS;
  await people.logIn("ann@site.example", { password: "a wrong password" });
  const owner = await people.signIn("publisher");
  const isRefusal = ({ action }: { action: string }) => action === "refuse";
  const refusals = (await list(owner)).filter(isRefusal);
  expect(refusals).toEqual([
    expect.objectContaining({ time: "2026-11-20T13:00:00.000Z", id, count: 1, after: ANN_AT_SITE }),
    expect.objectContaining({ time: "2026-11-20T12:00:00.000Z", id, count: 4, address: "127.0.0.0" }),
  ]);
  expect((await list(await people.signIn("ann@site.example"))).filter(isRefusal)).toHaveLength(2);
});

test("owners read the log of their accounts, networks that of their members, and other networks nothing", async () => {
  await people.join("publisher");
  const count = async (username: string) => (await list(await people.signIn(username), "?kind=users")).length;
  expect([await count("publisher"), await count("network"), await count("Other@net.example")]).toEqual([
    2, 2, 0,
  ]);
});

test("editors and viewers read what concerns themselves, and API tokens nothing", async () => {
  const owner = await people.signIn("publisher");
  const id = await people.join("publisher");
  await people.invite(owner, { email: "ben@site.example", name: "Ben" });
  const { token } = (await people.send(owner, "POST", "/v2/tokens", { name: "CMS", role: "editor" })).json
    .result;
  const ids = async (bearer: string, kind: string) =>
    new Set((await list(bearer, `?kind=${kind}`)).map((one: { id: number }) => one.id));
  const ann = await people.signIn("ann@site.example");
  expect(await ids(ann, "users")).toEqual(new Set([id]));
  expect(await ids(ann, "tokens")).toEqual(new Set());
  for (const kind of ["users", "tokens", "links", "sessions", "shares"])
    expect(await ids(token, kind)).toEqual(new Set());
  expect(await list(token)).toEqual([]);
});

test("a publisher does not see which of its network's people gave a right, nor the address", async () => {
  const network = await people.signIn("network");
  await people.invite(network, { account: 2 });
  const [entry] = await list(await people.signIn("publisher"), "?kind=users");
  expect(entry).toMatchObject({ account: { id: 0, name: "your network" }, action: "create" });
  expect(Object.keys(entry)).not.toEqual(expect.arrayContaining(["user"]));
  expect(Object.keys(entry)).not.toEqual(expect.arrayContaining(["address"]));
});

test("a list without a kind merges the log with changes of the catalogue by time, in pages", async () => {
  const owner = await people.signIn("publisher");
  const wait = () => {
    people.service.clock.time += 1000;
  };
  const rename = (name: string) => people.send(owner, "PATCH", "/v2/sites/1", { name });
  await rename("A");
  wait();
  await people.send(owner, "POST", "/v2/tokens", { name: "T", role: "viewer" });
  wait();
  await rename("B");
  wait();
  await people.send(owner, "DELETE", "/v2/tokens/1");
  const kinds = async (query: string) => {
    const { json } = await people.send(owner, "GET", `/v2/changes${query}`);
    return [json.request_metadata.count, json.result.map(({ kind }: { kind: string }) => kind)];
  };
  expect(await kinds("")).toEqual([4, ["tokens", "sites", "tokens", "sites"]]);
  expect(await kinds("?limit=1")).toEqual([4, ["tokens"]]);
  expect(await kinds("?limit=2&offset=1")).toEqual([4, ["sites", "tokens"]]);
  expect(await kinds("?limit=2&offset=3")).toEqual([4, ["sites"]]);
  expect(await kinds("?offset=9")).toEqual([4, []]);
  expect(await kinds("?kind=sites&id=1")).toEqual([2, ["sites", "sites"]]);
  expect(await kinds("?kind=tokens&limit=1&offset=1")).toEqual([2, ["tokens"]]);
  expect(await kinds("?kind=tokens&id=2")).toEqual([0, []]);
  expect(await kinds("?id=1")).toEqual([2, ["sites", "sites"]]);
});

test("entries are listed for 90 days, also after a restart, and the changes of the catalogue for longer", async () => {
  const owner = await people.signIn("publisher");
  await people.send(owner, "POST", "/v2/tokens", { name: "T", role: "viewer" });
  await people.send(owner, "PATCH", "/v2/sites/1", { name: "A" });
  const kinds = async () =>
    (await list(await people.signIn("publisher"))).map(({ kind }: { kind: string }) => kind);
  people.service.clock.time += 89 * DAY_MS;
  await people.service.restart();
  expect(await kinds()).toEqual(["sites", "tokens"]);
  people.service.clock.time += DAY_MS;
  expect(await kinds()).toEqual(["sites"]);
});

test("a command on the machine is recorded as its author", async () => {
  const user = { account: 2, email: "eve@site.example", name: "Eve", role: "owner" } as const;
  await askService(people.service.settings.data, "users", { action: "create", ...user });
  expect((await list(await people.signIn("network"), "?kind=users"))[0]).toMatchObject({
    action: "create",
    way: "command",
    account: { id: 0, name: "zonetag-service user" },
    after: { name: "Eve", role: "owner" },
  });
});

test("[own] users and tokens that a declared file gives, changes and takes are recorded", async () => {
  people = await PeopleService.start({}, { isDeclared: true });
  const { catalogueFile } = people.service;
  const catalogue = JSON.parse(await readFile(catalogueFile, "utf8"));
  const [network, publisher, second, other] = catalogue.accounts;
  const accounts = [
    network,
    { ...publisher, username: "renamed" },
    { ...second, username: "second", password: publisher.password, apiTokens: [`sha256:${"0".repeat(64)}`] },
    { ...other, username: undefined, password: undefined },
  ];
  await writeFile(catalogueFile, JSON.stringify({ ...catalogue, accounts }));
  await people.service.reload();
  const entries = await list(await people.signIn("network"));
  expect(entries.map((one: { kind: string; action: string; owner: number; way: string }) => one)).toEqual([
    expect.objectContaining({ kind: "tokens", action: "create", owner: 3, way: "file" }),
    expect.objectContaining({ kind: "users", action: "create", owner: 3, way: "file" }),
    expect.objectContaining({ kind: "users", action: "change", owner: 2, way: "file" }),
  ]);
});

test("[own] a hash that a sign-in renews is not listed as a changed password", async () => {
  const earlier = "scrypt:AAAAAAAAAAAAAAAAAAAAAA:ws8QDO6O-F54WPQshrntFCExNulXddt2V-n4NnqOqMM";
  people = await PeopleService.start(
    {},
    {
      users: [
        {
          id: 50,
          username: "eve",
          name: "Eve",
          password: earlier,
          accounts: [{ account: 2, role: "owner" }],
        },
      ],
    },
  );
  const logIn = () => people.send("", "POST", "/v2/login", { username: "eve", password: "right" });
  expect((await logIn()).status).toBe(200);
  expect(await list((await logIn()).json.token)).toEqual([]);
});

test("changes are filtered by the user who made them, unless the author is hidden from the reader", async () => {
  const ann = await people.join("publisher");
  const [network, publisher] = [await people.signIn("network"), await people.signIn("publisher")];
  await people.send(await people.signIn("ann@site.example"), "PATCH", "/v2/sites/1", { name: "By Ann" });
  await people.send(network, "PATCH", "/v2/sites/1", { name: "By the network" });
  const [networkUser] = (await people.send(network, "GET", "/v2/users")).json.result;
  const names = async (token: string, user: number) =>
    (await list(token, `?user=${user}&kind=sites`)).map(
      ({ after }: { after: { name: string } }) => after.name,
    );
  expect(await names(publisher, ann)).toEqual(["By Ann"]);
  expect(await names(network, ann)).toEqual(["By Ann"]);
  expect(await names(network, networkUser.id)).toEqual(["By the network"]);
  expect(await names(publisher, networkUser.id)).toEqual([]);
  // Without a kind, the audit log is filtered, too.
  const kinds = (await list(publisher, `?user=${ann}`)).map(({ kind }: { kind: string }) => kind);
  expect(kinds).toContain("users");
  expect(await list(publisher, `?user=${ann}&from=2027-01-01`)).toEqual([]);
});
