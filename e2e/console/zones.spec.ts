import type { Page } from "playwright/test";
import type { Ads, Answer } from "../support/ads.ts";
import { expect, type Panel, test } from "./console.ts";

const OPEN = { path: "/sports/article?zonetag_console" };

/** Zone 4 does not exist, zone 3 has no campaign. */
const mixed =
  (ads: Ads): Answer =>
  ({ zones }) => ({
    zones: zones.map(({ id }) => (id === 3 || id === 4 ? null : ads.banner(id))),
    errors: Object.fromEntries(
      zones.flatMap(({ id }, at) => (id === 4 ? [[String(at), ["Zone 4 not found"]]] : [])),
    ),
  });

const slot = (id: number, more = "") => `<ins data-zone-id="${id}" data-size="300x250" ${more}></ins>`;

test("the console lists zones with state, sizes and timeline, problems first, below the page's verdict", {
  tag: "@essential",
}, async ({ page, ads, open, panel }) => {
  ads.answer(mixed(ads));
  await open([1, 2, 3, 4].map((id) => slot(id)).join(""), OPEN);
  await expect(panel.verdict).toHaveText("2 of 4 filled, 1 without an ad, 1 wrong id");
  await expect(panel.root.locator(".zone b")).toHaveText(["Zone 4", "Zone 3", "Zone 1", "Zone 2"]);
  const first = panel.zoneById(1);
  await expect(first).toContainText("Zone 1 Filled");
  await expect(first).toContainText("300×250 reserved, 300×250 shown");
  await expect(first.locator("ol li")).toHaveText([
    /^Found [\d,]+ ms/,
    /^Requested [\d,]+ ms/,
    /^Answered [\d,]+ ms/,
    /^Image loaded [\d,]+ ms/,
    /^Impression [\d,]+ ms/,
    /^Viewable [\d,]+ ms/,
  ]);
  await page.locator("ins a").first().click();
  await expect(first.locator("ol li").last()).toHaveText(/^Click/);
  await expect(panel.zoneById(3)).toContainText("Zone 3 No ad");
  await expect(panel.zoneById(4)).toContainText("Zone 4 Problem");
});

test("pointing at an entry frames its zone on the page, and a click on the entry scrolls to the zone", async ({
  page,
  open,
  panel,
}) => {
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

test("the buttons above the list filter zones by state", async ({ ads, open, panel }) => {
  ads.answer(mixed(ads));
  await open([1, 2, 3, 4].map((id) => slot(id)).join(""), OPEN);
  await expect(panel.verdict).toContainText("2 of 4 filled");
  await panel.root.getByRole("button", { name: "Filled 2" }).first().click();
  await expect(panel.root.locator(".zone:visible b")).toHaveText(["Zone 1", "Zone 2"]);
  await panel.button("All 4").click();
  await expect(panel.root.locator(".zone:visible")).toHaveCount(4);
});

test("Refresh requests one or all zones again, and each entry shows its number of requests", async ({
  ads,
  open,
  panel,
}) => {
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

test("a pressed button stays under the pointer while zones are added and change", async ({
  page,
  ads,
  open,
  panel,
}) => {
  await open(slot(1) + slot(2), OPEN);
  await expect(panel.verdict).toHaveText("2 of 2 filled");
  await panel.button("Refresh zone 2").hover();
  await page.mouse.down();
  await page.evaluate((markup) => document.body.insertAdjacentHTML("afterbegin", markup), slot(3));
  await expect.poll(() => ads.impressions).toHaveLength(3);
  await page.mouse.up();
  await expect(panel.verdict).toHaveText("3 of 3 filled");
  await expect(panel.zone(2)).toContainText("requested 2 times");
});

test("a console opened late shows everything since the start, and later changes", async ({
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

/** Measures how many CSS pixels of the zone the panel covers, horizontally and vertically. */
async function measureOverlap(page: Page, panel: Panel): Promise<number> {
  const zone = await page.locator("ins").last().boundingBox();
  const over = await panel.root.boundingBox();
  if (!zone || !over) throw new Error("the zone and the panel have no boxes");
  const share = (start: "x" | "y", size: "width" | "height") =>
    Math.min(zone[start] + zone[size], over[start] + over[size]) - Math.max(zone[start], over[start]);
  return Math.max(0, Math.min(share("x", "width"), share("y", "height")));
}

const rail = (side: string, size: string) =>
  `<div style="height:2000px"></div><div style="text-align:${side}"><ins data-zone-id="1" data-size="${size}" style="display:inline-block"></ins></div><div style="height:2000px"></div>`;

for (const [width, height, side, size] of [
  [1280, 720, "right", "300x250"],
  [1280, 720, "left", "300x250"],
  [1280, 720, "right", "160x600"],
  [1280, 720, "center", "728x90"],
  [360, 640, "left", "300x250"],
] as const)
  test(`at ${width} px, “Show on the page” scrolls a ${size} zone on the ${side} out from under the panel`, async ({
    page,
    ads,
    open,
    panel,
  }) => {
    await page.setViewportSize({ width, height });
    ads.answer(({ zones }) => ({ zones: zones.map(({ id }) => ads.banner(id, "b", size)), errors: {} }));
    await open(rail(side, size), OPEN);
    await panel.zone(0).getByTitle("Show on the page").click();
    await expect(page.locator("ins")).toBeInViewport({ ratio: 1 });
    await expect.poll(() => measureOverlap(page, panel)).toBe(0);
  });

test("the panel can be moved to the other side and minimised to its verdict", async ({ open, panel }) => {
  await open(slot(1), OPEN);
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  const before = await panel.root.boundingBox();
  expect(before?.x).toBeGreaterThan(640);
  await panel.button("Move to the other side").click();
  await expect.poll(async () => (await panel.root.boundingBox())?.x).toBe(12);
  await panel.button("Minimise").click();
  await expect(panel.zone(0)).toBeHidden();
  await expect(panel.verdict).toBeVisible();
  const { height = 0 } = (await panel.root.boundingBox()) ?? {};
  expect(height).toBeLessThan(100);
  await panel.button("Minimise").click();
  await expect(panel.zone(0)).toBeVisible();
});

test("filled zones are folded, and a key opens their details", async ({ page, ads, open, panel }) => {
  ads.answer(mixed(ads));
  await open(slot(1) + slot(3), OPEN);
  await expect(panel.verdict).toHaveText("1 of 2 filled, 1 without an ad");
  const details = panel.zoneById(1).locator("ol");
  await expect(details).toBeHidden();
  await expect(panel.zoneById(3).locator("ol")).toBeVisible();
  const toggle = panel.button("Details of zone 1");
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect(details).toBeVisible();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Enter");
  await expect(details).toBeHidden();
});
