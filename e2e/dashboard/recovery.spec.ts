/** Management pages without a connection, beyond a rate limit, and in many tabs. */
import type { Page } from "playwright/test";
import { counted, dayBefore, during, sum } from "./facts.ts";
import { count, enterPage, expect, figure, test } from "./test.ts";

const FACTS = counted();
const CAMPAIGN = "?place=campaigns&campaign=301";
/** Advertisers' impressions of the last days. */
const shown = (days: number) => count(sum(FACTS, "impressions", during(dayBefore(days), dayBefore(1))));

/** Records the paths of requests to the service that reach the network. */
function recordRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("requestfinished", async (request) => {
    const { pathname } = new URL(request.url());
    const response = await request.response();
    const { transferSize = 0 } = (await page
      .evaluate((url) => {
        const entry = performance.getEntriesByName(url).at(-1);
        return entry instanceof PerformanceResourceTiming ? { transferSize: entry.transferSize } : {};
      }, request.url())
      .catch(() => ({ transferSize: 1 }))) as { transferSize?: number };
    if (pathname.startsWith("/v2/") && response && transferSize > 0) paths.push(pathname);
  });
  return paths;
}

const waitForForm = (page: Page) => page.getByRole("form", { name: "Spring" }).waitFor();
const waitForPage = async (page: Page) => {
  await waitForForm(page);
  await page.getByRole("region", { name: "History" }).waitFor();
  await expect(figure(page, "base.impressions")).not.toHaveText("\u00a0");
  await expect(page.locator("[data-metric='base.impressions'] .change")).toContainText(/\w/);
  await page.waitForLoadState("networkidle");
};

test("a campaign opened without a connection is complete once the connection is back", async ({
  page,
  service,
  context,
}) => {
  await enterPage(page, service.origin, "?place=campaigns");
  const link = page.getByRole("link", { name: "Spring" });
  await link.waitFor();
  await context.setOffline(true);
  await link.click();
  await expect(page.getByText("No connection to the service.")).toHaveCount(1);
  await context.setOffline(false);
  await waitForPage(page);
  await expect(page.locator(".notice")).toBeHidden();
});

test("a list keeps no numbers of another period unmarked, and gets the chosen ones once the connection is back", async ({
  page,
  service,
  context,
}) => {
  await enterPage(page, service.origin, "?place=campaigns");
  const totals = page.getByRole("row", { name: /^Total/ });
  await expect(totals).toContainText(shown(7));
  await page.locator(".period-button").click();
  const month = page.getByRole("dialog").getByRole("button", { name: "Last 30 days" });
  await month.waitFor();
  await context.setOffline(true);
  await month.click();
  await expect(page.getByText("No connection to the service.")).toBeVisible();
  await expect(page.locator("td.stale").first()).toHaveCSS("opacity", "0.45");
  await expect(page.getByRole("button", { name: "CSV" })).toHaveAttribute("aria-disabled", "true");
  await context.setOffline(false);
  await expect(totals).toContainText(shown(30));
  await expect(page.locator("td.stale")).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get("period")).toBe("30d");
});

test("beyond the rate limit a page counts down, and is then complete", async ({ page, serve }) => {
  const service = await serve({ facts: FACTS, args: ["--limit-user", "10", "--limit-window", "12000"] });
  await enterPage(page, service.origin, "?place=campaigns");
  await page.getByRole("link", { name: "Spring" }).click();
  await expect(page.getByText(/Too many requests.*Numbers update in \d+ s\./)).toBeVisible();
  await waitForPage(page);
  await expect(page.locator(".notice")).toBeHidden();
});

test("a campaign's page sends at most twelve requests, so that eight tabs stay within the limit", async ({
  page,
  context,
  serve,
}) => {
  const args = ["--limit-ip", "0", "--limit-statistics-ip", "0"];
  const service = await serve({ facts: FACTS, args });
  await enterPage(page, service.origin, "?place=sessions");
  await page.getByRole("region", { name: "Signed-in browsers" }).or(page.getByRole("main")).first().waitFor();
  const requests: string[][] = [];
  for (let tab = 0; tab < 8; tab++) {
    const opened = await context.newPage();
    requests.push(recordRequests(opened));
    await opened.goto(`${service.origin}/dashboard/${CAMPAIGN}`);
    await waitForPage(opened);
    await expect(opened.locator(".notice")).toBeHidden();
  }
  expect(requests.map(({ length }) => length).filter((length) => length > 12)).toEqual([]);
  expect(requests.flat().filter((path) => path.includes("/collections/"))).toEqual([]);
});

test("names are requested when the targeting is opened, and not again by another tab", async ({
  page,
  context,
  service,
}) => {
  await enterPage(page, service.origin, CAMPAIGN);
  const open = async (tab: Page) => {
    const requests = recordRequests(tab);
    await waitForPage(tab);
    await tab.getByRole("button", { name: "3 Targeting" }).click();
    await tab.getByLabel("Countries").waitFor();
    await tab.waitForLoadState("networkidle");
    return requests.filter((path) => path.includes("/collections/"));
  };
  expect((await open(page)).length).toBeGreaterThan(5);
  const second = await context.newPage();
  await second.goto(`${service.origin}/dashboard/${CAMPAIGN}`);
  expect(await open(second)).toEqual([]);
});
