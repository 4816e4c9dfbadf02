// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { type Owner, useOwner } from "../../../src/dashboard/account/owner.tsx";
import { NO_OWNER } from "../../../src/dashboard/account/ownerValues.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { show } = useRoot();
let owner: Owner;

function Probe() {
  owner = useOwner("advertiser");
  return null;
}

/** Shows the owner of a new campaign in a network with members of these currencies. */
async function open(...currencies: string[]) {
  const members = currencies.map((currency, at) => ({ id: 2 + at, role: "publisher", name: "", currency }));
  const answers = { "accounts.all": members, "accounts.create": { id: 9 } };
  const created = createData({ answers });
  show(h(Page, { data: created.data }, h(Probe, null)));
  await expect.poll(() => created.calls.map(([name]) => name)).toContain("accounts.all");
  return created;
}

const NEW = { ...NO_OWNER, ownerName: " Fellstride " };

test.each([
  ["the common currency of the members", ["EUR", "EUR"], undefined, "EUR"],
  ["the network's where the members have several", ["EUR", "SEK"], undefined, "USD"],
  ["the network's before there are members", [], undefined, "USD"],
  ["the entered one", ["EUR"], " chf", "CHF"],
  ["the common one when the field is empty", ["EUR"], "", "EUR"],
])("a new account has %s", async (_, currencies, ownerCurrency, currency) => {
  const { calls } = await open(...currencies);
  const values = { ...NEW, ownerCurrency };
  await expect.poll(() => owner.readCurrency(values)).toBe(currency);
  expect(owner.check(values)).toEqual({});
  expect(await owner.find(values)).toBe(9);
  expect(calls).toContainEqual(["accounts.create", { name: "Fellstride", role: "advertiser", currency }]);
});

test("a name and a currency that cannot be saved are refused before an account is created", async () => {
  await open("EUR");
  expect(owner.check({ ...NEW, ownerName: " ", ownerCurrency: "euro" })).toEqual({
    account: "required",
    currency: "Expected a code such as EUR.",
  });
});
