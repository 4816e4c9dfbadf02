/** All pages of the dashboard with content, for tests that apply to every page. */
import type { Locator, Page } from "playwright/test";
import type { RunningService } from "../support/service.ts";
import { PASSWORD } from "./catalogue.ts";
import { counted } from "./facts.ts";
import { connect, sendChange, sendEmpty } from "./pages.ts";
import { test as base, enterPage, settled, startWith } from "./test.ts";

type Visitor = "net" | "ann" | "bob" | "nobody";

interface Place {
  /** Signed-in user, by default the network. */
  as?: Visitor;
  /** Query and fragment of the address. */
  query: string | ((origin: string) => Promise<string>);
  /** Text or element that appears last. */
  last: string | ((page: Page) => Locator);
  /** User actions on the page before the check. */
  act?(page: Page): Promise<void>;
}

const CAMPAIGN = "?place=campaigns&campaign=301";

const openStep = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name }).click();
  await page.getByRole("form").getByRole("heading", { name }).waitFor();
};

const PLACES: Readonly<Record<string, Place>> = {
  statistics: { query: "", last: (page) => page.locator(".canvas canvas"), act: settled },
  "two groupings": {
    query: "?by=site_id,country_iso",
    last: (page) => page.getByText("Germany").first(),
    act: settled,
  },
  inventory: { query: "?place=inventory", last: "Zone 116" },
  "an account": { query: "?place=inventory&account=2", last: "Account settings" },
  accounts: { query: "?place=accounts", last: "2 sites, 12 zones" },
  "a new account": { query: "?place=accounts&new=1", last: "E-mail address of the first owner" },
  "users and API tokens, with a question": {
    query: "?place=people",
    last: "Remove Ed from this account?",
    act: askToRemove,
  },
  "own settings": { query: "?place=settings", last: "Days of reports begin at midnight" },
  "what changed": { query: "?place=changes", last: "invited ed@site.example" },
  "a site": { query: "?place=inventory&site=10", last: "Site settings" },
  "a zone with empty requests": {
    query: "?place=inventory&zone=101&period=yesterday",
    last: "no campaign for France",
  },
  "a new zone": { query: "?place=inventory&new=zone", last: "Zone name" },
  campaigns: { query: "?place=campaigns", last: "Autumn" },
  "a campaign that its budget kept from requests": { query: CAMPAIGN, last: /its daily budget alone/.source },
  "creatives of a campaign": { query: CAMPAIGN, last: "Landing page", act: openStep("Creatives") },
  "targeting of a campaign": { query: CAMPAIGN, last: "Keywords", act: openStep("Targeting") },
  "a budget with its forecast": { query: CAMPAIGN, last: "would have been spent", act: openStep("Budget") },
  "a new campaign": { query: "?place=campaigns&new=1", last: "Price" },
  "a creative": { query: "?place=campaigns&creative=3010", last: "History" },
  "the inbox": { query: "?place=approvals", last: "This field is required.", act: rejectWithoutReason },
  "signed-in browsers": { query: "?place=sessions", last: "This browser" },
  "users and API tokens": { query: "?place=people", last: "API tokens" },
  "a page that is tried": { query: "?place=try", last: "Zones of Shop", act: tryPage },
  "a new site": { query: "?place=inventory&new=site", last: "Host name" },
  "a new second factor": { query: "?place=settings", last: "Copy the secret", act: beginSecondFactor },
  "statistics of advertisers": { query: "?role=advertiser", last: "1–2 of 2", act: settled },
};

/** Pages of members of the network, and of visitors who are not signed in. */
export const OTHER_PLACES: Readonly<Record<string, Place>> = {
  "statistics of a publisher": { as: "ann", query: "", last: "1–2 of 2", act: settled },
  "inventory of a publisher": { as: "ann", query: "?place=inventory", last: "Zone 116" },
  "a site of a publisher": { as: "ann", query: "?place=inventory&site=10", last: "What runs here" },
  "what changed for a publisher": { as: "ann", query: "?place=changes", last: "What changed" },
  "statistics of an advertiser": { as: "bob", query: "", last: "1–2 of 2", act: settled },
  "campaigns of an advertiser": { as: "bob", query: "?place=campaigns", last: "Autumn" },
  "a campaign of an advertiser": { as: "bob", query: CAMPAIGN, last: "Your network sets" },
  "signing in": { as: "nobody", query: "", last: "Forgot password?" },
  "a forgotten password": { as: "nobody", query: "", last: "Back to sign-in", act: forgetPassword },
  "the set-up": { as: "nobody", query: "#setup=abc", last: "Network name" },
  "an invitation": { as: "nobody", query: invite, last: "At least 12 characters." },
  "an invitation that is no longer valid": { as: "nobody", query: "#password=abc", last: "no longer valid" },
  "a confirmation that is no longer valid": { as: "nobody", query: "#confirm=abc", last: "no longer valid" },
};

async function beginSecondFactor(page: Page): Promise<void> {
  const section = page.getByLabel("Second factor", { exact: true });
  await section.getByLabel("Current password", { exact: true }).fill(PASSWORD);
  await section.getByRole("button", { name: "Set up a second factor" }).click();
  await section.getByRole("img", { name: "QR code" }).waitFor();
}

async function forgetPassword(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Forgot password?" }).click();
}

/** Invites a user. Resolves with the fragment of the link. */
async function invite(origin: string): Promise<string> {
  const email = `${crypto.randomUUID()}@site.example`;
  const body = { name: "Flo", email, role: "viewer" };
  const answer = await connect(origin).request({ method: "POST", path: "/v2/users", body });
  return /#password=[^"]+/.exec(JSON.stringify(answer))?.[0] ?? "";
}

async function askToRemove(page: Page): Promise<void> {
  const form = page.getByRole("form", { name: "Invite" });
  const ed = page.getByRole("button", { name: "Remove: Ed" });
  await form.waitFor();
  if ((await ed.count()) === 0) {
    await form.getByLabel("Name").fill("Ed");
    await form.getByLabel("E-mail address").fill("ed@site.example");
    await form.getByRole("button", { name: "Invite" }).click();
  }
  await ed.click();
}

async function rejectWithoutReason(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Reject…" }).click();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
}

async function tryPage(page: Page): Promise<void> {
  await page.getByLabel("Page address").fill("https://shop.example/boots");
  await page.getByRole("button", { name: "Try", exact: true }).click();
}

interface Walk {
  /** Default: pages of a network. */
  places?: Readonly<Record<string, Place>>;
  /** Whether to do what the user does on each page, and to wait for the outcome. */
  hasActs?: boolean;
}

/** Opens each page as a signed-in network or as its visitor, and calls `check` once it is complete. */
export async function forEachPage(
  page: Page,
  origin: string,
  check: (name: string) => Promise<void>,
  { places = PLACES, hasActs = true }: Walk = {},
): Promise<void> {
  let visitor: Visitor = "net";
  for (const [name, { as = "net", query, last, act }] of Object.entries(places)) {
    if (as !== visitor) await changeVisitor(page, origin, as);
    visitor = as;
    const address = typeof query === "string" ? query : await query(origin);
    // A new fragment alone would not load the page.
    await page.goto("about:blank");
    await page.goto(`${origin}/dashboard/${address}`);
    if (hasActs) {
      await act?.(page);
      await (typeof last === "string" ? page.getByText(last).first() : last(page)).waitFor();
    }
    await check(name);
  }
}

async function changeVisitor(page: Page, origin: string, visitor: Visitor): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto("about:blank");
  if (visitor !== "nobody") await enterPage(page, origin, "", visitor);
}

/** Returns by how many pixels the page is wider than the screen. */
export const measureOverhang = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

export const test = base.extend<object, { full: RunningService }>({
  /** A service with numbers, empty requests, a budget, and a creative that waits for approval. */
  full: [
    async ({}, use) => {
      const { service, stop } = await startWith({ facts: counted() });
      await sendEmpty(service.origin);
      await sendChange(service.origin, 301, `https://shoes.example/${"long-name".repeat(20)}`);
      await use(service);
      await stop();
    },
    { scope: "worker" },
  ],
});
