import type { Ads, Answer } from "../support/ads.ts";
import { expect, test } from "./console.ts";

const OPEN = { path: "/sports/article?zonetag_console" };

/** Fills what it knows: zone 4 does not exist, zone 3 has no campaign. */
const mixed =
  (ads: Ads): Answer =>
  ({ zones }) => ({
    zones: zones.map(({ id }) => (id === 3 || id === 4 ? null : ads.banner(id))),
    errors: Object.fromEntries(
      zones.flatMap(({ id }, at) => (id === 4 ? [[String(at), ["Zone 4 not found"]]] : [])),
    ),
  });

const slot = (id: number, more = "") => `<ins data-zone-id="${id}" data-size="300x250" ${more}></ins>`;

test("each zone has its state, sizes and time line, the page a verdict", async ({
  page,
  ads,
  open,
  panel,
}) => {
  ads.answer(mixed(ads));
  await open([1, 2, 3, 4].map((id) => slot(id)).join(""), OPEN);
  await expect(panel.verdict).toHaveText("2 of 4 filled, 1 without an ad, 1 wrong id");
  await expect(panel.zone(0)).toContainText("Zone 1 Filled");
  await expect(panel.zone(0)).toContainText("300×250 asked, 300×250 shown");
  await expect(panel.zone(0).locator("ol li")).toHaveText([
    /^Found [\d,]+ ms/,
    /^Requested [\d,]+ ms/,
    /^Answered [\d,]+ ms/,
    /^Image loaded [\d,]+ ms/,
    /^Impression [\d,]+ ms/,
    /^Viewable [\d,]+ ms/,
  ]);
  await page.locator("ins a").first().click();
  await expect(panel.zone(0).locator("ol li").last()).toHaveText(/^Click/);
  await expect(panel.zone(2)).toContainText("Zone 3 No ad");
  await expect(panel.zone(3)).toContainText("Zone 4 Problem");
});

test("a zone's entry frames it on the page, and a click scrolls to it", async ({ page, open, panel }) => {
  await open(`${slot(1)}<div style="height:4000px"></div>${slot(2)}`, OPEN);
  await expect(panel.zone(1)).toContainText("Zone 2 Filled");
  await panel.zone(1).getByRole("button", { name: "Zone 2 Filled" }).click();
  await expect(page.locator("ins").nth(1)).toBeInViewport();
  const box = (selector: string) => page.locator(selector).last().boundingBox();
  await expect.poll(async () => [await box(".frame")]).toEqual([await box("ins")]);
  await panel.verdict.hover();
  await panel.button("Close").focus();
  await expect(page.locator(".frame")).toHaveCount(0);
});

test("zones are filtered by state", async ({ ads, open, panel }) => {
  ads.answer(mixed(ads));
  await open([1, 2, 3, 4].map((id) => slot(id)).join(""), OPEN);
  await expect(panel.verdict).toContainText("2 of 4 filled");
  await panel.root.getByRole("button", { name: "Filled 2" }).first().click();
  await expect(panel.root.locator(".zone:visible b")).toHaveText(["Zone 1", "Zone 2"]);
  await panel.button("All 4").click();
  await expect(panel.root.locator(".zone:visible")).toHaveCount(4);
});

test("refresh asks again for one zone or for all, and says how often", async ({ ads, open, panel }) => {
  await open(slot(1) + slot(2), OPEN);
  await expect(panel.verdict).toHaveText("2 of 2 filled");
  await panel.button("Refresh zone 2").click();
  await expect(panel.zone(1)).toContainText("requested 2 times");
  await expect(panel.root.getByRole("status")).toHaveText("Requested again.");
  await expect.poll(() => ads.bodies.map(({ zones }) => zones.map(({ id }) => id))).toEqual([[1, 2], [2]]);
  await panel.button("Refresh all").click();
  await expect(panel.zone(0)).toContainText("requested 2 times");
  await expect(panel.zone(1)).toContainText("requested 3 times");
});

test("opened late, it has everything since the start, and hears what comes", async ({
  page,
  ads,
  open,
  panel,
}) => {
  await open(slot(1));
  await expect.poll(() => ads.impressions).toHaveLength(1);
  await page.evaluate("zonetag.console()");
  await expect(panel.zone(0).locator("ol li").first()).toHaveText(/^Found/);
  await expect(panel.zone(0)).toContainText("Impression");
  await page.evaluate((markup) => document.body.insertAdjacentHTML("beforeend", markup), slot(2));
  await expect(panel.verdict).toHaveText("2 of 2 filled");
  await page
    .locator("ins")
    .first()
    .evaluate((el) => el.remove());
  await expect(panel.root.locator(".zone b")).toHaveText(["Zone 2"]);
});
