/** What is answered at the first glance. */
import { counted, dayBefore, during, sum } from "./facts.ts";
import { expect, figure, money, settled, test } from "./test.ts";

const FACTS = counted();
const earned = (ago: number) => sum(FACTS, "cost", during(dayBefore(ago), dayBefore(ago))) / 2;

test("what was earned yesterday stands there without a click, with its change and what it is compared with", async ({
  page,
  enter,
}) => {
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

test("this month is compared with the same days of the last one, the day of today up to the same hour", async ({
  page,
  enter,
}) => {
  await enter();
  const [now, day] = [new Date(), Number(dayBefore(0).slice(8))];
  const last = dayBefore(day);
  const lastDay = Number(last.slice(8));
  const from = `${last.slice(0, 8)}01`;
  // What the facts count is at noon.
  const isCounted = day > lastDay || now.getUTCHours() >= 12;
  const to = isCounted ? Math.min(day, lastDay) : day - 1;
  const before = sum(FACTS, "cost", during(from, `${last.slice(0, 8)}${String(to).padStart(2, "0")}`));
  const month = sum(FACTS, "cost", during(`${dayBefore(0).slice(0, 8)}01`, dayBefore(0)));
  const tile = page.locator("[data-period='month']");
  const words = before
    ? new Intl.NumberFormat("en-US", {
        style: "percent",
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(Math.abs(month / before - 1))
    : "no earlier data";
  await expect(tile.locator(".change")).toContainText(words);
  if (before && day <= lastDay) await expect(tile.locator(".against")).toHaveText(/ until \d\d:00$/);
});

for (const [time, days] of [
  ["06:30", [5, 4]],
  ["13:30", [5, 4, 3]],
] as const)
  test(`figures and rows of days that are not over are compared up to the same hour: ${time}`, async ({
    page,
    enter,
  }) => {
    await page.clock.setFixedTime(`${dayBefore(0)}T${time}Z`);
    const period = `${dayBefore(2)}..${dayBefore(0)}`;
    await enter({ query: `?period=${period}&by=site_id&changes=on&tz=UTC` });
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
    await expect(change).toContainText(` until ${time === "06:30" ? "07:00" : "14:00"}`);
    await expect(page.locator("[data-metric='base.ctr'] .change")).toContainText(
      write(clicks / shown, clicksBefore / shownBefore),
    );
    const ofNews = percent(({ site }) => site === 10, "impressions");
    await expect(page.getByRole("row", { name: /^News/ }).locator(".change")).toContainText(write(...ofNews));
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

test("days compared with the same days a year before, or with any others", async ({ page, enter }) => {
  await enter({ query: "?period=yesterday" });
  await page.locator(".period-button").click();
  await page.getByLabel("Compare with").selectOption("The same days a year before");
  await page.keyboard.press("Escape");
  await settled(page);
  await expect(page.locator("[data-metric='base.revenue'] .change")).toHaveText("no earlier data");
  await page.locator(".period-button").click();
  await page.getByLabel("Compare with").selectOption("Other days");
  await page.getByLabel("Compared from").fill(dayBefore(5));
  await page.getByLabel("Compared to").fill(dayBefore(5));
  await page.getByRole("button", { name: "Show" }).last().click();
  await page.keyboard.press("Escape");
  const percent = Math.abs((earned(1) / earned(5) - 1) * 100).toFixed(1);
  await expect(page.locator("[data-metric='base.revenue'] .change")).toContainText(`${percent}%`);
  await expect(page).toHaveURL(new RegExp(`compare=${dayBefore(5)}\\.\\.${dayBefore(5)}`));
});
