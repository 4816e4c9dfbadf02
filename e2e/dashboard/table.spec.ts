/** The table: its head, its pages, its links and its changes. */
import { counted, dayBefore, during, sum } from "./facts.ts";
import { cell, expect, settled, test } from "./test.ts";

const FACTS = counted();

for (const width of [1280, 360]) {
  test(`the head stays in view, and the next page starts at the top: ${width} px`, async ({
    page,
    enter,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await enter({ query: "?by=date,zone_id&rows=50&period=30d" });
    await page.locator(".records-region").evaluate((region) => {
      region.scrollIntoView({ block: "start" });
      region.scrollTop = region.scrollHeight;
    });
    await page.locator(".records tbody tr").last().scrollIntoViewIfNeeded();
    // On a phone the rows are cards without a head.
    if (width === 1280) await expect(page.locator(".records thead th").first()).toBeInViewport();
    await page.getByRole("button", { name: "Next page" }).click();
    await settled(page);
    await expect(page.locator(".records tbody:not(.totals) tr").first()).toBeInViewport();
  });
}

test("the pager has page numbers", async ({ page, enter }) => {
  await enter({ query: "?by=date,zone_id&rows=25&period=30d" });
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages.getByRole("button", { name: "Page 1", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await pages.getByRole("button", { name: "Page 15" }).click();
  await expect(page.getByText("351–360 of 360")).toBeVisible();
  await expect(pages).toContainText("1…1415");
});

test("a name can be opened in a second tab, which is signed in", async ({ page, enter, context }) => {
  await enter();
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Shop" }).click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await settled(tab);
  await expect(tab.getByRole("search")).toContainText("Site: Shop");
});

test("names are underlined, and a long one is shown in full on hover and focus", async ({ page, enter }) => {
  await enter();
  const link = page.locator(".deeper").first();
  expect(await link.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe("underline");
  const name = link.locator("span");
  await name.evaluate((element) => {
    element.textContent =
      "A name that is a good deal longer than the column it stands in, and then some more";
  });
  const isCut = () => name.evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(await isCut()).toBe(true);
  await link.hover();
  expect(await isCut()).toBe(false);
  await page.mouse.move(0, 0);
  expect(await isCut()).toBe(true);
  await page.locator(".records-region").focus();
  await page.keyboard.press("Shift+Tab");
  await link.focus();
  expect(await isCut()).toBe(false);
});

test("on a phone a long name wraps onto a second line", async ({ page, enter }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await enter({ query: "?by=zone_id" });
  const name = page.locator(".deeper span").first();
  const single = (await name.boundingBox())?.height ?? 0;
  await name.evaluate((element) => {
    element.textContent = "A name that is a good deal longer than the column it stands in";
  });
  const lines = ((await name.boundingBox())?.height ?? 0) / single;
  expect(Math.round(lines)).toBe(2);
});

test("one click shows the change of each metric, a second one sorts by the largest losses", async ({
  page,
  enter,
}) => {
  await enter({ query: "?by=zone_id" });
  await page.getByLabel("Changes").check();
  for (const name of ["Impressions, change", "Clicks, change", "CTR, change"])
    await expect(page.getByRole("columnheader", { name })).toBeVisible();
  const of = (from: number, to: number) =>
    sum(FACTS, "impressions", (each) => each.zone === 101 && during(dayBefore(from), dayBefore(to))(each));
  const percent = Math.abs((of(7, 1) / of(14, 8) - 1) * 100).toFixed(1);
  await expect(cell(page, "Zone 101", 1)).toContainText(`${percent}%`);
  await page.getByRole("button", { name: "Clicks, change" }).click();
  const clicks = (zone: number, from: number, to: number) =>
    sum(FACTS, "clicks", (each) => each.zone === zone && during(dayBefore(from), dayBefore(to))(each));
  const zones = [...new Set(FACTS.map(({ zone }) => zone))];
  const lost = zones.toSorted((a, b) => change(a) - change(b))[0];
  function change(zone: number): number {
    return clicks(zone, 7, 1) / clicks(zone, 14, 8);
  }
  await expect(page.locator(".records tbody:not(.totals) tr").first()).toContainText(`Zone ${lost}`);
});

test("the switch for changes is not shown where rows cannot be compared", async ({ page, enter }) => {
  await enter({ query: "?by=zone_id" });
  await expect(page.getByLabel("Changes")).toBeVisible();
  for (const query of ["?by=date", "?by=zone_id&compare=off"]) {
    await page.goto(new URL(query, page.url()).href);
    await settled(page);
    await expect(page.getByLabel("Changes")).toHaveCount(0);
  }
});

test("groupings are in sections and can be searched", async ({ page, enter }) => {
  await enter();
  await page.locator(".groupings .chip-label").click();
  for (const name of ["Time", "Inventory", "Audience"])
    await expect(page.getByRole("group", { name, exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Find" }).fill("coun");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Germany" })).toBeVisible();
});

test("metrics are in named groups that fit without scrolling", async ({ page, enter }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await enter({ as: "bob" });
  await page.getByRole("button", { name: /^Metrics/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("group")).toHaveText([
    /^DeliveryImpressions, clicks and money/,
    /^BiddingReal-time auctions/,
    /^VideoStarted and viewed video ads/,
    /^GoalsConversions after a click/,
  ]);
  const columns = await dialog
    .locator("fieldset .choice")
    .evaluateAll((choices) => new Set(choices.map((choice) => choice.getBoundingClientRect().left)).size);
  expect(columns).toBeGreaterThan(1);
  expect(await dialog.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(
    1,
  );
});

test("an address with a page number past the end shows the last page", async ({ page, enter }) => {
  await enter({ query: "?by=date,zone_id&rows=250&period=30d&page=9" });
  await expect(page.getByText("251–360 of 360")).toBeVisible();
  await expect(page).toHaveURL(/page=2(&|$)/);
});
