import { counted, dayBefore, during, sum } from "./facts.ts";
import { count, expect, figure, settled, test } from "./test.ts";

const FACTS = counted();
const yesterday = count(sum(FACTS, "impressions", during(dayBefore(1), dayBefore(1))));

test("when the rate limit is exhausted, the page counts down and then loads the report", async ({
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
    // A view that is left before its request is sent does not use up the limit.
    await expect(page.locator(".breakdown[aria-busy='false']").or(limited).first()).toBeVisible();
  }
  await expect(limited).toBeVisible();
  await expect(page.getByText(/Numbers update in \d+ s\./)).toBeVisible();
  await settled(page);
  await expect(page.getByRole("columnheader", { name: "Month" })).toBeVisible();
  await expect(limited).toBeHidden();
  expect(refused).toEqual([]);
});

test("a lost connection is reported, and reports load again once it is back", async ({
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
