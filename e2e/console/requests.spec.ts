import { TC_STRING } from "../support/consent.ts";
import { expect, test } from "./console.ts";

const OPEN = { path: "/sports/article?zonetag_console&mail=ada@example.test" };
const SLOT = `<ins data-zone-id="1" data-size="300x250" data-keywords="shoes"></ins>`;
const SECRETS = ["reader-4711", "ada@example.test", btoa("ada@example.test"), TC_STRING];
const person = `<script>(window.zonetag = []).push(z => z.set({ email: "ada@example.test", userId: "reader-4711",
  gdpr: { gdpr: 1, consent: "${TC_STRING}" }, buyeruids: ["b-1"] }))</script>`;

/** Returns the text that the next click on a button copies. */
async function readCopied(page: import("playwright/test").Page, press: () => Promise<void>): Promise<string> {
  await page.evaluate(`void (window.copied = new Promise((resolve) => document.addEventListener("copy",
    () => resolve(getSelection().toString() || document.activeElement.shadowRoot.activeElement.value), { once: true, capture: true })))`);
  await press();
  return page.evaluate<string>("copied");
}

test("Requests shows and copies the exact bodies, and shows the status and the consent string", {
  tag: "@essential",
}, async ({ page, ads, open, panel }) => {
  await open(SLOT, { ...OPEN, head: person });
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await panel.part("Requests");
  await expect(panel.open).toContainText(`GDPR: 1, consent: “${TC_STRING}”`);
  await expect(panel.open).toContainText(/HTTP 200 in [\d,]+ ms/);
  const sent = ads.requests[0]?.text ?? "";
  const shown = panel.root.locator("pre");
  expect(await shown.first().textContent()).toBe(JSON.stringify(JSON.parse(sent), null, 2));
  expect(JSON.parse((await shown.last().textContent()) ?? "")).toEqual({
    zones: [ads.banner(1, "1-0")],
    errors: {},
  });
  expect(await readCopied(page, () => panel.button("Copy: Sent").click())).toBe(sent);
  const curl = await readCopied(page, () => panel.button("Copy as curl").click());
  expect(curl).toContain(`curl '${ads.endpoint}' -H 'Content-Type: text/plain'`);
  expect(curl).toContain(sent);
});

test("Requests shows the service's rate limit headers", async ({ ads, open, panel }) => {
  ads.answer(({ zones }, response) => {
    response.setHeader("x-rate-limit-remaining", "149");
    return { zones: zones.map(() => null), errors: {} };
  });
  await open(SLOT, OPEN);
  await panel.part("Requests");
  await expect(panel.open).toContainText("x-rate-limit-remaining: 149");
});

test("Requests shows every attempt of a request", async ({ ads, open, panel }) => {
  let tries = 0;
  ads.answer((_, response) => {
    tries += 1;
    if (tries === 1) return void response.writeHead(503).end("busy");
    return { zones: [null], errors: {} };
  });
  await open(SLOT, OPEN);
  await panel.part("Requests");
  await expect(panel.root.locator("figcaption small")).toHaveText([
    /HTTP 503/,
    /HTTP 200 in [\d,]+ ms \(second try\)/,
  ]);
});

test("the copied report leaves out personal data", async ({ page, ads, open, panel }) => {
  ads.answer(({ user }) => ({ zones: [null], errors: { 0: [`Zone 1 is closed to ${user.id}`] }, user }));
  await open(SLOT, { ...OPEN, head: person, script: `data-referer="full"` });
  await expect(panel.verdict).toHaveText("0 of 1 filled, 1 failed");
  expect(ads.bodies[0]?.user.referer).toContain("mail=ada@example.test");
  const report = await readCopied(page, () => panel.button("Copy report").click());
  await expect(panel.root.getByRole("status")).toHaveText("Report copied, without personal data.");
  expect(SECRETS.filter((secret) => report.includes(secret))).toEqual([]);
  for (const part of [
    `# Ads on ${new URL(page.url()).origin}/sports/article\n`,
    "\n0 of 1 filled, 1 failed\n",
    "\n### Zone 1 Problem\n",
    "\n- The ad service says: “Zone 1 is closed to [left out]” Send your ad network a report",
    "\n- Requested ",
    "\n## Requests 1\n\n### Request 1, 1 zone\n",
    `POST ${ads.endpoint}\n`,
    "\n## Page",
    "\n- Browser: Mozilla",
    `"keywords": "shoes"`,
    "HTTP 200",
  ])
    expect(report).toContain(part);
});

test("the console causes no layout shift in the page", async ({ page, ads, open, panel }) => {
  ads.answer(({ zones }) => ({
    zones: [null],
    errors: zones[0]?.id === 2 ? { 0: ["Zone 2 not found"] } : {},
  }));
  await open(SLOT, OPEN);
  await expect(panel.verdict).toHaveText("0 of 1 filled, 1 without an ad");
  // A problem is sorted first, so the other zone moves down in the list.
  const shifted = page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        new PerformanceObserver(() => resolve()).observe({ type: "layout-shift", buffered: true }),
      ),
  );
  await page.evaluate(() => {
    const zone = document.createElement("ins");
    Object.assign(zone.dataset, { zoneId: "2", size: "300x250" });
    document.body.append(zone);
  });
  await expect(panel.zone(0)).toContainText("Zone 2");
  await shifted;
  await panel.part("Page");
  await expect(panel.open).toContainText("0.000 of the page's 0.000");
});

test("Page shows the tag's size, requests, viewability and layout shift", async ({ page, open, panel }) => {
  await open(SLOT, OPEN);
  await expect(panel.zone(0)).toContainText("Viewable");
  await panel.part("Page");
  const value = (name: string) =>
    panel.open.locator("dl div", { has: page.locator("dt", { hasText: name }) }).locator("dd");
  await expect(value("Tag")).toHaveText(/^[\d,]+ bytes in [\d,]+ ms$/);
  await expect(value("Network requests")).toHaveText("4: tag 1, ads 1, images 1, impressions 1");
  await expect(value("Viewable")).toHaveText("1 of 1 (100 %)");
  await expect(value("Layout shift")).toHaveText(/^\d\.\d{3} of the page's \d\.\d{3}$/);
  await expect(value("Browser")).toHaveText(/^Mozilla.*, 1280×720$/);
});
