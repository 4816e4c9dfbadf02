/** From a network that names a goal to an advertiser who has the code that reports it. */
import { listen } from "../support/http.ts";
import { findViolations } from "./axe.ts";
import { PASSWORD } from "./catalogue.ts";
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

for (const { name, viewport, colorScheme, locale, words } of [
  {
    name: "wide, light and English",
    viewport: { width: 1440, height: 1000 },
    colorScheme: "light" as const,
    locale: "en-GB",
    words: {
      user: "User name",
      password: "Password",
      enter: "Sign in",
      card: "Conversions",
      open: "How to report them",
      start: "Start a test",
      landing: "Open the landing page",
      waits: "Nothing has arrived yet.",
      wrong: "It would not have counted. Expected a goal of the account, from 1 to 1.",
      works: "It works: a real click would now count for Order.",
      again: "Start another test",
      noClickId: "The address has no click id",
    },
  },
  {
    name: "at 390 px, dark and German",
    viewport: { width: 390, height: 844 },
    colorScheme: "dark" as const,
    locale: "de-DE",
    words: {
      user: "Benutzername",
      password: "Passwort",
      enter: "Anmelden",
      card: "Conversions",
      open: "So werden sie gemeldet",
      start: "Test starten",
      landing: "Zielseite öffnen",
      waits: "Noch ist nichts angekommen.",
      wrong: "Das hätte nicht gezählt. Erwartet wird ein Ziel des Kontos, von 1 bis 1.",
      works: "Es funktioniert: Ein echter Klick würde jetzt für Order zählen.",
      again: "Neuen Test starten",
      noClickId: "Die Adresse enthält keine Klick-ID",
    },
  },
])
  test.describe(name, () => {
    test.use({ viewport, colorScheme, locale });
    test("a test shows the address as sent, why a report would not count, and that it works", async ({
      page,
      context,
      serve,
    }) => {
      const { origin } = await serve();
      const shop = await listen((_request, response) => response.end("Shoes"));
      const goals = { goals: 1, goalNames: ["Order"] };
      const source = { goal: 1, source: "report" as const, from: "2026-01-01" };
      const network = manage(origin);
      const [bob] = (await network.accounts.list({ search: "Bob" })).entries;
      await network.accounts.change({ id: bob?.id ?? 0, version: "*" }, { ...goals, goalSources: [source] });
      await network
        .creatives(301)
        .change({ id: 3010, version: "*" }, { url: `${shop.origin}/?click={click_id}` });
      await page.goto(`${origin}/dashboard/${SPRING}`);
      await page.getByLabel(words.user).fill("bob");
      await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: words.enter, exact: true }).click();
      const card = page.getByRole("region", { name: words.card });
      await card.getByText(words.open).click();
      await card.getByRole("button", { name: words.start }).click();
      const openLanding = async () => {
        const link = card.getByRole("link", { name: words.landing });
        const [landing] = await Promise.all([context.waitForEvent("page"), link.click()]);
        await landing.waitForURL(`${shop.origin}/**`);
        const url = landing.url();
        await landing.close();
        return url;
      };
      const address = await openLanding();
      await expect(card.getByText(address)).toBeVisible();
      await expect(card.getByText(words.waits)).toBeVisible();
      const report = async (goal: number) => {
        const query = new URLSearchParams({
          click_id: new URL(address).searchParams.get("click") ?? "",
          goal: String(goal),
        });
        return (await fetch(`${origin}/v1/conversion?${query}`)).headers.get("x-event");
      };
      expect(await report(2)).toBe("refused");
      await expect(card.getByText(words.wrong)).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath("refused.png"), fullPage: true });
      expect(await report(1)).toBe("test");
      await expect(card.getByText(words.works)).toBeVisible();
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
      await page.screenshot({ path: test.info().outputPath("works.png"), fullPage: true });

      await network.creatives(301).change({ id: 3010, version: "*" }, { url: `${shop.origin}/?a={sub}` });
      await card.getByRole("button", { name: words.again }).click();
      await expect(card.getByText(words.works)).toHaveCount(0);
      await openLanding();
      await expect(card.getByText(words.noClickId)).toBeVisible();
      await expect(card.getByRole("button", { name: words.again })).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      await shop.stop();
    });
  });
