import { counted, dayBefore, during, sum } from "./facts.ts";
import { cell, count, expect, figure, money, settled, signIn, test } from "./test.ts";

const FACTS = counted();
const week = during(dayBefore(7), dayBefore(1));

test("the week's figures, the change against the week before, and the totals are right", {
  tag: "@essential",
}, async ({ page, enter }) => {
  await enter();
  const before = during(dayBefore(14), dayBefore(8));
  const [impressions, earlier] = [sum(FACTS, "impressions", week), sum(FACTS, "impressions", before)];
  const change = Math.abs(((impressions - earlier) / earlier) * 100).toFixed(1);
  await expect(figure(page, "base.impressions")).toHaveText(count(impressions));
  await expect(page.locator("[data-metric='base.impressions'] .change")).toContainText(`${change}%`);
  await expect(figure(page, "base.clicks")).toHaveText(count(sum(FACTS, "clicks", week)));
  await expect(figure(page, "base.revenue")).toHaveText(money(sum(FACTS, "cost", week) / 2));
  const fill = (impressions / sum(FACTS, "requests", week)) * 100;
  await expect(figure(page, "base.fill_rate")).toHaveText(`${fill.toFixed(2)}%`);
  await expect(cell(page, "Total", 0)).toHaveText(count(impressions));
});

test("a chosen period changes numbers and address; Back and Forward undo and redo it", {
  tag: "@essential",
}, async ({ page, enter }) => {
  await enter();
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Yesterday" }).click();
  const yesterday = count(sum(FACTS, "impressions", during(dayBefore(1), dayBefore(1))));
  await expect(figure(page, "base.impressions")).toHaveText(yesterday);
  await expect(page).toHaveURL(/period=yesterday/);
  await page.goBack();
  await expect(figure(page, "base.impressions")).toHaveText(count(sum(FACTS, "impressions", week)));
  await page.goForward();
  await expect(figure(page, "base.impressions")).toHaveText(yesterday);
});

test("periods are offered by name", async ({ page, enter }) => {
  await enter();
  await page.locator(".period-button").click();
  await expect(page.getByRole("group", { name: "Periods" }).getByRole("button")).toHaveText([
    ...["Today", "Yesterday", "Last 7 days", "Last 30 days", "Last 90 days"],
    ...["This week", "This month", "Last month", "This year"],
  ]);
  await page.getByRole("button", { name: "This year" }).click();
  const year = during(`${dayBefore(0).slice(0, 4)}-01-01`, dayBefore(0));
  await expect(figure(page, "base.impressions")).toHaveText(count(sum(FACTS, "impressions", year)));
});

test("custom dates are validated before they are requested, and Back restores the previous dates", async ({
  page,
  enter,
}) => {
  await enter();
  await page.locator(".period-button").click();
  await page.getByLabel("From", { exact: true }).fill(dayBefore(3));
  await page.getByLabel("To", { exact: true }).fill(dayBefore(4));
  await expect(page.getByText("The last day is before the first.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show" })).toBeDisabled();
  await page.getByLabel("From", { exact: true }).fill(dayBefore(5));
  await page.getByRole("button", { name: "Show" }).click();
  const days = during(dayBefore(5), dayBefore(4));
  await expect(figure(page, "base.impressions")).toHaveText(count(sum(FACTS, "impressions", days)));
  await page.locator(".period-button").click();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue(dayBefore(5));
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.locator(".period-button").click();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue(dayBefore(7));
});

test("a click on a row filters by it, and the filter can be removed", { tag: "@essential" }, async ({
  page,
  enter,
}) => {
  await enter();
  await page.getByRole("link", { name: "Shop" }).click();
  await settled(page);
  await expect(page.getByRole("search")).toContainText("Site: Shop");
  await expect(page.getByRole("link", { name: /^Zone 11/ })).toHaveCount(6);
  const shop = sum(FACTS, "impressions", (each) => week(each) && each.site === 11);
  await expect(figure(page, "base.impressions")).toHaveText(count(shop));
  await page.getByRole("link", { name: "Zone 113" }).click();
  await expect(page.getByRole("link", { name: "Germany" })).toBeVisible();
  const zone = sum(FACTS, "impressions", (each) => week(each) && each.zone === 113);
  await expect(figure(page, "base.impressions")).toHaveText(count(zone));
  await page.getByRole("button", { name: "Remove the Zone filter" }).click();
  await expect(figure(page, "base.impressions")).toHaveText(count(shop));
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("link", { name: "News" })).toBeVisible();
});

test("choosing a second grouping, an order, a page and a metric changes the table and the address", async ({
  page,
  enter,
}) => {
  await enter({ query: "?by=date&rows=25&period=30d" });
  await page.getByRole("button", { name: "Add a grouping" }).click();
  await page.getByRole("button", { name: "Zone", exact: true }).click();
  await settled(page);
  await expect(page.getByText("1–25 of 360")).toBeVisible();
  await page.getByRole("columnheader", { name: "Clicks" }).getByRole("button").click();
  await expect(page.getByRole("columnheader", { name: "Clicks" })).toHaveAttribute("aria-sort", "descending");
  const clicks = new Map<string, number>();
  for (const each of FACTS.filter(during(dayBefore(30), dayBefore(1)))) {
    const key = `${each.day} ${each.zone}`;
    clicks.set(key, (clicks.get(key) ?? 0) + each.clicks);
  }
  const most = Math.max(...clicks.values());
  await expect(page.locator(".records tbody:not(.totals) tr").first().getByRole("cell").nth(1)).toHaveText(
    count(most),
  );
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("26–50 of 360")).toBeVisible();
  await page.getByRole("button", { name: /^Metrics/ }).click();
  await page.getByRole("checkbox", { name: "Ad requests" }).check();
  await page.getByRole("button", { name: /^Metrics/ }).click();
  await expect(page.getByRole("columnheader", { name: "Ad requests" })).toBeVisible();
  await expect(page).toHaveURL(/page=2.*metrics=[^&]*base\.ad_requests/);
});

test("a copied link shows another user the same view", async ({ page, enter, openBrowser, service }) => {
  await enter({ query: "?by=zone_id&period=7d&f.site_id=11&sort=-base.clicks&chart=base.clicks" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.")).toBeAttached();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`period=${dayBefore(7)}..${dayBefore(1)}`);
  const colleague = await openBrowser({ timezoneId: "Asia/Tokyo" });
  await colleague.goto(link);
  await signIn(colleague, "ann");
  await settled(colleague);
  await expect(colleague.getByRole("search")).toContainText("Site: Shop");
  const table = async (where: typeof page) => where.locator(".records").textContent();
  expect(await table(colleague)).toBe(await table(page));
  expect(link.startsWith(service.origin)).toBe(true);
});

test("the page names the parts of an address that do not apply and uses the other parts", async ({
  page,
  enter,
}) => {
  await enter({ query: "?by=campaign_id&period=yesterday&f.zone_id=abc" });
  const problem = page.getByRole("alert").first();
  await expect(problem).toContainText("Parts of this link do not apply to your account: ");
  for (const part of ["by=campaign_id", "f.zone_id=abc"]) await expect(problem).toContainText(part);
  const yesterday = during(dayBefore(1), dayBefore(1));
  await expect(figure(page, "base.impressions")).toHaveText(count(sum(FACTS, "impressions", yesterday)));
});

test("a report without records says so and offers to remove its filters", async ({ page, enter }) => {
  await enter({ query: "?f.country_iso=FRA" });
  await expect(page.getByText("Nothing was counted in this period with these filters.")).toBeVisible();
  // The sentence is about the chart's metric; other metrics may have values.
  await expect(page.locator(".canvas")).toContainText("Revenue: $0.00");
  await page.getByRole("button", { name: "Remove filters" }).click();
  await expect(page.getByRole("link", { name: "News" })).toBeVisible();
});

test("a refused request shows the service's message", async ({ page, enter }) => {
  await enter({ query: "?f.country_iso=XXX" });
  await expect(page.getByRole("status").filter({ hasText: "XXX" }).first()).toContainText(
    "The service cannot show this:",
  );
});
