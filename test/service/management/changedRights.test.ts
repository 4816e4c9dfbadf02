/** What acted with a user's rights before they changed: links, sessions, tokens and passwords that others may know. */
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { replay } from "../../../src/service/catalogue/logFiles.ts";
import { locatePeople } from "../../../src/service/people/livePeople.ts";
import { setPasswordCost } from "../../../src/service/signing/passwordCost.ts";
import { Browser } from "../support/browser.ts";
import { ANN, PASSWORD, PeopleService } from "../support/people.ts";

const EMAIL = "ann@site.example";
const OTHER = "the password of Ann alone";
let people: PeopleService;
beforeEach(async () => {
  people = await PeopleService.start();
});

/** Signs Ann in in a browser, and as a program. Returns the status codes of both. */
async function startSignIns() {
  const browser = new Browser(people.service);
  await browser.signIn(EMAIL);
  const token = await people.signIn(EMAIL);
  return async () => [await browser.look(), (await people.send(token, "GET", "/v2/account")).status];
}

const addTo = async (owner: string, fields: object) =>
  people.send(await people.signIn(owner), "POST", "/v2/users", fields);

test("adding an invited user to the network ends the publisher's link; the new one comes with the answer", async () => {
  const { link, id } = (await people.invite(await people.signIn("publisher"))).json.result;
  const added = await addTo("network", { user: id, role: "owner" });
  expect((await people.usePassword(link)).status).toBe(403);
  expect(added.json.result).toMatchObject({
    hasPassword: false,
    link_expires_at: added.json.result.expires_at,
  });
  expect((await people.usePassword(added.json.result.link)).status).toBe(200);
  expect((await people.logIn(EMAIL, { account: 1 })).status).toBe(200);
});

test("a password set through a publisher's link, or changed since, does not sign in to a network", async () => {
  const id = await people.join("publisher");
  const change = { currentPassword: PASSWORD, password: OTHER };
  await people.send(await people.signIn(EMAIL), "PATCH", "/v2/user", change);
  const { link } = (await addTo("network", { user: id, role: "viewer" })).json.result;
  const logIn = () => people.send("", "POST", "/v2/login", { username: EMAIL, password: OTHER });
  expect((await logIn()).status).toBe(401);
  await people.usePassword(link, OTHER);
  expect((await logIn()).status).toBe(200);
});

test("a password set through a network's link stays valid when the network adds an account or raises the role", async () => {
  const id = await people.join("network", { account: 2, role: "viewer" });
  const added = await addTo("network", { user: id, role: "viewer", account: 3 });
  expect(added.json.result).toMatchObject({ hasPassword: true });
  expect(added.json.result.link).toBeUndefined();
  const network = await people.signIn("network");
  await people.send(network, "PATCH", `/v2/users/${id}`, { role: "owner", account: 2 });
  expect((await people.logIn(EMAIL)).status).toBe(200);
});

test("an additional account and a higher role end sessions and tokens, a lower role does not", async () => {
  const id = await people.join("network", { account: 2 });
  const network = await people.signIn("network");
  const setRole = (role: string) => people.send(network, "PATCH", `/v2/users/${id}`, { role, account: 2 });
  const first = await startSignIns();
  await setRole("viewer");
  expect(await first()).toEqual([200, 200]);
  await setRole("editor");
  expect(await first()).toEqual([401, 401]);
  const second = await startSignIns();
  await addTo("network", { user: id, role: "viewer", account: 3 });
  expect(await second()).toEqual([401, 401]);
});

test("sessions of a removed membership stay ended when the account is given back", async () => {
  const id = await people.join("network", { account: 2 });
  await addTo("network", { user: id, role: "viewer", account: 3 });
  const look = await startSignIns();
  expect(await look()).toEqual([200, 200]);
  await people.send(await people.signIn("network"), "DELETE", `/v2/users/${id}?account=2`);
  expect(await look()).toEqual([401, 401]);
  await addTo("network", { user: id, role: "editor", account: 2 });
  expect(await look()).toEqual([401, 401]);
});

test.each([
  ["an additional account", "POST", "", (id: number) => ({ user: id, role: "viewer", account: 3 })],
  ["a higher role", "PATCH", "/ID", () => ({ role: "editor", account: 2 })],
])("%s ends the link of an owner who could still make it", async (_what, method, path, body) => {
  const network = await people.signIn("network");
  const { link, id } = (await people.invite(network, { account: 2, role: "viewer" })).json.result;
  const changed = await people.send(network, method, `/v2/users${path.replace("ID", id)}`, body(id));
  expect(changed.status).toBeLessThan(300);
  expect((await people.usePassword(link)).status).toBe(403);
});

test.each(["demoted", "removed"])("a link ends when its maker is %s", async (what) => {
  const maker = await people.join("publisher", { role: "owner" });
  const { link } = (await people.invite(await people.signIn(EMAIL), { email: "ben@site.example" })).json
    .result;
  const publisher = await people.signIn("publisher");
  const path = `/v2/users/${maker}`;
  await (what === "demoted"
    ? people.send(publisher, "PATCH", path, { role: "editor" })
    : people.send(publisher, "DELETE", path));
  expect((await people.usePassword(link)).status).toBe(403);
  const { json } = await people.send(publisher, "GET", "/v2/users");
  const ben = json.result.find(({ email }: { email: string }) => email === "ben@site.example");
  expect(ben).toMatchObject({ hasPassword: false });
  expect(ben.link_expires_at).toBeUndefined();
});

test("an owner gets no password link for oneself", async () => {
  const id = await people.join("publisher", { role: "owner" });
  const answer = await people.send(await people.signIn(EMAIL), "POST", `/v2/users/${id}/link`);
  expect(answer).toMatchObject({
    status: 403,
    json: { message: "Change your own password with your current one: PATCH /v2/user." },
  });
  expect((await people.logIn(EMAIL)).status).toBe(200);
});

test("wrong current passwords delay further guesses and sign-ins, and the session stays valid", async () => {
  await people.join("publisher", ANN);
  const token = await people.signIn(EMAIL);
  const guess = (currentPassword: string) =>
    people.send(token, "PATCH", "/v2/user", { currentPassword, password: OTHER });
  for (let at = 0; at < 5; at++) expect((await guess(`guess ${at}`)).status).toBe(403);
  expect((await guess(PASSWORD)).status).toBe(429);
  expect((await people.logIn(EMAIL)).status).toBe(429);
  expect((await people.send(token, "PATCH", "/v2/user", { name: "Anna" })).status).toBe(204);
  people.service.clock.time += 1000;
  expect((await guess(PASSWORD)).status).toBe(200);
});

test("a sign-in replaces a hash of an earlier version, whose password stays valid", async () => {
  const id = await people.join("publisher");
  setPasswordCost({ log2N: 11, p: 1 });
  onTestFinished(() => setPasswordCost({ log2N: 10, p: 1 }));
  const readHash = async () => {
    const folder = locatePeople(join(dirname(people.service.catalogueFile), "data"));
    const { document } = await replay(folder);
    return document.users?.find((user) => user.id === id)?.password;
  };
  const before = await readHash();
  const token = await people.signIn(EMAIL);
  expect((await people.send(token, "GET", "/v2/account")).status).toBe(200);
  const after = await readHash();
  expect([before, after]).toEqual([
    expect.stringMatching("^scrypt:10,"),
    expect.stringMatching("^scrypt:11,"),
  ]);
  expect((await people.logIn(EMAIL)).status).toBe(200);
  expect(await readHash()).toBe(after);
});
