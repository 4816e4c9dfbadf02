/** An account in New York's time zone, viewed in Tokyo. */
import type { Page } from "playwright/test";
import { catalogue } from "./catalogue.ts";
import type { Counted } from "./facts.ts";
import { expect, figure, settled, test } from "./test.ts";

test.use({ timezoneId: "Asia/Tokyo" });

const at = (time: string, impressions: number): Counted => ({
  day: time.slice(0, 10),
  time: time.slice(11),
  impressions,
  clicks: 0,
  requests: impressions,
  cost: 0,
  site: 10,
  zone: 101,
  country: "USA",
  campaign: 301,
  sub: 0,
});

/** Facts before and after each midnight in New York, around its days of 23 and 25 hours. */
const FACTS = [
  ...[at("2026-03-08T04:59", 1), at("2026-03-08T05:01", 20), at("2026-03-09T03:59", 300)],
  at("2026-03-09T04:01", 4000),
  ...[at("2026-11-01T03:59", 5), at("2026-11-01T05:30", 60), at("2026-11-01T06:30", 700)],
  ...[at("2026-11-02T04:59", 8000), at("2026-11-02T05:01", 9)],
];

async function newYork(): Promise<object> {
  const own = await catalogue();
  const accounts = (Reflect.get(own, "accounts") as { name: string }[]).map((account) =>
    account.name === "Ann" ? { ...account, timezone: "America/New_York" } : account,
  );
  return { ...own, accounts };
}

/** Reads time and value of each point from the chart's table. */
async function readChart(page: Page): Promise<string[]> {
  if (!(await page.locator(".text-form table").isVisible())) await page.getByText("Show as a table").click();
  const rows = page.locator(".text-form tbody tr");
  return rows.evaluateAll((all) =>
    all.map((row) => `${row.querySelector("th")?.textContent} ${row.querySelector("td")?.textContent}`),
  );
}

test("days and hours follow the account's time zone, and a day of 23 hours has 23 points", async ({
  page,
  serve,
  enter,
}) => {
  const { origin } = await serve({ catalogue: await newYork(), facts: FACTS });
  const query = "?period=2026-03-07..2026-03-09&compare=off&by=date&chart=base.impressions&sort=date";
  await enter({ origin, query });
  expect(await readChart(page)).toEqual(["Sat, Mar 7 1", "Sun, Mar 8 320", "Mon, Mar 9 4,000"]);
  await page.getByRole("link", { name: "Sun, Mar 8" }).click();
  await settled(page);
  await expect(figure(page, "base.impressions")).toHaveText("320");
  await expect(page).toHaveURL(/period=2026-03-08\.\.2026-03-08/);
  await expect(page.getByText("times in America/New York")).toHaveCount(1);
  await expect(page.locator(".text-form tbody tr")).toHaveCount(23);
  const hours = await readChart(page);
  expect([...hours.slice(0, 3), hours.at(-1)]).toEqual([
    "Sun, Mar 8, 00:00 20",
    "Sun, Mar 8, 01:00 0",
    "Sun, Mar 8, 03:00 0",
    "Sun, Mar 8, 23:00 300",
  ]);
  await page.getByRole("slider").focus();
  await page.keyboard.press("Home");
  await expect(page.locator(".tip")).toContainText("Sun, Mar 8, 00:00");
});

test("today and yesterday follow the account's time zone, even where the next day has begun", async ({
  page,
  serve,
  enter,
}) => {
  const { origin } = await serve({ catalogue: await newYork(), facts: FACTS });
  // 16:00 of the 9th in New York, 05:00 of the 10th in Tokyo.
  await page.clock.setFixedTime("2026-03-09T20:00Z");
  await enter({ origin, query: "?period=today&chart=base.impressions" });
  await expect(figure(page, "base.impressions")).toHaveText("4,000");
  const change = page.locator("[data-metric='base.impressions'] .change");
  // The day before had 20 impressions until 16:00 and 300 at 23:59.
  await expect(change).toContainText("× 200");
  await expect(change).toContainText("vs Sun until 16:00");
  await page.locator("[data-period='yesterday']").click();
  await settled(page);
  await expect(figure(page, "base.impressions")).toHaveText("320");
  await expect(change).toContainText("vs Sat");
});
