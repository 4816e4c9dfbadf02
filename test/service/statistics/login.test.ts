import * as v from "valibot";
import { expect, test } from "vitest";
import { type Catalogue, readCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { hashPassword, hashToken } from "../../../src/service/signing/passwords.ts";
import { LocalFailedSignIns } from "../../../src/service/statistics/failedSignIns.ts";
import {
  addressKey,
  issueToken,
  loginSchema,
  readAccount,
  signIn,
  TOKEN_LIFE,
} from "../../../src/service/statistics/login.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const PASSWORD = await hashPassword("right");
const ADDRESS = "192.0.2.1";

const createCatalogue = (more: object = {}): Catalogue =>
  readCatalogue({
    accounts: [
      { id: 1, name: "Ann", role: "publisher", username: "ann", password: PASSWORD, ...more },
      { id: 2, name: "Ben", role: "advertiser", apiTokens: ["first", "second"].map(hashToken) },
      { id: 3, name: "Cas", role: "advertiser", username: "cas" },
    ],
    ...{ sites: [], zones: [], campaigns: [] },
  });

function createContext(catalogue = createCatalogue()) {
  const state = { catalogue, now: NOON };
  const failures = new LocalFailedSignIns({ elapsed: () => state.now, maxKeys: 100 });
  const context = {
    ...{ loginKey: Buffer.alloc(32, 1), failures },
    catalogue: () => state.catalogue,
    now: () => state.now,
  };
  return { state, context };
}

async function createBearer() {
  const { state, context } = createContext();
  const account = state.catalogue.accounts.get(1);
  if (!account) throw new Error("No such account.");
  const { token } = await issueToken(account, context);
  const read = async (header: string | undefined = `Bearer ${token}`) =>
    (await readAccount(header, context))?.id;
  return { state, context, token, read };
}

test("an account is found by its password, or by any of its API tokens", async () => {
  const { context } = createContext();
  const find = async (credentials: Parameters<typeof signIn>[0]) =>
    (await signIn(credentials, ADDRESS, context)).account?.id;
  expect(await find({ username: "ann", password: "right" })).toBe(1);
  expect([await find({ api_token: "first" }), await find({ api_token: "second" })]).toEqual([2, 2]);
});

test.each([
  { username: "ann", password: "wrong" },
  { username: "nobody", password: "right" },
  // It has no password.
  { username: "cas", password: "" },
  { api_token: "third" },
])("nobody is signed in by %j", async (credentials) => {
  const { context } = createContext();
  expect(await signIn(credentials, ADDRESS, context)).toEqual({});
});

test("failures count for the address and for the name, and a success takes back what it counted", async () => {
  const { context } = createContext();
  const { failures } = context;
  const wrong = { username: "ann", password: "wrong" };
  for (let again = 0; again < 4; again++) await signIn(wrong, ADDRESS, context);
  expect((await signIn({ username: "ann", password: "right" }, ADDRESS, context)).account?.id).toBe(1);
  // The name begins again; the address has failed four times.
  expect(failures.delay(["name ann"])).toBe(0);
  await signIn(wrong, ADDRESS, context);
  expect(failures.delay([addressKey(ADDRESS)])).toBe(1000);
  expect(failures.delay(["name ann"])).toBe(0);
  expect(await signIn({ username: "ann", password: "right" }, ADDRESS, context)).toEqual({ waitMs: 1000 });
  expect((await signIn({ username: "ann", password: "right" }, "192.0.2.2", context)).account?.id).toBe(1);
});

test("a name that failed too often waits wherever its next attempt comes from", async () => {
  const { context } = createContext();
  for (let at = 0; at < 5; at++)
    await signIn({ username: "ann", password: "wrong" }, `198.51.100.${at}`, context);
  expect(await signIn({ username: "ann", password: "right" }, ADDRESS, context)).toEqual({ waitMs: 1000 });
});

test("a name that failed too often makes no other name wait", async () => {
  const { context } = createContext();
  for (let at = 0; at < 5; at++)
    await signIn({ username: "bob", password: "wrong" }, `198.51.100.${at}`, context);
  expect((await signIn({ username: "ann", password: "right" }, ADDRESS, context)).account?.id).toBe(1);
});

test("API tokens that failed from other addresses make nobody wait", async () => {
  const { context } = createContext();
  for (let at = 0; at < 6; at++) await signIn({ api_token: "wrong" }, `198.51.100.${at}`, context);
  expect((await signIn({ api_token: "first" }, ADDRESS, context)).account?.id).toBe(2);
});

const LONGEST = "x".repeat(1000);

test.each([
  { username: "ann", password: "right" },
  { username: LONGEST, password: LONGEST },
  { api_token: "first" },
  { api_token: LONGEST, username: "", password: "" },
])("the body %j is read as credentials", (body) => {
  expect(v.safeParse(loginSchema, body)).toMatchObject({ success: true, output: body });
});

const BESIDE = "Expected an empty text beside an api_token.";
const TOO_LONG = "Expected a text of at most 1000 characters.";
const TEXT = "Expected a text.";

test.each([
  [{ username: "", password: "right" }, TEXT],
  [{ username: "ann", password: 1 }, TEXT],
  [{ username: "ann", password: `${LONGEST}x` }, TOO_LONG],
  [{ api_token: "" }, TEXT],
  [{ api_token: ["first"] }, TEXT],
  [{ api_token: `${LONGEST}x` }, TOO_LONG],
  [{ api_token: "first", username: "ann" }, BESIDE],
  [{ api_token: "first", password: null }, BESIDE],
])("the body %j is no credentials, with what was expected", (body, message) => {
  const { issues } = v.safeParse(loginSchema, body);
  expect(issues?.map((issue) => issue.message)).toEqual([message]);
});

test.each([{}, { username: "ann" }, { api_token: "first", more: "" }, "first", null, []])(
  "the body %j is no credentials",
  (body) => {
    expect(v.safeParse(loginSchema, body).success).toBe(false);
  },
);

test("somebody whose password cannot be checked now is asked to come again, and has not failed", async () => {
  const { context } = createContext();
  const attempts = Array.from({ length: 20 }, (_, at) =>
    signIn({ username: "ann", password: "right" }, `198.51.100.${at}`, {
      ...context,
      failures: new LocalFailedSignIns({ elapsed: () => NOON, maxKeys: 100 }),
    }),
  );
  const last = signIn({ username: "ann", password: "right" }, ADDRESS, context);
  expect(await last).toEqual({ waitMs: 1000 });
  expect(context.failures.delay([addressKey(ADDRESS), "name ann"])).toBe(0);
  const results = await Promise.all(attempts);
  expect(results.filter(({ account }) => account)).toHaveLength(16);
});

test("what fails while a password is checked is an error, and no failure of whoever signs in", async () => {
  const { context } = createContext();
  const catalogue = () => {
    throw new Error("There is no catalogue.");
  };
  for (let again = 0; again < 6; again++)
    await expect(
      signIn({ username: "ann", password: "right" }, ADDRESS, { ...context, catalogue }),
    ).rejects.toThrow("There is no catalogue.");
  expect(context.failures.delay([addressKey(ADDRESS), "name ann"])).toBe(0);
});

test("a token stands for its account for an hour, in any spelling of the scheme", async () => {
  const { state, context, token, read } = await createBearer();
  const account = state.catalogue.accounts.get(1);
  if (!account) throw new Error("No such account.");
  expect(await issueToken(account, context)).toMatchObject({ type: "Bearer", expires_in: 3600 });
  expect([await read(), await read(`bearer  ${token} `)]).toEqual([1, 1]);
  state.now = NOON + TOKEN_LIFE * 1000 - 1;
  expect(await read()).toBe(1);
  state.now = NOON + TOKEN_LIFE * 1000;
  expect(await read()).toBe(undefined);
});

test("what is no token of this service stands for nobody", async () => {
  const { token, read, context } = await createBearer();
  for (const header of [
    "",
    "Bearer",
    "Bearer ",
    token,
    `Basic ${token}`,
    `x Bearer ${token}`,
    `Bearer ${token} x`,
  ])
    expect([header, await read(header)]).toEqual([header, undefined]);
  expect(await readAccount(undefined, context)).toBe(undefined);
  expect(await readAccount(`Bearer ${token}`, { ...context, loginKey: Buffer.alloc(32, 2) })).toBe(undefined);
  const [head, , signature] = token.split(".");
  const forged = Buffer.from('{"sub":"2"}').toString("base64url");
  expect(await read(`Bearer ${head}.${forged}.${signature}`)).toBe(undefined);
});

test("a token ends when the account's password or API tokens change, or the account goes", async () => {
  for (const more of [{ password: await hashPassword("right") }, { apiTokens: [hashToken("new")] }]) {
    const { state, read } = await createBearer();
    state.catalogue = createCatalogue(more);
    expect(await read()).toBe(undefined);
  }
  const { state, read } = await createBearer();
  state.catalogue = createCatalogue({ name: "Anna" });
  expect(await read()).toBe(1);
  state.catalogue = readCatalogue({ accounts: [], sites: [], zones: [], campaigns: [] });
  expect(await read()).toBe(undefined);
});
