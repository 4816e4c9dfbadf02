import { counted } from "./facts.ts";
import { expect, figure, test } from "./test.ts";

/** Longer than the refresh interval of the dashboard. */
const REFRESH = { timeout: 30_000 };

test("an impression on a page with the tag appears in today's numbers, and focus and address stay the same", {
  tag: "@essential",
}, async ({ page, enter, serve, site, context }) => {
  const service = await serve({ facts: counted() });
  await enter({ origin: service.origin, query: "?period=today&by=zone_id" });
  await expect(figure(page, "base.impressions")).toHaveText("0");
  await expect(page.getByText("Live")).toBeVisible();
  const heading = page.getByRole("columnheader", { name: "Clicks" }).getByRole("button");
  await heading.focus();
  const address = page.url();

  const tag = `<script async src="/dist/zonetag.js" data-endpoint="${service.endpoint}"></script>`;
  site.pages["/"] = `<!doctype html><html lang="en"><title>page</title>${tag}<ins data-zone-id="101"></ins>`;
  const reader = await context.newPage();
  await reader.goto(site.origin);
  await expect(reader.locator("[data-zone-id='101']")).toHaveAttribute("data-zone-state", "filled");

  await expect(figure(page, "base.impressions")).toHaveText("1", REFRESH);
  await expect(page.getByRole("link", { name: "Zone 101" })).toBeVisible(REFRESH);
  await expect(heading).toBeFocused();
  expect(page.url()).toBe(address);
});
