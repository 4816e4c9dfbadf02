/** Sessions of browsers over HTTP: the cookie, whose requests it works for, how sessions end, and their list. */
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

/** Waits until the last use is noted, which happens after the answer. */
async function expectNoted(of: Browser): Promise<void> {
  const now = new Date(people.service.clock.time).toISOString();
  await expect.poll(async () => (await of.listSessions())[0].last_use).toBe(now);
}

const HOUR = 3_600_000;
const COOKIE_ONLY =
  "A session's cookie only works in pages of this service. Programs send a token in the Authorization header.";

test("signing in sets a cookie for this interface alone that no script reads, and answers without its value", async () => {
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

test("a wrong password sets no cookie", async () => {
  const response = await browser.send("POST", "/v2/session", { username: "publisher", password: "wrong" });
  expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
});

test("a session ends 12 hours after its last use, and 30 days after the sign-in", async () => {
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
  ["of the page's own origin", {}, 200],
  ["that the browser calls same-origin", { Origin: null, "Sec-Fetch-Site": "same-origin" }, 200],
  ["of another origin", { Origin: "https://evil.example" }, 403],
  ["of another port", { Origin: "http://127.0.0.1:1" }, 403],
  ["of no origin", { Origin: "null" }, 403],
  ["without an origin", { Origin: null }, 403],
  ["of another site", { Origin: null, "Sec-Fetch-Site": "same-site" }, 403],
  ["of the own origin over another scheme", { "Sec-Fetch-Site": "cross-site" }, 403],
])("a change by cookie %s is answered as it should be", async (_, headers, status) => {
  await browser.signIn("publisher");
  const response = await browser.send("PATCH", "/v2/sites/1", { name: "Renamed" }, headers);
  expect(response.status).toBe(status);
  if (status === 403) expect((await response.json()).message).toBe(COOKIE_ONLY);
  expect(await browser.look(headers)).toBe(200);
});

test("a session that began before the clock was set back ends, and a use noted before then counts from now", async () => {
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

test("a page that shows another session than the cookie's is not signed in", async () => {
  const { id } = await (await browser.signIn("publisher")).json();
  const { id: next } = await (await browser.signIn("network")).json();
  const statuses = [id, next, ""].map((each) => browser.look({ "X-Zonetag-Session": each }));
  expect(await Promise.all(statuses)).toEqual([401, 200, 401]);
});

test("signing in with a cookie needs the service's own origin, with and without an earlier cookie", async () => {
  expect((await browser.signIn("publisher", { Origin: "https://evil.example" })).status).toBe(403);
  expect((await browser.signIn("publisher", { Origin: null })).status).toBe(403);
  await browser.signIn("publisher");
  const body = { username: "publisher", password: PASSWORD };
  const logIn = async (headers = {}) => (await browser.send("POST", "/v2/login", body, headers)).status;
  expect([await logIn({ Origin: "https://evil.example" }), await logIn()]).toEqual([403, 200]);
});

test("an Authorization header excludes the cookie, also when it is wrong", async () => {
  await browser.signIn("publisher");
  for (const Authorization of ["Bearer wrong", "Basic wrong", ""])
    expect([Authorization, await browser.look({ Authorization })]).toEqual([Authorization, 401]);
  const link = { name: "Link", view: "?", days: 1, role: "publisher" };
  const { token } = await (await browser.send("POST", "/v2/shares", link)).json();
  const shared = await browser.send("GET", "/v2/account", undefined, { Authorization: `Bearer ${token}` });
  expect(await shared.json()).toMatchObject({ share: { name: "Link" } });
});

test("a user lists the own sessions with browser and last use, ends one, and ends all others", async () => {
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

test("a user with a token of a login ends all sessions of browsers, and an API token none", async () => {
  const token = await people.signIn("publisher");
  await browser.signIn("publisher");
  expect((await people.send(token, "DELETE", "/v2/session")).status).toBe(404);
  const made = await people.send(token, "POST", "/v2/tokens", { name: "Nightly", role: "editor" });
  expect((await people.send(made.json.result.token, "DELETE", "/v2/sessions")).status).toBe(403);
  expect(await browser.look()).toBe(200);
  expect((await people.send(token, "DELETE", "/v2/sessions")).status).toBe(204);
  expect(await browser.look()).toBe(401);
});

test("signing out ends the session and removes the cookie, for API tokens too", async () => {
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

test("signing in again ends the session before", async () => {
  await browser.signIn("publisher");
  const { cookie } = browser;
  await browser.signIn("publisher");
  expect([await browser.look(), await browser.look({ Cookie: cookie })]).toEqual([200, 401]);
});

test("a changed password ends all other sessions of the user and goes on in this one", async () => {
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

test("a reset password ends all sessions of the user", async () => {
  await people.join("publisher");
  const own = await signInAs("ann@site.example");
  const owner = await people.signIn("publisher");
  const { json } = await people.send(owner, "POST", "/v2/users/4/link");
  expect(await own.look()).toBe(200);
  await people.usePassword(json.result.link, "another password");
  expect(await own.look()).toBe(401);
});

test("a removed user's sessions end, and a changed role counts at once", async () => {
  const id = await people.join("publisher");
  const own = await signInAs("ann@site.example");
  const owner = await people.signIn("publisher");
  await people.send(owner, "PATCH", `/v2/users/${id}`, { role: "viewer" });
  expect((await own.send("PATCH", "/v2/sites/1", { name: "No" })).status).toBe(403);
  await people.send(owner, "DELETE", `/v2/users/${id}`);
  expect(await own.look()).toBe(401);
});

test("sessions outlive a restart, and those that ended stay so", async () => {
  const [kept, ended] = [await signInAs("publisher"), await signInAs("publisher")];
  await ended.send("DELETE", "/v2/session");
  await people.service.restart();
  const { cookie } = kept;
  const again = new Browser(people.service);
  expect(await again.look({ Cookie: cookie })).toBe(200);
  expect(await again.look({ Cookie: ended.cookie })).toBe(401);
});

test("one session too many ends the one that was not used for the longest time", async () => {
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

test("[own] the cookie is for https where pages are, and no session starts over plain http of another machine", async () => {
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
