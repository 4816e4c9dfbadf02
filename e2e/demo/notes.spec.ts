import type { Page } from "playwright/test";
import { waitForRendering } from "../support/rendering.ts";
import { expect, test } from "./demo.ts";

const PHONE = { width: 390, height: 844 };

test("the feed requests an ad when its slot approaches", { tag: "@essential" }, async ({
  page,
  demo,
  placements,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(`${demo.site}/notes/`);
  const feed = page.locator('[data-zone-id="201"]');
  await expect(page.locator('[data-zone-id="102"][data-zone-state="filled"]')).toBeVisible();
  expect(await feed.last().getAttribute("data-zone-state")).toBeNull();
  await feed.last().scrollIntoViewIfNeeded();
  await expect(page.locator('[data-zone-id="201"][data-zone-state="filled"]').first()).toBeVisible();
  const sent = placements.flatMap((body) => JSON.parse(body).zones);
  expect(sent.filter(({ id }) => id === 102)).toHaveLength(1);
  expect(sent.every(({ id, keywords }) => id !== 201 || keywords)).toBe(true);
});

test("scrolling loads all notes and their zones", async ({ page, demo }) => {
  await page.goto(`${demo.site}/notes/`);
  const end = page.getByText("That is all of them.");
  await expect
    .poll(async () => {
      await page.locator(".note").last().scrollIntoViewIfNeeded();
      return end.isVisible();
    })
    .toBe(true);
  await expect(page.locator(".note")).toHaveCount(18);
  const zones = page.locator('[data-zone-id="201"]');
  await expect(zones).toHaveCount(6);
  for (const zone of await zones.all()) {
    await zone.scrollIntoViewIfNeeded();
    await expect(zone).toHaveAttribute("data-zone-state", "filled");
  }
});

test("a route shows its own ad and removes the previous route's", async ({ page, demo, placements }) => {
  await page.goto(`${demo.site}/notes/3`);
  const zone = page.locator('[data-zone-id="202"]');
  await expect(zone.locator("img")).toHaveAttribute("src", /quire-300x250/);
  const masthead = await page.locator('[data-zone-id="101"] img').getAttribute("src");
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect(zone).toHaveCount(0);
  await page.locator('a[href="/notes/17"]').click();
  await expect(zone.locator("img")).toHaveAttribute("src", /nattlinje-300x250/);
  await page.goBack();
  await page.goBack();
  await expect(zone.locator("img")).toHaveAttribute("src", /quire-300x250/);
  expect(await page.locator('[data-zone-id="101"] img').getAttribute("src")).toBe(masthead);
  const sent = placements.flatMap((body) => JSON.parse(body).zones);
  expect(sent.filter(({ id }) => id === 101)).toHaveLength(1);
  expect(sent.filter(({ id }) => id === 202)).toHaveLength(3);
});

test("the panel's counts over all routes equal the requests on the network", async ({ page, demo }) => {
  const impressions = collectImpressions(page, demo.service);
  const zone = page.locator('[data-zone-id="202"]');
  await page.goto(`${demo.site}/notes/3`);
  for (let round = 0; round < 2; round++) {
    await expect(zone).toHaveAttribute("data-zone-state", "filled");
    await page.getByRole("link", { name: "All", exact: true }).click();
    await page.locator('a[href="/notes/17"]').click();
  }
  await expect(zone).toHaveAttribute("data-zone-state", "filled");
  // Compares with impressions, not responses: an ad that arrives after its route was left sends no impression.
  await expect.poll(async () => (await readCounts(page)) === listCounts(impressions.length)).toBe(true);
  expect(impressions.length).toBeGreaterThanOrEqual(4);
  // The table lists the same number: one row per impression and one row for all earlier routes.
  const events = await page.locator(".panel tbody td:last-child").allTextContents();
  const listed = events.flatMap((text) => [...text.matchAll(/(\d*) ?impression/g)].map(([, of]) => of || 1));
  expect(listed.reduce((sum: number, of) => sum + Number(of), 0)).toBe(impressions.length);
});

test("an ad that arrives after its route was left is neither shown nor counted", async ({ page, demo }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  const impressions = collectImpressions(page, demo.service);
  const zone = page.locator('[data-zone-id="202"]');
  await page.goto(`${demo.site}/notes/3`);
  await expect(zone).toHaveAttribute("data-zone-state", "filled");
  await page.route(`${demo.service}/v1/placement`, async (route) => {
    // Leaves the route while its request is in flight.
    if (route.request().postData()?.includes('"id":201'))
      await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/notes/17"]')?.click());
    await route.continue();
  });
  const late = page.waitForRequest((request) => request.postData()?.includes('"id":201') ?? false);
  await page.getByRole("link", { name: "All", exact: true }).click();
  await (await late).response();
  await expect(zone).toHaveAttribute("data-zone-state", "filled");
  await waitForRendering(page);
  await expect.poll(() => readCounts(page)).toBe(listCounts(3));
  expect(impressions).toHaveLength(3);
});

/** Collects the impression URLs that the page fetches from now on. */
function collectImpressions(page: Page, service: string): string[] {
  const addresses: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(`${service}/i/`)) addresses.push(request.url());
  });
  return addresses;
}

/** Reads the numbers of ads, impressions and clicks from the panel. */
const readCounts = async (page: Page) =>
  (await page.locator(".panel summary").textContent())?.replace(/^zonetag\d+ requests/, "");

/** Formats the counts for this many ads with one impression each. */
const listCounts = (ads: number) => `${ads} ads${ads} impressions0 clicks`;
