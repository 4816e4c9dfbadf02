/** The account description at /v2/account. */
import { describe, expect, test } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { describeAccount } from "../../../src/service/statisticsRoutes/describeAccount.ts";
import { aCatalogueObject } from "../support/catalogue.ts";
import { useService } from "./support.ts";

const NO_SITES = { sites: [], zones: [] };

const service = await useService();

test("/v2/account returns id, name, access, kind, currency, time zone and goals only", async () => {
  const { status, json } = await service.send("/v2/account", { as: "advertiser-one" });
  expect(status).toBe(200);
  expect(json).toEqual({
    id: 11,
    name: "Account advertiser-one",
    access: "editor",
    kind: "advertiser",
    currency: "USD",
    timezone: "UTC",
    goals: 2,
    catalogue: "live",
  });
});

test.each([
  [["EUR", "EUR"], "EUR"],
  [["EUR", "JPY"], "XXX"],
  [[], "USD"],
])("a network whose members use the currencies %j has the currency %s", (currencies, expected) => {
  const members = currencies.map((currency, at) => ({
    id: at + 2,
    name: "Member",
    role: at % 2 ? "publisher" : "advertiser",
    network: 1,
    currency,
  }));
  const network = { id: 1, name: "Network", role: "network" };
  const stranger = { id: 9, name: "Stranger", role: "advertiser", currency: "NOK" };
  const catalogue = parseCatalogue({
    ...aCatalogueObject({ campaigns: [] }),
    ...NO_SITES,
    accounts: [network, ...members, stranger],
  });
  const currency = (id: number) => {
    const account = catalogue.accounts.get(id);
    return account && describeAccount(account, catalogue, { publisherShare: "0.70" }).currency;
  };
  expect([currency(1), currency(9)]).toEqual([expected, "NOK"]);
});

test("an account's description does not contain its user name", () => {
  const account = {
    id: 1,
    name: "Nameless",
    role: "publisher",
    username: "nameless",
    timezone: "Asia/Tokyo",
    currency: "EUR",
  };
  const catalogue = parseCatalogue({
    ...aCatalogueObject({ campaigns: [] }),
    ...NO_SITES,
    accounts: [account],
  });
  const [found] = catalogue.data.accounts;
  expect(found && describeAccount(found, catalogue, { publisherShare: "0.70" })).toStrictEqual({
    id: 1,
    name: "Nameless",
    kind: "publisher",
    currency: "EUR",
    timezone: "Asia/Tokyo",
    goals: 0,
    catalogue: "live",
  });
});

describe("goals", () => {
  const account = (id: number, role: string, more: object) => ({ id, name: `Account ${id}`, role, ...more });
  const describeGoals = (id: number, accounts: object[]) => {
    const catalogue = parseCatalogue({ ...aCatalogueObject({ campaigns: [] }), ...NO_SITES, accounts });
    const found = catalogue.accounts.get(id);
    if (!found) throw new Error(`There is no account ${id}.`);
    const { goals, goal_names, goal_sources } = describeAccount(found, catalogue, { publisherShare: "0.70" });
    return { goals, goal_names, goal_sources };
  };
  const goalSources = [{ goal: 2, source: "report", from: "2026-12-01" }];
  const network = account(1, "network", {});
  const one = account(2, "advertiser", { network: 1, goals: 3, goalNames: ["Order", "Call"], goalSources });
  const two = account(3, "advertiser", { network: 1, goals: 2, goalNames: ["Order", "Visit"] });
  const other = account(4, "advertiser", { goals: 9, goalNames: ["Elsewhere"] });

  test("an advertiser has the names and sources of its goals", () => {
    expect(describeGoals(2, [network, one])).toEqual({
      goals: 3,
      goal_names: ["Order", "Call"],
      goal_sources: goalSources,
    });
  });

  test("a network has the names on which its advertisers agree, and no sources", () => {
    const expected = { goals: 3, goal_names: ["Order", ""], goal_sources: undefined };
    expect(describeGoals(1, [network, one, two, other])).toEqual(expected);
  });

  test("a network's own name of a goal wins", () => {
    const named = account(1, "network", { goals: 1, goalNames: ["Sale"] });
    expect(describeGoals(1, [named, one, two]).goal_names).toEqual(["Sale", ""]);
  });

  test("accounts without names have none", () => {
    expect(describeGoals(1, [network])).toEqual({ goals: 0, goal_names: undefined, goal_sources: undefined });
  });
});
