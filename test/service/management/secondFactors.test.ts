/** Second factors over HTTP: set-up, sign-in, recovery codes, switching off, reset by owners and commands. */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TOTP } from "otpauth";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { FREE } from "../../../src/service/accounts/failedSignIns.ts";
import { createRecoveryCodes, hashRecoveryCode } from "../../../src/service/accounts/secondFactor.ts";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { SETUP_LIFE, SecondFactors } from "../../../src/service/management/secondFactors.ts";
import { LivePeople } from "../../../src/service/people/livePeople.ts";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { makeFolder } from "../../support/folder.ts";
import type { Answer } from "../support/answer.ts";
import { Browser } from "../support/browser.ts";
import { PASSWORD, PeopleService } from "../support/people.ts";

const FACTOR = "/v2/user/second-factor";
const STEP_MS = 30_000;
const WRONG = [403, "second-factor-wrong"];

/** Reads status and code of a refusal. */
function readRefusal({ status, text }: Answer): [number, string] {
  return [status, JSON.parse(text).codes[0].code];
}

let people: PeopleService;
beforeEach(async ({ task }) => {
  if (!task.name.startsWith("[own]")) people = await PeopleService.start();
});

/** Creates a code that was not used before: each call moves the clock by a step. */
function createCode(secret: string): string {
  people.service.clock.time += STEP_MS;
  return new TOTP({ secret }).generate({ timestamp: people.service.clock.time });
}

interface Holder {
  secret: string;
  codes: string[];
  /** Token that the confirmation returned. */
  token: string;
}

/** Sets up the second factor of a user. */
async function setUp(username: string): Promise<Holder> {
  const token = await people.signIn(username);
  const { secret, setup } = (await people.send(token, "POST", FACTOR, { password: PASSWORD })).json.result;
  const { json } = await people.send(token, "POST", `${FACTOR}/confirm`, { setup, otp: createCode(secret) });
  return { secret, codes: json.recovery_codes, token: json.token };
}

/** Lists what the audit log has of users. */
async function listAudit(token: string) {
  const { json } = await people.send(token, "GET", "/v2/changes?kind=users");
  return json.result.map(({ action, after }: { action: string; after: object }) => ({ action, ...after }));
}

test("a set-up takes effect with its first code, and ends all earlier sign-ins", async () => {
  const token = await people.signIn("publisher");
  const { status, json } = await people.send(token, "POST", FACTOR, { password: PASSWORD });
  expect([status, json.result]).toEqual([
    200,
    {
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: `otpauth://totp/zonetag:publisher?issuer=zonetag&secret=${json.result.secret}&algorithm=SHA1&digits=6&period=30`,
      setup: expect.any(String),
    },
  ]);
  expect((await people.logIn("publisher")).status).toBe(200);
  const { secret, setup } = json.result;
  expect(
    readRefusal(await people.send(token, "POST", `${FACTOR}/confirm`, { setup, otp: "000000" })),
  ).toEqual(WRONG);
  const otp = createCode(secret);
  const confirmed = await people.send(token, "POST", `${FACTOR}/confirm`, { setup, otp });
  expect(confirmed).toMatchObject({ status: 200, json: { type: "Bearer" } });
  expect(confirmed.json.recovery_codes).toHaveLength(10);
  expect((await people.send(token, "GET", "/v2/account")).status).toBe(401);
  const { user } = (await people.send(confirmed.json.token, "GET", "/v2/account")).json;
  expect(user).toMatchObject({ second_factor: true, recovery_codes_left: 10 });
  const list = (await people.send(confirmed.json.token, "GET", "/v2/users")).json.result;
  expect(list).toMatchObject([{ id: 2, second_factor: true }]);
  // The code that confirmed the set-up is used up.
  expect(await people.logIn("publisher", { otp })).toMatchObject({ status: 401 });
  expect(
    readRefusal(await people.send(confirmed.json.token, "POST", FACTOR, { password: PASSWORD })),
  ).toEqual([409, "second-factor-on"]);
});

test("a sign-in needs user name, password and a code in one request, and each code once", async () => {
  const { secret } = await setUp("publisher");
  for (const more of [{}, { otp: "" }]) {
    const asked = await people.logIn("publisher", more);
    expect(asked.json.second_factor).toBe("totp");
    expect(readRefusal(asked)).toEqual([401, "second-factor-missing"]);
  }
  const otp = createCode(secret);
  expect(readRefusal(await people.logIn("publisher", { otp, password: "wrong" }))).toEqual([
    401,
    "password-wrong",
  ]);
  expect(await people.logIn("publisher", { otp })).toMatchObject({ status: 200 });
  const again = await people.logIn("publisher", { otp });
  expect(again.json.second_factor).toBe("totp");
  expect(readRefusal(again)).toEqual([401, "second-factor-wrong"]);
  // A user without a second factor may send a code: old clients need not know.
  expect((await people.logIn("network", { otp })).status).toBe(200);
});

test("[own] a right password without a code is in the audit log only from addresses without a recent sign-in", async () => {
  people = await PeopleService.start({ trustedProxies: ["127.0.0.1"] });
  const { token } = await setUp("publisher");
  const logIn = (from: string, password = PASSWORD) =>
    people.service.send(
      "",
      "POST",
      "/v2/login",
      { username: "publisher", password },
      { "X-Forwarded-For": from },
    );
  await people.logIn("publisher");
  for (let at = 0; at < 3; at++) expect((await logIn("203.0.113.7")).status).toBe(401);
  await logIn("203.0.113.7", "a wrong password");
  const { json } = await people.send(token, "GET", "/v2/changes?kind=users");
  const refusals = json.result.filter(({ action }: { action: string }) => action === "refuse");
  expect(refusals).toHaveLength(2);
  const after = { name: "Publisher", username: "publisher" };
  expect(refusals).toContainEqual(
    expect.objectContaining({ id: 2, count: 3, after: { ...after, second_factor: "missing" } }),
  );
  expect(refusals).toContainEqual(expect.objectContaining({ id: 2, count: 1, after }));
});

test("of two simultaneous sign-ins with one code, one succeeds", async () => {
  const { secret, codes } = await setUp("publisher");
  for (const otp of [createCode(secret), codes[0]]) {
    const both = await Promise.all([1, 2].map(() => people.logIn("publisher", { otp })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  }
});

test("a recovery code signs in once, and its use is in the audit log without the code", async () => {
  const { codes, token } = await setUp("publisher");
  expect((await people.logIn("publisher", { otp: codes[3]?.toUpperCase() })).status).toBe(200);
  expect((await people.logIn("publisher", { otp: codes[3] })).status).toBe(401);
  const { user } = (await people.send(token, "GET", "/v2/account")).json;
  expect(user.recovery_codes_left).toBe(9);
  const entries = await listAudit(token);
  expect(entries).toContainEqual(expect.objectContaining({ second_factor: "recovery code used" }));
  expect(entries).toContainEqual(expect.objectContaining({ second_factor: "on", sessions: "ended" }));
  expect(JSON.stringify(entries)).not.toContain(codes[3]);
});

test("wrong codes with a right password delay further sign-ins, and requests without a code do not", async () => {
  const { secret } = await setUp("publisher");
  const otp = new TOTP({ secret }).generate({ timestamp: people.service.clock.time + STEP_MS });
  for (let at = 0; at < 2 * FREE; at++) expect((await people.logIn("publisher")).status).toBe(401);
  for (let at = 0; at < FREE; at++) {
    // Asking without a code in between does not clear the failures.
    expect((await people.logIn("publisher")).status).toBe(401);
    expect((await people.logIn("publisher", { otp: "000000" })).status).toBe(401);
  }
  expect((await people.logIn("publisher", { otp })).status).toBe(429);
  people.service.clock.time += 1000;
  expect((await people.logIn("publisher", { otp })).status).toBe(200);
});

test("new recovery codes and switching off need the password and a code", async () => {
  const { secret, codes, token } = await setUp("publisher");
  const send = (path: string, body: object) => people.send(token, "POST", `${FACTOR}/${path}`, body);
  for (const path of ["codes", "off"]) {
    expect(readRefusal(await send(path, { password: "wrong", otp: createCode(secret) }))).toEqual([
      403,
      "own-password-wrong",
    ]);
    expect(readRefusal(await send(path, { password: PASSWORD, otp: "000000" }))).toEqual(WRONG);
    expect(readRefusal(await send(path, { password: PASSWORD, otp: "" }))).toEqual(WRONG);
  }
  const renewed = await send("codes", { password: PASSWORD, otp: createCode(secret) });
  const { recovery_codes } = renewed.json.result;
  expect(recovery_codes).toHaveLength(10);
  expect((await people.logIn("publisher", { otp: codes[0] })).status).toBe(401);
  // The wrong ones delay.
  people.service.clock.time += 60_000;
  expect((await send("off", { password: PASSWORD, otp: recovery_codes[0] })).status).toBe(204);
  expect((await people.logIn("publisher")).status).toBe(200);
  expect(readRefusal(await send("off", { password: PASSWORD, otp: recovery_codes[1] }))).toEqual([
    409,
    "second-factor-off",
  ]);
  const factors = (await listAudit(token)).map((entry: { second_factor?: string }) => entry.second_factor);
  expect(factors.filter(Boolean)).toEqual(["off", "recovery code used", "new recovery codes", "on"]);
});

test("a set-up is of its user, needs the password, and expires", async () => {
  const token = await people.signIn("publisher");
  expect((await people.send(token, "POST", FACTOR, { password: "wrong" })).status).toBe(403);
  const { secret, setup } = (await people.send(token, "POST", FACTOR, { password: PASSWORD })).json.result;
  const confirm = (by: string, sent = setup) =>
    people.send(by, "POST", `${FACTOR}/confirm`, { setup: sent, otp: createCode(secret) });
  const EXPIRED = [403, "second-factor-setup"];
  expect(readRefusal(await confirm(await people.signIn("network")))).toEqual(EXPIRED);
  expect(readRefusal(await confirm(token, "made-up"))).toEqual(EXPIRED);
  people.service.clock.time += SETUP_LIFE;
  expect(readRefusal(await confirm(token))).toEqual(EXPIRED);
});

test("owners who manage all accounts of a user reset the second factor, which ends the user's sign-ins", async () => {
  const { token, codes } = await setUp("publisher");
  const network = await people.signIn("network");
  const reset = (by: string, id: number) => people.send(by, "DELETE", `/v2/users/${id}/second-factor`);
  expect((await reset(await people.signIn("Other@net.example"), 2)).status).toBe(404);
  expect(readRefusal(await reset(token, 2))).toEqual([403, "own-second-factor"]);
  expect((await reset(network, 2)).status).toBe(204);
  expect((await people.send(token, "GET", "/v2/account")).status).toBe(401);
  expect((await people.logIn("publisher")).status).toBe(200);
  expect(readRefusal(await reset(network, 2))).toEqual([409, "second-factor-off"]);
  const [{ second_factor, sessions }] = await listAudit(await people.signIn("publisher"));
  expect([second_factor, sessions]).toEqual(["off", "ended"]);
  expect((await people.logIn("publisher", { otp: codes[0] })).status).toBe(200);
});

test("a new password by a link leaves the second factor on", async () => {
  const { secret } = await setUp("publisher");
  const { link } = (await people.send(await people.signIn("network"), "POST", "/v2/users/2/link")).json
    .result;
  expect((await people.usePassword(link)).status).toBe(200);
  expect((await people.logIn("publisher")).json.second_factor).toBe("totp");
  expect((await people.logIn("publisher", { otp: createCode(secret) })).status).toBe(200);
});

test("API tokens pass the second factor, and may not change it", async () => {
  const { token } = await setUp("publisher");
  const made = await people.send(token, "POST", "/v2/tokens", { name: "Script", role: "editor" });
  const apiToken = made.json.result.token;
  expect((await people.send("", "POST", "/v2/login", { api_token: apiToken })).status).toBe(200);
  expect((await people.send(apiToken, "GET", "/v2/account")).status).toBe(200);
  expect((await people.send(apiToken, "POST", FACTOR, { password: PASSWORD })).status).toBe(403);
});

test("sessions by cookie need the code, too, and the one that confirmed goes on", async () => {
  const browser = new Browser(people.service);
  await browser.signIn("publisher");
  const body = { password: PASSWORD };
  const { secret, setup } = (await (await browser.send("POST", FACTOR, body)).json()).result;
  const confirmation = { setup, otp: createCode(secret) };
  const confirmed = await (await browser.send("POST", `${FACTOR}/confirm`, confirmation)).json();
  expect(confirmed).toMatchObject({ id: expect.any(String), expires_at: expect.any(String) });
  expect(await browser.look()).toBe(200);
  const other = new Browser(people.service);
  expect((await other.signIn("publisher")).status).toBe(401);
});

test("neither secret nor recovery codes are stored in the clear", async () => {
  const { secret, codes } = await setUp("publisher");
  const folder = join(people.service.settings.data ?? "", "people");
  const stored = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("");
  expect(stored).toContain("secondFactor");
  for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
    expect(stored).not.toContain(text);
});

test("a restart keeps the second factor; without the service's secret, recovery codes sign in and codes of the app do not", async () => {
  const { secret, codes } = await setUp("publisher");
  await people.service.restart();
  expect((await people.logIn("publisher")).json.second_factor).toBe("totp");
  expect((await people.logIn("publisher", { otp: createCode(secret) })).status).toBe(200);
  rmSync(join(people.service.settings.data ?? "", "secret"));
  await people.service.restart();
  expect(readRefusal(await people.logIn("publisher", { otp: createCode(secret) }))).toEqual([
    401,
    "second-factor-wrong",
  ]);
  expect((await people.logIn("publisher", { otp: codes[0] })).status).toBe(200);
});

test("[own] a code does not sign in with a password that was changed while it was checked", async () => {
  const live = await LivePeople.open({ data: makeFolder() });
  onTestFinished(() => live.close());
  const [code = ""] = createRecoveryCodes();
  const entry = {
    id: 1,
    username: "ann",
    name: "Ann",
    accounts: [{ account: 1, role: "owner" }],
    password: await hashPassword(PASSWORD),
    secondFactor: { secret: "a", lastStep: 0, recovery: [hashRecoveryCode(code)] },
  };
  await live.change(() => [{ list: "users", entry }], { account: { id: 0, name: "" }, request: "", time: 0 });
  const catalogue = parseCatalogue({ accounts: [], sites: [], zones: [], campaigns: [] });
  const factors = new SecondFactors({
    editor: live,
    people: () => live.value,
    catalogue: () => catalogue,
    now: Date.now,
    key: randomBytes(32),
    issuer: "zonetag",
  });
  const [user] = live.value.users.values();
  if (!user) throw new Error("There is a user.");
  expect(await factors.spend({ ...user, password: "another" }, code)).toBeUndefined();
  expect((await factors.spend(user, code))?.secondFactor?.recovery).toEqual([]);
});

test("[own] users that the catalogue's file declares cannot set up a second factor", async () => {
  people = await PeopleService.start({}, { isDeclared: true });
  const token = await people.signIn("publisher");
  expect(readRefusal(await people.send(token, "POST", FACTOR, { password: PASSWORD }))).toEqual([
    409,
    "sign-in-declared",
  ]);
});
