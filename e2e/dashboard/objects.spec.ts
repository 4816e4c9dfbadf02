/** Pages of objects: state, next step, numbers, settings and history. */
import { counted, dayBefore, during, sum } from "./facts.ts";
import { manage } from "./pages.ts";
import { count, enterPage, expect, figure, settled, test } from "./test.ts";

const FACTS = counted();
const shownIn = (
  first: number,
  last: number,
  isCounted: (each: (typeof FACTS)[number]) => boolean = () => true,
) => {
  const days = during(dayBefore(first), dayBefore(last));
  return count(sum(FACTS, "impressions", (each) => days(each) && isCounted(each)));
};

for (const [name, query, isCounted, settings] of [
  ["Zone 101", "?place=inventory&zone=101", ({ zone }) => zone === 101, "Zone settings"],
  ["News", "?place=inventory&site=10", ({ site }) => site === 10, "Site settings"],
  ["Ann", "?place=inventory&account=2", () => true, "Account settings"],
  ["Spring", "?place=campaigns&campaign=301", ({ campaign }) => campaign === 301, "Spring"],
  ["300x250", "?place=campaigns&creative=3010", ({ campaign }) => campaign === 301, "Settings"],
  ["Bob", "?place=campaigns&account=3", () => true, "Account settings"],
] satisfies [string, string, (each: (typeof FACTS)[number]) => boolean, string][])
  test(`the page of ${name} shows numbers, settings and history, and links to the full report`, async ({
    page,
    service,
  }) => {
    await enterPage(page, service.origin, query);
    await expect(page.getByRole("heading", { name, level: 2, exact: true }).first()).toBeVisible();
    const impressions = page.locator("[data-metric='base.impressions'] .figure-value");
    await expect(impressions).toHaveText(shownIn(7, 1, isCounted));
    await expect(page.locator("[data-metric='base.impressions'] .change")).toContainText("%");
    const part = page.getByRole("form", { name: settings }).or(page.getByRole("region", { name: settings }));
    await expect(part.first()).toBeVisible();
    await expect(page.getByRole("region", { name: "History" })).toBeVisible();
    await page.getByRole("link", { name: "Open in statistics" }).click();
    await settled(page);
    await expect(figure(page, "base.impressions")).toHaveText(shownIn(7, 1, isCounted));
  });

test("all pages share the chosen period", async ({ page, service }) => {
  await enterPage(page, service.origin, "?place=inventory&zone=101");
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Yesterday", exact: true }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "Campaigns" }).click();
  await expect(page.locator(".period-button")).toContainText("Yesterday");
  await page.reload();
  await expect(page.locator(".period-button")).toContainText("Yesterday");
  await menu.getByRole("link", { name: "Statistics" }).click();
  await settled(page);
  await expect(page.locator(".period-button")).toContainText("Yesterday");
});

test("a zone's history names the publisher's users, but not the users of the network", async ({
  page,
  serve,
}) => {
  const service = await serve();
  await manage(service.origin).zones.change({ id: 101, version: "*" }, { name: "Top" });
  await manage(service.origin, "ann").zones.bulk(
    [101, 102].map((id) => ({ id, version: "*" })),
    { deleted: true },
  );
  await enterPage(page, service.origin, "?place=inventory&zone=101", "ann");
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem").first()).toContainText("Ann archived this and 1 more");
  await expect(history).toContainText("Your network set the name to Top");
});

test("the history of a campaign names and links its creatives, and creatives and campaigns link to their owners", async ({
  page,
  serve,
}) => {
  const service = await serve();
  await manage(service.origin).creatives(301).change({ id: 3010, version: "*" }, { name: "Skates" });
  await enterPage(page, service.origin, "?place=campaigns");
  await page.getByRole("link", { name: "Spring" }).click();
  await expect(page.getByRole("region", { name: "History" })).toContainText(
    "set the name of the creative Skates of Spring to Skates",
  );
  await page.getByRole("link", { name: "Skates" }).click();
  await expect(page.getByRole("heading", { name: "Skates" })).toBeVisible();
  await page.getByRole("link", { name: "Spring" }).click();
  await page.getByRole("link", { name: "Bob" }).click();
  await expect(page.getByRole("link", { name: "Autumn" })).toBeVisible();
});

test("a zone without requests and a campaign without matches suggest the next step", async ({
  page,
  enterOwn,
}) => {
  const service = await enterOwn("?place=inventory&zone=101");
  await expect(page.getByText("Next: Add ?zonetag_console to the page's address")).toBeVisible();
  await page.goto(`${service.origin}/dashboard/?place=campaigns&campaign=301`);
  await expect(page.getByText("Next: Widen its targeting")).toBeVisible();
});

test("the title names the object or the list", async ({ page, service }) => {
  await enterPage(page, service.origin, "?place=campaigns&campaign=301");
  await expect(page).toHaveTitle("Spring – Campaigns – Net – zonetag");
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveTitle("Campaigns – Net – zonetag");
  await page.getByRole("link", { name: "Autumn" }).click();
  await expect(page).toHaveTitle("Autumn – Campaigns – Net – zonetag");
  await page.getByRole("link", { name: "Inventory" }).click();
  await expect(page).toHaveTitle("Inventory – Net – zonetag");
});
