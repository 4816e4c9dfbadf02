/** Which side's statistics an account may read, and which accounts' facts they contain. */
import { expect, test } from "vitest";
import type { Role } from "../../../src/protocol/statistics.ts";
import { describeViewer, mayAsk, selectScope } from "../../../src/service/accounts/visibleFacts.ts";
import { CATALOGUE, findAccount } from "../statisticsRoutes/support.ts";

test.each<[string, Role, boolean, number[]]>([
  ["publisher-one", "publisher", true, [1]],
  ["publisher-one", "advertiser", false, [1]],
  ["advertiser-two", "advertiser", true, [12]],
  ["advertiser-two", "publisher", false, [12]],
  ["network-one", "publisher", true, [1, 2]],
  ["network-one", "advertiser", true, [11, 12]],
  ["network-two", "publisher", true, [3]],
])("whether %s may read statistics as %s: %s, about accounts %j", (username, role, may, accounts) => {
  const account = findAccount(username);
  expect(mayAsk(account, role)).toBe(may);
  expect(selectScope(account, role, CATALOGUE)).toEqual({ accounts, deletedCampaigns: [2] });
});

test("a network has as many goals as its advertiser that has most, another account its own", () => {
  expect(describeViewer(findAccount("advertiser-one"), "advertiser", CATALOGUE)).toEqual({
    kind: "advertiser",
    role: "advertiser",
    goals: 2,
  });
  expect(describeViewer(findAccount("network-one"), "publisher", CATALOGUE)).toEqual({
    kind: "network",
    role: "publisher",
    goals: 2,
  });
});
