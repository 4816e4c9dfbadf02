// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test } from "vitest";
import { AccountPage } from "../../../src/dashboard/objects/AccountPage.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const BOB = { id: 3, version: "1", role: "advertiser", name: "Bob", currency: "USD", timezone: "UTC" };

beforeEach(() => sessionStorage.clear());

test("an account's page is without settings and users for an editor, whom the service refuses", async () => {
  history.replaceState(null, "", "/?place=campaigns&account=3&period=7d");
  const { data, calls } = createData({
    details: { access: "editor" },
    answers: {
      "accounts.all": [{ ...BOB, suspended: true }],
      performance: { date: { now: [], before: [] } },
      changes: { entries: [] },
      activity: { campaigns: [] },
      request: { result: [] },
    },
  });
  show(h(Page, { data }, h(AccountPage, { id: 3, side: "advertiser" })));
  await expect.poll(() => root.querySelector(".page-facts")?.textContent).toContain("Suspended");
  expect(root.querySelector("form")).toBeNull();
  expect(calls.filter(([name]) => name === "request")).toEqual([]);
});

test("an account's page offers to invite its first user, changes its currency, and refuses what is no code", async () => {
  history.replaceState(null, "", "/?place=campaigns&account=3&period=7d");
  const { data, calls } = createData({
    details: { access: "owner" },
    answers: {
      "accounts.all": [BOB],
      "accounts.change": { ...BOB, currency: "EUR", version: "2" },
      performance: { date: { now: [], before: [] } },
      changes: { entries: [] },
      activity: { campaigns: [] },
      request: { result: [] },
    },
  });
  show(h(Page, { data }, h(AccountPage, { id: 3, side: "advertiser" })));
  await expect.poll(() => root.querySelector("form")).not.toBeNull();
  await expect.poll(() => root.textContent).toContain("No user yet.");
  const [, currency] = root.querySelectorAll<HTMLInputElement>("form input");
  const save = (text: string) => {
    if (currency) currency.value = text;
    act(() => void currency?.dispatchEvent(new InputEvent("input", { bubbles: true })));
    act(() => void root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true })));
  };
  save("euro");
  await expect.poll(() => root.querySelector("form")?.textContent).toContain("Expected a code such as EUR.");
  save("eur");
  const find = () => calls.find(([name]) => name === "accounts.change")?.slice(1);
  await expect.poll(find).toEqual([BOB, { currency: "EUR" }]);
});
