/** The client of users, tokens and sessions against the real service, over real sockets. */
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import type { RecoveryCodes, SecondFactorSetup } from "../../src/protocol/people.ts";
import { createPeople, createStatistics, StatisticsError } from "../../src/statistics/index.ts";
import { PASSWORD, PeopleService } from "../service/support/people.ts";
import * as scripted from "./support/scripted.ts";

async function start() {
  const { service } = await PeopleService.start({ limitUser: 0, limitIp: 0 });
  const signIn = (username: string) =>
    createPeople(
      createStatistics({ baseUrl: service.origin, credentials: { username, password: PASSWORD } }),
    );
  return { service, signIn };
}

test("an owner invites a user, changes the role, makes another link, and removes the user", async () => {
  const { signIn } = await start();
  const people = signIn("publisher");
  const { link, ...ann } = await people.invite({ email: "ann@site.example", name: "Ann", role: "editor" });
  expect([link, ann.role, ann.hasPassword]).toEqual([expect.stringContaining("#password="), "editor", false]);
  expect((await people.createLink(ann.id)).link).not.toBe(link);
  expect(await people.changeRole(ann.id, { role: "viewer" })).toMatchObject({ id: ann.id, role: "viewer" });
  expect(await people.made(ann.id)).toEqual({ tokens: [], shares: [] });
  expect((await people.users()).map(({ name }) => name)).toEqual(["Publisher", "Ann"]);
  await people.remove(ann.id, { tokens: true, shares: true });
  expect(await people.users()).toHaveLength(1);
});

test("a network manages the people of its accounts", async () => {
  const { signIn } = await start();
  const people = signIn("network");
  await people.invite({ email: "ann@site.example", name: "Ann", role: "owner", account: 3 });
  expect(await people.users({ account: 3 })).toMatchObject([{ name: "Ann", role: "owner" }]);
  const token = await people.createToken({ name: "Nightly", role: "viewer", days: 1, account: 3 });
  expect(await people.tokens({ account: 3 })).toMatchObject([{ id: token.id, name: "Nightly" }]);
  await people.revokeToken(token.id, { account: 3 });
  expect(await people.tokens({ account: 3 })).toEqual([]);
  await expect(people.users({ account: 4 })).rejects.toThrow(StatisticsError);
});

test("a user lists and ends own sessions, and tokens do not switch accounts", async () => {
  const { signIn } = await start();
  const people = signIn("publisher");
  expect(await people.sessions()).toEqual([]);
  await people.endOtherSessions();
  await expect(people.endSession("none")).rejects.toMatchObject({ code: "not-found" });
  await expect(people.switchAccount(3)).rejects.toMatchObject({ code: "forbidden" });
});

test("a login sends the code of a second factor, and an owner of the network resets it", async () => {
  const { service, signIn } = await start();
  const connect = (otp?: string) =>
    createStatistics({
      baseUrl: service.origin,
      credentials: { username: "publisher", password: PASSWORD, ...(otp !== undefined && { otp }) },
    });
  const post = async (path: string, body: object) =>
    (await first.request({ method: "POST", path: `/v2/user/second-factor${path}`, body })) as {
      result: SecondFactorSetup;
    } & RecoveryCodes;
  const first = connect();
  const { secret, setup } = (await post("", { password: PASSWORD })).result;
  const otp = new TOTP({ secret }).generate({ timestamp: service.clock.time });
  const { recovery_codes } = await post("/confirm", { setup, otp });
  await expect(connect().account()).rejects.toMatchObject({ refusal: { code: "second-factor-missing" } });
  expect((await connect(recovery_codes[0]).account()).user?.second_factor).toBe(true);
  await signIn("network").resetSecondFactor(2);
  expect((await connect().account()).user?.second_factor).toBeUndefined();
});

test("switchAccount() resolves with the new session, and rejects an answer without one", async () => {
  const { server, client } = await scripted.start();
  const session = { id: "a", expires_at: "2026-12-20T12:00:00.000Z" };
  server.answer(() => ({ status: 201, body: session }));
  expect(await createPeople(client).switchAccount(3)).toEqual(session);
  expect(server.asked[0]).toMatchObject({
    method: "POST",
    path: "/v2/session/account",
    body: { account: 3 },
  });
  server.answer(() => ({ status: 201, body: {} }));
  await expect(createPeople(client).switchAccount(3)).rejects.toMatchObject({ code: "invalid-response" });
  await expect(createPeople(client).users()).rejects.toMatchObject({ code: "invalid-response" });
});

test("anyone asks for a new password and confirms an address; only a user asks for a confirmation", async () => {
  const { server, client } = await scripted.start();
  const people = createPeople(client);
  server.answer(() => ({ status: 204 }));
  expect(await people.requestPassword("ann@site.example")).toBeUndefined();
  server.answer(() => ({ body: { result: { state: "sent" } } }));
  expect(await people.sendConfirmation()).toEqual({ state: "sent" });
  server.answer(() => ({ body: { username: "ann@site.example" } }));
  expect(await people.confirmAddress("abc")).toBe("ann@site.example");
  expect(server.asked.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["POST", "/v2/password/forgotten", { email: "ann@site.example" }],
    ["POST", "/v2/user/confirmation", undefined],
    ["POST", "/v2/confirmation", { token: "abc" }],
  ]);
});
