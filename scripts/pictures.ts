/**
 * Takes the pictures of README and guides from the built demo into docs/images: `npx tsx scripts/pictures.ts [NAME…]`,
 * by default all.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { type Browser, chromium, type Page } from "playwright";
import { type Demo, startDemo } from "../demo/start.ts";
import { chromiumLaunch } from "../e2e/support/browser.ts";
import { buildAll } from "./build.ts";
import { SAMPLE_ALERTS, SAMPLE_MAIL, SAMPLE_NOTICE } from "./sampleMail.ts";
import { SAMPLE_REPORT_MAIL } from "./sampleReportMail.ts";

const ROOT = resolve(import.meta.dirname, "..");
const IMAGES = join(ROOT, "docs/images");
const ARTICLE = "/running/forty-minutes-before-the-tide";

interface Picture {
  name: string;
  /** 1280 by default. */
  width?: number;
  height: number;
  colorScheme?: "light" | "dark";
  /** Brings the page to the state that the picture shows. */
  open(page: Page, demo: Demo): Promise<void>;
}

const PICTURES: Picture[] = [
  { name: "demo", height: 860, open: openPanel },
  { name: "console", height: 720, open: openConsole },
  { name: "dashboard-light", height: 900, open: openDashboard },
  { name: "dashboard-dark", height: 900, colorScheme: "dark", open: openDashboard },
  { name: "mail", width: 390, height: 350, open: (page) => page.setContent(SAMPLE_MAIL.html) },
  { name: "mail-alerts", width: 390, height: 712, open: (page) => page.setContent(SAMPLE_ALERTS.html) },
  { name: "notice", width: 390, height: 424, open: (page) => page.setContent(SAMPLE_NOTICE.html) },
  {
    name: "mail-report",
    width: 390,
    height: 966,
    open: (page) => page.setContent(SAMPLE_REPORT_MAIL.html),
  },
  { name: "people", height: 900, open: openPage("network", "place=people", "Create a token") },
  { name: "own-settings", height: 900, open: openPage("network", "place=settings", "Signed-in browsers") },
  { name: "accounts", height: 600, open: openPage("network", "place=accounts", /^\$/) },
  {
    name: "account",
    height: 900,
    open: openPage("network", "place=inventory&account=2", "Account settings"),
  },
  { name: "changes", height: 700, open: openPage("network", "place=changes", "signed in with") },
  { name: "what-runs", height: 900, open: openWhatRuns },
];

async function openPanel(page: Page, { site }: Demo): Promise<void> {
  await page.goto(site + ARTICLE);
  await page.locator(".panel summary").click();
  await page.getByRole("row", { name: /103 .*viewable/ }).waitFor();
}

async function openConsole(page: Page, { site }: Demo): Promise<void> {
  await page.goto(`${site}${ARTICLE}?zonetag_console`);
  await page.locator("zonetag-console .zone.filled", { hasText: "Viewable" }).first().waitFor();
}

async function enter(page: Page, { service }: Demo, username: string, query: string): Promise<void> {
  await page.goto(`${service}/dashboard/?${query}`);
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Password", { exact: true }).fill("longshore");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("banner").waitFor();
}

/** `last`: text that appears last. */
function openPage(username: string, query: string, last: string | RegExp): Picture["open"] {
  return async (page, demo) => {
    await enter(page, demo, username, query);
    await page.getByText(last).first().waitFor();
  };
}

async function openWhatRuns(page: Page, demo: Demo): Promise<void> {
  await enter(page, demo, "publisher", "place=inventory");
  await page.getByRole("region", { name: "Sites" }).getByRole("row").nth(1).getByRole("link").first().click();
  const runs = page.getByRole("region", { name: "What runs here" });
  await runs.getByRole("row").nth(1).waitFor();
  await runs.evaluate((element) => element.scrollIntoView());
}

async function openDashboard(page: Page, demo: Demo): Promise<void> {
  await enter(page, demo, "publisher", "period=30d&by=zone_id");
  await page.locator(".breakdown[aria-busy='false'] .pager").waitFor();
  await page.locator(".tile .against").nth(3).waitFor();
  await page.locator(".figure .against").last().waitFor();
  await page.locator(".summary:not(:empty)").waitFor();
}

async function take(browser: Browser, demo: Demo, picture: Picture): Promise<void> {
  const { name, width = 1280, height, colorScheme = "light", open } = picture;
  const page = await browser.newPage({
    viewport: { width, height },
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme,
    reducedMotion: "reduce",
  });
  await open(page, demo);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(IMAGES, `${name}.png`) });
  await page.close();
}

const { args: wanted } = new Command("npx tsx scripts/pictures.ts")
  .description("Takes the pictures of README and guides from the demo into docs/images.")
  .argument("[names...]", "pictures to take, by default all")
  .parse();

await buildAll(join(ROOT, "dist"));
const data = await mkdtemp(join(tmpdir(), "zonetag-pictures-"));
const demo = await startDemo({ sitePort: 0, servicePort: 0, data, facts: true });
const browser = await chromium.launch(await chromiumLaunch());
try {
  for (const picture of PICTURES)
    if (wanted.length === 0 || wanted.includes(picture.name)) await take(browser, demo, picture);
} finally {
  await browser.close();
  demo.stop();
  await demo.stopped;
  await rm(data, { recursive: true, force: true });
}
