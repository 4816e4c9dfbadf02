// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test } from "vitest";
import { NewAccount } from "../../../src/dashboard/people/NewAccount.tsx";
import { StatisticsError } from "../../../src/statistics/statistics.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const ACCOUNT = {
  id: 9,
  version: "1",
  role: "publisher",
  name: "Fellstride",
  currency: "USD",
  timezone: "UTC",
};

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/?place=accounts&new=1");
});

/** Opens the form, and sends it with these values by label. */
async function send(
  values: Record<string, string>,
  invite: () => unknown,
  access: "owner" | "editor" = "owner",
) {
  const created = createData({
    details: { access },
    answers: { "accounts.create": ACCOUNT, request: invite },
  });
  Object.assign(created.data.client, { timezones: async () => ["UTC"] });
  show(h(Page, { data: created.data }, h(NewAccount, {})));
  for (const [label, value] of Object.entries(values)) {
    const field = [...root.querySelectorAll("label")].find((each) => each.textContent?.startsWith(label));
    const input = field?.querySelector("input");
    if (!input) throw new Error(`There is no field ${label}.`);
    input.value = value;
    act(() => void input.dispatchEvent(new InputEvent("input", { bubbles: true })));
  }
  act(() => void root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true })));
  return created.calls;
}

const OWNER = {
  Name: "Fellstride",
  "Name of the first owner": "Cleo",
  "E-mail address of the first owner": "cleo@site.example",
};

test("a refused invitation leads to the account's page, and no second account is created", async () => {
  const calls = await send(OWNER, () => {
    throw new StatisticsError("forbidden", "The address is taken.");
  });
  await expect.poll(() => root.textContent).toContain("The address is taken.");
  expect(root.querySelector("form")).toBeNull();
  expect(root.querySelector("a")?.getAttribute("href")).toContain("place=inventory&account=9");
  expect(calls.filter(([name]) => name === "accounts.create")).toHaveLength(1);
});

test("the owner's link is shown after the account is created", async () => {
  const link = "https://ads.example/dashboard/#password=x";
  await send(OWNER, () => ({ result: { name: "Cleo", link, expires_at: "2026-12-02T00:00:00Z" } }));
  await expect.poll(() => root.querySelector<HTMLInputElement>("input[readonly]")?.value).toBe(link);
});

test("an account without an owner opens its page", async () => {
  await send({ Name: "Fellstride" }, () => ({}));
  await expect.poll(() => location.search).toContain("place=inventory&account=9");
});

test("an address that cannot be one is refused before the account is created", async () => {
  const calls = await send({ ...OWNER, "E-mail address of the first owner": "cleo" }, () => ({}));
  await expect.poll(() => root.textContent).toContain("Expected an e-mail address.");
  expect(calls.map(([name]) => name)).not.toContain("accounts.create");
});

test("an editor creates an account without time zone and owner, which the service refuses", async () => {
  await expect(send(OWNER, () => ({}), "editor")).rejects.toThrow("no field Name of the first owner");
});
