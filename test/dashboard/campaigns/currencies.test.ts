import { expect, test } from "vitest";
import { findCurrency, listOtherCurrencies } from "../../../src/dashboard/campaigns/currencies.ts";

const NETWORK = { id: 1, role: "network", currency: "NOK" } as const;
const publisher = (id: number, currency: string) => ({ id, role: "publisher", currency }) as const;
const advertiser = (id: number, currency: string) => ({ id, role: "advertiser", currency }) as const;

test.each([
  ["a known advertiser has its own", [NETWORK, advertiser(3, "EUR"), publisher(2, "SEK")], 3, "EUR"],
  [
    "a new one has that of all members",
    [NETWORK, advertiser(3, "EUR"), publisher(2, "EUR")],
    undefined,
    "EUR",
  ],
  [
    "a new one among several has the network's",
    [NETWORK, advertiser(3, "EUR"), publisher(2, "SEK")],
    undefined,
    "NOK",
  ],
  ["the first member has the network's", [NETWORK], undefined, "NOK"],
  ["before the accounts are loaded, it is the viewer's", [], 3, "XXX"],
] as const)("currency of a campaign: %s", (_, accounts, account, expected) => {
  expect(findCurrency(accounts, account, { id: 1, currency: "XXX" })).toBe(expected);
});

test("only publishers with another currency are named, each currency once", () => {
  const accounts = [
    NETWORK,
    publisher(2, "SEK"),
    publisher(4, "SEK"),
    publisher(5, "EUR"),
    advertiser(6, "CHF"),
  ];
  expect(listOtherCurrencies(accounts, "EUR")).toEqual(["SEK"]);
  expect(listOtherCurrencies(accounts, "SEK")).toEqual(["EUR"]);
  expect(listOtherCurrencies([publisher(2, "EUR")], "EUR")).toEqual([]);
});
