/** Campaigns: created in steps, edited by two users, paused, duplicated; banners; "Try a page". */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createStarterCatalogue } from "../../src/service/commands/starterCatalogue.ts";
import { hashPassword } from "../../src/service/signing/passwords.ts";
import { findViolations } from "./axe.ts";
import { PASSWORD } from "./catalogue.ts";
import { counted, dayBefore } from "./facts.ts";
import { BANNER, LEADERBOARD, manage, readBanner, UNLIMITED } from "./pages.ts";
import { enterPage, expect, hold, test } from "./test.ts";

const SPRING = "?place=campaigns&campaign=301";

test("a campaign is created in steps that show how many zones it fits", { tag: "@essential" }, async ({
  page,
  enterOwn,
}) => {
  const service = await enterOwn("?place=campaigns", { facts: counted() });
  await page.getByRole("link", { name: "New campaign" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Winter");
  await page.getByLabel("Price").fill("2,50");
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".drop input[type=file]").setInputFiles(BANNER);
  await page.getByLabel("Landing page").fill("shop.example");
  await expect(page.getByText("Enter an address that begins with https:// or http://.")).toBeVisible();
  await page.getByLabel("Landing page").fill("https://shop.example/winter");
  await expect(page.getByText("Fits 12 of 12 zones")).toBeVisible();
  await expect(page.getByText(/up to [1-9][\d,]* impressions per week/)).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Add to Keywords").fill("skates, ice ");
  await page.getByLabel("Add to Keywords").press("Enter");
  await expect(page.getByRole("button", { name: "Remove skates" })).toBeVisible();
  await page.getByLabel("Add to Sites").fill("Shop");
  await page.getByRole("option", { name: "Shop" }).click();
  await expect(page.getByText("Fits 6 of 12 zones")).toBeVisible();
  await page.getByLabel("Add to Countries").fill("Nowhere");
  await page.getByLabel("Add to Countries").press("Enter");
  await expect(page.getByText("Choose from the list.")).toBeVisible();
  await page.getByLabel("Add to Countries").fill("ger");
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("option", { name: "Germany" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Daily budget").fill("12.50");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Winter" })).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText("Net created this");
  const [made] = (await manage(service.origin).campaigns.list({ search: "Winter" })).entries;
  expect(made).toMatchObject({
    account: 3,
    pricing: { model: "cpm", price: "2.50" },
    keywords: ["skates", "ice"],
    targeting: { countries: ["DEU"], sites: [11] },
    budget: { daily: "12.50" },
    variations: [{ size: "300x250", url: "https://shop.example/winter" }],
  });
});

test("the page of a campaign with a total and a last day says what it will reach", async ({
  page,
  serve,
}) => {
  const { origin } = await serve({ facts: counted() });
  const flight = { from: dayBefore(10), to: dayBefore(-9) };
  await manage(origin).campaigns.change({ id: 301, version: "*" }, { ...flight, caps: { total: 1_000_000 } });
  await enterPage(page, origin, SPRING);
  await expect(page.locator(".page-facts")).toContainText(
    /[\d,]+ of 1,000,000 impressions delivered, 5\d\d,\d{3} expected by now; will reach \d+% by .+ at this rate/,
  );
  expect(await findViolations(page)).toEqual([]);
});

test("the form of a new campaign is shown after its advertisers are loaded", async ({ page, serve }) => {
  const { origin } = await serve();
  const accounts = await hold(page, "**/v2/accounts*", () => true);
  await enterPage(page, origin, "?place=campaigns&new=1");
  await expect(page.getByText("Loading…")).toBeVisible();
  await expect(page.getByRole("form")).toHaveCount(0);
  await accounts.release();
  await expect(page.getByRole("combobox", { name: "Advertiser" })).toContainText("Bob");
  await expect(page.getByLabel("Advertiser name")).toHaveCount(0);
});

test("custom keys, weekdays and hours are set, validated at their fields, and removed", async ({
  page,
  enterOwn,
}) => {
  const { origin } = await enterOwn(SPRING);
  const open = () => page.getByRole("button", { name: "Targeting" }).click();
  const save = () => page.getByRole("button", { name: "Save" }).click();
  const read = async () => (await manage(origin).campaigns.get(301)).targeting;
  await open();
  await page.getByRole("button", { name: "Add a key" }).click();
  await save();
  await expect(page.getByRole("textbox", { name: /^Key\b/ })).toHaveAccessibleDescription(
    "This field is required.",
  );
  await expect(page.getByLabel("Add to Values")).toHaveAccessibleDescription("Add at least one value.");
  await page.getByRole("textbox", { name: /^Key\b/ }).fill("sport");
  await page.getByLabel("Add to Values").fill("running, cycling,");
  await page.getByLabel("Only on certain days and hours").check();
  await page.getByRole("button", { name: "Sat" }).click();
  for (const hour of ["18:00", "19:00"]) await page.getByRole("button", { name: hour }).click();
  await page.getByLabel("Time zone").selectOption("Europe/Berlin");
  await save();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await read()).toMatchObject({
    custom: { sport: ["running", "cycling"] },
    times: { timezone: "Europe/Berlin", weekdays: ["saturday"], hours: [18, 19] },
  });
  await page.reload();
  await open();
  await expect(page.getByRole("textbox", { name: /^Key\b/ })).toHaveValue("sport");
  await expect(page.getByRole("button", { name: "Sat" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Remove sport" }).click();
  await expect(page.getByRole("button", { name: "Add a key" })).toBeFocused();
  await page.getByLabel("Only on certain days and hours").uncheck();
  await save();
  await expect(page.getByText("Saved.")).toBeVisible();
  const targeting = await read();
  expect(targeting.custom).toEqual({});
  expect(targeting.times).toBeUndefined();
});

test("when two users change a campaign, the second sees the conflict and loses no entry", async ({
  page,
  enterOwn,
  openBrowser,
}) => {
  const service = await enterOwn(SPRING);
  const other = await openBrowser();
  await enterPage(other, service.origin, SPRING, "bob");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Spring");
  await other.getByLabel("Name", { exact: true }).fill("Bob's spring");
  await page.getByLabel("Price").fill("3.00");
  await page.getByLabel("Name", { exact: true }).fill("Net's spring");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("Saved.")).toBeVisible();

  await page.getByRole("button", { name: "Save" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Another user changed this" });
  await expect(alert).toContainText("name (now Bob's spring)");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Net's spring");
  await expect(page.getByLabel("Price")).toHaveValue("3.00");
  const { campaigns } = manage(service.origin);
  expect(await campaigns.get(301)).toMatchObject({ name: "Bob's spring", pricing: { price: "2.00" } });

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await campaigns.get(301)).toMatchObject({ name: "Net's spring", pricing: { price: "3.00" } });
  const log = page.getByRole("region", { name: "History" });
  await expect(log).toContainText("set the name to Net's spring (was Bob's spring)");
  await expect(log).toContainText("Bob set the name to Bob's spring");
});

test("a dropped banner becomes a creative when the campaign is saved", async ({ page, enterOwn }) => {
  const service = await enterOwn(SPRING);
  await page.getByRole("button", { name: "Creatives" }).click();
  const bytes = [...(await readBanner())];
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(list)], "dropped.webp", { type: "image/webp" }));
    return transfer;
  }, bytes);
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: data });
  await expect(page.getByRole("img", { name: "dropped" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const { entries } = await manage(service.origin).creatives(301).list();
  expect(entries.at(-1)).toMatchObject({ name: "dropped", size: "300x250", review: "approved" });
});

test("a creative's name, weight and image are changed in the form, but its size stays", async ({
  page,
  enterOwn,
}) => {
  const { origin } = await enterOwn(`${SPRING}&step=creatives`);
  const creative = page.getByRole("group", { name: "300x250" });
  const image = creative.locator("input[type=file]");
  await image.setInputFiles(LEADERBOARD);
  await expect(creative).toContainText("Its size is 1456x180, that of the creative 300x250.");
  await image.setInputFiles(BANNER);
  await creative.getByLabel("Name").fill("Winter sale");
  const renamed = page.getByRole("group", { name: "Winter sale" });
  await renamed.getByLabel("Weight").fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(renamed).toContainText("Expected a whole number from 1 to 1,000,000.");
  await renamed.getByLabel("Weight").fill("3");
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const [saved] = (await manage(origin).creatives(301).list()).entries;
  const uploaded = expect.stringMatching(/^\/creatives\/image-.*\.webp$/);
  expect(saved).toMatchObject({ name: "Winter sale", weight: 3, image: uploaded, size: "300x250" });
  const row = page.getByRole("region", { name: "Creatives" }).getByRole("row", { name: "Winter sale" });
  await expect(row).toContainText("Running");
  await expect(row.locator("img")).toHaveAttribute("src", /image-/);
});

test("the step of the form is in the address, and a hint to raise the budget opens it", async ({
  page,
  serve,
}) => {
  const { origin } = await serve();
  await enterPage(page, origin, `${SPRING}&step=audience`);
  await expect(page.getByRole("heading", { name: "Targeting" })).toBeVisible();
  await page.getByRole("button", { name: "Basics" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Edited");
  await page.getByRole("link", { name: "Widen its targeting" }).click();
  await expect(page.getByRole("heading", { name: "Targeting" })).toBeFocused();
  await expect(page).toHaveURL(/step=audience/);
  await page.getByRole("button", { name: "Budget" }).click();
  await expect(page).toHaveURL(/step=budget/);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel("Daily budget")).toBeVisible();
  await page.getByRole("button", { name: "Basics" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Edited");
});

test("a campaign cannot be saved until its banner is uploaded", async ({ page, serve }) => {
  const service = await serve();
  const uploads = await hold(page, "**/v2/images", () => true);
  await enterPage(page, service.origin, SPRING);
  await page.getByRole("button", { name: "Creatives" }).click();
  const before = (await manage(service.origin).creatives(301).list()).entries.length;
  await page.locator(".drop input[type=file]").setInputFiles(BANNER);
  const save = page.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await uploads.release();
  await save.click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await manage(service.origin).creatives(301).list()).entries).toHaveLength(before + 1);
});

test("entries made while a campaign is being saved are kept", async ({ page, enterOwn }) => {
  const { origin } = await enterOwn(SPRING);
  const changes = await hold(page, "**/v2/campaigns/301", (request) => request.method() === "PATCH");
  await page.getByLabel("Price").fill("7");
  const patch = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Save" }).click();
  await patch;
  await page.getByLabel("Name").fill("Spring, again");
  await changes.release();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Spring, again");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await manage(origin).campaigns.get(301)).name).toBe("Spring, again");
});

test("a budget that an advertiser may not raise is refused at its field, in the user's language", async ({
  page,
  serve,
}) => {
  const service = await serve();
  await manage(service.origin).campaigns.change({ id: 301, version: "*" }, { budget: { daily: "10" } });
  await enterPage(page, service.origin, SPRING, "bob");
  await page.getByRole("button", { name: "Budget" }).click();
  await page.getByLabel("Daily budget").fill("20");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Only your network may raise or remove this.")).toBeVisible();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Language").selectOption("Deutsch");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Das darf nur dein Netzwerk erhöhen oder aufheben.")).toBeVisible();
  await page.getByRole("button", { name: "Einstellungen" }).click();
  await page.getByLabel("Sprache").selectOption("English");
  await page.keyboard.press("Escape");
  await page.getByLabel("Daily budget").fill("5");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
});

test("the list shows the state of paused, duplicated and archived campaigns", async ({ page, enterOwn }) => {
  await enterOwn(SPRING);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  await page.getByRole("link", { name: "Duplicate" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Copy of Spring");
  await page.getByRole("button", { name: "Budget" }).click();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Copy of Spring" })).toBeVisible();
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("link", { name: "Back" }).click();
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("Copy of Spring")).toHaveCount(0);
  await expect(row("Spring")).toContainText("Paused");
  await expect(row("Autumn")).toContainText("No matching requests");
  await page.getByLabel("Show archived").check();
  await expect(row("Copy of Spring")).toContainText("Archived");
});

test("a trial of a page shows the probability of each banner and why campaigns are excluded", async ({
  page,
  serve,
}) => {
  const service = await serve();
  const { campaigns } = manage(service.origin);
  await campaigns.change({ id: 302, version: "*" }, { targeting: { countries: ["FRA"] } });
  await enterPage(page, service.origin, "?place=try");
  await page.getByLabel("Page address").fill("https://shop.example/boots");
  await page.getByLabel("Country").selectOption("Germany");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await expect(page.getByText("Zones of Shop, the site with this host name.")).toBeVisible();
  const zone = page.getByRole("region", { name: "Zone 111" });
  await expect(zone.getByRole("link", { name: "Spring" })).toBeVisible();
  await expect(zone).toContainText("Always");
  await zone.getByText("1 campaign is excluded").click();
  await expect(zone).toContainText("It is for France; the visitor is in Germany.");
  await page.getByLabel("Country").selectOption("France");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await expect(zone).toContainText("50% of the time");
  await campaigns.change({ id: 302, version: "*" }, { priority: -1 });
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await expect(zone).toContainText("A campaign of a higher priority comes first: Spring.");
});

test("a trial starts with the page's zones, keywords and targeting, which can be edited", async ({
  page,
  serve,
  site,
}) => {
  const service = await serve();
  const markup = `<script data-endpoint="x" data-target-edition="winter"></script>
    <ins data-zone-id="111" data-keywords="boots"></ins><ins data-zone-id="999"></ins>`;
  site.pages["/tried"] = markup;
  const { campaigns, sites } = manage(service.origin);
  await sites.change({ id: 11, version: "*" }, { hostname: "127.0.0.1" });
  const targeting = { custom: { edition: ["summer"] }, languages: ["de"] };
  await campaigns.change({ id: 302, version: "*" }, { targeting });
  await enterPage(page, service.origin, "?place=try");
  await page.getByLabel("Page address").fill(`${site.origin}/tried`);
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await expect(page.getByText("The page's zones, as its tag would request them.")).toBeVisible();
  await expect(page.getByText("Not among your zones: #999.")).toBeVisible();
  await page.getByRole("button", { name: "Edit Zone 111" }).click();
  const placeholder = page.getByRole("group", { name: "Zone #111" });
  await expect(placeholder.getByLabel("Zone keywords")).toHaveValue("boots");
  await expect(placeholder.getByLabel("Custom targeting")).toHaveValue("edition=winter");
  await expect(page.getByLabel("Browser language")).toHaveValue("en-us");
  const zone = page.getByRole("region", { name: "Zone 111" });
  await zone.getByText("1 campaign is excluded").click();
  await expect(zone).toContainText("other languages");
  await placeholder.getByLabel("Custom targeting").fill("edition=summer");
  await page.getByLabel("Browser language").fill("de");
  await page.getByRole("button", { name: "Try with these values" }).click();
  await expect(zone).toContainText("50% of the time");
  // The address has all of it: for Back, a reload and a colleague.
  const address = page.url();
  await page.goBack();
  await expect(zone).toContainText("Always");
  await expect(page.getByLabel("Browser language")).toHaveValue("en-us");
  await page.goto(address);
  await expect(zone).toContainText("50% of the time");
  await expect(page.getByLabel("Browser language")).toHaveValue("de");
  await page.getByRole("button", { name: "Edit Zone 111" }).click();
  await expect(placeholder.getByLabel("Custom targeting")).toHaveValue("edition=summer");
  await expect(placeholder.getByLabel("Zone keywords")).toHaveValue("boots");
});

test("a trial on a phone shows the results first, without zones for other screens", async ({
  page,
  serve,
  site,
}) => {
  const service = await serve();
  site.pages["/tried"] = `<script data-endpoint="x"></script>
    <ins data-zone-id="111" data-media="(min-width: 700px)"></ins><ins data-zone-id="111"></ins>`;
  await manage(service.origin).sites.change({ id: 11, version: "*" }, { hostname: "127.0.0.1" });
  await page.setViewportSize({ width: 390, height: 844 });
  await enterPage(page, service.origin, "?place=try");
  await page.getByLabel("Page address").fill(`${site.origin}/tried`);
  await page.getByLabel("Device").selectOption("Phone (390 px)");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  const zones = page.getByRole("region", { name: "Zone 111" });
  await expect(zones.nth(0)).toContainText("its data-media is (min-width: 700px)");
  await expect(zones.nth(1)).toContainText("50% of the time");
  // Only one of the two is requested.
  await expect(page.getByText("The zones of a page get different campaigns")).toHaveCount(0);
  await expect(page.getByLabel("Page address")).toBeHidden();
  await page.getByText("· Phone").click();
  await page.getByLabel("Device").selectOption("Computer (1440 px)");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await expect(zones.nth(0)).toContainText("alone: 50% of the time");
  await expect(page.getByText("The zones of a page get different campaigns")).toBeVisible();
});

test("a trial of the starter page by the starter network shows its ads", async ({ page, serve, site }) => {
  const template = resolve(import.meta.dirname, "../../src/service/template");
  const hash = await hashPassword(PASSWORD);
  const hashes = { network: hash, publisher: hash, advertiser: hash };
  const service = await serve({
    catalogue: createStarterCatalogue(hashes, "127.0.0.1"),
    args: [...UNLIMITED, "--creatives", join(template, "creatives")],
  });
  site.pages["/tried"] = await readFile(join(template, "page.html"), "utf8");
  await enterPage(page, service.origin, "?place=try", "network");
  await page.getByLabel("Page address").fill(`${site.origin}/tried`);
  await page.getByRole("button", { name: "Try", exact: true }).click();
  for (const [name, size] of [
    ["Top of the page", "728x90"],
    ["Beside the text", "300x250"],
  ] as const) {
    const zone = page.getByRole("region", { name, exact: true });
    await expect(zone).toContainText("Always");
    await expect(zone.getByRole("img", { name: `Hello, ${size}` })).toBeVisible();
  }
});

test("a file dropped outside the drop area does not replace the page", async ({ page, service }) => {
  await enterPage(page, service.origin, SPRING);
  await page.getByRole("button", { name: "Creatives" }).click();
  await page.locator(".drop").waitFor();
  const drop = (type: string) =>
    page.evaluate((kind) => {
      const dataTransfer = new DataTransfer();
      if (kind === "file") dataTransfer.items.add(new File(["x"], "x.png", { type: "image/png" }));
      else dataTransfer.setData("text/plain", "x");
      const events = ["dragover", "drop"].map(
        (name) => new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }),
      );
      for (const event of events) document.querySelector("h1")?.dispatchEvent(event);
      return events.map(({ defaultPrevented }) => defaultPrevented);
    }, type);
  expect(await drop("file")).toEqual([true, true]);
  expect(await drop("text")).toEqual([false, false]);
});
