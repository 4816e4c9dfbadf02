// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findAnswers } from "../../../src/dashboard/app/answers.ts";
import { CampaignPage } from "../../../src/dashboard/campaigns/CampaignPage.tsx";
import { CREATIVE, createCampaign } from "../createCampaign.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const CAMPAIGN = createCampaign();

beforeEach(() => {
  sessionStorage.clear();
  vi.setSystemTime("2026-11-20T12:00:00Z");
});
afterEach(() => void vi.useRealTimers());

/** Opens the page, and returns the calls once all are answered. */
async function open(period: string) {
  history.replaceState(null, "", `/?place=campaigns&campaign=3&period=${period}`);
  const { data, calls } = createData({
    answers: {
      account: { data_from: "2026-01-01" },
      "accounts.all": [{ id: 2, version: "1", role: "advertiser", name: "Fellstride", currency: "USD" }],
      activity: { campaigns: [], zones: [] },
      changes: { entries: [] },
      performance: {
        date: { now: [], before: [] },
        variation_id: { now: [{ group_by: { variation_id: { id: "30" } }, impressions: 1234 }], before: [] },
      },
      estimate: { zones: 1, zones_total: 1, impressions: 1, ignored: [] },
      "creatives.list": { entries: [CREATIVE] },
    },
  });
  show(h(Page, { data }, h(CampaignPage, { campaign: CAMPAIGN })));
  const isSettled = () =>
    findAnswers(data.client)
      .listShown()
      .every(({ isLoading }) => !isLoading);
  await expect.poll(() => isSettled() && calls.some(([name]) => name === "estimate")).toBe(true);
  return { calls, count: (name: string) => calls.filter(([called]) => called === name).length, isSettled };
}

test.each([
  ["7d", 1],
  ["last-month", 1],
  ["month", 2],
  ["today", 2],
])(
  "for %s a campaign's page requests its numbers %i times, no names, and at most twelve answers",
  async (period, times) => {
    const { count, calls } = await open(period);
    expect([count("performance"), count("collection"), count("countries")]).toEqual([times, 0, 0]);
    // Zones and the number of approvals are not requested here; what the campaign missed is once its code is loaded.
    expect(calls.filter(([name]) => name !== "request").length + 3).toBeLessThanOrEqual(12);
  },
);

test("names of targeting are requested when its step is opened", async () => {
  const { count } = await open("7d");
  const step = [...root.querySelectorAll<HTMLElement>(".steps button")][2];
  act(() => step?.click());
  await expect.poll(() => [count("collection"), count("countries")]).toEqual([6, 1]);
});

test("a creative is listed with its image, state, weight and numbers", async () => {
  await open("7d");
  const row = root.querySelector("[aria-label=Creatives] tbody tr");
  const cells = [...(row?.querySelectorAll("td") ?? [])].map(({ textContent }) => textContent);
  expect(cells.slice(0, 3)).toEqual(["Running", "1", "1,234"]);
  expect(row?.querySelector("a")?.getAttribute("href")).toContain("creative=30");
  expect(row?.querySelector(".frame")).not.toBeNull();
});

test("the next step of a campaign opens the step of its form, and keeps entries", async () => {
  const { data, calls } = createData({
    answers: {
      account: { data_from: "2026-01-01" },
      activity: { campaigns: [{ id: 3, state: "spent", cost_today: "0", impressions_today: 0 }], zones: [] },
      "creatives.list": { entries: [] },
      changes: { entries: [] },
      performance: {},
    },
  });
  history.replaceState(null, "", "/?place=campaigns&campaign=3&period=7d");
  show(h(Page, { data }, h(CampaignPage, { campaign: CAMPAIGN })));
  const find = () =>
    [...root.querySelectorAll("a")].find(({ textContent }) => textContent?.includes("Raise"));
  await expect.poll(find).toBeDefined();
  const name = () => root.querySelector<HTMLInputElement>("form input");
  await expect.poll(name).not.toBeNull();
  const input = name();
  if (input) input.value = "Edited";
  act(() => void input?.dispatchEvent(new InputEvent("input", { bubbles: true })));
  act(() => find()?.click());
  expect([location.search.includes("step=budget"), document.activeElement?.textContent]).toEqual([
    true,
    "Budget",
  ]);
  expect(root.querySelector("form")?.getAttribute("aria-label")).toBe("Edited");
  // A text that is not a keyword yet would be lost.
  act(() => [...root.querySelectorAll<HTMLElement>(".steps button")][2]?.click());
  const keyword = () => root.querySelector<HTMLInputElement>("form input");
  await expect.poll(() => root.querySelector("form")?.textContent).toContain("Keywords");
  const field = keyword();
  if (field) field.value = "trail";
  act(() => void field?.dispatchEvent(new InputEvent("input", { bubbles: true })));
  act(() => find()?.click());
  expect([location.search.includes("step=audience"), document.activeElement]).toEqual([true, field]);
  expect(calls.filter(([called]) => called === "campaigns.change")).toEqual([]);
});
