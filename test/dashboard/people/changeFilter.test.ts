import { expect, test } from "vitest";
import { findGrouping, findWay, parseFilter } from "../../../src/dashboard/people/changeFilter.ts";
import type { Change } from "../../../src/protocol/management.ts";

const CHANGE: Change = {
  time: "2026-11-28T10:00:00Z",
  account: { id: 7, name: "Bob" },
  action: "change",
  kind: "sites",
  id: 10,
  owner: 7,
  after: {},
};

test.each([
  ["?place=changes", {}],
  ["?place=changes&kind=sites&id=10&page=2", { kind: "sites", id: 10 }],
  [
    "?campaign=301&user=-2&from=2026-11-01&to=2026-11-30",
    { campaign: 301, user: -2, from: "2026-11-01", to: "2026-11-30" },
  ],
  ["?id=ten&user=&kind=", {}],
  ["?id=1.5&user=1e99&campaign=Infinity", {}],
  ["?kind=nothing&from=yesterday&to=2026-02-30", {}],
  ["?kind=accounts", { kind: "accounts" }],
  ["?kind=sessions", { kind: "sessions" }],
])("the address %s asks for %j", (search, filter) => {
  expect(parseFilter(search)).toEqual(filter);
});

test("a change by an API token or a user says so; the name of a file or command says it already", () => {
  expect(findWay({ ...CHANGE, token: { id: 1, name: "Nightly" } })).toBe("token");
  expect(findWay({ ...CHANGE, user: { id: 1, name: "Ann" } })).toBe("interface");
  expect(findWay(CHANGE)).toBeUndefined();
});

test("the page of an account is that of its kind", () => {
  expect(findGrouping({ ...CHANGE, kind: "accounts", after: { role: "publisher" } })).toBe("publisher_id");
  expect(findGrouping({ ...CHANGE, kind: "creatives" })).toBe("variation_id");
});
