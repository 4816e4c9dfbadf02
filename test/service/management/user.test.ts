/** What an account may change of itself. */
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "../../../src/service/signing/passwords.ts";
import { type Managed, manage } from "./support.ts";

const PASSWORD = await hashPassword("the old one");
const START = {
  accounts: [
    { id: 1, name: "Network", role: "network" },
    { id: 2, name: "Ann", role: "publisher", network: 1, username: "ann", password: PASSWORD },
  ],
  ...{ sites: [], zones: [], campaigns: [] },
};

const change = (managed: Managed, body: unknown) => managed.send(2, "PATCH", "/v2/user", body);
const find = (managed: Managed) => managed.catalogue().accounts.get(2);

test("an account reads what it is, without its secrets", async () => {
  const { status, json } = await (await manage(START)).send(2, "GET", "/v2/user");
  expect([status, json]).toEqual([
    200,
    { id: 2, name: "Ann", username: "ann", kind: "publisher", currency: "USD", timezone: "UTC", goals: 0 },
  ]);
});

test("an account changes its own name without its password, and nothing else of the catalogue", async () => {
  const managed = await manage(START);
  expect((await change(managed, { name: "Anna" })).status).toBe(204);
  const [network, ann] = START.accounts;
  expect((await managed.saved()).accounts).toEqual([network, { ...ann, name: "Anna" }]);
  expect(find(managed)?.name).toBe("Anna");
});

test("an account changes its password with the one that it has", async () => {
  const managed = await manage(START);
  const body = { password: "the new one", currentPassword: "the old one" };
  expect((await change(managed, body)).status).toBe(204);
  expect(await verifyPassword("the new one", find(managed)?.password)).toBe(true);
  expect((await managed.saved()).accounts[1]).not.toHaveProperty("currentPassword");
});

test.each([
  { password: "the new one" },
  { password: "the new one", currentPassword: "a wrong one" },
  { password: "the new one", currentPassword: null },
  { password: null, currentPassword: "" },
])("an account may not change its password by %j", async (body) => {
  const managed = await manage(START);
  const { status, json } = await change(managed, body);
  expect([status, json]).toEqual([403, { errors: [{ "[currentPassword]": "Wrong password." }] }]);
  expect(find(managed)?.password).toBe(PASSWORD);
});

test("an account sets nothing but its name and password, and each other field is named", async () => {
  const managed = await manage(START);
  const { status, json } = await change(managed, { name: "Anna", role: "network", id: 1 });
  expect([status, json]).toEqual([
    400,
    { errors: [{ "[role]": "This field was not expected." }, { "[id]": "This field was not expected." }] },
  ]);
  expect((await change(managed, [])).json).toEqual({ errors: [{ "[body]": "Expected an object." }] });
  expect(await managed.saved()).toEqual(START);
});
