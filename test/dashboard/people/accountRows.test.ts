import { expect, test } from "vitest";
import { type AccountFacts, findMonth, listAccountRows } from "../../../src/dashboard/people/accountRows.ts";

const account = (id: number, role: "network" | "publisher" | "advertiser") => ({
  id,
  role,
  version: "1",
  name: `Account ${id}`,
  goals: 0,
  timezone: "UTC",
  currency: "EUR",
});
const sums = { ad_requests: 9, filled: 9, impressions: 9, clicks: 0 };
const group = (id: number) => ({ id, name: "" });
const FACTS: AccountFacts = {
  accounts: [
    account(1, "network"),
    account(2, "publisher"),
    account(3, "advertiser"),
    account(4, "advertiser"),
  ],
  sites: [
    { id: 10, account: 2, deleted: false },
    { id: 11, account: 2, deleted: true },
  ],
  zones: [
    { site: 10, deleted: false },
    { site: 10, deleted: true },
    { site: 11, deleted: false },
  ],
  campaigns: [
    { id: 30, account: 3, deleted: false },
    { id: 31, account: 3, deleted: false },
    { id: 32, account: 4, deleted: true },
  ],
  performance: {
    publisher: {
      publisher_id: {
        now: [{ ...sums, cost: 5, publisher_revenue: 3, group_by: { publisher_id: group(2) } }],
        before: [],
      },
    },
    advertiser: undefined,
  },
};

test("rows leave out the network and archived objects, with zones of archived sites", () => {
  const counts = listAccountRows(FACTS).map(({ id, sites, zones, campaigns }) => [
    id,
    sites,
    zones,
    campaigns,
  ]);
  expect(counts).toEqual([
    [2, 1, 1, 0],
    [3, 0, 0, 2],
    [4, 0, 0, 0],
  ]);
});

test("a publisher's amount is its revenue, an advertiser's its cost, and none is known before it is loaded", () => {
  const read = (facts: AccountFacts) => listAccountRows(facts).map(({ amount }) => amount);
  expect(read(FACTS)).toEqual([3, undefined, undefined]);
  const now = [{ ...sums, cost: 5, publisher_revenue: 3, group_by: { advertiser_id: group(4) } }];
  const advertiser = { advertiser_id: { now, before: [] } };
  expect(read({ ...FACTS, performance: { publisher: undefined, advertiser } })).toEqual([undefined, 0, 5]);
});

test("the month begins on its first day and ends today", () => {
  expect(findMonth("2026-11-29")).toEqual({ from: "2026-11-01", to: "2026-11-29" });
  expect(findMonth("2026-12-01")).toEqual({ from: "2026-12-01", to: "2026-12-01" });
});
