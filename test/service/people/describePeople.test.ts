/** Records of the audit log for changes of people. */
import { expect, test } from "vitest";
import { describePeople } from "../../../src/service/people/describePeople.ts";
import { NOBODY } from "../../../src/service/people/people.ts";
import type { StoredToken, User } from "../../../src/service/people/peopleSchema.ts";

const ANN: User = {
  id: 7,
  name: "Ann",
  email: "ann@a.example",
  password: "hash",
  accounts: [
    { account: 1, role: "owner" },
    { account: 2, role: "viewer" },
  ],
};
const LINK = { digest: "first", expires: "2026-12-01T00:00:00.000Z" };
const TOKEN: StoredToken = { id: 3, account: 1, name: "Import", role: "editor", digest: "d", creator: 7 };

function listUsers(...changed: [before: User | undefined, after: User | undefined]) {
  const [before, after] = changed.map((user) => ({ ...NOBODY, users: new Map(user && [[user.id, user]]) }));
  return before && after && describePeople(before, after, [{ list: "users", id: 7 }]);
}

function listTokens(...changed: [before: StoredToken | undefined, after: StoredToken | undefined]) {
  const [before, after] = changed.map((token) => ({
    ...NOBODY,
    tokens: new Map(token && [[token.id, token]]),
  }));
  return before && after && describePeople(before, after, [{ list: "tokens", id: 3 }]);
}

test("a new or removed user has a record in each account, with name, user name and role", () => {
  const described = { name: "Ann", username: "ann@a.example" };
  const one = { kind: "users", id: 7, of: 7 };
  expect(listUsers(undefined, ANN)).toEqual([
    { ...one, owner: 1, action: "create", after: { ...described, role: "owner" } },
    { ...one, owner: 2, action: "create", after: { ...described, role: "viewer" } },
  ]);
  expect(listUsers(ANN, undefined)).toEqual([
    { ...one, owner: 1, action: "end", before: { ...described, role: "owner" } },
    { ...one, owner: 2, action: "end", before: { ...described, role: "viewer" } },
  ]);
});

test.each<[string, Partial<User>, object[]]>([
  ["the name is changed", { name: "Anna" }, []],
  [
    "a role is changed",
    {
      accounts: [
        { account: 1, role: "owner" },
        { account: 2, role: "editor" },
      ],
    },
    [{ owner: 2, action: "change" }],
  ],
  ["an account is left", { accounts: [{ account: 1, role: "owner" }] }, [{ owner: 2, action: "end" }]],
  [
    "the address is changed",
    { email: "ann@b.example" },
    [
      { owner: 1, action: "change" },
      { owner: 2, action: "change" },
    ],
  ],
  ["sessions are ended", { signInsEnded: 1 }, [{ owner: 1, after: { sessions: "ended" } }, { owner: 2 }]],
  [
    "the password is changed",
    { password: "other" },
    [{ owner: 1, after: { password: "changed", sessions: "ended" } }, { owner: 2 }],
  ],
  [
    "the password is removed",
    { password: undefined },
    [{ owner: 1, after: { password: "removed" } }, { owner: 2 }],
  ],
])("when %s, records name the accounts and the change", (_, change, records) => {
  expect(listUsers(ANN, { ...ANN, ...change })).toMatchObject(records);
});

test("a link that replaces another has a record of its end and one of its creation, a kept link none", () => {
  const [before, after] = ["first", "second"].map((digest) => ({
    ...ANN,
    accounts: [{ account: 1, role: "owner" as const }],
    link: { ...LINK, digest },
  }));
  const link = { name: "Ann", username: "ann@a.example", expires_at: LINK.expires };
  const one = { kind: "links", id: 7, owner: 1, of: 7 };
  expect(listUsers(before, after)).toEqual([
    { ...one, action: "end", before: link },
    { ...one, action: "create", after: link },
  ]);
  expect(listUsers(before, before)).toEqual([]);
  expect(listUsers(before, undefined)).toContainEqual({ ...one, action: "end", before: link });
});

test("a link for a forgotten password is marked, and an earlier one has a record once it ends", () => {
  const user = { ...ANN, accounts: [{ account: 1, role: "owner" as const }] };
  const [first, second] = ["first", "second"].map((digest) => ({ ...LINK, digest }));
  if (!first || !second) throw new Error();
  const link = { name: "Ann", username: "ann@a.example", expires_at: LINK.expires, forgotten: true };
  const one = { kind: "links", id: 7, owner: 1, of: 7 };
  const [asked, again] = [
    { ...user, forgotten: first },
    { ...user, forgotten: { ...second, earlier: [first] } },
  ];
  const sent = { ...user, forgotten: second };
  expect(listUsers(user, asked)).toEqual([{ ...one, action: "create", after: link }]);
  expect(listUsers(asked, again)).toEqual([{ ...one, action: "create", after: link }]);
  expect(listUsers(again, sent)).toEqual([{ ...one, action: "end", before: link }]);
});

test("a token has a record when it is created and when it is deleted, with its end if it has one", () => {
  const one = { kind: "tokens", id: 3, owner: 1, of: 7 };
  const described = { name: "Import", role: "editor" };
  const expires = LINK.expires;
  expect(listTokens(undefined, TOKEN)).toStrictEqual([{ ...one, action: "create", after: described }]);
  expect(listTokens({ ...TOKEN, expires }, undefined)).toEqual([
    { ...one, action: "end", before: { ...described, expires_at: expires } },
  ]);
  expect(listTokens(TOKEN, { ...TOKEN, name: "Renamed" })).toEqual([]);
});
