/** Frequency caps of campaigns; revenue share and blocked advertisers of sites. */
import { catalogue } from "./catalogue.ts";
import { manage } from "./pages.ts";
import { enterPage, expect, test } from "./test.ts";

test("frequency caps of a campaign are set, validated at their fields, and removed", async ({
  page,
  serve,
}) => {
  const { origin } = await serve();
  const read = async () => (await manage(origin).campaigns.get(301)).frequency;
  await enterPage(page, origin, "?place=campaigns&campaign=301");
  await page.getByRole("button", { name: "Budget" }).click();
  const group = page.getByRole("group", { name: "Frequency caps" });
  const save = () => page.getByRole("button", { name: "Save" }).click();
  await group.getByRole("button", { name: "Add a frequency cap" }).click();
  await save();
  const impressions = group.getByRole("textbox", { name: /^Impressions\b/ });
  await expect(impressions).toHaveAccessibleDescription("Expected a whole number from 1 to 1,000.");
  await impressions.fill("3");
  await group.getByLabel("Period").fill("12");
  await group.getByLabel("Unit").selectOption("hours");
  await save();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await read()).toEqual([{ impressions: 3, seconds: 43_200 }]);
  await page.reload();
  await page.getByRole("button", { name: "Budget" }).click();
  await expect(group.getByLabel("Unit")).toHaveValue("hour");
  await impressions.fill("1001");
  await save();
  await expect(impressions).toHaveAccessibleDescription(/1,000/);
  await group.getByRole("button", { name: "Remove Frequency caps 1" }).click();
  await expect(group.getByRole("button", { name: "Add a frequency cap" })).toBeFocused();
  await save();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await read()).toEqual([]);
});

test("a network sets and removes the revenue share and a blocked advertiser of a site", async ({
  page,
  serve,
}) => {
  const { origin } = await serve();
  const read = () => manage(origin).sites.get(10);
  await enterPage(page, origin, "?place=inventory&site=10");
  const share = page.getByLabel("Revenue share");
  const save = () => page.getByRole("button", { name: "Save" }).click();
  await share.fill("120");
  await save();
  await expect(share).toHaveAccessibleDescription("Expected a percentage from 0 to 100.");
  await share.fill("70,5");
  await page.getByLabel("Add to Blocked advertisers").fill("Bob");
  await page.getByRole("option", { name: "Bob" }).click();
  await expect(page.getByRole("button", { name: "Remove Bob" })).toBeVisible();
  await save();
  await expect.poll(read).toMatchObject({ publisherShare: "0.705", blockedAdvertisers: [3] });
  await page.goto(`${origin}/dashboard/?place=inventory&site=10`);
  await expect(share).toHaveValue("70.5");
  await share.fill("");
  await page.getByRole("button", { name: "Remove Bob" }).click();
  await save();
  await expect.poll(async () => (await read()).blockedAdvertisers).toEqual([]);
  expect(await read()).not.toHaveProperty("publisherShare");
});

test("a publisher may block an advertiser, and an advertiser may not change its frequency caps", async ({
  page,
  enterOwn,
}) => {
  const own = await catalogue();
  const [spring, ...others] = Reflect.get(own, "campaigns") as object[];
  const campaigns = [{ ...spring, frequency: [{ impressions: 2, seconds: 60 }] }, ...others];
  const { origin } = await enterOwn("?place=inventory&site=10", {
    as: "ann",
    catalogue: { ...own, campaigns },
  });
  await expect(page.getByLabel("Revenue share")).toHaveCount(0);
  await page.getByLabel("Add to Blocked advertisers").fill("Bob");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await manage(origin).sites.get(10)).blockedAdvertisers).toEqual([3]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await enterPage(page, origin, "?place=campaigns&campaign=301", "bob");
  await page.getByRole("button", { name: "Budget" }).click();
  const group = page.getByRole("group", { name: "Frequency caps" });
  await expect(group.getByLabel("Unit")).toHaveValue("minute");
  await expect(group.getByRole("textbox", { name: /^Impressions\b/ })).toBeDisabled();
});
