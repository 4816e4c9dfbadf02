/** The first view answers the most common questions. */

import { createStatistics } from "../../src/statistics/index.ts";
import { PASSWORD } from "./catalogue.ts";
import { type Counted, counted, DAYS, dayBefore, during, sum } from "./facts.ts";
import { UNLIMITED } from "./pages.ts";
import { expect, figure, money, settled, test } from "./test.ts";

const FACTS = counted();
const earned = (ago: number) => sum(FACTS, "cost", during(dayBefore(ago), dayBefore(ago))) / 2;

test("yesterday's earnings are shown at once, with their change and what they are compared with", {
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

test("this month is compared with the same days of the last one, the day of today up to the last full hour", async ({
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

test("days before the data begins are no basis for growth, and gaps in the chart", async ({
  page,
  enter,
}) => {
  await enter({ query: `?period=${dayBefore(DAYS - 2)}..${dayBefore(DAYS - 4)}&changes=on` });
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

for (const [time, days] of [
  ["06:30", [5, 4]],
  ["13:30", [5, 4, 3]],
] as const)
  test(`figures and rows of days that are not over are compared up to the last full hour: ${time}`, async ({
    page,
    enter,
  }) => {
    await page.clock.setFixedTime(`${dayBefore(0)}T${time}Z`);
    const period = `${dayBefore(2)}..${dayBefore(0)}`;
    await enter({ query: `?period=${period}&by=site_id&changes=on` });
    const percent = (isCounted: (each: (typeof FACTS)[number]) => boolean, of: "impressions" | "clicks") => {
      const add = (list: readonly number[]) =>
        list.reduce(
          (total, ago) => total + sum(FACTS, of, (each) => each.day === dayBefore(ago) && isCounted(each)),
          0,
        );
      return [add([2, 1]), add(days)] as const;
    };
    const write = (now: number, before: number) => `${(Math.abs(now / before - 1) * 100).toFixed(1)}%`;
    const [shown, shownBefore] = percent(() => true, "impressions");
    const [clicks, clicksBefore] = percent(() => true, "clicks");
    const change = page.locator("[data-metric='base.impressions'] .change");
    await expect(change).toContainText(write(shown, shownBefore));
    await expect(change).toContainText(` until ${time === "06:30" ? "06:00" : "13:00"}`);
    await expect(page.locator("[data-metric='base.ctr'] .change")).toContainText(
      write(clicks / shown, clicksBefore / shownBefore),
    );
    const ofNews = percent(({ site }) => site === 10, "impressions");
    await expect(page.getByRole("row", { name: /^News/ }).locator(".change")).toContainText(write(...ofNews));
  });

test("with flat traffic nothing changes within an hour, neither in tiles nor in figures and rows", async ({
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
  const { origin } = await serve({ facts: [...days, ...begun], args: UNLIMITED });
  await page.clock.setFixedTime(`${dayBefore(0)}T02:30Z`);
  const changes = "&by=site_id&changes=on";
  for (const period of ["today", `${dayBefore(2)}..${dayBefore(0)}`]) {
    await enter({ origin, query: `?period=${period}${changes}` });
    for (const place of [
      page.locator("[data-metric='base.impressions'] .change"),
      page.getByRole("row", { name: /^News/ }).locator(".change"),
      page.locator("[data-period='today'] .change"),
    ])
      await expect(place).toContainText("0.0%");
    await page.getByRole("button", { name: "Sign out" }).click();
  }
  await page.clock.setFixedTime(`${dayBefore(0)}T00:30Z`);
  await enter({ origin, query: "?period=today" });
  for (const place of ["[data-metric='base.impressions']", "[data-period='today']"])
    await expect(page.locator(`${place} .change`)).toHaveText("nothing to compare yet");
});

test("a network sees cost, network revenue and margin first, in no currency where its members have several", async ({
  page,
  enter,
}) => {
  await enter({ as: "net" });
  await expect(page.locator(".figure-label").first()).toHaveText("Cost");
  const tile = page.locator("[data-period='yesterday']");
  await expect(tile.locator(".tile-main")).toHaveText(/^XXX\s[\d,.]+ Cost$/);
  await expect(tile.locator(".tile-more")).toHaveText([/^Network revenue XXX\s[\d,.]+$/, /^Margin 50\.00%$/]);
});

test("header and title say whose account it is, which metric and which days", async ({ page, enter }) => {
  await enter({ query: "?period=yesterday&chart=base.clicks" });
  await expect(page.getByRole("banner")).toContainText("Ann");
  await expect(page).toHaveTitle("Clicks, Yesterday – Ann – zonetag");
});

test("an account without numbers sees the code for its pages", async ({ page, serve, enter }) => {
  const service = await serve();
  await enter({ origin: service.origin });
  await expect(page.getByRole("heading", { name: "No numbers yet" })).toBeVisible();
  await expect(page.locator(".code").first()).toContainText(`${service.origin}/zonetag.js`);
  await expect(page.locator(".code").first()).toContainText(service.endpoint);
  // In place of figures, a chart and a table that would say nothing.
  for (const part of [".figures", ".chart", ".records"]) await expect(page.locator(part)).toHaveCount(0);
  const [steps, code] = [
    await page.locator(".first-steps").boundingBox(),
    await page.locator(".code").first().boundingBox(),
  ];
  expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThan((steps?.x ?? 0) + (steps?.width ?? 0));
});

test("the page of an account without numbers notices the first by itself", async ({ page, serve, enter }) => {
  const service = await serve();
  await page.clock.install();
  await enter({ origin: service.origin });
  await expect(page.getByRole("heading", { name: "No numbers yet" })).toBeVisible();
  const asked = page.waitForRequest((request) => /statistics\/p/.test(request.url()));
  await page.clock.fastForward(10_000);
  expect((await asked).method()).toBe("POST");
});

/** Imports one request of zone 101 with its impression, now. */
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

test("with its first numbers the page of a new account shows today, and so do its lists", async ({
  page,
  serve,
  enter,
}) => {
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
  // A link that names its days shows these.
  await page.goto(`${origin}/dashboard/?period=7d`);
  await expect(page.locator(".period-button")).toContainText("Last 7 days");
});

test("days compared with the same days a year before, or with any others", async ({ page, enter }) => {
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
