/** Browser sessions over HTTP: the cookie, the requests that may use it, the list, and how sessions end. */
import { beforeEach, expect, test } from "vitest";
import { IDLE_MS, MAX_AGE_MS, MAX_SESSIONS } from "../../../src/service/accounts/sessions.ts";
import { Browser } from "../support/browser.ts";
import { PASSWORD, PeopleService } from "../support/people.ts";

let people: PeopleService;
let browser: Browser;
beforeEach(async ({ task }) => {
  if (task.name.startsWith("[own]")) return;
  people = await PeopleService.start();
  browser = new Browser(people.service);
});

async function signInAs(username: string): Promise<Browser> {
  const another = new Browser(people.service);
  expect((await another.signIn(username)).status).toBe(201);
  return another;
}

/** Waits until the last use is recorded, which happens after the response. */
async function expectNoted(of: Browser): Promise<void> {
  const now = new Date(people.service.clock.time).toISOString();
  await expect.poll(async () => (await of.listSessions())[0].last_use).toBe(now);
}

const HOUR = 3_600_000;
const COOKIE_ONLY =
  "A session's cookie only works in pages of this service. Programs send a token in the Authorization header.";

test("signing in sets an HttpOnly cookie for /v2, whose value the response body does not contain", async () => {
  const response = await browser.signIn("publisher");
  const { id, ...rest } = await response.json();
  expect(rest).toEqual({ expires_at: new Date(people.service.clock.time + MAX_AGE_MS).toISOString() });
  expect(response.status).toBe(201);
  const [cookie = ""] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^zonetag_session=[\w-]{43}; Max-Age=2592000; Path=\/v2; HttpOnly; SameSite=Lax$/);
  expect(cookie).not.toContain(id);
  const { user } = await (await browser.send("GET", "/v2/user")).json();
  expect(user.name).toBe("Publisher");
});

test("a sign-in with a wrong password does not set a cookie", async () => {
  const response = await browser.send("POST", "/v2/session", { username: "publisher", password: "wrong" });
  expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
});

test("a session ends 12 hours after its last use or 30 days after the sign-in", async () => {
  await browser.signIn("publisher");
  const { clock } = people.service;
  for (let hours = 0; hours + 11 < 30 * 24; hours += 11) {
    clock.time += 11 * HOUR;
    expect(await browser.look()).toBe(200);
    await expectNoted(browser);
  }
  clock.time += 6 * HOUR;
  expect(await browser.look()).toBe(401);
  await browser.signIn("publisher");
  clock.time += IDLE_MS - 1;
  expect(await browser.look()).toBe(200);
  await expectNoted(browser);
  clock.time += IDLE_MS;
  expect(await browser.look()).toBe(401);
});

test.each<[string, Record<string, string | null>, number]>([
  ["from the service's own origin", {}, 200],
  ["with Sec-Fetch-Site: same-origin", { Origin: null, "Sec-Fetch-Site": "same-origin" }, 200],
  ["from another origin", { Origin: "https://evil.example" }, 403],
  ["from another port", { Origin: "http://127.0.0.1:1" }, 403],
  ["from an opaque origin", { Origin: "null" }, 403],
  ["without an Origin header", { Origin: null }, 403],
  ["with Sec-Fetch-Site: same-site", { Origin: null, "Sec-Fetch-Site": "same-site" }, 403],
  ["with Sec-Fetch-Site: cross-site", { "Sec-Fetch-Site": "cross-site" }, 403],
])("a change by cookie %s (%j) is answered %d", async (_, headers, status) => {
  await browser.signIn("publisher");
  const response = await browser.send("PATCH", "/v2/sites/1", { name: "Renamed" }, headers);
  expect(response.status).toBe(status);
  if (status === 403) expect((await response.json()).message).toBe(COOKIE_ONLY);
  expect(await browser.look(headers)).toBe(200);
});

test("after the clock is set back, sessions from the future end and later uses count from the new time", async () => {
  const { clock } = people.service;
  const early = await signInAs("publisher");
  clock.time += 20 * 24 * HOUR;
  const late = await signInAs("publisher");
  clock.time -= 19 * 24 * HOUR;
  expect([await late.look(), await early.look()]).toEqual([401, 401]);
  const own = await signInAs("publisher");
  const start = clock.time;
  clock.time += 11 * HOUR;
  await own.look();
  await expectNoted(own);
  clock.time = start;
  await own.look();
  await expectNoted(own);
  clock.time += IDLE_MS;
  expect(await own.look()).toBe(401);
});

test("a request whose X-Zonetag-Session differs from the cookie's session gets 401", async () => {
  const { id } = await (await browser.signIn("publisher")).json();
  const { id: next } = await (await browser.signIn("network")).json();
  const statuses = [id, next, ""].map((each) => browser.look({ "X-Zonetag-Session": each }));
  expect(await Promise.all(statuses)).toEqual([401, 200, 401]);
});

test("sign-ins from other origins are refused if they start a session or send a session cookie", async () => {
  expect((await browser.signIn("publisher", { Origin: "https://evil.example" })).status).toBe(403);
  expect((await browser.signIn("publisher", { Origin: null })).status).toBe(403);
  await browser.signIn("publisher");
  const body = { username: "publisher", password: PASSWORD };
  const logIn = async (headers = {}) => (await browser.send("POST", "/v2/login", body, headers)).status;
  expect([await logIn({ Origin: "https://evil.example" }), await logIn()]).toEqual([403, 200]);
});

test("with an Authorization header, even a wrong one, the cookie is ignored", async () => {
  await browser.signIn("publisher");
  for (const Authorization of ["Bearer wrong", "Basic wrong", ""])
    expect([Authorization, await browser.look({ Authorization })]).toEqual([Authorization, 401]);
  const link = { name: "Link", view: "?", days: 1, role: "publisher" };
  const { token } = await (await browser.send("POST", "/v2/shares", link)).json();
  const shared = await browser.send("GET", "/v2/account", undefined, { Authorization: `Bearer ${token}` });
  expect(await shared.json()).toMatchObject({ share: { name: "Link" } });
});

test("a user can list own sessions, end one, and end all others", async () => {
  const [first, second] = [await signInAs("publisher"), await signInAs("publisher")];
  const third = await signInAs("publisher");
  const network = await signInAs("network");
  const now = new Date(people.service.clock.time).toISOString();
  const listed = await first.listSessions();
  expect(listed.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, false, true]);
  expect(listed[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{64}$/),
    created_at: now,
    last_use: now,
    browser: "Safari",
    operating_system: "macOS",
    current: expect.any(Boolean),
  });
  const own = (await second.listSessions()).find(({ current }: { current: boolean }) => current).id;
  expect((await network.send("DELETE", `/v2/sessions/${own}`)).status).toBe(404);
  expect((await first.send("DELETE", `/v2/sessions/${own}`)).status).toBe(204);
  expect((await first.send("DELETE", `/v2/sessions/${own}`)).status).toBe(404);
  expect([await first.look(), await second.look(), await third.look()]).toEqual([200, 401, 200]);
  expect((await first.send("DELETE", "/v2/sessions")).status).toBe(204);
  expect([await first.look(), await third.look(), await network.look()]).toEqual([200, 401, 200]);
});

test("a login token may end all sessions of its user, an API token may not", async () => {
  const token = await people.signIn("publisher");
  await browser.signIn("publisher");
  expect((await people.send(token, "DELETE", "/v2/session")).status).toBe(404);
  const made = await people.send(token, "POST", "/v2/tokens", { name: "Nightly", role: "editor" });
  expect((await people.send(made.json.result.token, "DELETE", "/v2/sessions")).status).toBe(403);
  expect(await browser.look()).toBe(200);
  expect((await people.send(token, "DELETE", "/v2/sessions")).status).toBe(204);
  expect(await browser.look()).toBe(401);
});

test("signing out ends the session and removes the cookie, even if it was started with an API token", async () => {
  await browser.signIn("publisher");
  const { cookie } = browser;
  const response = await browser.send("DELETE", "/v2/session");
  const [removed] = response.headers.getSetCookie();
  expect(removed).toBe("zonetag_session=; Max-Age=0; Path=/v2; HttpOnly; SameSite=Lax");
  expect(response.status).toBe(204);
  expect(await browser.look({ Cookie: cookie })).toBe(401);
  const token = await people.signIn("publisher");
  const made = await people.send(token, "POST", "/v2/tokens", { name: "Nightly", role: "viewer" });
  expect((await browser.send("POST", "/v2/session", { api_token: made.json.result.token })).status).toBe(201);
  expect(await browser.look()).toBe(200);
  expect((await browser.send("DELETE", "/v2/session")).status).toBe(204);
});

test("signing in again in the same browser ends the earlier session", async () => {
  await browser.signIn("publisher");
  const { cookie } = browser;
  await browser.signIn("publisher");
  expect([await browser.look(), await browser.look({ Cookie: cookie })]).toEqual([200, 401]);
});

test("changing the password ends the user's other sessions", async () => {
  await people.join("publisher");
  const [own, other, stranger] = [
    await signInAs("ann@site.example"),
    await signInAs("ann@site.example"),
    await signInAs("publisher"),
  ];
  const change = { password: "the new password", currentPassword: PASSWORD };
  const response = await own.send("PATCH", "/v2/user", change);
  expect(await response.json()).toEqual({ id: expect.any(String), expires_at: expect.any(String) });
  expect([await own.look(), await other.look(), await stranger.look()]).toEqual([200, 401, 200]);
  expect(await own.listSessions()).toHaveLength(1);
});

test("resetting a password by link ends all sessions of the user", async () => {
  await people.join("publisher");
  const own = await signInAs("ann@site.example");
  const owner = await people.signIn("publisher");
  const { json } = await people.send(owner, "POST", "/v2/users/4/link");
  expect(await own.look()).toBe(200);
  await people.usePassword(json.result.link, "another password");
  expect(await own.look()).toBe(401);
});

test("changing a user's role or removing the user affects their session at once", async () => {
  const id = await people.join("publisher");
  const own = await signInAs("ann@site.example");
  const owner = await people.signIn("publisher");
  await people.send(owner, "PATCH", `/v2/users/${id}`, { role: "viewer" });
  expect((await own.send("PATCH", "/v2/sites/1", { name: "No" })).status).toBe(403);
  await people.send(owner, "DELETE", `/v2/users/${id}`);
  expect(await own.look()).toBe(401);
});

test("one session more than the maximum ends the least recently used one", async () => {
  const first = await signInAs("publisher");
  const token = await people.signIn("publisher");
  const made = await people.send(token, "POST", "/v2/tokens", { name: "Nightly", role: "viewer" });
  const body = { api_token: made.json.result.token };
  const browsers = Array.from({ length: MAX_SESSIONS + 1 }, () => new Browser(people.service));
  for (const each of browsers) {
    people.service.clock.time += 1;
    await each.send("POST", "/v2/session", body);
  }
  const statuses = await Promise.all(browsers.map((each) => each.look()));
  expect(statuses).toEqual([401, ...Array(MAX_SESSIONS).fill(200)]);
  expect(await first.look()).toBe(200);
});

test("[own] with an https origin the cookie is Secure, and a sign-in over plain http is refused", async () => {
  people = await PeopleService.start({ origin: "https://ads.example" });
  browser = new Browser(people.service);
  const secure = await browser.signIn("publisher", { Origin: "https://ads.example" });
  expect(secure.headers.getSetCookie()[0]).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  const plain = await browser.signIn("publisher", {
    Origin: "http://10.0.0.5:8080",
    "Sec-Fetch-Site": "same-origin",
  });
  expect((await plain.json()).message).toBe(
    "Open the dashboard over https: browsers keep no session over plain http.",
  );
  expect(plain.status).toBe(403);
});

/** Invites Ann as editor of the publisher, and adds her as viewer to the second one. Resolves with her id. */
async function joinTwoAccounts(): Promise<number> {
  const user = await people.join("publisher");
  const network = await people.signIn("network");
  const { json } = await people.send(network, "POST", "/v2/users", { user, role: "viewer", account: 3 });
  // The new right voids a password that was set by a link of another account.
  await people.usePassword(json.result.link);
  return user;
}

const ANN_ADDRESS = "ann@site.example";
const switchTo = (of: Browser, account: unknown) => of.send("POST", "/v2/session/account", { account });

test("a session switches to another account of its user without a password, and replaces its cookie", async () => {
  await joinTwoAccounts();
  await browser.signIn(ANN_ADDRESS);
  const before = browser.cookie;
  const old = await (await browser.send("GET", "/v2/account")).json();
  expect(old).toMatchObject({ name: "Publisher", access: "editor" });
  const response = await switchTo(browser, 3);
  expect([response.status, (await response.json()).id]).toEqual([
    201,
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
  const now = await (await browser.send("GET", "/v2/account")).json();
  expect(now).toMatchObject({ name: "Second publisher", access: "viewer" });
  expect(await browser.look({ Cookie: before })).toBe(401);
  expect(await browser.listSessions()).toHaveLength(1);
});

test("a switched session is no younger than the one that it continues", async () => {
  await joinTwoAccounts();
  await browser.signIn(ANN_ADDRESS);
  const [{ created_at }] = await browser.listSessions();
  people.service.clock.time += 11 * HOUR;
  const { expires_at } = await (await switchTo(browser, 3)).json();
  expect(Date.parse(expires_at)).toBe(Date.parse(created_at) + MAX_AGE_MS);
  expect(await browser.listSessions()).toMatchObject([{ created_at }]);
});

test("of ten simultaneous switches of a session, one starts a session and the others get 401", async () => {
  await joinTwoAccounts();
  await browser.signIn(ANN_ADDRESS);
  const headers = { Cookie: browser.cookie };
  const tabs = Array.from({ length: 10 }, () => new Browser(people.service));
  const answers = await Promise.all(
    tabs.map((tab, at) => tab.send("POST", "/v2/session/account", { account: 2 + (at % 2) }, headers)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(401)]);
  const [winner] = tabs.filter(({ cookie }) => cookie);
  expect(await winner?.listSessions()).toHaveLength(1);
});

test("a session does not switch to an account of others, and stays as it is", async () => {
  await joinTwoAccounts();
  await browser.signIn(ANN_ADDRESS);
  for (const [account, status] of [
    [4, 403],
    [1, 403],
    [99, 403],
    ["3", 400],
    [undefined, 400],
  ] as const)
    expect([account, (await switchTo(browser, account)).status]).toEqual([account, status]);
  expect(await (await browser.send("GET", "/v2/account")).json()).toMatchObject({ name: "Publisher" });
});

test("a session does not switch to an account that its user has left", async () => {
  const user = await joinTwoAccounts();
  await browser.signIn(ANN_ADDRESS);
  await people.send(await people.signIn("network"), "DELETE", `/v2/users/${user}?account=3`);
  expect((await switchTo(browser, 3)).status).toBe(403);
});

test("tokens do not switch accounts, also from a page of the service", async () => {
  await joinTwoAccounts();
  const headers = { Authorization: `Bearer ${await people.signIn(ANN_ADDRESS)}` };
  const response = await browser.send("POST", "/v2/session/account", { account: 3 }, headers);
  expect([response.status, (await response.json()).codes]).toEqual([404, [{ code: "session-absent" }]]);
});

test("owners see the last sign-in of each user to their own account only, to the minute", async () => {
  const user = await joinTwoAccounts();
  const list = async (name: string, path = "/v2/users") =>
    (await people.send(await people.signIn(name), "GET", path)).json.result.find(
      ({ id }: { id: number }) => id === user,
    );
  expect(await list("publisher")).not.toHaveProperty("last_sign_in");
  const first = new Date(people.service.clock.time).toISOString();
  await browser.signIn(ANN_ADDRESS);
  people.service.clock.time += HOUR;
  expect(await list("publisher")).toMatchObject({ last_sign_in: first });
  expect(await list("network", "/v2/users?account=3")).not.toHaveProperty("last_sign_in");
  const second = new Date(people.service.clock.time).toISOString();
  await switchTo(browser, 3);
  expect(await list("publisher")).toMatchObject({ last_sign_in: first });
  expect(await list("network", "/v2/users?account=3")).toMatchObject({ last_sign_in: second });
});

test("a switch whose session ends while its body arrives is refused, and starts no session", async () => {
  await joinTwoAccounts();
  await browser.signIn(ANN_ADDRESS);
  const { origin } = people.service;
  let finish = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"account":'));
      finish = () => {
        controller.enqueue(new TextEncoder().encode("3}"));
        controller.close();
      };
    },
  });
  const headers = { Origin: origin, Cookie: browser.cookie, "Content-Type": "application/json" };
  const init = { method: "POST", headers, body, duplex: "half" } as const;
  const response = fetch(`${origin}/v2/session/account`, init);
  const other = await signInAs(ANN_ADDRESS);
  expect((await other.send("DELETE", "/v2/sessions")).status).toBe(204);
  finish();
  expect((await response).status).toBe(401);
  expect(await other.listSessions()).toHaveLength(1);
});
