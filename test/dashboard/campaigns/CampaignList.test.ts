// @vitest-environment happy-dom
import { h } from "preact";
import { afterEach, expect, test, vi } from "vitest";
import { CampaignList } from "../../../src/dashboard/campaigns/CampaignList.tsx";
import { CREATIVE, createCampaign } from "../createCampaign.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const CAMPAIGN = createCampaign();

afterEach(() => vi.restoreAllMocks());

test.each([
  ["UTC", "Cost today", "Cost today (USD)"],
  ["Etc/UTC", "Cost today", "Cost today (USD)"],
  ["America/New_York", "Cost today (UTC)", "Cost today (UTC, USD)"],
  ["Europe/London", "Cost today (UTC)", "Cost today (UTC, USD)"],
])("for an account in %s, today's cost is called %j, in files %j", async (timezone, heading, column) => {
  history.replaceState(null, "", "/?place=campaigns");
  const { data } = createData({
    details: { timezone },
    answers: {
      performance: { campaign_id: { now: [], before: [] } },
      activity: { campaigns: [], zones: [] },
      "accounts.all": [{ id: 2, name: "Fellstride" }],
    },
  });
  show(h(Page, { data }, h(CampaignList, { campaigns: [CAMPAIGN] })));
  const headings = () => [...root.querySelectorAll("thead th")].map(({ textContent }) => textContent);
  expect(headings()).toContain(heading);
  await expect.poll(() => root.querySelector("section")?.getAttribute("aria-busy")).toBe("false");
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return "";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  root.querySelector<HTMLElement>(".list-bar .button")?.click();
  const [first = "", second] = ((await files[0]?.text()) ?? "").split("\r\n");
  expect(first).toContain(column);
  expect(first).toMatch(/,From,To,Campaign ID,Advertiser ID,Advertiser$/);
  expect(second).toMatch(/^Trail socks,.*,3,2,Fellstride$/);
});

const OWNERS = [
  { id: 2, name: "Fellstride", role: "advertiser" },
  { id: 3, name: "Quire", role: "advertiser" },
];
const createNamed = (id: number, name: string, account: number, url: string) =>
  createCampaign({
    id,
    name,
    account,
    variations: [{ ...CREATIVE, id: 10 * id, name: `Banner ${id}`, url }],
  });
const CAMPAIGNS = [
  createNamed(3, "Trail socks", 2, "https://fellstride.example/socks"),
  createNamed(4, "Notebooks", 3, "https://paper.example/"),
  createNamed(5, "Trail socks", 3, "https://paper.example/socks"),
];

async function showCampaigns(parts: string, kind: "network" | "advertiser" = "network"): Promise<void> {
  history.replaceState(null, "", `/?place=campaigns&period=7d${parts}`);
  const activity = CAMPAIGNS.map(({ id }) => ({
    id,
    state: id === 4 ? "paused" : "running",
    cost_today: "0",
  }));
  const { data } = createData({
    details: { kind },
    answers: {
      performance: { campaign_id: { now: [], before: [] } },
      activity: { campaigns: activity, zones: [] },
      "accounts.all": OWNERS,
    },
  });
  show(h(Page, { data }, h(CampaignList, { campaigns: CAMPAIGNS })));
  await expect.poll(() => root.querySelector(".state")).not.toBeNull();
}
const ids = () =>
  [...root.querySelectorAll("tbody:not(.totals) th a")].map((link) =>
    Number(link.getAttribute("href")?.match(/campaign=(\d+)/)?.[1]),
  );

test.each([
  ["&find.campaigns=fellstride", [3]],
  ["&find.campaigns=paper.example", [4, 5]],
  ["&find.campaigns=%2340", [4]],
  ["&find.campaigns=paused", [4]],
  ["&find.campaigns=quire socks", [5]],
  ["&find.campaigns=banner 5", [5]],
  ["&advertiser=3", [4, 5]],
  ["&advertiser=3&state=running", [5]],
  ["&state=paused", [4]],
  ["&sort.campaigns=owner", [3, 4, 5]],
  ["&sort.campaigns=-owner", [4, 5, 3]],
])("a list of campaigns with %s shows the campaigns %j", async (parts, found) => {
  await showCampaigns(parts);
  await expect.poll(ids).toEqual(found);
});

test("boxes of campaigns with one name also have the advertiser's", async () => {
  await showCampaigns("");
  const labels = () =>
    [...root.querySelectorAll("tbody [type='checkbox']")].map((box) => box.getAttribute("aria-label"));
  await expect
    .poll(labels)
    .toEqual(["Select Trail socks · Fellstride", "Select Notebooks", "Select Trail socks · Quire"]);
});

test("an advertiser has no column and no filter of advertisers", async () => {
  await showCampaigns("", "advertiser");
  expect(
    [...root.querySelectorAll("thead th, search button")].map(({ textContent }) => textContent),
  ).not.toContain("Advertiser");
});

test("a list of campaigns is not complete before their states and today's costs are loaded", async () => {
  history.replaceState(null, "", "/?place=campaigns");
  let answer: (activity: object) => void = () => {};
  const activity = new Promise((resolve) => {
    answer = resolve;
  });
  const performance = { campaign_id: { now: [], before: [] } };
  const { data, calls } = createData({ answers: { performance, activity, "accounts.all": OWNERS } });
  show(h(Page, { data }, h(CampaignList, { campaigns: [CAMPAIGN] })));
  const isBusy = () => root.querySelector("section")?.getAttribute("aria-busy");
  await expect.poll(() => calls.some(([name]) => name === "performance")).toBe(true);
  await performance;
  expect(isBusy()).toBe("true");
  answer({ campaigns: [], zones: [] });
  await expect.poll(isBusy).toBe("false");
});
