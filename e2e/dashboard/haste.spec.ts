/** A person in a hurry: clicks that come twice, and changes faster than the service answers. */
import type { Page } from "playwright/test";
import { counted, dayBefore, during, sum } from "./facts.ts";
import { BANNER, enterPage, manage, UNLIMITED } from "./pages.ts";
import { count, expect, figure, hold, holdReports, settled, signIn, test } from "./test.ts";

const FACTS = counted();
const shownIn = (first: number, last: number) =>
  count(sum(FACTS, "impressions", during(dayBefore(first), dayBefore(last))));

const pickPeriod = async (page: Page, name: string) => {
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
};

/** Two clicks in one task: the second comes before anything is drawn. */
const clickTwice = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });

test("two clicks on Create make one zone and one site", async ({ page, serve }) => {
  const service = await serve({ args: UNLIMITED });
  await enterPage(page, service.origin, "?place=inventory&new=zone", "ann");
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

test("a double click on Next shows the last step, and one on Create makes one campaign of one new account", async ({
  page,
  serve,
}) => {
  const service = await serve({ args: UNLIMITED });
  await enterPage(page, service.origin, "?place=campaigns&new=1");
  await page.getByRole("combobox", { name: "Advertiser" }).selectOption("New advertiser…");
  await page.getByLabel("Advertiser name").fill("Hasty shoes");
  await page.getByLabel("Name", { exact: true }).fill("Hasty");
  await page.getByLabel("Price").fill("2");
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator("input[type=file]").setInputFiles(BANNER);
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

test("an estimate that arrives while Next is pressed moves nothing, and the next step opens", async ({
  page,
  serve,
}) => {
  const service = await serve({ args: UNLIMITED });
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const estimates = await hold(page, "**/v2/estimate", () => true);
    if (width === 1440) await enterPage(page, service.origin, "?place=campaigns&new=1");
    else await page.goto(`${service.origin}/dashboard/?place=campaigns&new=1`);
    await page.getByLabel("Name", { exact: true }).fill("Steady");
    await page.getByLabel("Price").fill("2");
    await page.getByRole("button", { name: "Next" }).click();
    const asked = page.waitForRequest("**/v2/estimate");
    await page.locator("input[type=file]").setInputFiles(BANNER);
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
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("link", { name: "New campaign" })).toBeVisible();
  }
});

test("a double click on Save saves once, and one on Pause pauses", { tag: "@essential" }, async ({
  page,
  serve,
}) => {
  const service = await serve({ args: UNLIMITED });
  await enterPage(page, service.origin, "?place=campaigns&campaign=301");
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

test("two clicks on Create link make one link", async ({ page, serve, enter }) => {
  const service = await serve({ args: UNLIMITED });
  await enter({ origin: service.origin });
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByLabel("Recipient").fill("Tom");
  await clickTwice(page, "Create link");
  await page.getByLabel("Copy it now; it is shown only once.").waitFor();
  await expect(page.getByRole("list", { name: "Active links" }).getByRole("listitem")).toHaveCount(1);
});

test("back and forward in the middle of a load show what the address says, and never the other", async ({
  page,
  enter,
}) => {
  await enter();
  await expect(figure(page, "base.impressions")).toHaveText(shownIn(7, 1));
  const held = await holdReports(page, ({ filter }) => filter.date_from === dayBefore(30));
  await pickPeriod(page, "Last 30 days");
  await expect(page.locator(".figures.stale")).toBeVisible();
  await page.goBack();
  await settled(page);
  await expect(page.locator(".stale")).toHaveCount(0);
  await expect(figure(page, "base.impressions")).toHaveText(shownIn(7, 1));
  await held.release();
  await expect(figure(page, "base.impressions")).toHaveText(shownIn(7, 1));
  await page.goForward();
  await settled(page);
  await expect(figure(page, "base.impressions")).toHaveText(shownIn(30, 1));
});

test("who clicks through eight periods and five groupings at once is shown the last, and is not locked out", async ({
  page,
  serve,
  enter,
}) => {
  const service = await serve({ facts: FACTS });
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

test("signing out in the middle of a load leads to the plain form, and the next one sees their own numbers", async ({
  page,
  enter,
}) => {
  await enter();
  const held = await holdReports(page, ({ filter }) => filter.date_from === dayBefore(30));
  await pickPeriod(page, "Last 30 days");
  await expect(page.locator(".figures.stale")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Sign in to see your statistics.")).toBeVisible();
  await held.release();
  await signIn(page, "bob");
  await settled(page);
  await expect(page.getByRole("banner")).toContainText("Bob");
  await expect(figure(page, "base.cost")).toHaveText(/^€/);
  await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(0);
});
