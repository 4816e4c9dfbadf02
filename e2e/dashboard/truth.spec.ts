/** Numbers are right at every moment, and requested once. */
import type { Request } from "playwright/test";
import { counted, dayBefore, during, sum } from "./facts.ts";
import { count, expect, figure, hold, holdReports, recordLabels, settled, signIn, test } from "./test.ts";

const FACTS = counted();
const sumOn = (ago: number) => sum(FACTS, "impressions", during(dayBefore(ago), dayBefore(ago)));

test("changes and the compared line are blank until both periods are loaded", async ({ page, enter }) => {
  await enter();
  const change = page.locator("[data-metric='base.impressions'] .change");
  await expect(change).toContainText("%");
  const held = await holdReports(page, ({ filter }) => filter.date_from === dayBefore(2));
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Yesterday" }).click();
  await expect(figure(page, "base.impressions")).toHaveText(count(sumOn(1)));
  await expect(change).toHaveText("\u00a0");
  await expect(page.locator(".chart .line-before")).toBeHidden();
  await held.release();
  const percent = Math.abs((sumOn(1) / sumOn(2) - 1) * 100).toFixed(1);
  await expect(change).toContainText(`${percent}%`);
  await expect(page.locator(".chart .line-before")).toBeVisible();
});

test("changes are blank while the period's own numbers load", async ({ page, enter }) => {
  await enter();
  const change = page.locator("[data-metric='base.impressions'] .change");
  await expect(change).toContainText("%");
  const held = await holdReports(
    page,
    ({ filter, group_by }) => filter.date_from === dayBefore(1) && group_by[0] === "hour",
  );
  const compared = page.waitForResponse(
    (response) => response.request().postDataJSON()?.filter?.date_from === dayBefore(2),
  );
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Yesterday" }).click();
  await (await compared).finished();
  await expect(page.locator(".figures.stale")).toBeVisible();
  await expect(change).toHaveText("\u00a0");
  await expect(page.locator(".chart .line-before")).toBeHidden();
  await held.release();
  await expect(change).toContainText("%");
});

test("tiles are blank until their numbers are loaded", async ({ page, service }) => {
  const held = await hold(page, "**/v2/performance", () => true);
  await page.goto(`${service.origin}/dashboard/`);
  await signIn(page, "net");
  await page.getByRole("link", { name: "News" }).waitFor();
  const more = page.locator("[data-period='yesterday'] .tile-more b").first();
  await expect(more).toHaveText("");
  await held.release();
  await expect(more).toHaveText(/\d/);
});

test("while new rows load, the old rows keep their headings", async ({ page, enter }) => {
  await enter();
  const held = await holdReports(page, ({ group_by }) => group_by[0] === "zone_id");
  await page.getByRole("link", { name: "Shop" }).click();
  await expect(page.locator(".records-region.stale")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Site" })).toBeVisible();
  await expect(page.getByText("Unknown")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "News" })).toBeVisible();
  await held.release();
  await expect(page.getByRole("columnheader", { name: "Zone" })).toBeVisible();
});

test("while new numbers load, the chart's legend keeps the days of the shown numbers", async ({
  page,
  enter,
}) => {
  await enter();
  const legend = page.locator(".key");
  const before = await legend.textContent();
  const held = await holdReports(page, ({ group_by }) => group_by[0] === "hour");
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Yesterday" }).click();
  await expect(page.locator(".chart.stale")).toBeVisible();
  expect((await legend.textContent())?.slice(0, 15)).toBe(before?.slice(0, 15));
  await held.release();
  await expect(page.locator(".chart.stale")).toHaveCount(0);
});

test("a filter's values show their counts with the other filters applied", async ({ page, enter }) => {
  await enter({ query: "?period=yesterday&f.country_iso=DEU" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("button", { name: "Zone", exact: true }).click();
  const german = sum(FACTS, "impressions", (each) => {
    return each.day === dayBefore(1) && each.zone === 101 && each.country === "DEU";
  });
  await expect(page.locator(".choice").filter({ hasText: "Zone 101" }).locator("small")).toHaveText(
    count(german),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter", exact: true }).press("Escape");
  await page.getByRole("button", { name: "Country: Germany" }).click();
  const american = sum(FACTS, "impressions", (each) => each.day === dayBefore(1) && each.country === "USA");
  const choices = page.locator(".choice");
  await expect(choices.filter({ hasText: "United States" }).first().locator("small")).toHaveText(
    count(american),
  );
  await expect(choices.filter({ hasText: "France" }).locator("small").first()).toHaveText("0");
});

test("a ratio with a divisor of zero is shown as a dash and has no change", async ({ page, enter }) => {
  await enter({ query: "?period=today" });
  await expect(figure(page, "base.ctr")).toHaveText("–");
  await expect(page.locator("[data-metric='base.ctr'] .change")).toHaveText("nothing to compare with");
  await expect(figure(page, "base.impressions")).toHaveText("0");
});

test("every amount of a report is in the account's currency", async ({ page, enter }) => {
  const ticks = await recordLabels(page);
  await enter({ as: "bob", query: "?by=campaign_id&changes=on&metrics=base.cost,base.cpm,base.cpc" });
  await page.getByText("Show as a table").click();
  const chart = page.locator(".canvas");
  await chart.focus();
  await page.keyboard.press("Home");
  const euros = /^€[\d,]+\.\d+$/;
  for (const amounts of [
    page.locator(".tile-value"),
    figure(page, "base.cost"),
    page.locator(".records tbody td").filter({ hasNotText: "%" }).filter({ hasText: /\d/ }),
    page.locator(".text-form tbody td"),
    page.locator(".tip b"),
  ]) {
    const texts = await amounts.allTextContents();
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toMatch(euros);
  }
  expect(await chart.getAttribute("aria-valuetext")).toContain(": €");
  expect((await ticks()).filter(({ text }) => text.startsWith("€")).length).toBeGreaterThan(1);
  await expect(page.locator("body")).not.toContainText("$");
});

test("the table can be sorted by revenue, ad requests and fill rate", async ({ page, enter }) => {
  await enter({ query: "?by=zone_id&metrics=base.revenue,base.ad_requests,base.fill_rate" });
  for (const name of ["Ad requests", "Fill rate", "Revenue"]) {
    await page.getByRole("columnheader", { name }).getByRole("button").click();
    await settled(page);
    await expect(page.getByRole("columnheader", { name })).toHaveAttribute("aria-sort", "descending");
    const column = ["Revenue", "Ad requests", "Fill rate"].indexOf(name);
    const cells = page.locator(`.records tbody:not(.totals) tr td:nth-of-type(${column + 1})`);
    const values = (await cells.allTextContents()).map((text) => Number(text.replaceAll(/[$,%]/g, "")));
    expect(values).toHaveLength(12);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  }
});

test("chosen values of a filter are requested once, when the popover closes", async ({ page, enter }) => {
  await enter();
  // Wait for the last report of the page, so that it is not counted below.
  await expect(page.locator(".chart .line-before")).toBeVisible();
  let asked = 0;
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("button", { name: "Zone", exact: true }).click();
  await page.getByRole("checkbox", { name: "Zone 101" }).waitFor();
  page.on("request", (request) => {
    if (request.url().includes("/v2/statistics/")) asked += 1;
  });
  for (const zone of [101, 102, 103, 104]) await page.getByRole("checkbox", { name: `Zone ${zone}` }).check();
  expect(asked).toBe(0);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  // The view changes after the popover has closed.
  await expect(page.getByRole("search")).toContainText("Zone: Zone 101, Zone 102 +2");
  await settled(page);
  await expect.poll(() => asked).toBe(3);
});

test("chosen metrics are requested once, when the popover closes", async ({ page, enter }) => {
  await enter();
  const asked: string[][] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v2/statistics/")) asked.push(request.postDataJSON().group_by);
  });
  await page.getByRole("button", { name: /^Metrics/ }).click();
  for (const name of ["Ad requests", "Fill rate", "CTR"])
    await page.getByRole("checkbox", { name, exact: true }).check();
  await page.getByRole("checkbox", { name: "Clicks", exact: true }).uncheck();
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: /^Metrics/ }).click();
  await expect(page.getByRole("columnheader", { name: "Fill rate" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Clicks" })).toHaveCount(0);
  await settled(page);
  expect(asked).toEqual([["site_id"]]);
});

for (const [query, most] of [
  ["?period=7d", 3],
  ["?period=today", 5],
  ["?period=week", 5],
  // One more: the name of a zone that no other report of the page names.
  ["?period=week&f.zone_id=101", 6],
  ["?period=month&by=zone_id,country_iso", 5],
] as const)
  test(`opening ${query} sends at most ${most} report requests`, async ({ page, enter }) => {
    // Both sides of the comparison leave out hours.
    await page.clock.setFixedTime(Date.parse(`${dayBefore(0)}T12:30Z`));
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes("/v2/statistics/")) asked += 1;
    });
    await enter({ query });
    await expect(page.locator(".canvas canvas")).toBeVisible();
    for (const part of ["[data-metric='base.impressions']", "[data-period='month']"])
      await expect(page.locator(`${part} .change`)).not.toHaveText("\u00a0");
    expect(asked).toBeLessThanOrEqual(most);
  });

test("a loaded report is not requested again", async ({ page, enter }) => {
  let asked = 0;
  const underWay = new Set<Request>();
  page.on("request", (request) => {
    if (!request.url().includes("/v2/statistics/")) return;
    asked += 1;
    underWay.add(request);
  });
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  // Wait for all responses: the page repeats requests that were aborted.
  const shown = async () => {
    await settled(page);
    await expect.poll(() => underWay.size).toBe(0);
  };
  const pick = async (name: string) => {
    await page.locator(".period-button").click();
    await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
    await shown();
  };
  await enter();
  await shown();
  const first = asked;
  await pick("Last 30 days");
  expect(asked).toBe(first + 3);
  await pick("Last 7 days");
  await pick("Last 30 days");
  expect(asked).toBe(first + 3);
});

test("values can be excluded, and the address keeps the exclusion", async ({ page, enter }) => {
  await enter({ query: "?period=yesterday" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("button", { name: "Country", exact: true }).click();
  await page.getByRole("button", { name: "Exclude" }).click();
  await page.getByPlaceholder("Find by name or id").fill("germ");
  await page.getByRole("checkbox", { name: "Germany" }).check();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const american = sum(FACTS, "impressions", (each) => each.day === dayBefore(1) && each.country === "USA");
  await expect(figure(page, "base.impressions")).toHaveText(count(american));
  await expect(page.getByRole("search")).toContainText("Country: not Germany");
  await expect(page).toHaveURL(/x\.country_iso=DEU/);
  await page.reload();
  await expect(figure(page, "base.impressions")).toHaveText(count(american));
});
