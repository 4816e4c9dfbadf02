/** From a network that names a goal to an advertiser who has the code that reports it. */
import { findViolations } from "./axe.ts";
import { manage } from "./pages.ts";
import { expect, signIn, test } from "./test.ts";

const SPRING = "?place=campaigns&campaign=301";
const LANDING = "https://shoes.example/?click={click_id}";

test("a macro chosen by keys is inserted at the caret, and a wrong one is named before saving", async ({
  page,
  enterOwn,
}) => {
  const { origin } = await enterOwn(`${SPRING}&step=creatives`);
  const landing = page.getByLabel("Landing page");
  await landing.fill("https://shoes.example/{os}?click=&a=b");
  await expect(
    page.getByText('"{os}" is filled only in the query or the fragment, after ? or #.'),
  ).toBeVisible();
  await landing.fill("https://shoes.example/?click={foo}");
  await expect(
    page.getByText('"{foo}" is not a macro. Expected one of: {click_id}, {campaign_id},'),
  ).toBeVisible();
  await landing.fill("https://shoes.example/?click=");
  await landing.press("End");
  await page.getByRole("button", { name: "Insert a macro" }).press("Enter");
  await page.getByRole("button", { name: "{click_id}" }).press("Enter");
  await expect(landing).toBeFocused();
  await expect(landing).toHaveValue(LANDING);
  await page.getByRole("button", { name: "Insert a macro" }).click();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "{sub}" }).click();
  await expect(landing).toHaveValue(`${LANDING}&sub={sub}`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const [creative] = (await manage(origin).creatives(301).list()).entries;
  expect(creative?.url).toBe(`${LANDING}&sub={sub}`);
});

test("a goal that the network adds has its name in reports, and its code on the campaign's page", async ({
  page,
  openBrowser,
  enterOwn,
}) => {
  const { origin } = await enterOwn(SPRING);
  const card = page.getByRole("region", { name: "Conversions" });
  await card.getByText("How to report them").click();
  await card.getByRole("link", { name: "Set up goals" }).click();
  const goals = page.getByRole("group", { name: "Goals of conversions" });
  await expect(goals.getByLabel("Goal 1: Name")).toHaveAttribute("placeholder", "Goal 1");
  await goals.getByLabel("Goal 1: Name").fill("Sign-up");
  await goals.getByRole("button", { name: "Add a goal" }).click();
  await goals.getByLabel("Goal 2: Name").fill("Sign-up");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Another goal has this name.")).toBeVisible();
  await goals.getByLabel("Goal 2: Name").fill("Order");
  await goals.getByLabel("Reports from").fill("2026-01-01");
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(goals.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  const [bob] = (await manage(origin).accounts.list({ search: "Bob" })).entries;
  expect(bob).toMatchObject({
    goals: 2,
    goalNames: ["Sign-up", "Order"],
    goalSources: [{ goal: 2, source: "report", from: "2026-01-01" }],
  });

  await manage(origin).creatives(301).change({ id: 3010, version: "*" }, { url: LANDING });
  const other = await openBrowser();
  await other.goto(`${origin}/dashboard/${SPRING}`);
  await signIn(other, "bob");
  const own = other.getByRole("region", { name: "Conversions" });
  await own.getByText("How to report them").click();
  await expect(own.getByRole("combobox", { name: /^Goal/ })).toHaveText("Order");
  await expect(own.getByText(`${origin}/v1/conversion?click_id=CLICK_ID&goal=2`)).toBeVisible();
  await expect(own.getByText('query.get("click")')).toBeVisible();
  expect(await findViolations(other)).toEqual([]);
  await other.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Statistics" }).click();
  await other.getByRole("button", { name: /^Metrics/ }).click();
  await expect(other.getByRole("checkbox", { name: "Order", exact: true })).toBeVisible();
  await expect(other.getByRole("checkbox", { name: "eCPA Sign-up" })).toBeVisible();
});
