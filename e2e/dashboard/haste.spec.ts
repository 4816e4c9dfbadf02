/** Double clicks, and changes faster than the service answers. */
import type { Page } from "playwright/test";
import { counted, dayBefore, during, sum } from "./facts.ts";
import { BANNER, manage } from "./pages.ts";
import { clickTwice, count, expect, figure, hold, holdReports, settled, signIn, test } from "./test.ts";

const FACTS = counted();
const shownIn = (first: number, last: number) =>
  count(sum(FACTS, "impressions", during(dayBefore(first), dayBefore(last))));

const pickPeriod = async (page: Page, name: string) => {
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
};

test("a double click on Create creates one zone or site", async ({ page, enterOwn }) => {
  const service = await enterOwn("?place=inventory&new=zone", { as: "ann" });
  await page.getByLabel("Zone name").fill("Hasty");
  await page.getByLabel("Size").fill("300x250");
  await clickTwice(page, "Create");
  await expect(page.getByRole("heading", { name: "Hasty" })).toBeVisible();
  await page.goto(`${service.origin}/dashboard/?place=inventory&new=site`);
  await page.getByLabel("Site name").fill("Hasty news");
  await page.getByLabel("Host name").fill("hasty.example");
  await page.getByRole("button", { name: "Create" }).dblclick();
  await expect(page.getByRole("heading", { name: "Hasty news" })).toBeVisible();
  const { zones, sites } = manage(service.origin, "ann");
  expect((await zones.list({ search: "Hasty" })).entries).toHaveLength(1);
  expect((await sites.list({ search: "Hasty" })).entries).toHaveLength(1);
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`a double click in a menu is one click, and hits nothing below the menu: ${width} px`, async ({
    page,
    enterOwn,
  }) => {
    await page.setViewportSize({ width, height });
    await enterOwn("?place=campaigns&campaign=301&step=creatives");
    for (const macro of ["{click_id}", "{os}", "{sub}"]) {
      await page.getByRole("button", { name: "Insert a macro" }).click();
      await page.getByRole("button", { name: macro }).dblclick();
    }
    await expect(page.getByLabel("Landing page")).toHaveValue(
      "https://shoes.example/?click_id={click_id}&os={os}&sub={sub}",
    );
    await page.reload();
    const address = new URL(page.url());
    await page.locator(".period-button").click();
    await page.getByRole("dialog").getByRole("button", { name: "Last 30 days" }).dblclick();
    await expect(page).toHaveURL(/period=30d/);
    address.searchParams.set("period", "30d");
    expect(page.url()).toBe(address.href);
  });

test("a double click on Next stops at the last step, and one on Create creates one campaign", async ({
  page,
  enterOwn,
}) => {
  const service = await enterOwn("?place=campaigns&new=1");
  await page.getByRole("combobox", { name: "Advertiser" }).selectOption("New advertiser…");
  await page.getByLabel("Advertiser name").fill("Hasty shoes");
  await page.getByLabel("Name", { exact: true }).fill("Hasty");
  await page.getByLabel("Price").fill("2");
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".drop input[type=file]").setInputFiles(BANNER);
  await page.getByLabel("Landing page").fill("https://shop.example/");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Next" }).dblclick();
  await expect(page.getByRole("heading", { name: "Budget" })).toBeVisible();
  const { campaigns, accounts } = manage(service.origin);
  expect((await campaigns.list({ search: "Hasty" })).entries).toHaveLength(0);
  await clickTwice(page, "Create");
  await expect(page.getByRole("heading", { name: "Hasty", exact: true })).toBeVisible();
  expect((await campaigns.list({ search: "Hasty" })).entries).toHaveLength(1);
  expect((await accounts.list({ search: "Hasty" })).entries).toHaveLength(1);
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`an estimate that arrives while Next is pressed moves nothing: ${width} px`, async ({
    page,
    enterOwn,
  }) => {
    await page.setViewportSize({ width, height });
    const estimates = await hold(page, "**/v2/estimate", () => true);
    await enterOwn("?place=campaigns&new=1");
    await page.getByLabel("Name", { exact: true }).fill("Steady");
    await page.getByLabel("Price").fill("2");
    await page.getByRole("button", { name: "Next" }).click();
    const asked = page.waitForRequest("**/v2/estimate");
    await page.locator(".drop input[type=file]").setInputFiles(BANNER);
    await page.getByLabel("Landing page").fill("https://shop.example/");
    await asked;
    const next = page.getByRole("button", { name: "Next" });
    await next.hover();
    const before = await next.boundingBox();
    await page.mouse.down();
    await estimates.release();
    await expect(page.getByText("impressions per week")).toBeVisible();
    expect(await next.boundingBox()).toEqual(before);
    await page.mouse.up();
    await expect(page.getByRole("heading", { name: "Targeting" })).toBeVisible();
  });

test("a double click on Save saves once, and one on Pause does not resume", { tag: "@essential" }, async ({
  page,
  enterOwn,
}) => {
  const service = await enterOwn("?place=campaigns&campaign=301");
  const changes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") changes.push(request.url());
  });
  await page.getByLabel("Name", { exact: true }).fill("Spring again");
  await page.getByRole("button", { name: "Save" }).dblclick();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(changes).toHaveLength(1);
  await page.getByRole("button", { name: "Pause" }).dblclick();
  await expect(page.getByRole("button", { name: "Resume" })).toBeEnabled();
  expect(changes).toHaveLength(2);
  expect(await manage(service.origin).campaigns.get(301)).toMatchObject({
    name: "Spring again",
    active: false,
  });
});

test("thirteen quick changes show the last view without reaching the rate limit", async ({
  page,
  serve,
  enter,
}) => {
  const service = await serve({ facts: FACTS, args: [] });
  await enter({ origin: service.origin });
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/v2/statistics/")) asked += 1;
  });
  const names = ["30d", "90d", "week", "month", "last-month", "year", "today", "yesterday"];
  await page.evaluate((periods) => {
    const go = (search: string) => {
      history.pushState(null, "", search);
      dispatchEvent(new PopStateEvent("popstate"));
    };
    return new Promise<void>((done) => {
      const queue = periods.map((period) => `?period=${period}`);
      for (const by of ["zone_id", "country_iso", "date", "sub", "site_id"])
        queue.push(`?period=yesterday&by=${by}`);
      const next = () => {
        const search = queue.shift();
        if (!search) return done();
        go(search);
        requestAnimationFrame(() => requestAnimationFrame(next));
      };
      next();
    });
  }, names);
  await settled(page);
  await expect(figure(page, "base.impressions")).toHaveText(shownIn(1, 1));
  await expect(page.getByRole("row", { name: /^News/ })).toBeVisible();
  await expect(page.getByText("Too many requests.")).toHaveCount(0);
  expect(asked).toBeLessThan(15);
});

test("signing out during a load shows an empty form, and the next user sees only their own numbers", async ({
  page,
  enter,
}) => {
  await enter();
  const held = await holdReports(page, ({ filter }) => filter.date_from === dayBefore(30));
  await pickPeriod(page, "Last 30 days");
  await expect(page.locator(".figures.stale")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Sign in to your account.")).toBeVisible();
  await held.release();
  await signIn(page, "bob");
  await settled(page);
  await expect(page.getByRole("banner")).toContainText("Bob");
  await expect(figure(page, "base.cost")).toHaveText(/^€/);
  await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(0);
});
