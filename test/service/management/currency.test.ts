// @long Takes more than five seconds of processor time.
/** Currencies of accounts: codes, new accounts, and changes before and after money was counted. */

import { expect, test } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { findUnknownCurrencies } from "../../../src/service/catalogue/currencies.ts";
import { formatProblem } from "../../../src/service/catalogue/problemPath.ts";
import { findForeignCurrencies } from "../../../src/service/placement/unreachable.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { aNetwork, aNetworkCampaign, CREATIVE, NETWORK } from "../support/catalogue.ts";
import { type TestService, testService } from "../support/service.ts";

const PASSWORD = "a long password";
const OWNER = { username: "owner", password: await hashPassword(PASSWORD) };

function aCatalogue(currencies: Record<number, string | undefined>, more: object = {}): object {
  const of = (id: number) => currencies[id] !== undefined && { currency: currencies[id] };
  return aNetwork({
    accounts: NETWORK.map((account) => ({ ...account, ...(account.id === 1 && OWNER), ...of(account.id) })),
    campaigns: [
      aNetworkCampaign(7, { variations: [{ ...CREATIVE, id: 1, image: "/creatives/1.png" }], ...more }),
    ],
  });
}

const tokens = new WeakMap<TestService, string>();

/** Sends a request as the owner of the network, who alone may change currencies. */
async function send(service: TestService, method: string, path: string, body: unknown, headers?: object) {
  const known = tokens.get(service);
  const credentials = { username: OWNER.username, password: PASSWORD };
  const token = known ?? (await service.send("", "POST", "/v2/login", credentials)).json.token;
  tokens.set(service, token);
  return service.send(token, method, path, body, headers);
}

const start = (currencies: Record<number, string | undefined> = {}) =>
  testService(aCatalogue(currencies), { limitUser: 0 });

const create = (service: TestService, fields: object = {}) =>
  send(service, "POST", "/v2/accounts", { name: "New", role: "publisher", ...fields });
const change = (service: TestService, id: number, patch: object) =>
  send(service, "PATCH", `/v2/accounts/${id}`, patch, { "If-Match": "*" });
const importLine = (service: TestService, line: object) =>
  send(service, "POST", "/v2/imports?name=a", `${JSON.stringify({ time: "2026-11-01", ...line })}\n`, {
    "Content-Type": "application/x-ndjson",
  });

test.each<[Record<number, string>, string]>([
  [{}, "USD"],
  [{ 1: "NOK" }, "USD"],
  [{ 1: "NOK", 2: "EUR", 3: "EUR" }, "EUR"],
  [{ 1: "NOK", 2: "EUR", 3: "SEK" }, "NOK"],
])("a new account in a network with the currencies %j has the currency %s", async (currencies, expected) => {
  await using service = await start(currencies);
  const { status, json } = await create(service);
  expect([status, json.result.currency]).toEqual([201, expected]);
  expect((await create(service, { currency: "CHF" })).json.result.currency).toBe("CHF");
});

test("a new account in a network without members has the network's currency", async () => {
  const accounts = [
    { id: 1, name: "Network", role: "network", ...OWNER, currency: "JPY" },
    { id: 2, name: "Another", role: "publisher", currency: "EUR" },
  ];
  await using service = await testService({ accounts, sites: [], zones: [], campaigns: [] });
  expect((await create(service)).json.result.currency).toBe("JPY");
});

test.each(["ZZZ", "XXX", "XAU", "DEM", "ABC", "EUX"])(
  "the unknown currency %s cannot be saved",
  async (currency) => {
    await using service = await start();
    const problem = { "[currency]": expect.stringContaining("ISO 4217") };
    for (const { status, json } of [
      await create(service, { currency }),
      await change(service, 3, { currency }),
    ])
      expect([status, json]).toMatchObject([400, { errors: [problem] }]);
  },
);

test("a stored unknown currency starts, is found by a check, and stays while other fields change", async () => {
  await using service = await start({ 3: "ZZZ" });
  expect((await change(service, 3, { name: "Renamed" })).status).toBe(200);
  expect((await change(service, 3, { currency: "EUR" })).status).toBe(200);
  expect((await change(service, 3, { currency: "ZZZ" })).status).toBe(400);
  expect(
    runAtOnce(findUnknownCurrencies(parseCatalogue(aCatalogue({ 3: "ZZZ" })))).map(formatProblem),
  ).toEqual(['accounts[2].currency: expected a code of ISO 4217 such as "EUR"']);
  expect(runAtOnce(findUnknownCurrencies(parseCatalogue(aCatalogue({}))))).toEqual([]);
});

test.each<[string, number, object]>([
  ["an advertiser with costs", 3, { campaign_id: 7, zone_id: 1, impressions: 1, cost: "0.002" }],
  ["an advertiser with costs outside of campaigns", 3, { advertiser_id: 3, cost: "1" }],
  ["a publisher with costs on its sites", 2, { zone_id: 1, cost: "1" }],
  ["a publisher with revenue", 2, { publisher_id: 2, publisher_revenue: "1" }],
])("the currency of %s does not change by the interface", async (_, id, line) => {
  await using service = await start();
  expect((await importLine(service, { campaign_id: 7, zone_id: 1, impressions: 5 })).status).toBe(200);
  expect((await change(service, id, { currency: "EUR" })).status).toBe(200);
  expect((await importLine(service, line)).json.result.added).toBe(1);
  for (const patch of [{ currency: "SEK" }, { currency: null }, { name: "Other", currency: "USD" }]) {
    const { status, json } = await change(service, id, patch);
    expect([status, json]).toMatchObject([
      400,
      { errors: [{ "[currency]": expect.stringContaining("in EUR") }] },
    ]);
  }
  for (const patch of [{ name: "Other", currency: "EUR" }, { name: "Another" }])
    expect((await change(service, id, patch)).status).toBe(200);
});

test("a campaign's summed-up months keep the advertiser's currency", async () => {
  await using service = await testService(aCatalogue({}), { limitUser: 0, keepMonths: 1 });
  await importLine(service, { time: "2026-01-01", campaign_id: 7, zone_id: 1, cost: "1" });
  await service.restart();
  await expect.poll(() => service.rows("SELECT advertiser_id FROM facts")).toEqual([{ advertiser_id: null }]);
  expect((await change(service, 3, { currency: "EUR" })).status).toBe(400);
});

test.each<[Record<number, string>, object, object[]]>([
  [{ 2: "EUR", 3: "EUR" }, {}, []],
  [{ 2: "EUR" }, {}, [{ at: 0, currency: "USD", zone: 1, other: "EUR" }]],
  [{ 1: "NOK" }, {}, []],
  [{ 2: "EUR" }, { active: false }, []],
])("with the currencies %j and the campaign %j, a check warns of %j", (currencies, more, expected) => {
  expect(findForeignCurrencies(parseCatalogue(aCatalogue(currencies, more)))).toEqual(expected);
});
