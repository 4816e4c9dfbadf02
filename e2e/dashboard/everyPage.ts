/** All pages of the dashboard with content, for tests that apply to every page. */
import type { Locator, Page } from "playwright/test";
import type { RunningService } from "../support/service.ts";
import { counted } from "./facts.ts";
import { sendChange, sendEmpty } from "./pages.ts";
import { test as base, settled, startWith } from "./test.ts";

interface Place {
  query: string;
  /** Text or element that appears last. */
  last: string | ((page: Page) => Locator);
  /** User actions on the page before the check. */
  act?(page: Page): Promise<void>;
}

const CAMPAIGN = "?place=campaigns&campaign=301";

const openStep = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name }).click();
  await page.getByRole("form").getByRole("heading", { name }).waitFor();
};

const PLACES: Record<string, Place> = {
  statistics: { query: "", last: (page) => page.locator(".canvas canvas"), act: settled },
  "two groupings": {
    query: "?by=site_id,country_iso",
    last: (page) => page.getByText("Germany").first(),
    act: settled,
  },
  inventory: { query: "?place=inventory", last: "Zone 116" },
  "an account": { query: "?place=inventory&account=2", last: "Account settings" },
  accounts: { query: "?place=accounts", last: "2 sites, 12 zones" },
  "a new account": { query: "?place=accounts&new=1", last: "E-mail address of the first owner" },
  "users and API tokens, with a question": {
    query: "?place=people",
    last: "Remove Ed from this account?",
    act: askToRemove,
  },
  "own settings": { query: "?place=settings", last: "Days of reports begin at midnight" },
  "what changed": { query: "?place=changes", last: "invited ed@site.example" },
  "a site": { query: "?place=inventory&site=10", last: "Site settings" },
  "a zone with empty requests": {
    query: "?place=inventory&zone=101&period=yesterday",
    last: "no campaign for France",
  },
  "a new zone": { query: "?place=inventory&new=zone", last: "Zone name" },
  campaigns: { query: "?place=campaigns", last: "Autumn" },
  "a campaign that its budget kept from requests": { query: CAMPAIGN, last: /its daily budget alone/.source },
  "creatives of a campaign": { query: CAMPAIGN, last: "Landing page", act: openStep("Creatives") },
  "targeting of a campaign": { query: CAMPAIGN, last: "Keywords", act: openStep("Targeting") },
  "a budget with its forecast": { query: CAMPAIGN, last: "would have been spent", act: openStep("Budget") },
  "a new campaign": { query: "?place=campaigns&new=1", last: "Price" },
  "a creative": { query: "?place=campaigns&creative=3010", last: "History" },
  "the inbox": { query: "?place=approvals", last: "This field is required.", act: rejectWithoutReason },
  "signed-in browsers": { query: "?place=sessions", last: "This browser" },
  "users and API tokens": { query: "?place=people", last: "API tokens" },
  "a page that is tried": { query: "?place=try", last: "Zones of Shop", act: tryPage },
};

async function askToRemove(page: Page): Promise<void> {
  const form = page.getByRole("form", { name: "Invite" });
  const ed = page.getByRole("button", { name: "Remove: Ed" });
  await form.waitFor();
  if ((await ed.count()) === 0) {
    await form.getByLabel("Name").fill("Ed");
    await form.getByLabel("E-mail address").fill("ed@site.example");
    await form.getByRole("button", { name: "Invite" }).click();
  }
  await ed.click();
}

async function rejectWithoutReason(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Reject…" }).click();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
}

async function tryPage(page: Page): Promise<void> {
  await page.getByLabel("Page address").fill("https://shop.example/boots");
  await page.getByRole("button", { name: "Try", exact: true }).click();
}

/** Opens each page as a signed-in network, and calls `check` once it is complete. */
export async function forEachPage(
  page: Page,
  origin: string,
  check: (name: string) => Promise<void>,
): Promise<void> {
  for (const [name, { query, last, act }] of Object.entries(PLACES)) {
    await page.goto(`${origin}/dashboard/${query}`);
    await act?.(page);
    await (typeof last === "string" ? page.getByText(last).first() : last(page)).waitFor();
    await check(name);
  }
}

/** Returns by how many pixels the page is wider than the screen. */
export const measureOverhang = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

export const test = base.extend<object, { full: RunningService }>({
  /** A service with numbers, empty requests, a budget, and a creative that waits for approval. */
  full: [
    async ({}, use) => {
      const { service, stop } = await startWith({ facts: counted() });
      await sendEmpty(service.origin);
      await sendChange(service.origin, 301, `https://shoes.example/${"long-name".repeat(20)}`);
      await use(service);
      await stop();
    },
    { scope: "worker" },
  ],
});
