/** Subscriptions to reports by mail over HTTP: making, listing and ending them, and their end with a place in an account. */
import { createHmac } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import type { Entry } from "../../../src/service/catalogue/document.ts";
import { Subscriptions } from "../../../src/service/management/subscriptions.ts";
import { EMPTY_PEOPLE } from "../../../src/service/people/livePeople.ts";
import { NOBODY } from "../../../src/service/people/people.ts";
import type { User } from "../../../src/service/people/peopleSchema.ts";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { deriveKey, loadSecret } from "../../../src/service/signing/secret.ts";
import { PASSWORD, PeopleService } from "../support/people.ts";

const SUBSCRIPTIONS = "/v2/user/subscriptions";
const REQUEST = {
  role: "publisher",
  period: "7d",
  compare: "previous",
  query: { group_by: ["day"] },
  view: "?period=7d",
  title: "Revenue",
};
const MAIL = { smtp: "smtp://127.0.0.1:1", origin: "https://ads.example" };
const password = await hashPassword(PASSWORD);

const nameUser = (id: number, email: string, ...accounts: number[]): Entry => ({
  id,
  email,
  name: email.split("@")[0],
  password,
  emailConfirmed: true,
  accounts: accounts.map((account) => ({ account, role: "viewer" })),
});
const USERS = [
  nameUser(7, "ann@a.example", 2, 3),
  nameUser(8, "bob@a.example", 2),
  nameUser(9, "eve@net.example", 1),
  { ...nameUser(10, "new@a.example", 2), emailConfirmed: undefined },
].map((user) => JSON.parse(JSON.stringify(user)));

async function start(settings: object = MAIL, options: { isDeclared?: boolean } = {}) {
  const people = await PeopleService.start(settings, { users: USERS, ...options });
  const subscribe = (token: string, fields: object = {}) =>
    people.send(token, "POST", SUBSCRIPTIONS, { every: "week", request: REQUEST, ...fields });
  const list = async (token: string) => (await people.send(token, "GET", SUBSCRIPTIONS)).json.result;
  const readAll = async (token: string) =>
    (await people.send(token, "GET", "/v2/changes?kind=subscriptions")).json.result;
  return { people, subscribe, list, readAll };
}

const readCode = ({ status, text }: { status: number; text: string }) => {
  const { codes, errors } = JSON.parse(text);
  return [status, codes?.[0].code ?? errors?.[0]?.code];
};

test("a user subscribes, sees when the next mail comes, and ends it; others do neither", async () => {
  const { people, subscribe, list, readAll } = await start();
  const ann = await people.signIn("ann@a.example");
  const { status, json } = await subscribe(ann);
  expect([status, json.result]).toEqual([
    201,
    {
      id: expect.stringMatching(/^[\w-]{36}$/),
      account: { id: 2, name: "Publisher" },
      every: "week",
      title: "Revenue",
      view: "?period=7d",
      created_at: "2026-11-20T12:00:00.000Z",
      next_mail: expect.stringMatching(/^2026-11-23T07:[012]/),
    },
  ]);
  expect(await list(ann)).toEqual([json.result]);
  // The same request again, as after a lost answer or in another tab, makes no second one.
  expect((await subscribe(ann)).json.result).toEqual(json.result);
  const both = await Promise.all(["day", "day"].map((every) => subscribe(ann, { every })));
  expect(new Set(both.map((answer) => answer.json.result.id)).size).toBe(1);
  const path = `${SUBSCRIPTIONS}/${json.result.id}`;
  const bob = await people.signIn("bob@a.example");
  expect(await list(bob)).toEqual([]);
  expect(readCode(await people.send(bob, "DELETE", path))).toEqual([404, "subscription-unknown"]);
  expect((await people.send(ann, "DELETE", path)).status).toBe(204);
  expect(readCode(await people.send(ann, "DELETE", path))).toEqual([404, "subscription-unknown"]);
  expect(await list(ann)).toMatchObject([{ every: "day" }]);
  const [ended, made] = await readAll(await people.signIn("publisher"));
  expect(ended).toMatchObject({ action: "end", user: { id: 7 }, owner: 2, way: "interface" });
  expect(ended.before).toEqual({ name: "Revenue", every: "week" });
  expect(made).toMatchObject({ action: "create", after: { name: "Revenue", every: "day" } });
});

test("a user has ten subscriptions, with a confirmed address, and nobody else has any", async () => {
  const { people, subscribe, list } = await start();
  const ann = await people.signIn("ann@a.example");
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, at) => subscribe(ann, { request: { ...REQUEST, title: `Report ${at}` } })),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
  expect(await list(ann)).toHaveLength(10);
  expect(readCode(await subscribe(ann, { every: "day" }))).toEqual([409, "subscriptions-full"]);
  expect(readCode(await subscribe(await people.signIn("new@a.example")))).toEqual([409, "email-unconfirmed"]);
  expect(readCode(await subscribe(await people.signIn("publisher")))).toEqual([409, "email-missing"]);
  for (const fields of [
    { every: "hour" },
    { request: {} },
    { request: { ...REQUEST, title: "\u0007" } },
    { id: "a" },
  ])
    expect((await subscribe(ann, fields)).status).toBe(400);
  const long = { ...REQUEST, query: { group_by: ["day"], filter: { site_id: Array(5000).fill(1) } } };
  expect(readCode(await subscribe(ann, { request: long }))).toEqual([400, "most-characters"]);
});

test("subscriptions end with the place in the account, and stay in the others", async () => {
  const { people, subscribe, list, readAll } = await start();
  const network = await people.signIn("network");
  for (const account of [2, 3]) await subscribe(await people.signIn("ann@a.example", { account }));
  const ann = await people.signIn("ann@a.example", { account: 3 });
  expect(await list(ann)).toMatchObject([{ account: { id: 2 } }, { account: { id: 3 } }]);
  expect((await people.send(network, "DELETE", "/v2/users/7?account=2")).status).toBe(204);
  expect(await list(ann)).toMatchObject([{ account: { id: 3 } }]);
  // Another place in the account does not revive them.
  await people.send(network, "POST", "/v2/users", { user: 7, account: 2, role: "editor" });
  expect(await list(await people.signIn("ann@a.example"))).toMatchObject([{ account: { id: 3 } }]);
  // A user of the network reads the accounts of its members, and their reports.
  const eve = await people.signIn("eve@net.example", { account: 2 });
  await subscribe(eve);
  expect(await list(eve)).toMatchObject([{ account: { id: 2, name: "Publisher" } }]);
  const records = await readAll(await people.signIn("publisher"));
  expect(JSON.stringify(records)).not.toMatch(/"eve"|eve@/);
  await people.send(network, "DELETE", "/v2/users/9?account=1");
  const actions = (await readAll(network)).map(({ action }: { action: string }) => action);
  expect(actions).toEqual(["end", "create", "end", "create", "create"]);
});

test("a subscription rests while the account is suspended, and its list says so", async () => {
  const { people, subscribe, list } = await start();
  const network = await people.signIn("network");
  await subscribe(await people.signIn("ann@a.example"));
  const ann = await people.signIn("ann@a.example", { account: 3 });
  await people.send(network, "PATCH", "/v2/accounts/2", { suspended: true });
  const [rests] = await list(ann);
  expect(rests).toMatchObject({ stopped: "suspended" });
  expect(rests).not.toHaveProperty("next_mail");
  await people.send(network, "PATCH", "/v2/accounts/2", { suspended: false });
  expect((await list(ann))[0]).not.toHaveProperty("stopped");
});

test("subscriptions and alerts of an account that left the catalogue end, also of a user who has another account", async () => {
  const { people, subscribe, list } = await start(MAIL, { isDeclared: true });
  const { service } = people;
  const eve = await people.signIn("eve@net.example", { account: 2 });
  await subscribe(eve);
  await people.send(eve, "PATCH", "/v2/user", { alerts: true });
  const readAlerts = async (token: string) => (await people.send(token, "GET", "/v2/user")).json.user.alerts;
  expect(await readAlerts(eve)).toEqual([2]);
  await subscribe(await people.signIn("ann@a.example"));
  await subscribe(await people.signIn("ann@a.example", { account: 3 }));
  const file = await readFile(service.catalogueFile, "utf8");
  const { accounts, ...rest } = JSON.parse(file);
  const others = { ...rest, accounts: accounts.filter(({ id }: { id: number }) => id !== 2), sites: [] };
  await writeFile(service.catalogueFile, JSON.stringify(others));
  await service.reload();
  const network = await people.signIn("eve@net.example", { account: 1 });
  await expect.poll(() => list(network)).toEqual([]);
  expect(await readAlerts(network)).toBeUndefined();
  await expect
    .poll(async () => list(await people.signIn("ann@a.example", { account: 3 })))
    .toMatchObject([{ account: { id: 3 } }]);
  expect(readCode(await subscribe(await people.signIn("network")))).toEqual([409, "sign-in-declared"]);
});

test("a subscription to a member rests without its name while another network has the member", async () => {
  const { people, subscribe, list } = await start(MAIL, { isDeclared: true });
  const { service } = people;
  const file = await readFile(service.catalogueFile, "utf8");
  const { accounts, ...rest } = JSON.parse(file);
  const move = async (network: number) => {
    const moved = accounts.map((account: Entry) => (account.id === 2 ? { ...account, network } : account));
    await writeFile(service.catalogueFile, JSON.stringify({ ...rest, accounts: moved }));
    await service.reload();
  };
  await subscribe(await people.signIn("eve@net.example", { account: 2 }));
  const eve = await people.signIn("eve@net.example", { account: 1 });
  expect(await list(eve)).toMatchObject([{ account: { name: "Publisher" } }]);
  await move(4);
  const [rests] = await list(eve);
  expect(rests).toMatchObject({ account: { id: 2, name: "" }, stopped: "unavailable" });
  expect(rests).not.toHaveProperty("next_mail");
  await move(1);
  expect((await list(eve))[0]).toHaveProperty("next_mail");
});

/** Signs the token of a mail with the service's secret. */
async function signEnd({ service }: PeopleService, user: number, id: string): Promise<string> {
  const secret = await loadSecret(service.settings.data);
  const named = `${user}.${id}`;
  const key = deriveKey(secret, "ends of subscriptions");
  return `${named}.${createHmac("sha256", key).update(named).digest("base64url")}`;
}

test("a POST to the address of a mail ends its subscription without a sign-in, and a GET only leads to the page", async () => {
  const { people, subscribe, list, readAll } = await start();
  const { origin } = people.service;
  const ann = await people.signIn("ann@a.example");
  const { id } = (await subscribe(ann)).json.result;
  await subscribe(ann, { every: "day" });
  const address = `${origin}/v2/unsubscribe/${await signEnd(people, 7, id)}`;
  for (const method of ["GET", "HEAD"]) {
    const { status, headers } = await fetch(address, { method, redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([
      303,
      `/dashboard/#unsubscribe=${address.slice(address.lastIndexOf("/") + 1)}`,
    ]);
  }
  expect(await list(ann)).toHaveLength(2);
  // Mail programs send a form: https://www.rfc-editor.org/rfc/rfc8058#section-3.2
  const post = (form: BodyInit) => fetch(address, { method: "POST", body: form });
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  // Twice, as when both the program and the user end it.
  for (const body of [form, new URLSearchParams({ "List-Unsubscribe": "One-Click" })])
    expect((await post(body)).status).toBe(204);
  expect(await list(ann)).toMatchObject([{ every: "day" }]);
  expect((await readAll(ann))[0]).toMatchObject({ action: "end", id, user: { id: 7 }, way: "interface" });
  await people.send(await people.signIn("network"), "DELETE", "/v2/users/7?account=2");
  await people.send(await people.signIn("network"), "DELETE", "/v2/users/7?account=3");
  expect((await post("")).status).toBe(204);
});

test("a token of another subscription, user or purpose ends nothing", async () => {
  const { people, subscribe, list } = await start();
  const ann = await people.signIn("ann@a.example");
  const bob = await people.signIn("bob@a.example");
  const { id } = (await subscribe(ann)).json.result;
  const { id: other } = (await subscribe(bob)).json.result;
  const [, , signature] = (await signEnd(people, 8, other)).split(".");
  const valid = await signEnd(people, 7, id);
  for (const token of [
    `7.${id}.${signature}`,
    `7.${id}`,
    `07.${id}.${valid.split(".")[2]}`,
    valid.slice(0, -1),
    "x",
  ])
    expect(readCode(await people.send("", "POST", `/v2/unsubscribe/${token}`))).toEqual([
      403,
      "unsubscribe-invalid",
    ]);
  expect([await list(ann), await list(bob)]).toMatchObject([[{ id }], [{ id: other }]]);
});

test("a report that the account cannot have is refused at once, and one that it no longer has is listed as such", async () => {
  const report = { ...REQUEST, role: "advertiser" };
  const stored = { id: "a", account: 2, every: "day", request: report, since: "2026-11-01T00:00:00.000Z" };
  const ann = { ...USERS[0], subscriptions: [stored] };
  const people = await PeopleService.start(MAIL, { users: [ann, ...USERS.slice(1)] });
  const token = await people.signIn("ann@a.example");
  for (const request of [report, { ...REQUEST, query: { group_by: ["nothing"] } }])
    expect(await people.send(token, "POST", SUBSCRIPTIONS, { every: "day", request })).toMatchObject({
      status: 400,
      text: expect.stringContaining("[request]"),
    });
  const { json } = await people.send(token, "GET", SUBSCRIPTIONS);
  expect(json.result).toMatchObject([{ id: "a", stopped: "unavailable" }]);
});

test("a subscription that is not stored because the user lost the account meanwhile is refused", async () => {
  const user: User = {
    id: 7,
    name: "Ann",
    email: "ann@a.example",
    emailConfirmed: true,
    accounts: [{ account: 2, role: "viewer" }],
  };
  const people = { ...NOBODY, users: new Map([[7, user]]) };
  const accounts = [{ id: 2, name: "Publisher", role: "publisher" }];
  const catalogue = parseCatalogue({ accounts, sites: [], zones: [], campaigns: [] });
  const subscriptions = new Subscriptions({
    people: () => people,
    catalogue: () => catalogue,
    editor: {
      change: async (edit) => {
        expect(await edit(EMPTY_PEOPLE, people, 0)).toMatchObject([
          { entry: { subscriptions: [{ every: "day" }] } },
        ]);
        return { value: people, put: [] };
      },
    },
    now: () => Date.parse("2026-11-20T12:00:00Z"),
    reportsOff: undefined,
    key: Buffer.alloc(32),
    endAlerts: async () => {},
  });
  const asking = { account: catalogue.accounts.get(2), user: 7 };
  const added = subscriptions.add(asking, { every: "day", request: REQUEST });
  await expect(added).rejects.toMatchObject({ status: 404, problem: { code: "user-gone" } });
});

test("without a mail server nobody subscribes, and the list says why no mail comes", async () => {
  const { people, subscribe, list } = await start({});
  const ann = await people.signIn("ann@a.example");
  expect(readCode(await subscribe(ann))).toEqual([409, "mail-off"]);
  expect(await list(ann)).toEqual([]);
});
