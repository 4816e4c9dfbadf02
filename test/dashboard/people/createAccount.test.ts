import { expect, test, vi } from "vitest";
import { createAccount, isAddress } from "../../../src/dashboard/people/createAccount.ts";
import type { Shown } from "../../../src/protocol/management.ts";
import { StatisticsError } from "../../../src/statistics/statistics.ts";

const VALUES = {
  name: " Fellstride ",
  role: "publisher",
  currency: "EUR",
  timezone: "Europe/Berlin",
  ownerName: " Cleo ",
  ownerEmail: " cleo@site.example ",
} as const;
const ACCOUNT: Shown<"accounts"> = {
  id: 9,
  version: "1",
  name: "Fellstride",
  role: "publisher",
  goals: 0,
  timezone: "UTC",
  currency: "EUR",
};
const OWNER = { id: 5, name: "Cleo", role: "owner", hasPassword: false } as const;
const taken = new StatisticsError("conflict", "Taken.");

function createServices() {
  return {
    accounts: { create: vi.fn(async () => ACCOUNT), change: vi.fn(async () => ACCOUNT) },
    people: { invite: vi.fn(async () => OWNER) },
    language: "en",
  } as const;
}

test("an account gets its time zone and its first owner", async () => {
  const services = createServices();
  expect(await createAccount(VALUES, services)).toEqual({ account: ACCOUNT, owner: OWNER });
  expect(services.accounts.create).toHaveBeenCalledWith({
    name: "Fellstride",
    role: "publisher",
    currency: "EUR",
  });
  expect(services.accounts.change).toHaveBeenCalledWith(ACCOUNT, { timezone: "Europe/Berlin" });
  expect(services.people.invite).toHaveBeenCalledWith({
    name: "Cleo",
    email: "cleo@site.example",
    language: "en",
    role: "owner",
    account: 9,
  });
});

test("an account in the default time zone without an owner is created by one request", async () => {
  const services = createServices();
  const values = { ...VALUES, timezone: "UTC", ownerName: "", ownerEmail: " " };
  expect(await createAccount(values, services)).toEqual({ account: ACCOUNT });
  expect(services.accounts.change).not.toHaveBeenCalled();
  expect(services.people.invite).not.toHaveBeenCalled();
});

test.each([
  ["a refused invitation", "invite"],
  ["a refused time zone", "change"],
] as const)("%s leaves the created account with the reason", async (_, step) => {
  const services = createServices();
  const failing = step === "invite" ? services.people.invite : services.accounts.change;
  failing.mockRejectedValue(taken);
  expect(await createAccount(VALUES, services)).toEqual({ account: ACCOUNT, error: taken });
});

test("a refused account rejects, and no user is invited", async () => {
  const services = createServices();
  services.accounts.create.mockRejectedValue(taken);
  await expect(createAccount(VALUES, services)).rejects.toBe(taken);
  expect(services.people.invite).not.toHaveBeenCalled();
});

test.each([
  ["cleo@site.example", true],
  [" cleo@site.example ", true],
  ["cleo", false],
  ["cleo@", false],
  ["@site.example", false],
  ["cleo cleo@site.example", false],
  ["", false],
])("%j is an e-mail address: %s", (text, isOne) => {
  expect(isAddress(text)).toBe(isOne);
});
