import { counted } from "./facts.ts";
import { manage, sendChange } from "./pages.ts";
import { enterPage, expect, figure, test } from "./test.ts";

/** Longer than the refresh interval of the dashboard. */
const REFRESH = { timeout: 30_000 };

test("an impression on a page with the tag appears in today's numbers, and focus and address stay the same", {
  tag: "@essential",
}, async ({ page, enter, serve, site, context }) => {
  const service = await serve({ facts: counted() });
  await enter({ origin: service.origin, query: "?period=today&by=zone_id" });
  await expect(figure(page, "base.impressions")).toHaveText("0");
  await expect(page.getByText("Live")).toBeVisible();
  const heading = page.getByRole("columnheader", { name: "Clicks" }).getByRole("button");
  await heading.focus();
  const address = page.url();

  const tag = `<script async src="/dist/zonetag.js" data-endpoint="${service.endpoint}"></script>`;
  site.pages["/"] = `<!doctype html><html lang="en"><title>page</title>${tag}<ins data-zone-id="101"></ins>`;
  const reader = await context.newPage();
  await reader.goto(site.origin);
  await expect(reader.locator("[data-zone-id='101']")).toHaveAttribute("data-zone-state", "filled");

  await expect(figure(page, "base.impressions")).toHaveText("1", REFRESH);
  await expect(page.getByRole("link", { name: "Zone 101" })).toBeVisible(REFRESH);
  await expect(heading).toBeFocused();
  expect(page.url()).toBe(address);
});

test("an open list shows what others changed within a minute, and the menu what waits, without moving a row", async ({
  page,
  serve,
}) => {
  const { origin } = await serve({ facts: counted() });
  await page.clock.install();
  await enterPage(page, origin, "?place=campaigns&sort.campaigns=state");
  const names = page.locator("tbody:not(.totals) th[scope='row'] .deeper");
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(names).toHaveCount(2);
  const before = await names.allTextContents();
  const spring = page.getByRole("row").filter({ hasText: "Spring" });
  await spring.hover();
  await manage(origin).campaigns.change({ id: 301, version: "*" }, { active: false });
  await page.clock.fastForward("01:15");
  await expect(spring).toContainText("Paused");
  expect(await names.allTextContents()).toEqual(before);

  await sendChange(origin, 302, "https://shoes.example/sale");
  await expect(menu.getByRole("link", { name: "Approvals", exact: true })).toBeVisible();
  await page.clock.fastForward("00:16");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(menu.getByRole("link", { name: "Approvals 1" })).toBeVisible();
});
