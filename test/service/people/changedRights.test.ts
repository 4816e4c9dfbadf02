/** Which changes of roles end links, sessions and passwords. */
import { expect, test } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import {
  endEarlierAccess,
  endLostMails,
  isLinkValid,
  switchAlerts,
} from "../../../src/service/people/changedRights.ts";
import { NOBODY } from "../../../src/service/people/people.ts";
import type { User } from "../../../src/service/people/peopleSchema.ts";

const CATALOGUE = parseCatalogue({
  accounts: [
    { id: 1, name: "Network", role: "network" },
    { id: 2, name: "Member", role: "publisher", network: 1 },
    { id: 3, name: "Other", role: "publisher" },
  ],
  sites: [],
  zones: [],
  campaigns: [],
});
const NOW = Date.parse("2026-11-28T12:00:00Z");
const LINK = { digest: "d", expires: "2026-11-29T00:00:00Z", maker: 8 };
const inAccounts = (...accounts: User["accounts"]): User => ({
  id: 7,
  name: "Ann",
  password: "hash",
  accounts,
});

test.each<[string, User["accounts"], number | undefined]>([
  ["the same role keeps sessions", [{ account: 2, role: "editor" }], undefined],
  ["a lower role keeps sessions", [{ account: 2, role: "viewer" }], undefined],
  ["a higher role ends sessions", [{ account: 2, role: "owner" }], 1],
  [
    "another account ends sessions",
    [
      { account: 2, role: "editor" },
      { account: 3, role: "viewer" },
    ],
    1,
  ],
])("%s", (_, accounts, ended) => {
  const before = inAccounts({ account: 2, role: "editor" });
  expect(endEarlierAccess(before, inAccounts(...accounts), CATALOGUE).signInsEnded).toBe(ended);
});

test.each<[string, number | undefined, number, string | undefined]>([
  ["was set by a command", undefined, 2, "hash"],
  ["was set through a link of the gained account", 2, 2, "hash"],
  ["was set through a link of the account's network", 1, 2, "hash"],
  ["was set through a link of another account", 3, 2, undefined],
  ["was set through a link of a member of the gained network", 2, 1, undefined],
])(
  "when a user gains an account and the password %s from %s, it is kept or removed",
  (_, from, gained, password) => {
    const after = { ...inAccounts({ account: gained, role: "viewer" }), passwordFrom: from };
    expect(endEarlierAccess(inAccounts(), after, CATALOGUE).password).toBe(password);
  },
);

test.each<[string, User["accounts"], boolean]>([
  [
    "another account",
    [
      { account: 2, role: "editor" },
      { account: 3, role: "viewer" },
    ],
    true,
  ],
  ["a higher role", [{ account: 2, role: "owner" }], true],
  ["a lower role", [{ account: 2, role: "viewer" }], false],
])("%s ends or keeps the link of an owner and the one for a forgotten password", (_, accounts, isEnded) => {
  const links = { link: LINK, forgotten: { digest: "f", expires: LINK.expires } };
  const after = { ...inAccounts(...accounts), ...links };
  const { link, forgotten } = endEarlierAccess(inAccounts({ account: 2, role: "editor" }), after, CATALOGUE);
  expect({ link, forgotten }).toEqual(isEnded ? {} : links);
});

test.each<[string, Partial<User["link"]>, User["accounts"], boolean]>([
  ["its maker owns the user's account", {}, [{ account: 2, role: "owner" }], true],
  ["its maker owns the network of the user's account", {}, [{ account: 1, role: "owner" }], true],
  ["a command made it", { maker: undefined }, [], true],
  ["its maker is an editor now", {}, [{ account: 2, role: "editor" }], false],
  ["its maker does not exist", { maker: 9 }, [{ account: 2, role: "owner" }], false],
  ["it has expired", { expires: "2026-11-28T12:00:00Z" }, [{ account: 2, role: "owner" }], false],
])("when %s, a link is valid or not", (_, link, accounts, isValid) => {
  const people = { ...NOBODY, users: new Map([[8, { id: 8, name: "Ben", accounts }]]) };
  // Account 99 was removed.
  const user = {
    ...inAccounts({ account: 2, role: "viewer" }, { account: 99, role: "viewer" }),
    link: { ...LINK, ...link },
  };
  expect(isLinkValid(user, people, CATALOGUE, NOW)).toBe(isValid);
});

test("a user without a link has no valid one", () => {
  expect(isLinkValid(inAccounts(), NOBODY, CATALOGUE, NOW)).toBe(false);
});

test.each<[string, User["accounts"], number[], number[] | undefined]>([
  ["the user's own account stay", [{ account: 2, role: "viewer" }], [2], [2]],
  ["a member of the user's network stay", [{ account: 1, role: "viewer" }], [1, 2], [1, 2]],
  ["an account that the user has left end", [{ account: 2, role: "owner" }], [2, 3], [2]],
  ["the only account that the user has left end", [{ account: 2, role: "owner" }], [3], undefined],
  ["an account that the catalogue lacks stay", [{ account: 2, role: "owner" }], [9], [9]],
])("mails about %s", (_, accounts, alerts, left) => {
  const { alerts: kept, ...user } = endLostMails({ ...inAccounts(...accounts), alerts }, CATALOGUE);
  expect(kept).toEqual(left);
  expect(user).toEqual(inAccounts(...accounts));
});

test("mails about an account are switched on once, and off", () => {
  const user = inAccounts({ account: 2, role: "owner" });
  const on = switchAlerts(switchAlerts(user, 2, true), 2, true);
  expect(on).toEqual({ ...user, alerts: [2] });
  expect(switchAlerts({ ...user, alerts: [1, 2] }, 2, false)).toEqual({ ...user, alerts: [1] });
  expect(switchAlerts(on, 2, false)).toEqual(user);
});
