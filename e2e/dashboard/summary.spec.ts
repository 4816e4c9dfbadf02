/** The sentences above the chart, and how many requests pages make. */
import { counted, dayBefore } from "./facts.ts";
import { expect, settled, signIn, test } from "./test.ts";

/** Facts in which the traffic of the site Shop stops three days ago. */
const STOPPED = counted(20).filter(({ site, day }) => site === 10 || day < dayBefore(3));

test("the summary says what changed since when, and links to the site that explains the change", async ({
  page,
  serve,
  enter,
}) => {
  const { origin } = await serve({ facts: STOPPED });
  await enter({ origin });
  const weekday = new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  const summary = page.locator(".summary");
  await expect(summary).toContainText(/^Impressions fell 2\d% vs /);
  await expect(summary).toContainText(
    `, since ${weekday.format(Date.parse(dayBefore(3)))}: the site Shop explains`,
  );
  const below = page.locator(".chart").first();
  const top = (await below.boundingBox())?.y;
  await page.getByRole("button", { name: "Filter" }).waitFor();
  expect((await below.boundingBox())?.y).toBe(top);
  await summary.getByRole("link", { name: "Shop" }).click();
  await expect(page.getByRole("heading", { name: "Shop", exact: true })).toBeVisible();
});

test("a report with filters has no summary of the whole account", async ({ page, enter }) => {
  await enter({ query: "?f.zone_id=101" });
  await expect(page.locator(".summary")).toHaveCount(0);
});

test("no page sends more than five report requests, and ten pages in a minute stay below the rate limit", async ({
  page,
  serve,
}) => {
  const { origin } = await serve({ facts: counted(), args: [] });
  const reports: string[] = [];
  const refused: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v2/statistics/")) reports.push(request.url());
  });
  page.on("response", (response) => {
    if (response.status() === 429) refused.push(response.url());
  });
  await page.goto(`${origin}/dashboard/`);
  await signIn(page, "net");
  await settled(page);
  expect(reports.length).toBeLessThanOrEqual(5);
  const pages = [
    ["?place=inventory", "Zone 101"],
    ["?place=inventory&site=10", "Site settings"],
    ["?place=inventory&zone=101", "Zone settings"],
    ["?place=inventory&zone=102", "Zone settings"],
    ["?place=inventory&account=2", "Account settings"],
    ["?place=campaigns", "Spring"],
    ["?place=campaigns&campaign=301", "History"],
    ["?place=campaigns&campaign=302", "History"],
    ["?place=campaigns&creative=3010", "History"],
  ] as const;
  for (const [query, text] of pages) {
    reports.length = 0;
    await page.goto(`${origin}/dashboard/${query}`);
    await page.getByText(text, { exact: true }).first().waitFor();
    await expect(page.locator("[aria-busy='true']")).toHaveCount(0);
    expect([query, reports]).toEqual([query, []]);
  }
  expect(refused).toEqual([]);
});
