import { expect, test } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import type { ChangeRefused } from "../../../src/service/management/refusal.ts";
import {
  listManagedAccounts,
  listReachableZones,
  RESOURCES,
} from "../../../src/service/management/resources.ts";
import {
  addOwner,
  hashNewPassword,
  pickFields,
  refuseRaise,
  requireKnownSize,
} from "../../../src/service/management/rules.ts";
import { PASSWORD_FORM } from "../../../src/service/signing/passwords.ts";
import { writeErrors } from "../../../src/service/values/problemList.ts";
import { getAccount, NETWORK } from "../support/catalogue.ts";

/** Two networks with their members, and a publisher and an advertiser without a network. */
const CATALOGUE = parseCatalogue({
  accounts: [
    ...NETWORK,
    { id: 4, name: "Other network", role: "network" },
    { id: 5, name: "Other publisher", role: "publisher", network: 4 },
    { id: 6, name: "Own publisher", role: "publisher" },
    { id: 7, name: "Own advertiser", role: "advertiser" },
  ],
  sites: [2, 5, 6].map((id) => ({ id, account: id, name: "Site", hostname: "site.example" })),
  zones: [
    ...[2, 5, 6].map((id) => ({ id, site: id, name: "Zone", size: id === 6 ? "728x90" : "300x250" })),
    { id: 9, site: 2, name: "Gone", size: "160x600", deleted: true },
  ],
  campaigns: [],
});

const account = (id: number) => getAccount(CATALOGUE, id);

/** Returns status, message and problems of a refusal. */
function describe(action: () => unknown): unknown {
  try {
    action();
    return "allowed";
  } catch (error) {
    const { status, message, problems } = error as ChangeRefused;
    return [status, message, ...writeErrors(problems ?? [])];
  }
}
const describeLater = (action: Promise<unknown>) =>
  action.then(
    (value) => value,
    (error) =>
      describe(() => {
        throw error;
      }),
  );

test("a body with fields that its sender may not set is refused with a reason for each", () => {
  const { sites } = RESOURCES;
  const allowed = ["name", "hostname"];
  expect(pickFields({ name: "x" }, sites, allowed)).toEqual({ name: "x" });
  expect(describe(() => pickFields({ name: "x" }, sites, undefined))).toMatchObject([
    ...[403, "The change was not made."],
    { "[name]": "Your account may not set this field." },
  ]);
  for (const input of [null, [], "x", undefined])
    expect(describe(() => pickFields(input, sites, allowed))).toEqual([
      400,
      "Expected an object.",
      { "[body]": "Expected an object." },
    ]);
  const forbidden = { "[publisherShare]": "Your account may not set this field." };
  expect(describe(() => pickFields({ name: "x", publisherShare: "1" }, sites, allowed))).toEqual([
    ...[403, "The change was not made."],
    forbidden,
  ]);
  expect(describe(() => pickFields({ colour: 1, publisherShare: "1" }, sites, allowed))).toEqual([
    ...[400, "The change was not made."],
    { "[colour]": "This field was not expected." },
    forbidden,
  ]);
});

test("changing an account's role is refused as forbidden, not as an unknown field", () => {
  const [, , problem] = describe(() =>
    pickFields({ role: "network" }, RESOURCES.accounts, ["name"]),
  ) as unknown[];
  expect(problem).toEqual({ "[role]": "Your account may not set this field." });
});

test("a name is trimmed and needs a visible character", () => {
  const read = (name: unknown) => describe(() => pickFields({ name }, RESOURCES.zones, ["name"]));
  expect(pickFields({ name: " Top\u00a0 " }, RESOURCES.zones, ["name"])).toEqual({ name: "Top" });
  const refused = [
    400,
    "Expected a name with a visible character.",
    { "[name]": "Expected a name with a visible character." },
  ];
  expect(pickFields({ name: "  " }, RESOURCES.zones, ["name"])).toEqual({ name: "" });
  for (const name of ["\u200b", "\u2060\ufeff", "\u3164", "\u2800", "\u0007"])
    expect(read(name)).toEqual(refused);
  for (const name of ["0", "é", "漢", "😀", "\u200bA", "\u200f\u0645"]) expect(read(name)).toBe("allowed");
  const message = "Expected a text without control characters.";
  for (const control of ["\u001b[2J", "\n", "\t", "\u009b", "\u2028", "\u202e", "\u2066"])
    expect(read(`Top${control}zone`)).toEqual([400, message, { "[name]": message }]);
});

test("passwords of 12 to 1000 characters are hashed, shorter and longer ones refused", async () => {
  const wrong = [400, "Expected 12 to 1000 characters.", { "[password]": "Expected 12 to 1000 characters." }];
  for (const password of ["elevenchars", "", "x".repeat(1001)])
    expect(await describeLater(hashNewPassword(password))).toEqual(wrong);
  for (const password of ["twelve chars", `${"four words ".repeat(90)}and more`])
    expect(await hashNewPassword(password)).toMatch(PASSWORD_FORM);
});

const REPEATED = "Expected a password that does not repeat a few characters.";
const OWN = "Expected a password other than your name or e-mail address.";
test.each([
  ["a".repeat(12), REPEATED],
  [" ".repeat(12), REPEATED],
  ["aaaaaaaaaaab", REPEATED],
  ["passwordpassword", REPEATED],
  ["PasswordpasswordPass", REPEATED],
  ["\uff41bcdabcdabcd", REPEATED],
  ["eva.maier@site.example", OWN],
  ["EVA.Maier@site.example1", OWN],
  ["Eva Maria Maier", OWN],
  ["maier-eva-maria", OWN],
  ["site.example Eva", OWN],
])("the new password %j of Eva Maria Maier is refused", async (password, message) => {
  const refused = hashNewPassword(password, ["eva.maier@site.example", undefined, "Eva Maria Maier"]);
  expect(await describeLater(refused)).toEqual([400, message, { "[password]": message }]);
});

test.each(["correct horse battery", "maier likes long walks", "abcdefghijklabcdefghijkl", "Nb7!Nb7!xx93"])(
  "the new password %j of Eva Maria Maier is taken",
  async (password) => {
    expect(await hashNewPassword(password, ["Eva Maria Maier"])).toMatch(PASSWORD_FORM);
  },
);

test("a network can create an entry only for one of its accounts with the right role", async () => {
  const add = (kind: "sites" | "campaigns", owner: unknown) =>
    describeLater(addOwner(kind, { name: "x", account: owner }, account(1), CATALOGUE));
  expect(await add("sites", 2)).toEqual({ name: "x", account: 2 });
  expect(await add("campaigns", 3)).toEqual({ name: "x", account: 3 });
  const refused = (role: string) => {
    const message = `Expected the id of an account of the role ${role}.`;
    return [400, message, { "[account]": message }];
  };
  for (const owner of [3, 5, 6, 1, 99, undefined])
    expect(await add("sites", owner)).toEqual(refused("publisher"));
  for (const owner of [2, 7, 1, undefined])
    expect(await add("campaigns", owner)).toEqual(refused("advertiser"));
});

test("an entry created by an account belongs to that account", async () => {
  expect(await addOwner("sites", { name: "x" }, account(2), CATALOGUE)).toEqual({ account: 2, name: "x" });
});

test("a zone can be created only on a site that its creator manages", async () => {
  const add = (viewer: number, site: unknown) =>
    describeLater(addOwner("zones", { site }, account(viewer), CATALOGUE));
  expect([await add(2, 2), await add(1, 2)]).toEqual([{ site: 2 }, { site: 2 }]);
  const message = "There is no site with this id.";
  for (const [viewer, site] of [
    [2, 5],
    [1, 5],
    [2, 99],
    [2, undefined],
  ] as const)
    expect(await add(viewer, site)).toEqual([400, message, { "[site]": message }]);
});

test("a new account belongs to the network that creates it and cannot be a network", async () => {
  const add = (role: string) => describeLater(addOwner("accounts", { role }, account(1), CATALOGUE));
  expect(await add("publisher")).toEqual({ role: "publisher", network: 1, currency: "USD" });
  const message = "Expected advertiser or publisher.";
  expect(await add("network")).toEqual([403, message, { "[role]": message }]);
});

test("a creative size that no zone has is refused with the available sizes", () => {
  expect(describe(() => requireKnownSize("300x250", account(3), CATALOGUE))).toBe("allowed");
  const message = "No zone has this size. There are: 300x250.";
  expect(describe(() => requireKnownSize("728x90", account(3), CATALOGUE))).toEqual([
    400,
    message,
    { "[size]": message },
  ]);
  const none = parseCatalogue({ accounts: [], sites: [], zones: [], campaigns: [] });
  const empty = "No zone has this size. There are: none yet.";
  expect(describe(() => requireKnownSize("1x1", account(3), none))).toEqual([
    400,
    empty,
    { "[size]": empty },
  ]);
});

test.each([
  [{ budget: { daily: "6" } }, "[budget][daily]"],
  [{ budget: { daily: "10" } }, "[budget][daily]"],
  [{ budget: { daily: null } }, "[budget][daily]"],
  [{ budget: { total: "51" } }, "[budget][total]"],
  [{ budget: null }, "[budget][daily]"],
  [{ caps: { total: 1001 } }, "[caps][total]"],
  [{ caps: null }, "[caps][total]"],
])("an advertiser may not send %j, which raises or removes a limit of its network", (patch, field) => {
  const entry = { id: 1, budget: { daily: "5", total: "50" }, caps: { total: 1000 } };
  const message = "Only your network may raise or remove this.";
  expect(describe(() => refuseRaise(entry, patch))).toEqual([403, message, { [field]: message }]);
});

test.each([
  {},
  { name: "x" },
  { budget: {} },
  { budget: { daily: "5", total: "49.99" } },
  { caps: { total: 1000, daily: 5 } },
  { caps: { daily: null } },
])("an advertiser may send %j, which raises no limit", (patch) => {
  const entry = { id: 1, budget: { daily: "5", total: "50" }, caps: { total: 1000 } };
  expect(describe(() => refuseRaise(entry, patch))).toBe("allowed");
  expect(describe(() => refuseRaise({ id: 1 }, patch))).toBe("allowed");
});

test("an account manages itself, and a network also its accounts", () => {
  expect([...listManagedAccounts(account(1), CATALOGUE)]).toEqual([1, 2, 3]);
  expect([...listManagedAccounts(account(2), CATALOGUE)]).toEqual([2]);
});

test.each([
  ["a network's advertiser", 3, [2]],
  ["an advertiser without a network", 7, [6]],
  ["a network", 1, [2]],
  ["another network", 4, [5]],
  ["a publisher", 5, [5]],
])("the zones reachable for %s (account %i) are %j", (_who, id, zones) => {
  expect(listReachableZones(account(id), CATALOGUE).map((zone) => zone.id)).toEqual(zones);
});
