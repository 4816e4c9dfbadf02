import { expect, FERRY, FIRE, states, TIDE, test } from "./demo.ts";

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const banner = (zone: number) => `[data-zone-id="${zone}"] > a > img`;

test("on a wide screen, an article sends one request for its zones and shows every state", {
  tag: "@essential",
}, async ({ page, demo, placements }) => {
  await page.setViewportSize(WIDE);
  await page.goto(demo.site + TIDE);
  await expect
    .poll(() => states(page))
    .toEqual({
      101: "filled",
      102: null,
      103: "filled",
      104: "filled",
      105: "filled",
      106: "empty",
      999: "error",
    });
  expect(placements).toHaveLength(1);
  const { zones } = JSON.parse(placements[0] ?? "");
  expect(zones).toEqual([
    { id: 101 },
    { id: 104 },
    { id: 105, keywords: "rainwear", custom_targeting: { edition: "members" } },
    { id: 999 },
    { id: 103, keywords: "coffee,breakfast" },
    { id: 106, keywords: "membership" },
  ]);
});

test("on a phone, narrow banners replace the wide ones", { tag: "@essential" }, async ({
  page,
  demo,
  placements,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(demo.site + TIDE);
  await expect(page.locator(banner(102))).toBeVisible();
  const { zones } = JSON.parse(placements[0] ?? "");
  expect(zones.map(({ id }: { id: number }) => id)).toEqual([102, 105, 999, 103, 106]);
});

test("zones without keywords are matched by the page's address", async ({ page, demo }) => {
  await page.setViewportSize(WIDE);
  for (const [path, brand] of [
    [TIDE, "fellstride"],
    [FERRY, "nattlinje"],
    [FIRE, "ember-and-oak"],
  ]) {
    await page.goto(`${demo.site}${path}`);
    await expect(page.locator(banner(101))).toHaveAttribute("src", new RegExp(`/${brand}-728x90`));
    await expect(page.locator(banner(104))).toHaveAttribute("src", new RegExp(`/${brand}-160x600`));
  }
});

test("keywords and custom targeting choose the campaign", async ({ page, demo }) => {
  await page.goto(demo.site + FERRY);
  await expect(page.locator(banner(103))).toHaveAttribute("src", /kettle-moon-300x250/);
  await expect(page.locator(banner(105))).toHaveAttribute("src", /halyard-300x250/);
});

test("fallback content stays when there is no ad", async ({ page, demo }) => {
  await page.goto(demo.site + TIDE);
  await expect(page.locator('[data-zone-id="106"][data-zone-state="empty"]')).toBeVisible();
  await expect(page.locator('[data-zone-id="106"]').getByText("Subscribe")).toBeVisible();
});

test("a click on an ad is counted and opens the shop", { tag: "@essential" }, async ({
  page,
  demo,
  context,
}) => {
  await page.goto(demo.site + TIDE);
  const link = page.locator('[data-zone-id="103"] > a');
  await expect(link).toBeVisible();
  const [shop] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await shop.waitForURL(`${demo.site}/shops/kettle-moon`);
  await expect(shop.getByRole("heading", { name: "Kettle Moon" })).toBeVisible();
  await expect(page.locator(".panel summary")).toContainText("1 click");
});

test("a zone unknown to the service shows nothing to readers", async ({ page, demo }) => {
  await page.goto(demo.site + TIDE);
  const zone = page.locator('[data-zone-id="999"]');
  await expect(zone).toHaveAttribute("data-zone-state", "error");
  await expect(zone).toBeHidden();
  await expect(page.locator("body")).not.toContainText("does not know");
});

test("the panel counts events without moving the page", async ({ page, demo }) => {
  await page.setViewportSize(WIDE);
  await page.goto(demo.site + TIDE);
  const panel = page.getByRole("complementary", { name: "What the ad tag did on this page" });
  const top = () => page.locator("main").evaluate((main) => main.getBoundingClientRect().top);
  const before = await top();
  await expect(panel.locator("summary")).toHaveText(/1 request.*4 ads.*4 impressions.*0 clicks/);
  expect(await top()).toBe(before);
  await panel.locator("summary").press("Enter");
  await expect(panel.getByRole("row", { name: /999 .*error Zone 999 not found/ })).toBeVisible();
  await expect(panel.getByRole("row", { name: /106 .*empty/ })).toBeVisible();
  await expect(panel.getByRole("row", { name: /101 .*filled impression/ })).toBeVisible();
});

for (const viewport of [WIDE, PHONE])
  test(`the panel covers no ad at ${viewport.width} px, open or closed`, async ({ page, demo }) => {
    await page.setViewportSize(viewport);
    await page.goto(demo.site + TIDE);
    const summary = page.locator(".panel summary");
    await expect(summary).toContainText(/[1-9] ads/);
    const countCovered = () =>
      page.evaluate(() => {
        const panel = document.querySelector(".panel")?.getBoundingClientRect();
        const ads = [...document.querySelectorAll("ins > a")].map((ad) => ad.getBoundingClientRect());
        return ads.filter((ad) => panel && ad.top < panel.bottom && ad.bottom > panel.top).length;
      });
    for (const isOpen of [false, true]) {
      if (isOpen) await summary.click();
      for (const ad of await page.locator("ins > a:visible").all()) {
        await ad.scrollIntoViewIfNeeded();
        expect(await countCovered()).toBe(0);
      }
    }
  });
