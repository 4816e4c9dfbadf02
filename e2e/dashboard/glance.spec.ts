/** The first view answers the most common questions. */

import { createStatistics } from "../../src/statistics/index.ts";
import { PASSWORD } from "./catalogue.ts";
import { type Counted, counted, DAYS, dayBefore, during, sum } from "./facts.ts";
import { expect, figure, money, settled, test } from "./test.ts";

const FACTS = counted();
const earned = (ago: number) => sum(FACTS, "cost", during(dayBefore(ago), dayBefore(ago))) / 2;

test("a tile shows yesterday's earnings with their change and the compared day", {
  tag: "@essential",
}, async ({ page, enter }) => {
  await enter();
  const tile = page.locator("[data-period='yesterday']");
  await expect(tile.locator(".tile-value")).toHaveText(money(earned(1)));
  const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });
  await expect(tile.locator(".against")).toHaveText(`vs ${weekday.format(Date.parse(dayBefore(2)))}`);
  const percent = Math.abs((earned(1) / earned(2) - 1) * 100).toFixed(1);
  await expect(tile.locator(".change")).toContainText(`${percent}%`);
  await expect(page.locator("[data-period='today'] .change")).not.toHaveText("\u00a0");
  const week = [1, 2, 3, 4, 5, 6, 7].reduce((total, ago) => total + earned(ago), 0);
  await expect(page.locator("[data-period='7d'] .tile-value")).toHaveText(money(week));
  await tile.click();
  await expect(page).toHaveURL(/period=yesterday/);
  await expect(figure(page, "base.revenue")).toHaveText(money(earned(1)));
});

test("this month is compared with the same days of last month, up to the last full hour", async ({
  page,
  serve,
  enter,
}) => {
  const facts = counted(75);
  const { origin } = await serve({ facts });
  // The facts are at noon.
  await page.clock.setFixedTime(`${dayBefore(0)}T13:30Z`);
  await enter({ origin });
  const day = Number(dayBefore(0).slice(8));
  const last = dayBefore(day);
  const to = String(Math.min(day, Number(last.slice(8)))).padStart(2, "0");
  const before = sum(facts, "cost", during(`${last.slice(0, 8)}01`, `${last.slice(0, 8)}${to}`));
  const month = sum(facts, "cost", during(`${dayBefore(0).slice(0, 8)}01`, dayBefore(0)));
  const tile = page.locator("[data-period='month']");
  const percent = new Intl.NumberFormat("en-US", {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  await expect(tile.locator(".change")).toContainText(percent.format(Math.abs(month / before - 1)));
  if (day <= Number(last.slice(8))) await expect(tile.locator(".against")).toHaveText(/ until 13:00$/);
});

test("days before the first data have no change and are gaps in the chart", async ({ page, enter }) => {
  await enter({
    query: `?period=${dayBefore(DAYS - 2)}..${dayBefore(DAYS - 4)}&changes=on&metrics=base.impressions`,
  });
  const first = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
  const words = new RegExp(`^No data before ${first.format(Date.parse(dayBefore(DAYS)))}`);
  await expect(page.locator("[data-metric='base.impressions'] .change")).toHaveText(words);
  await expect(page.getByRole("row", { name: /^Total/ }).locator(".change")).toHaveText(words);
  await expect(page.getByRole("row", { name: /^News/ }).locator(".change")).toHaveText("–");
  await page.getByText("Show as a table").click();
  const before = page.locator(".text-form tbody td:nth-of-type(2)");
  await expect(before).toHaveText(["–", /^\$\d/, /^\$\d/]);
  await page.getByRole("link", { name: "Inventory" }).click();
  await page.getByRole("link", { name: "News" }).first().click();
  await expect(page.locator(".object-numbers [data-metric='base.impressions'] .change")).toHaveText(words);
});

test("with constant traffic, an unfinished hour causes no change in tiles, figures and rows", async ({
  page,
  serve,
  enter,
}) => {
  const each = (ago: number, hour: number, impressions: number): Counted => ({
    day: dayBefore(ago),
    time: `${String(hour).padStart(2, "0")}:10`,
    site: 10,
    zone: 101,
    country: "DEU",
    campaign: 301,
    sub: 0,
    impressions,
    clicks: impressions / 10,
    requests: impressions,
    cost: impressions * 2,
  });
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const days = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((ago) => hours.map((hour) => each(ago, hour, 100)));
  // The running hour has had 30 of its 100 impressions.
  const begun = hours.slice(0, 3).map((hour) => each(0, hour, hour < 2 ? 100 : 30));
  const { origin } = await serve({ facts: [...days, ...begun] });
  await page.clock.setFixedTime(`${dayBefore(0)}T02:30Z`);
  const changes = "&by=site_id&changes=on&metrics=base.impressions";
  for (const period of ["today", `${dayBefore(2)}..${dayBefore(0)}`]) {
    await enter({ origin, query: `?period=${period}${changes}` });
    for (const place of [
      page.locator("[data-metric='base.impressions'] .change"),
      page.getByRole("row", { name: /^News/ }).locator(".change"),
      page.locator("[data-period='today'] .change"),
    ])
      await expect(place).toContainText("0.0%");
    await expect(page.locator("[data-metric='base.impressions'] .against")).toHaveText(/ until 02:00$/);
    await page.getByRole("button", { name: "Sign out" }).click();
  }
  await page.clock.setFixedTime(`${dayBefore(0)}T00:30Z`);
  await enter({ origin, query: "?period=today" });
  for (const place of ["[data-metric='base.impressions']", "[data-period='today']"])
    await expect(page.locator(`${place} .change`)).toHaveText("nothing to compare yet");
});

test("a network with members in several currencies sees cost and revenue without a currency", async ({
  page,
  enter,
}) => {
  await enter({ as: "net" });
  await expect(page.locator(".figures .figure-label").first()).toHaveText("Cost");
  const tile = page.locator("[data-period='yesterday']");
  await expect(tile.locator(".tile-main")).toHaveText(/^XXX\s[\d,.]+ Cost$/);
  await expect(tile.locator(".tile-more")).toHaveText([/^Network revenue XXX\s[\d,.]+$/, /^Margin 50\.00%$/]);
});

test("header and title name the account, the metric and the period", async ({ page, enter }) => {
  await enter({ query: "?period=yesterday&chart=base.clicks" });
  await expect(page.getByRole("banner")).toContainText("Ann");
  await expect(page).toHaveTitle("Clicks, Yesterday – Ann – zonetag");
});

test("an account without numbers sees the code of its own zones", async ({ page, serve, enter }) => {
  const service = await serve();
  await enter({ origin: service.origin });
  const steps = page.getByRole("region", { name: "No numbers yet" });
  for (const code of [`${service.origin}/zonetag.js`, service.endpoint])
    await expect(steps.locator(".code").first()).toContainText(code);
  await expect(steps).toContainText('<ins data-zone-id="101" data-size="300x250"></ins>');
  await expect(steps).toContainText("7 more are in the inventory.");
  // The code replaces figures, chart and table.
  for (const part of [".figures", ".chart", ".records"]) await expect(page.locator(part)).toHaveCount(0);
  const [frame, code] = [
    await page.locator(".first-steps").boundingBox(),
    await page.locator(".code").first().boundingBox(),
  ];
  expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0));
  await steps.getByRole("link", { name: "Open the inventory" }).click();
  await expect(page.getByRole("link", { name: "News" }).first()).toBeVisible();
  await page.goBack();
  await expect(steps).toBeVisible();
});

/** Imports a current request of zone 101 with one impression. */
async function importNow(origin: string): Promise<void> {
  const fact = {
    time: new Date().toISOString(),
    zone_id: 101,
    campaign_id: 301,
    ad_requests: 1,
    filled: 1,
    impressions: 1,
  };
  const client = createStatistics({ baseUrl: origin, credentials: { username: "net", password: PASSWORD } });
  const body = new Blob([JSON.stringify(fact)], { type: "application/x-ndjson" });
  await client.request({ method: "POST", path: "/v2/imports?name=now", body });
}

test("a new account sees its first numbers of today without a reload", async ({ page, serve, enter }) => {
  const { origin } = await serve();
  await page.clock.install();
  await enter({ origin });
  await expect(page.getByRole("heading", { name: "No numbers yet" })).toBeVisible();
  await importNow(origin);
  await page.clock.fastForward(10_000);
  await expect(figure(page, "base.impressions")).toHaveText("1");
  await expect(page.locator(".period-button")).toContainText("Today");
  await expect(page).toHaveURL(/period=today/);
  await page.goto(`${origin}/dashboard/?place=inventory`);
  await expect(page.locator(".period-button")).toContainText("Today");
  await expect(page.getByRole("row", { name: /^Total/ }).first()).toContainText("1");
  // A link with a period shows that period.
  await page.goto(`${origin}/dashboard/?period=7d`);
  await expect(page.locator(".period-button")).toContainText("Last 7 days");
});

test("a period is compared with the same days last year or with custom dates", async ({ page, enter }) => {
  await enter({ query: "?period=yesterday" });
  await page.locator(".period-button").click();
  await page.getByLabel("Compare with").selectOption("Same days last year");
  await page.keyboard.press("Escape");
  await settled(page);
  await expect(page.locator("[data-metric='base.revenue'] .change")).toHaveText(/^No data before /);
  await page.locator(".period-button").click();
  await page.getByLabel("Compare with").selectOption("Custom dates");
  await page.getByLabel("Comparison from").fill(dayBefore(5));
  await page.getByLabel("Comparison to").fill(dayBefore(5));
  await page.getByRole("button", { name: "Show" }).last().click();
  await page.keyboard.press("Escape");
  const percent = Math.abs((earned(1) / earned(5) - 1) * 100).toFixed(1);
  await expect(page.locator("[data-metric='base.revenue'] .change")).toContainText(`${percent}%`);
  await expect(page).toHaveURL(new RegExp(`compare=${dayBefore(5)}\\.\\.${dayBefore(5)}`));
});
