/** Lists and forms of campaigns, sites and zones, and saved views. */
import { readFile } from "node:fs/promises";
import { measureOverhang } from "./everyPage.ts";
import { counted, dayBefore, during, sum } from "./facts.ts";
import { manage } from "./pages.ts";
import { count, enterPage, expect, hold, settled, test } from "./test.ts";

const NAMES = ".list tbody:not(.totals) .deeper";

test("selected campaigns are paused by one request and resumed by Undo, and the list filters by state", {
  tag: "@essential",
}, async ({ page, enterOwn }) => {
  const service = await enterOwn("?place=campaigns");
  const changes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && !request.url().endsWith("/performance")) changes.push(request.url());
  });
  const names = page.locator(NAMES);
  await expect(names).toHaveText(["Spring", "Autumn"]);
  await page.getByRole("checkbox", { name: "Select all of Campaigns" }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.locator(".state-paused")).toHaveCount(2);
  await expect(page.getByText("2 paused.")).toBeVisible();
  const read = async () =>
    (await manage(service.origin).campaigns.list()).entries.map(({ active }) => active);
  expect(await read()).toEqual([false, false]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".state-paused")).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "Undone: 2." })).toBeVisible();
  await expect(page.locator(".bulk [role='status']:focus")).not.toBeEmpty();
  expect(await read()).toEqual([true, true]);
  expect(changes.map((url) => new URL(url).pathname)).toEqual(Array(2).fill("/v2/campaigns/bulk"));
  await page.getByRole("checkbox", { name: "Select Spring" }).uncheck();
  await page.getByRole("button", { name: "Archive" }).click();
  await expect(names).toHaveText(["Spring"]);
  await page.getByLabel("Show archived").check();
  await expect(names).toHaveText(["Spring", "Autumn"]);
  await page.locator("search").getByRole("button", { name: "State" }).click();
  await page.getByRole("checkbox", { name: /^Archived/ }).check();
  await page.mouse.click(5, 5);
  await expect(names).toHaveText(["Autumn"]);
  await expect(page).toHaveURL(/&state=archived/);
});

test("a refused bulk change shows the reason for each entry and changes no entry", async ({
  page,
  enterOwn,
}) => {
  const service = await enterOwn("?place=campaigns");
  await page.getByRole("checkbox", { name: "Select all of Campaigns" }).check();
  const management = manage(service.origin);
  await management.campaigns.change({ id: 302, version: "*" }, { name: "Renamed" });
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Autumn: Someone else changed this after you loaded it.")).toBeVisible();
  expect((await management.campaigns.list()).entries.map(({ active }) => active)).toEqual([true, true]);
});

test("the list of zones shows, sorts, sums and exports the numbers of the period", async ({
  page,
  enterOwn,
}) => {
  const facts = counted();
  await enterOwn("?place=inventory", { as: "ann", facts });
  const zones = page.getByRole("region", { name: "Zones" });
  const week = during(dayBefore(7), dayBefore(1));
  await expect(zones.getByRole("row", { name: /^Total/ })).toContainText(
    count(sum(facts, "impressions", week)),
  );
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Yesterday", exact: true }).click();
  const ofZone = (zone: number) =>
    sum(facts, "impressions", (each) => each.day === dayBefore(1) && each.zone === zone);
  await expect(zones.getByRole("row", { name: /Zone 101/ })).toContainText(count(ofZone(101)));
  await zones.getByRole("button", { name: "Impressions" }).click();
  const ids = [101, 102, 103, 104, 105, 106, 111, 112, 113, 114, 115, 116];
  const sorted = ids.toSorted((a, b) => ofZone(b) - ofZone(a)).map((id) => `Zone ${id}`);
  await expect(zones.locator(NAMES)).toHaveText(sorted);
  const download = page.waitForEvent("download");
  await zones.getByRole("button", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toBe(`zones-${dayBefore(1)}-${dayBefore(1)}.csv`);
  const text = await readFile(await (await download).path(), "utf8");
  const lines = text.trimEnd().split("\r\n");
  expect(lines[0]).toBe(
    '\u{feff}Zone,Site,Last request,"Fill rate, 24 h",Impressions,Clicks,CTR,Revenue (USD),From,To,Zone ID,Site ID,Note,"Requests, 24 h"',
  );
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(sorted);
  const rates = lines.slice(1).map((line) => line.split(",")[6] ?? "");
  expect(rates.filter((rate) => !/^(\d+(\.\d{1,2})?|0\.0\d+)$/.test(rate))).toEqual([]);
  await zones.getByRole("searchbox").fill("112");
  await expect(zones.locator(NAMES)).toHaveText(["Zone 112"]);
});

test("the main menu opens the list from a campaign, and Pause keeps the focus", async ({
  page,
  enterOwn,
}) => {
  await enterOwn("?place=campaigns&campaign=301");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeFocused();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Campaigns" }).click();
  await expect(page.getByRole("link", { name: "Autumn" })).toBeVisible();
  // The fields above the list are on one line.
  const [find, state] = await Promise.all([
    page.getByRole("searchbox").boundingBox(),
    page.locator("search").getByRole("button", { name: "State" }).boundingBox(),
  ]);
  expect((find?.y ?? 0) + (find?.height ?? 0)).toBeCloseTo((state?.y ?? 0) + (state?.height ?? 0), 0);
});

test("a pasted URL becomes a host name, and Create moves the focus to the new page", async ({
  page,
  enterOwn,
}) => {
  const service = await enterOwn("?place=inventory&new=site", { as: "ann" });
  await page.getByRole("button", { name: "Create" }).click();
  // The focus is on the first invalid field.
  await expect(page.getByLabel("Site name")).toBeFocused();
  await expect(page.getByLabel("Site name")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Site name").fill("Weather");
  await page.getByLabel("Host name").fill("https://Weather.example/today");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Weather" })).toBeVisible();
  expect((await manage(service.origin, "ann").sites.list({ search: "Weather" })).entries).toMatchObject([
    { hostname: "weather.example" },
  ]);
  await expect(page.locator("main")).toBeFocused();
});

test("saved views belong to the user; views stored in the browser are moved to the service once", async ({
  page,
  serve,
  enter,
  openBrowser,
}) => {
  const { origin } = await serve({ facts: counted() });
  const KEY = "zonetag.dashboard.views.2";
  await page.goto(`${origin}/dashboard/`);
  await page.evaluate((key) => localStorage.setItem(key, '[{"name":"Old","address":"?period=30d"}]'), KEY);
  await enter({ origin, query: "?period=yesterday" });
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByRole("link", { name: "Old" })).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull();
  await page.getByLabel("Name of this view").fill("Mine");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: "Mine" })).toBeVisible();
  const other = await openBrowser();
  await enter({ origin, page: other });
  await other.getByRole("button", { name: "Views" }).click();
  await expect(other.getByRole("link", { name: "Old" })).toBeVisible();
  await other.getByRole("link", { name: "Mine" }).click();
  await expect(other).toHaveURL(/period=yesterday/);
});

test("Undo restores a removed view even while the removal is in flight", async ({ page, serve, enter }) => {
  const { origin } = await serve({ facts: counted() });
  await enter({ origin, query: "?period=yesterday" });
  const lists = await hold(page, "**/v2/views", () => true);
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByLabel("Name of this view")).toBeFocused();
  await expect(page.getByText("No saved views yet.")).toHaveCount(0);
  await lists.release();
  await expect(page.getByText("No saved views yet.")).toBeVisible();
  await page.getByLabel("Name of this view").fill("Mine");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Remove the view Mine" }).click();
  await expect(page.getByRole("link", { name: "Mine" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Mine" })).toBeVisible();

  const removal = await hold(page, "**/v2/views/Mine", () => true);
  await page.getByRole("button", { name: "Remove the view Mine" }).click();
  const saved = page.waitForResponse(
    (response) => response.url().endsWith("/v2/views") && response.request().method() === "POST",
  );
  await page.getByRole("button", { name: "Undo" }).click();
  // A request that did not wait for the removal would be answered by now.
  await page.evaluate(() => fetch("/v2/views"));
  await removal.release();
  await saved;
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await page.reload();
  await settled(page);
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByRole("link", { name: "Mine" })).toBeVisible();
  await page.getByRole("button", { name: "Remove the view Mine" }).click();
  await expect(page.getByLabel("Name of this view")).toBeFocused();
});

test("on a phone a list can be sorted and selected completely, and its totals are at the bottom", async ({
  page,
  serve,
}) => {
  const facts = counted();
  const service = await serve({ facts });
  await page.setViewportSize({ width: 390, height: 844 });
  await enterPage(page, service.origin, "?place=campaigns");
  const names = page.locator(NAMES);
  await expect(names).toHaveText(["Spring", "Autumn"]);
  const week = during(dayBefore(7), dayBefore(1));
  const shown = (campaign: number) =>
    sum(facts, "impressions", (each) => week(each) && each.campaign === campaign);
  const isSpringFirst = shown(301) > shown(302);
  await page.getByLabel("Sort by").selectOption("Impressions");
  await expect(names).toHaveText(isSpringFirst ? ["Spring", "Autumn"] : ["Autumn", "Spring"]);
  await page.getByRole("button", { name: "Reverse the order" }).click();
  await expect(names).toHaveText(isSpringFirst ? ["Autumn", "Spring"] : ["Spring", "Autumn"]);
  await page.reload();
  await expect(names).toHaveText(isSpringFirst ? ["Autumn", "Spring"] : ["Spring", "Autumn"]);
  await page.getByRole("checkbox", { name: "Select all of Campaigns" }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  const [last, totals] = await Promise.all(
    [".list tbody:not(.totals) tr >> nth=-1", ".list .totals tr"].map((row) =>
      page.locator(row).boundingBox(),
    ),
  );
  expect(totals?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0));
  // The owner is on a separate line, and the link back is beside its arrow.
  const [name, owner] = await Promise.all(
    [NAMES, ".list td[data-label='Advertiser']"].map((part) => page.locator(part).first().boundingBox()),
  );
  expect(owner?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
  expect(await measureOverhang(page)).toBe(0);
  await names.first().click();
  const back = page.locator(".trail a");
  const [arrow, link] = [await back.locator("svg").boundingBox(), await back.boundingBox()];
  const middle = (box: typeof link) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
  expect(Math.abs(middle(arrow) - middle(link))).toBeLessThan(2);
});
