/** Lists with many entries: search, filters, selection of all that match, changes in several requests. */
import type { Page } from "playwright/test";
import { catalogue } from "./catalogue.ts";
import { measureOverhang } from "./everyPage.ts";
import { manage } from "./pages.ts";
import { enterPage, expect, type Serve, test } from "./test.ts";

const NAMES = ".list tbody:not(.totals) .deeper";
const ADVERTISERS = 25;

/** Creates a catalogue with campaigns of 25 advertisers in turn. */
async function createCatalogue(count: number): Promise<Serve> {
  const { accounts, campaigns, ...more } = (await catalogue()) as {
    accounts: object[];
    campaigns: [object];
  };
  const owners = Array.from({ length: ADVERTISERS }, (_, at) => ({
    id: 1_000 + at,
    name: at === 3 ? "Fellstride" : `Advertiser ${at}`,
    role: "advertiser",
    network: 1,
  }));
  const many = Array.from({ length: count }, (_, at) => ({
    ...campaigns[0],
    id: 10_000 + at,
    account: 1_000 + (at % ADVERTISERS),
    name: `Campaign ${at}`,
    variations: [
      {
        id: 100_000 + at,
        image: "/creatives/icon.svg",
        size: "300x250",
        url: `https://shop${at % ADVERTISERS}.example/`,
      },
    ],
  }));
  return { catalogue: { ...more, accounts: [...accounts, ...owners], campaigns: many } };
}

const readPaused = async (origin: string) =>
  (await manage(origin).campaigns.all()).filter(({ active }) => !active).map(({ account }) => account);

async function searchCampaigns(page: Page, text: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Campaigns" }).click();
  await page.getByRole("searchbox").fill(text);
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`at ${width} pixels, everything of an advertiser is paused by four clicks and resumed after visiting other pages`, async ({
    page,
    serve,
  }) => {
    const service = await serve(await createCatalogue(500));
    await page.setViewportSize({ width, height });
    await enterPage(page, service.origin, "");
    await searchCampaigns(page, "fellstride");
    await expect(page.getByText("20 of 500 found")).toBeVisible();
    const before = await page.locator(NAMES).first().boundingBox();
    await page.getByRole("checkbox", { name: "Select all of Campaigns" }).check();
    await expect(page.getByText("20 selected")).toBeInViewport();
    expect(await page.locator(NAMES).first().boundingBox()).toEqual(before);
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("20 paused.")).toBeInViewport();
    expect(await readPaused(service.origin)).toEqual(Array(20).fill(1_003));
    expect(await measureOverhang(page)).toBe(0);
    await page.locator(NAMES).first().click();
    await expect(page.getByRole("heading", { name: "Campaign 3", exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue("fellstride");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone: 20.")).toBeVisible();
    await expect(page.locator(".bulk [role='status']:focus")).not.toBeEmpty();
    expect(await readPaused(service.origin)).toEqual([]);
  });

  test(`at ${width} pixels, filters are in the address, and another tab shows the same rows`, async ({
    page,
    serve,
    context,
  }) => {
    const service = await serve(await createCatalogue(500));
    await page.setViewportSize({ width, height });
    await enterPage(page, service.origin, "?place=campaigns");
    await page.locator("search").getByRole("button", { name: "Advertiser" }).click();
    await page.getByPlaceholder("Find", { exact: true }).fill("fell");
    await page.getByRole("checkbox", { name: "Fellstride" }).check();
    await page.mouse.click(5, 5);
    await expect(page.getByText("20 of 500 found")).toBeVisible();
    await expect(page.locator(NAMES)).toHaveCount(20);
    expect(await measureOverhang(page)).toBe(0);
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByText("20 of 500 found")).toBeVisible();
    await expect(other.locator(NAMES).first()).toHaveText("Campaign 3");
    await page.getByRole("button", { name: "Remove the Advertiser filter" }).click();
    await expect(page.locator(NAMES)).toHaveCount(100);
    await expect(page.locator("search").getByRole("button", { name: "Advertiser" })).toBeFocused();
  });
}

test("1,500 campaigns are changed by two requests; when the second fails, the rest can be changed later", async ({
  page,
  serve,
}) => {
  const service = await serve(await createCatalogue(1_500));
  await enterPage(page, service.origin, "?place=campaigns");
  await page.getByRole("checkbox", { name: "Select all of Campaigns" }).check();
  await page.getByRole("button", { name: "Select all 1,500" }).click();
  await expect(page.getByText("All 1,500 selected")).toBeVisible();
  let requests = 0;
  await page.route("**/v2/campaigns/bulk", (route) => {
    requests++;
    // The client itself repeats a failed request once.
    return requests === 2 || requests === 3 ? route.abort() : route.continue();
  });
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("1,000 changed, 500 not changed.")).toBeVisible();
  expect(await readPaused(service.origin)).toHaveLength(1_000);
  await page.getByRole("button", { name: "Go on with the other 500" }).click();
  await expect(page.getByText("1,500 paused.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone: 1,500.")).toBeVisible();
  expect(await readPaused(service.origin)).toEqual([]);
});
