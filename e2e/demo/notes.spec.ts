import { expect, test } from "./demo.ts";

const PHONE = { width: 390, height: 844 };

test("the feed asks for an ad when its place comes near", async ({ page, demo, placements }) => {
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

test("scrolling brings all notes, and each of their zones", async ({ page, demo }) => {
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

test("a route brings its own ad and lets the last one's go", async ({ page, demo, placements }) => {
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

test("the panel's counts add up over the routes", async ({ page, demo }) => {
  const filled: Promise<number>[] = [];
  const impressions: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/v1/placement"))
      filled.push(response.json().then(({ zones }) => zones.filter(Boolean).length));
  });
  page.on("request", (request) => {
    if (request.url().startsWith(`${demo.service}/i/`)) impressions.push(request.url());
  });
  const zone = page.locator('[data-zone-id="202"]');
  await page.goto(`${demo.site}/notes/3`);
  for (let round = 0; round < 2; round++) {
    await expect(zone).toHaveAttribute("data-zone-state", "filled");
    await page.getByRole("link", { name: "All", exact: true }).click();
    await page.locator('a[href="/notes/17"]').click();
  }
  await expect(zone).toHaveAttribute("data-zone-state", "filled");
  await expect
    .poll(async () => {
      const ads = (await Promise.all(filled)).reduce((total, count) => total + count, 0);
      const expected = `zonetag${filled.length} requests${ads} ads${impressions.length} impressions0 clicks`;
      return [impressions.length === ads, (await page.locator(".panel summary").textContent()) === expected];
    })
    .toEqual([true, true]);
});
