/** Runs the examples of the guides unchanged. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "../support/test.ts";
import { findExample, ROOT, readExamples, useServers } from "./examples.ts";

const TAG = "https://cdn.example/zonetag.js";
const ENDPOINT = "https://ads.example/v1/placement";

test("every placeholder of the publishers' guide is filled, and the tag reports no problem", async ({
  page,
  open,
  ads,
}) => {
  const reports: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("zonetag")) reports.push(message.text());
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  const blocks = readExamples("docs/publishers.md", "html").filter((code) => code.includes("<ins"));
  expect(blocks.length).toBeGreaterThan(8);
  await open(blocks.join("\n"));
  const matching = page.locator('ins:not([data-media^="(max-width"])');
  for (const placeholder of await matching.all()) {
    await placeholder.scrollIntoViewIfNeeded();
    await expect(placeholder).toHaveAttribute("data-zone-state", "filled");
  }
  const sent = ads.bodies.flatMap(({ zones }) => zones);
  expect(sent).toHaveLength(await matching.count());
  expect(sent).toContainEqual({ id: 101, keywords: "running,shoes" });
  expect(sent).toContainEqual({ id: 101, sub: 7 });
  expect(sent).toContainEqual({ id: 101, custom_targeting: { section: "sports", plan: "members" } });
  expect(reports).toEqual([]);
});

test("the script of the publishers' guide applies its values to every zone", async ({ page, site, ads }) => {
  const script = useServers(findExample("docs/publishers.md", `data-zones="4"`), ads);
  const zones = [101, 102, 103, 104].map((id) => `<div data-zone-id="${id}" data-size="300x50"></div>`);
  site.pages["/a"] =
    `<!doctype html><html lang="en"><head><title>page</title>${script}</head><body>${zones.join("")}`;
  await page.goto(`${site.origin}/a?b=c`);
  await expect(page.locator("[data-zone-state=filled]")).toHaveCount(4);
  expect(ads.bodies).toHaveLength(1);
  expect(ads.bodies[0]?.user.referer).toBe(`${site.origin}/a?b=c`);
  for (const zone of ads.bodies[0]?.zones ?? [])
    expect(zone).toMatchObject({ keywords: "outdoors", custom_targeting: { edition: "winter" } });
});

test("the publishers' guide's rule hides slots without an ad", async ({ page, ads, open }) => {
  ads.answer(() => ({ zones: [ads.banner(1), null, null], errors: { 2: ["Zone 3 not found"] } }));
  const slots = [1, 2, 3].map(
    (id) => `<div class="slot">Advertisement <ins data-zone-id="${id}"></ins></div>`,
  );
  const rule = findExample("docs/publishers.md", ".slot:has");
  await open(slots.join(""), { head: `<style>${rule}</style>` });
  await expect(page.locator(".slot").nth(1)).toBeHidden();
  await expect(page.locator(".slot").nth(2)).toBeHidden();
  await expect(page.locator(".slot").first()).toBeVisible();
});

const after = readExamples("docs/moving-over.md", "html").filter(
  (code) => code.includes(TAG) && code.includes("<ins"),
);

test("the migration guide has an example for each kind of tag", () => {
  expect(after).toHaveLength(3);
});

for (const [at, code] of after.entries()) {
  test(`the migration guide's page works as written (example ${at + 1})`, async ({ page, site, ads }) => {
    // The old tag's `push`, left over in a template.
    const leftover = `<script>(AdProvider = window.AdProvider || []).push({ serve: {} });</script>`;
    const body = useServers(code, ads);
    site.pages["/"] = `<!doctype html><html lang="en"><title>page</title><body>${body}${leftover}`;
    await page.goto(site.origin);
    await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
    expect(ads.bodies.flatMap(({ zones }) => zones.map(({ id }) => id))).toEqual([101]);
  });
}

const digest = JSON.parse(readFileSync(join(ROOT, "dist/integrity.json"), "utf8"))["zonetag.js"];
const [example = ""] = readExamples("docs/developers.md", "html").filter((code) =>
  code.includes("integrity="),
);
const pageWith = (integrity: string, cdn: string, endpoint: string) =>
  `<!doctype html><html lang="en"><title>page</title>${example
    .replace("sha384-…", integrity)
    .replace(/https:\/\/cdn\.example\/zonetag\/[\d.]+\/zonetag\.js/, `${cdn}/dist/zonetag.js`)
    .replace(ENDPOINT, endpoint)}<ins data-zone-id="101"></ins>`;

test("the tag runs from another origin with the printed integrity digest", async ({ page, site, ads }) => {
  const cdn = site.origin.replace("127.0.0.1", "localhost");
  site.pages["/"] = pageWith(digest, cdn, ads.endpoint);
  await page.goto(site.origin);
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
});

test("the tag does not run with another integrity digest", async ({ page, site, ads }) => {
  site.pages["/"] = pageWith(digest.replace(/.{8}$/, "AAAAAAAA"), site.origin, ads.endpoint);
  const refused = page.waitForEvent("console", (message) => message.text().includes("integrity"));
  await page.goto(site.origin);
  await refused;
  expect(await page.evaluate(() => "zonetag" in window)).toBe(false);
  expect(ads.requests).toEqual([]);
});

test("the content security policy of the developers' guide suffices, even with Trusted Types", {
  tag: "@essential",
}, async ({ page, site, ads }) => {
  const text = readFileSync(join(ROOT, "docs/developers.md"), "utf8");
  const [, policy = ""] = text.match(/Content-Security-Policy:\n([\s\S]*?)```/) ?? [];
  const header = policy
    .replaceAll("https://cdn.example", site.origin)
    .replaceAll("https://ads.example", ads.origin)
    .replaceAll("https://images.example", ads.origin)
    .replaceAll(/\s+/g, " ");
  const body = `<!doctype html><html lang="en"><title>page</title><script async src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script><ins data-zone-id="101" data-size="300x250"></ins>`;
  site.pages["/"] = { body, headers: { "content-security-policy": `default-src 'none'; ${header.trim()}` } };
  const violations: string[] = [];
  page.on("console", (message) => violations.push(message.text()));
  await page.goto(site.origin);
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(violations.filter((message) => /policy/i.test(message))).toEqual([]);
  expect(await page.locator("ins a").evaluate((element) => element.getBoundingClientRect().height)).toBe(250);
});
