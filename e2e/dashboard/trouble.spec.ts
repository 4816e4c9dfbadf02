import { counted, dayBefore, during, sum } from "./facts.ts";
import { count, expect, figure, settled, test } from "./test.ts";

const FACTS = counted();
const yesterday = count(sum(FACTS, "impressions", during(dayBefore(1), dayBefore(1))));

test("a limit that is used up is said with its seconds, and waited for instead of hit", async ({
  page,
  enter,
  serve,
}) => {
  const args = ["--limit-statistics-user", "5", "--limit-window", "15000"];
  const service = await serve({ facts: FACTS, args });
  const refused: string[] = [];
  page.on("response", (response) => response.status() === 429 && refused.push(response.url()));
  await enter({ origin: service.origin });
  const limited = page.getByText("Too many requests.");
  for (const grouping of ["Zone", "Country", "Date", "Week", "Month"]) {
    await page.locator(".groupings .chip-label").click();
    await page.getByRole("button", { name: grouping, exact: true }).click();
    // A view that is left before its request is sent does not count as a question.
    await expect(page.locator(".breakdown[aria-busy='false']").or(limited).first()).toBeVisible();
  }
  await expect(limited).toBeVisible();
  await expect(page.getByText(/Numbers update in \d+ s\./)).toBeVisible();
  await settled(page);
  await expect(page.getByRole("columnheader", { name: "Month" })).toBeVisible();
  await expect(limited).toBeHidden();
  expect(refused).toEqual([]);
});

test("while a limit counts down, the old numbers stay, and their changes and compared line are blank", async ({
  page,
  enter,
}) => {
  await enter();
  const before = await figure(page, "base.impressions").textContent();
  const change = page.locator("[data-metric='base.impressions'] .change");
  await expect(change).toContainText("%");
  const refused = new Set<string>();
  await page.route("**/v2/statistics/**", async (route) => {
    const body = route.request().postData() ?? "";
    if (refused.has(body)) return route.continue();
    refused.add(body);
    await route.fulfill({
      status: 429,
      headers: { "retry-after": "4" },
      json: { message: "Too many requests." },
    });
  });
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Yesterday" }).click();
  await expect(page.getByText(/Numbers update in \d s\./)).toBeVisible();
  await expect(figure(page, "base.impressions")).toHaveText(before ?? "");
  await expect(change).toHaveText("\u00a0");
  await expect(page.locator(".chart .line-before")).toBeHidden();
  await expect(figure(page, "base.impressions")).toHaveText(yesterday);
  await expect(change).toContainText("%");
});

test("a connection that is lost is said, and used again by itself when it is back", async ({
  page,
  enter,
  context,
}) => {
  await enter();
  const before = await figure(page, "base.impressions").textContent();
  await page.locator(".period-button").click();
  const period = page.getByRole("dialog").getByRole("button", { name: "Yesterday" });
  await period.waitFor();
  await context.setOffline(true);
  await period.click();
  await expect(page.getByText("No connection to the service.").first()).toBeVisible();
  await expect(figure(page, "base.impressions")).toHaveText(before ?? "");
  await context.setOffline(false);
  await expect(figure(page, "base.impressions")).toHaveText(yesterday);
  await settled(page);
  await expect(page.locator(".notice")).toBeHidden();
});

test("a service that is down for a while is asked again by itself, and not so often that the limit goes", async ({
  page,
  enter,
}) => {
  await enter();
  let asked = 0;
  await page.route("**/v2/statistics/**", (route) => {
    asked += 1;
    return route.abort();
  });
  await page.locator(".period-button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Yesterday" }).click();
  await expect(page.locator(".notice").getByText("No connection to the service.")).toBeVisible();
  // Three reports, each tried twice.
  await expect.poll(() => asked).toBe(6);
  await expect.poll(() => asked).toBe(8);
  await page.unroute("**/v2/statistics/**");
  await expect(figure(page, "base.impressions")).toHaveText(yesterday, { timeout: 30_000 });
  await settled(page);
  await expect(page.locator(".notice")).toBeHidden();
});

test("Live ends while reports fail, and comes back with them", async ({ page, enter }) => {
  await enter({ query: "?period=today" });
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.route("**/v2/statistics/**", (route) => route.fulfill({ status: 500, body: "{}" }));
  await expect(page.getByText("Not live", { exact: true })).toBeVisible({ timeout: 20_000 });
  await page.unroute("**/v2/statistics/**");
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 20_000 });
});
