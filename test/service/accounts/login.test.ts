import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { writeProblem } from "../../../src/protocol/problems.ts";
import { LocalFailedSignIns } from "../../../src/service/accounts/failedSignIns.ts";
import {
  authenticateBearer,
  type Identity,
  issueToken,
  loginSchema,
  signIn,
  TOKEN_LIFE,
} from "../../../src/service/accounts/login.ts";
import { type Account, type Catalogue, parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { addDeclared } from "../../../src/service/people/declaredPeople.ts";
import {
  findByName,
  findToken,
  indexPeople,
  NOBODY,
  type People,
} from "../../../src/service/people/people.ts";
import { hashPassword, hashToken } from "../../../src/service/signing/passwords.ts";
import { readIssue } from "../../../src/service/values/schemas.ts";
import { useFolder } from "../../support/folder.ts";
import { openKnownAddresses, waitForKnownAddresses } from "../support/knownAddresses.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const PASSWORD = await hashPassword("right");
const ADDRESS = "192.0.2.1";

const declare = (value: object): Catalogue => ({
  ...parseCatalogue(value),
  declared: { file: "catalogue.json", digest: "" },
});

/** Creates a declared catalogue. Sign-ins of a live catalogue are looked up in the same way. */
const createCatalogue = (more: object = {}, tokens = ["first", "second"]): Catalogue =>
  declare({
    accounts: [
      { id: 1, name: "Ann", role: "publisher", username: "ann", password: PASSWORD, ...more },
      { id: 2, name: "Ben", role: "advertiser", apiTokens: tokens.map(hashToken) },
      { id: 3, name: "Cas", role: "advertiser", username: "cas" },
    ],
    sites: [],
    zones: [],
    campaigns: [],
  });

const known = await openKnownAddresses(useFolder(), () => NOON);
afterAll(waitForKnownAddresses);
/** Tests share the known addresses, so each test with a successful sign-in uses addresses of its own. */
const createFailures = (elapsed = () => NOON) => new LocalFailedSignIns({ elapsed, maxKeys: 100, known });

function createContext() {
  const catalogue = createCatalogue();
  const state = { catalogue, now: NOON };
  const failures = createFailures(() => state.now);
  const context = {
    loginKey: Buffer.alloc(32, 1),
    failures,
    catalogue: () => state.catalogue,
    people: () => addDeclared(NOBODY, state.catalogue),
    now: () => state.now,
  };
  const [ann, ben] = catalogue.data.accounts as [Account, Account];
  return { state, context, ann, ben };
}

function identify(people: People, name: string): Identity {
  const [user, token] = [findByName(people, name), findToken(people, hashToken(name), NOON)];
  if (user) return { user };
  if (token) return { token };
  throw new Error(`Nobody is ${name}.`);
}

async function createBearer() {
  const { state, context, ann } = createContext();
  const { token } = await issueToken(ann, context, identify(context.people(), "ann"));
  const read = async (header: string | undefined = `Bearer ${token}`) =>
    (await authenticateBearer(header, context))?.account.id;
  return { state, context, ann, token, read };
}

test("an account can sign in with user name and password, or with any of its API tokens", async () => {
  const { context } = createContext();
  const find = async (credentials: Parameters<typeof signIn>[0]) =>
    (await signIn(credentials, ADDRESS, context)).account?.id;
  expect(await find({ username: "ann", password: "right" })).toBe(1);
  expect([await find({ api_token: "first" }), await find({ api_token: "second" })]).toEqual([2, 2]);
});

test.each([
  { username: "ann", password: "wrong" },
  { username: "nobody", password: "right" },
  // This account has no password.
  { username: "cas", password: "" },
  { api_token: "third" },
])("the credentials %j are rejected", async (credentials) => {
  const { context } = createContext();
  const { account, identity } = await signIn(credentials, ADDRESS, context);
  expect([account, identity]).toEqual([undefined, undefined]);
});

test("of users whose names differ only in case or blanks, each signs in with its own password", async () => {
  const { state, context } = createContext();
  const accounts = await Promise.all(
    ["Eve", "eve", " eve"].map(async (username, at) => ({
      id: at + 1,
      name: username,
      role: "publisher",
      username,
      password: await hashPassword(`right ${at + 1}`),
    })),
  );
  state.catalogue = declare({ accounts, sites: [], zones: [], campaigns: [] });
  const find = async (username: string, at: number) =>
    (await signIn({ username, password: `right ${at}` }, "192.0.2.33", context)).account?.id;
  for (const username of ["Eve", "eve", " eve", "EVE"])
    expect([await find(username, 1), await find(username, 2), await find(username, 3)]).toEqual([1, 2, 3]);
});

const RIGHT = { username: "ann", password: "right" };
const WRONG = { username: "ann", password: "wrong" };

test("twenty wrong passwords from unknown addresses do not delay the owner's address", async () => {
  const { context } = createContext();
  const home = "203.0.113.1";
  expect((await signIn(RIGHT, home, context)).account?.id).toBe(1);
  for (let at = 0; at < 20; at++) await signIn(WRONG, `198.51.100.${at}`, context);
  expect((await signIn(RIGHT, home, context)).account?.id).toBe(1);
  expect(await signIn(RIGHT, "203.0.113.2", context)).toEqual({ waitMs: 1000 });
});

test("nine simultaneous correct sign-ins all succeed", async () => {
  const { context } = createContext();
  const attempts = Array.from({ length: 9 }, () => signIn(RIGHT, "203.0.113.3", context));
  const results = await Promise.all(attempts);
  expect(results.map(({ account }) => account?.id)).toEqual(Array(9).fill(1));
});

test("of twelve simultaneous wrong passwords only five are checked", async () => {
  const { context } = createContext();
  const attempts = Array.from({ length: 12 }, () => signIn(WRONG, "203.0.113.4", context));
  const results = await Promise.all(attempts);
  expect(results.filter(({ waitMs }) => waitMs === undefined)).toHaveLength(5);
});

test("a full queue of unknown addresses does not block an address that signed in before", async () => {
  const { context } = createContext();
  const home = "203.0.113.5";
  await signIn(RIGHT, home, context);
  const flood = Array.from({ length: 20 }, (_, at) =>
    signIn({ username: `stranger ${at}`, password: "x" }, `198.51.100.${at}`, context),
  );
  expect((await signIn(RIGHT, home, context)).account?.id).toBe(1);
  const refused = (await Promise.all(flood)).filter(({ waitMs }) => waitMs === 1000);
  expect(refused).toHaveLength(3);
});

test("a full queue of one user does not block another who signed in before", async () => {
  const { state, context } = createContext();
  const accounts = ["ann", "bea"].map((username, at) => ({
    id: at + 1,
    name: username,
    role: "publisher",
    username,
    password: PASSWORD,
  }));
  state.catalogue = declare({ accounts, sites: [], zones: [], campaigns: [] });
  const home = "203.0.113.6";
  for (const { username } of accounts) await signIn({ username, password: "right" }, home, context);
  const flood = Array.from({ length: 40 }, () => signIn(RIGHT, home, context));
  expect((await signIn({ username: "bea", password: "right" }, home, context)).account?.id).toBe(2);
  const refused = (await Promise.all(flood)).filter(({ waitMs }) => waitMs === 1000);
  expect(refused).toHaveLength(23);
});

test("failed sign-ins of one user name do not delay another", async () => {
  const { context } = createContext();
  for (let at = 0; at < 5; at++)
    await signIn({ username: "bob", password: "wrong" }, `198.51.100.${at}`, context);
  expect((await signIn(RIGHT, ADDRESS, context)).account?.id).toBe(1);
});

test("wrong API tokens from other addresses do not delay a sign-in", async () => {
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
])("the body %j is refused with what was expected", (body, message) => {
  const { issues } = v.safeParse(loginSchema, body);
  expect(issues?.map((issue) => writeProblem(readIssue(issue)))).toEqual([message]);
});

test.each([{}, { username: "ann" }, { api_token: "first", more: "" }, "first", null, []])(
  "the body %j is refused as credentials",
  (body) => {
    expect(v.safeParse(loginSchema, body).success).toBe(false);
  },
);

test("an exception during a password check is not counted as a failed sign-in", async () => {
  const { context } = createContext();
  const catalogue = () => {
    throw new Error("There is no catalogue.");
  };
  for (let again = 0; again < 6; again++)
    await expect(
      signIn({ username: "ann", password: "right" }, ADDRESS, { ...context, catalogue }),
    ).rejects.toThrow("There is no catalogue.");
  expect(context.failures.delay({ address: ADDRESS, name: "ann" })).toBe(0);
});

test("a login token is valid for an hour, with Bearer in any letter case", async () => {
  const { state, context, ann, token, read } = await createBearer();
  const identity = identify(context.people(), "ann");
  expect(await issueToken(ann, context, identity)).toMatchObject({ type: "Bearer", expires_in: 3600 });
  expect([await read(), await read(`bearer  ${token} `)]).toEqual([1, 1]);
  state.now = NOON + TOKEN_LIFE * 1000 - 1;
  expect(await read()).toBe(1);
  state.now = NOON + TOKEN_LIFE * 1000;
  expect(await read()).toBe(undefined);
});

test("an API token also works as a bearer token until it is removed", async () => {
  const { state, read } = await createBearer();
  expect([await read("Bearer first"), await read("Bearer second"), await read("Bearer third")]).toEqual([
    ...[2, 2, undefined],
  ]);
  state.catalogue = declare({ accounts: [], sites: [], zones: [], campaigns: [] });
  expect(await read("Bearer first")).toBe(undefined);
});

test("when an API token expires, login tokens issued for it also become invalid", async () => {
  const { state, context, ben } = createContext();
  const expires = new Date(NOON + 60_000).toISOString();
  const brief = { id: 7, account: 2, name: "Brief", role: "editor", digest: hashToken("brief") } as const;
  const stored = { ...brief, expires };
  const people = () => ({ ...NOBODY, ...indexPeople(new Map(), new Map([[7, stored]])) });
  const { token } = await issueToken(ben, { ...context, people }, { token: stored });
  const read = async (text: string) =>
    (await authenticateBearer(`Bearer ${text}`, { ...context, people }))?.account.id;
  state.now = NOON + 60_000 - 1;
  expect([await read("brief"), await read(token)]).toEqual([2, 2]);
  state.now = NOON + 60_000;
  expect([await read("brief"), await read(token)]).toEqual([undefined, undefined]);
});

test("API tokens of an account and login tokens issued for them share one rate-limit key, separate from users", async () => {
  const { context, ann, ben } = createContext();
  const findKey = async (token: string) => (await authenticateBearer(`Bearer ${token}`, context))?.limitKey;
  const keys = [await findKey("first"), await findKey("second")];
  expect(keys).toEqual(["tokens of account 2", "tokens of account 2"]);
  const exchange = (account: Account, name: string) =>
    issueToken(account, context, identify(context.people(), name));
  expect(await findKey((await exchange(ben, "first")).token)).toBe(keys[0]);
  expect(await findKey((await exchange(ann, "ann")).token)).toBe("user -1");
});

test("a token that is malformed, forged or signed with another key is refused", async () => {
  const { token, read, context } = await createBearer();
  for (const header of ["", token, `Basic ${token}`, `Bearer ${token} x`])
    expect([header, await read(header)]).toEqual([header, undefined]);
  expect(await authenticateBearer(undefined, context)).toBe(undefined);
  expect(await authenticateBearer(`Bearer ${token}`, { ...context, loginKey: Buffer.alloc(32, 2) })).toBe(
    undefined,
  );
  const [head, , signature] = token.split(".");
  const forged = Buffer.from('{"sub":"2"}').toString("base64url");
  expect(await read(`Bearer ${head}.${forged}.${signature}`)).toBe(undefined);
});

test("a login token becomes invalid when its password, API token or account is changed or removed", async () => {
  const createReader = async (owner: "ann" | "ben", name: string) => {
    const { state, context, ...accounts } = createContext();
    const { token } = await issueToken(accounts[owner], context, identify(context.people(), name));
    return async (catalogue: Catalogue) => {
      state.catalogue = catalogue;
      return (await authenticateBearer(`Bearer ${token}`, context))?.account.id;
    };
  };
  const [byPassword, byToken] = [await createReader("ann", "ann"), await createReader("ben", "first")];
  expect(await byPassword(createCatalogue({ name: "Anna" }, ["new"]))).toBe(1);
  expect(await byToken(createCatalogue({ password: await hashPassword("right") }, ["second", "first"]))).toBe(
    2,
  );
  expect(await byPassword(createCatalogue({ password: await hashPassword("right") }))).toBe(undefined);
  expect(await byToken(createCatalogue({}, ["second"]))).toBe(undefined);
  const nothing = declare({ accounts: [], sites: [], zones: [], campaigns: [] });
  expect([await byPassword(nothing), await byToken(nothing)]).toEqual([undefined, undefined]);
});

/** Ann with a second factor. */
const WITH_FACTOR: People = {
  ...NOBODY,
  ...indexPeople(
    new Map([
      [
        1,
        {
          id: 1,
          name: "Ann",
          username: "ann",
          password: PASSWORD,
          accounts: [{ account: 1, role: "owner" as const }],
          secondFactor: { secret: "a", lastStep: 0, recovery: [] },
        },
      ],
    ]),
    new Map(),
  ),
};

test.each([
  ["no code", undefined, "missing", []],
  ["an empty code", "", "missing", []],
  ["a wrong code", "000000", "wrong", ["fail"]],
  ["a right code", "123456", undefined, ["succeed"]],
])(
  "with %s (%j), a right password of a user with a second factor: %j, counted: %j",
  async (_, otp, problem, counted) => {
    const { context } = createContext();
    const calls: string[] = [];
    const note = (name: string) => () => void calls.push(name);
    const failures = { delay: () => 0, isKnown: () => false, fail: note("fail"), succeed: note("succeed") };
    const credentials = { username: "ann", password: "right", ...(otp !== undefined && { otp }) };
    const result = await signIn(credentials, ADDRESS, {
      ...context,
      people: () => WITH_FACTOR,
      failures,
      spendCode: async (one, code) => (code === "123456" ? one : undefined),
    });
    expect([result.secondFactor, result.account?.id]).toEqual([problem, problem ? undefined : 1]);
    expect(calls).toEqual(counted);
  },
);

test("without a way to spend codes, a user with a second factor cannot sign in", async () => {
  const { context } = createContext();
  const result = await signIn({ username: "ann", password: "right", otp: "123456" }, ADDRESS, {
    ...context,
    people: () => WITH_FACTOR,
  });
  expect([result.secondFactor, result.account]).toEqual(["wrong", undefined]);
});
