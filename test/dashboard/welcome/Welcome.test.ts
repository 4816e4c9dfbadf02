// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test } from "vitest";
import { findAnswers } from "../../../src/dashboard/app/answers.ts";
import { CAMPAIGNS, INVENTORY, useRouter } from "../../../src/dashboard/app/router.ts";
import { writeItem } from "../../../src/dashboard/app/tabStorage.ts";
import { useWelcome, Welcome } from "../../../src/dashboard/welcome/Welcome.tsx";
import { CREATIVE, createCampaign } from "../createCampaign.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const SAVED = { version: "1", name: "Saved", deleted: false };

beforeEach(() => {
  sessionStorage.clear();
  // Test files share the address.
  history.replaceState(null, "", CAMPAIGNS);
});

test("the guide shows the first campaign's price in the currency that its advertiser will have", async () => {
  const { data } = createData({
    answers: {
      "sites.all": [{ ...SAVED, id: 5, account: 2 }],
      "zones.all": [{ ...SAVED, id: 6, site: 5, size: "300x250" }],
      "accounts.all": [{ ...SAVED, id: 2, role: "publisher", currency: "EUR" }],
    },
  });
  show(h(Page, { data }, h(Welcome, null)));
  const find = (label: string) =>
    [...root.querySelectorAll("label")].find(({ textContent }) => textContent?.startsWith(label))?.control;
  await expect.poll(() => find("Price (EUR)")).toHaveProperty("value", "1.00");
  expect(find("Pricing")).toHaveProperty("value", "cpm");
  expect(find("Currency")).toHaveProperty("value", "EUR");
});

test("the guide's first campaign runs at once, at its price, with the creatives of its form", async () => {
  const { name, image, size, url } = CREATIVE;
  writeItem("draft campaign form new ", {
    name: "First",
    ownerName: "Shop",
    creatives: [{ name, image, size, url, weight: "1", active: true }],
  });
  const { data, calls } = createData({
    answers: {
      "sites.all": [{ ...SAVED, id: 5, account: 2 }],
      "zones.all": [{ ...SAVED, id: 6, site: 5, size }],
      activity: { campaigns: [], zones: [], sizes: [{ size, zones: 1 }] },
      "accounts.create": { id: 7 },
      "campaigns.create": createCampaign({ id: 8 }),
      "creatives.list": { entries: [] },
    },
  });
  show(h(Page, { data }, h(Welcome, null)));
  await expect.poll(() => root.querySelector("form")).not.toBeNull();
  act(() => void root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true })));
  const created = () => calls.find(([called]) => called === "campaigns.create")?.[1];
  await expect.poll(created).toBeDefined();
  // Fields with their defaults are not sent: `active` is one.
  expect(created()).toEqual({
    account: 7,
    name: "First",
    pricing: { model: "cpm", price: "1.00" },
    variations: [{ name, image, size, url }],
  });
});

test("a form of the guide with entries stays when another user creates what it would", async () => {
  const sites: object[] = [];
  const { data } = createData({ answers: { "sites.all": () => [...sites] } });
  const cache = findAnswers(data.client);
  show(h(Page, { data }, h(Welcome, null)));
  await expect.poll(() => root.querySelector("input")).not.toBeNull();
  const field = [...root.querySelectorAll("label")].find(({ textContent }) =>
    textContent?.startsWith("Site name"),
  );
  const input = field?.querySelector("input") ?? document.createElement("input");
  input.value = "Mine";
  act(() => void input.dispatchEvent(new InputEvent("input", { bubbles: true })));
  sites.push({ ...SAVED, id: 5, account: 2 });
  for (const answer of cache.listShown()) answer.ask({ isQuiet: true });
  await expect.poll(() => JSON.stringify(cache.read("sites").data)).toContain("Saved");
  expect([input.isConnected, input.value]).toEqual([true, "Mine"]);
});

test("archived entries do not count as steps of the guide that are done", async () => {
  const { data } = createData({ answers: { "sites.all": [{ ...SAVED, id: 5, account: 2, deleted: true }] } });
  show(h(Page, { data }, h(Welcome, null)));
  await expect.poll(() => root.querySelector("[aria-current=step]")?.textContent).toMatch(/^1/);
});

test("with a zone and a campaign, another page leaves the guide for good", async () => {
  const campaigns: object[] = [];
  const zones = [{ ...SAVED, id: 6, site: 5, size: "300x250" }];
  const { data } = createData({ answers: { "zones.all": zones, "campaigns.all": () => [...campaigns] } });
  const cache = findAnswers(data.client);
  let guide: boolean | undefined;
  let go = (_search: string) => {};
  const Probe = () => {
    guide = useWelcome();
    go = useRouter().go;
    return null;
  };
  show(h(Page, { data }, h(Probe, null)));
  await expect.poll(() => guide).toBe(true);
  act(() => go(INVENTORY));
  expect(guide).toBe(true);
  campaigns.push(createCampaign({ id: 8 }));
  for (const answer of cache.listShown()) answer.ask({ isQuiet: true });
  await expect.poll(() => cache.read("campaigns").data).toHaveLength(1);
  expect(guide).toBe(true);
  act(() => go(CAMPAIGNS));
  expect(guide).toBe(false);
  act(() => go(INVENTORY));
  expect(guide).toBe(false);
});
