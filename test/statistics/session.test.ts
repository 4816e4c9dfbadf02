import { expect, test, vi } from "vitest";
import type { Session } from "../../src/statistics/session.ts";
import { start, testClock } from "./support/scripted.ts";

const BY_DATE = { group_by: ["date"] } as const;

test("the client signs in once with its API token and sends the session token with every request", async () => {
  const { server, client } = await start();
  await client.publisher.query(BY_DATE);
  await client.countries().catch(() => {});
  const logins = server.received.filter(({ path }) => path === "/v2/login");
  expect(logins.map(({ body }) => body)).toEqual([{ api_token: "secret" }]);
  expect(logins[0]?.headers.authorization).toBeUndefined();
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill("Bearer token-1"));
});

test("the client signs in by user name and password", async () => {
  const { server, client } = await start({ credentials: { username: "ann", password: "pass" } });
  await client.login();
  expect(server.received.map(({ body }) => body)).toEqual([{ username: "ann", password: "pass" }]);
});

test("concurrent calls share one sign-in", async () => {
  const { server, client } = await start();
  await Promise.all([1, 2, 3].map(() => client.publisher.query(BY_DATE)));
  expect(server.received).toHaveLength(4);
});

test("a token is renewed before it expires", async () => {
  const clock = testClock();
  const { server, client } = await start({}, clock);
  await client.publisher.query(BY_DATE);
  clock.advance(3_585_000);
  await client.publisher.query(BY_DATE);
  clock.advance(6_000);
  await client.publisher.query(BY_DATE);
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer token-1",
    "Bearer token-1",
    "Bearer token-2",
  ]);
});

test("after a 401 the client signs in again and repeats the request", async () => {
  const { server, client } = await start();
  server.answer((_, index) => (index === 0 ? { status: 401, body: { message: "Expired." } } : { body: OK }));
  await client.publisher.query(BY_DATE);
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer token-1",
    "Bearer token-2",
  ]);
});

test("requests whose token is refused together share one new sign-in", async () => {
  const { server, client } = await start();
  await client.login();
  server.answer(({ headers }) =>
    headers.authorization === "Bearer token-1" ? { status: 401, body: {} } : { body: OK },
  );
  await Promise.all([1, 2, 3].map(() => client.publisher.query(BY_DATE)));
  expect(server.received.filter(({ path }) => path === "/v2/login")).toHaveLength(2);
  expect(server.asked).toHaveLength(6);
});

test("a second 401 after a new sign-in is an error with the service's message", async () => {
  const { server, client } = await start();
  server.answer(() => ({ status: 401, body: { message: "No such account." } }));
  await expect(client.publisher.query(BY_DATE)).rejects.toMatchObject({
    code: "unauthorized",
    status: 401,
    message: "No such account.",
  });
  expect(server.received.filter(({ path }) => path === "/v2/login")).toHaveLength(2);
  expect(server.asked).toHaveLength(2);
});

test("a refused sign-in is not retried", async () => {
  const { server, client } = await start();
  server.logins(() => ({ status: 401, body: { message: "Wrong user name or password." } }));
  await expect(client.login()).rejects.toMatchObject({ message: "Wrong user name or password." });
  expect(server.received).toHaveLength(1);
});

test("a given session is used until it expires, and its end is reported", async () => {
  const clock = testClock();
  const sessions: (Session | undefined)[] = [];
  const session = { token: "kept", expiresAt: clock.now() + 60_000 };
  const onSession = (next: Session | undefined) => sessions.push(next);
  const { server, client } = await startWithout({ session, onSession }, clock);
  await client.publisher.query(BY_DATE);
  // Without credentials the session cannot be renewed before it expires.
  clock.advance(59_999);
  await client.publisher.query(BY_DATE);
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill("Bearer kept"));
  clock.advance(1);
  for (let n = 0; n < 2; n++)
    await expect(client.publisher.query(BY_DATE)).rejects.toMatchObject({
      code: "unauthorized",
      message: "The session has ended. Sign in again.",
    });
  expect(sessions).toEqual([undefined]);
  expect(server.received).toHaveLength(2);
});

test("without credentials, refused requests wait for one renewed session and are sent again", async () => {
  const clock = testClock();
  const session = { token: "kept", expiresAt: clock.now() + 60_000 };
  const resume: ((session: Session) => void)[] = [];
  const renew = () => new Promise<Session>((resolve) => resume.push(resolve));
  const { server, client } = await startWithout({ session, renew }, clock);
  server.answer(({ headers }) =>
    headers.authorization === "Bearer kept" ? { status: 401, body: {} } : { body: OK },
  );
  const answers = [1, 2].map(() => client.publisher.query(BY_DATE));
  const change = client.request({ method: "POST", path: "/v2/zones", body: { name: "Top" } });
  await vi.waitFor(() => expect(server.asked).toHaveLength(3), { timeout: 30_000 });
  expect(resume).toHaveLength(1);
  resume[0]?.({ token: "next", expiresAt: clock.now() + 60_000 });
  await Promise.all([...answers, change]);
  const again = server.asked.slice(3);
  expect(again.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill("Bearer next"));
  expect(again.find(({ path }) => path === "/v2/zones")?.body).toEqual({ name: "Top" });
});

test("a session without a token sends cookies and the session id; a session with a token sends no cookies", async () => {
  const clock = testClock();
  const session = { sessionId: "one", expiresAt: clock.now() + 60_000 };
  const sent = vi.fn(fetch);
  const { server, client } = await startWithout({ session, fetch: sent }, clock);
  await client.publisher.query(BY_DATE);
  expect(server.received.map(({ headers }) => [headers.authorization, headers["x-zonetag-session"]])).toEqual(
    [[undefined, "one"]],
  );
  const other = await start({ fetch: sent });
  await other.client.publisher.query(BY_DATE);
  expect(sent.mock.calls.map(([, init]) => init?.credentials)).toEqual(["same-origin", "omit", "omit"]);
});

test("without credentials, a 401 ends the session", async () => {
  const clock = testClock();
  const sessions: (Session | undefined)[] = [];
  const session = { token: "kept", expiresAt: clock.now() + 60_000 };
  const { server, client } = await startWithout({ session, onSession: (next) => sessions.push(next) }, clock);
  server.answer(() => ({ status: 401, body: { message: "Signed out." } }));
  await expect(client.publisher.query(BY_DATE)).rejects.toMatchObject({ message: "Signed out." });
  expect(sessions).toEqual([undefined]);
  expect(server.received).toHaveLength(1);
});

test("onSession receives each new session, and undefined after logout()", async () => {
  const clock = testClock();
  const sessions: (Session | undefined)[] = [];
  const { client } = await start({ onSession: (session) => sessions.push(session) }, clock);
  await client.login();
  client.logout();
  expect(sessions).toEqual([{ token: "token-1", expiresAt: clock.now() + 3_600_000 }, undefined]);
});

test.each([
  ["no token", {}],
  ["an empty token", { token: "" }],
  ["a token that is not text", { token: 7 }],
])("a login answer with %s rejects with the code invalid-response", async (_, body) => {
  const { server, client } = await start();
  server.logins(() => ({ body }));
  const message = "The service's answer to the login has no token.";
  await expect(client.login()).rejects.toMatchObject({ code: "invalid-response", message });
});

test.each([
  ["no lifetime", undefined],
  ["a lifetime that is not a number", "3600"],
  ["a lifetime of 0", 0],
  ["a negative lifetime", -1],
])("a token with %s is used until the service refuses it", async (_, expires_in) => {
  const clock = testClock();
  const { server, client } = await start({}, clock);
  server.logins((_request, index) => ({ body: { token: `token-${index}`, expires_in } }));
  await client.publisher.query(BY_DATE);
  clock.advance(364 * 86_400_000);
  await client.publisher.query(BY_DATE);
  expect(server.received).toHaveLength(3);
});

const OK = { request_metadata: { count: 0, limit: 50, offset: 0 }, result: [] };

async function startWithout(options: Parameters<typeof start>[0], clock: ReturnType<typeof testClock>) {
  const { server } = await start();
  const { createClient } = await import("../../src/statistics/client.ts");
  return { server, client: createClient({ baseUrl: server.origin, ...options }, clock) };
}
