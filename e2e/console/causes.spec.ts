/** Reproduces each reason for an empty slot and checks the console's explanation. */
import type { Locator } from "playwright/test";
import { startService } from "../support/service.ts";
import {
  CAUSES,
  MIXED_IMAGE,
  MIXED_REQUEST,
  OFFLINE,
  ONE,
  PAGE_CAUSES,
  type Sentences,
  split,
} from "./causes.ts";
import { expect, test } from "./console.ts";

/** Waits until a finding below `part` has exactly these sentences. */
async function expectFinding(part: Locator, says: Sentences | string, origin = ""): Promise<void> {
  const [[cause, remedy] = ["", ""]] = split([says]);
  const match = (text: string | RegExp) =>
    typeof text === "string" ? text.replaceAll("{ads}", origin) : expect.stringMatching(text);
  const read = () =>
    part.locator(".finding").evaluateAll((all) =>
      all.map((one) => {
        const remedy = one.querySelector("span")?.textContent ?? "";
        const whole = one.textContent ?? "";
        return [whole.slice(0, whole.length - remedy.length).trim(), remedy];
      }),
    );
  await expect.poll(read).toContainEqual([match(cause), match(remedy)]);
}

for (const { name, body = ONE, ads: serve, browser, act, options = {}, says, verdict } of CAUSES)
  test(`the console explains ${name}`, { tag: "@essential" }, async ({ page, ads, open, panel }) => {
    serve?.(ads);
    await browser?.(page, ads);
    await open(body, typeof options === "function" ? options(ads) : options);
    await page.waitForFunction("window.zonetag?.scan");
    await act?.(page);
    await page.evaluate("zonetag.console()");
    for (const sentences of split(says)) await expectFinding(panel.zone(0), sentences, ads.origin);
    if (verdict) await expect(panel.verdict).toHaveText(verdict);
  });

test("the console explains a wrong endpoint path at our own ad service", async ({ page, site, panel }) => {
  const service = await startService({ catalogue: { accounts: [], sites: [], zones: [], campaigns: [] } });
  site.pages["/"] =
    `<!doctype html><title>page</title><script src="/dist/zonetag.js" data-endpoint="${service.origin}/v1/placements"></script>${ONE}`;
  await page.goto(`${site.origin}/?zonetag_console`);
  await expectFinding(panel.zone(0), "The ad service replied with HTTP 404. → Check data-endpoint.");
  await service.stop();
});

test("a zone of our own ad service links to its page in the dashboard", async ({ page, site, panel }) => {
  const service = await startService({ catalogue: { accounts: [], sites: [], zones: [], campaigns: [] } });
  site.pages["/"] =
    `<!doctype html><title>page</title><script src="/dist/zonetag.js" data-endpoint="${service.origin}/v1/placement"></script>${ONE}`;
  await page.goto(`${site.origin}/?zonetag_console`);
  const link = panel.root.getByRole("link", { name: "Zone 5 in the dashboard" });
  await expect(link).toHaveAttribute("href", `${service.origin}/dashboard/?place=inventory&zone=5`);
  await service.stop();
});

test("the console has no findings for a healthy zone", async ({ page, open, panel }) => {
  await open(ONE, {
    path: "/?zonetag_console",
    head: `<style>ins{display:block;width:300px;height:250px}</style>`,
  });
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await expect(panel.zone(0)).toContainText("Viewable");
  await expect(panel.zone(0).locator(".finding")).toHaveCount(0);
  await expect(panel.root.locator(".finding")).toHaveCount(0);
  expect(await page.locator("zonetag-console").count()).toBe(1);
});

test("a zone added before a retry is reported as waiting for it", async ({ page, ads, open, panel }) => {
  ads.answer((_, response) => void response.writeHead(429, { "retry-after": "60" }).end("slow down"));
  await open(ONE, {
    path: "/?zonetag_console",
    head: `<script>window.__tcfapi = (command, version, callback) => callback(
      { eventStatus: "tcloaded", listenerId: 1, gdprApplies: true, tcString: "CPconsent" }, true)</script>`,
  });
  await expect(panel.zoneById(5)).toContainText("Trying again in ");
  await page.evaluate(
    (markup) => document.body.insertAdjacentHTML("beforeend", markup),
    ONE.replace("5", "6"),
  );
  await expect(panel.zoneById(6)).toContainText(/About to be requested\. Trying again in \d+ s\./);
});

for (const { name, body = ONE, options = {}, act, says } of PAGE_CAUSES)
  test(`the console explains ${name}`, async ({ page, open, panel }) => {
    await open(body, typeof options === "function" ? {} : options);
    await page.waitForFunction("window.zonetag?.scan");
    await act?.(page);
    await page.evaluate("zonetag.console()");
    for (const sentences of split(says)) await expectFinding(panel.page, sentences);
  });

test("a blocked script and its running copy count as one tag, and another vendor's script does not count", async ({
  page,
  site,
  ads,
  panel,
}) => {
  site.pages["/chat.js"] = { body: "", headers: { "content-type": "text/javascript" } };
  site.pages["/"] = `<!doctype html><title>page</title><script data-endpoint="/chat" src="/chat.js"></script>
    <script type="text/plain" src="/dist/zonetag.js" data-endpoint="${ads.endpoint}" data-timeout="soon"></script>
    <script src="/dist/zonetag.js"></script>${ONE}`;
  await page.goto(`${site.origin}/?zonetag_console`);
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await expect(panel.page.locator(".finding")).toHaveText([
    /^data-timeout="soon" is not valid, so it is ignored\. Expected: .+\.$/,
  ]);
});

test("the console does not blame a report-only policy", async ({ page, site, panel }) => {
  site.pages["/"] = {
    body: `<!doctype html><title>page</title><script async src="/dist/zonetag.js" data-endpoint="http://127.0.0.1:1/v1"></script>${ONE}`,
    headers: { "content-security-policy-report-only": "connect-src 'self'" },
  };
  await page.goto(`${site.origin}/?zonetag_console`);
  await expect(panel.zone(0)).toContainText("http://127.0.0.1:1 cannot be reached");
});

test("an ad scrolled out of view in its container is not reported as covered", async ({ open, panel }) => {
  await open(
    `<div style="height:100px;overflow:auto"><p style="height:150px">Text</p><div data-zone-id="5" data-size="300x250"></div></div><footer style="height:400px">Foot</footer>`,
    { path: "/?zonetag_console" },
  );
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await expect(panel.zone(0)).toContainText("Impression");
  await expect(panel.zone(0).locator(".finding")).toHaveCount(0);
});

test("the console explains that the browser is offline", async ({ page, open, panel }) => {
  await open(ONE, { path: "/?zonetag_console" });
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await page.context().setOffline(true);
  await panel.button("Refresh all").click();
  await expectFinding(panel.zone(0), OFFLINE);
  await expect(panel.zone(0)).toContainText("Filled");
});

for (const { name, endpoint, image, says } of [
  {
    name: "an ad service without TLS on a secure page (mixed content)",
    endpoint: "http://ads.test/v1/placement",
    image: "https://ads.test/image",
    says: MIXED_REQUEST,
  },
  {
    name: "an image without TLS on a secure page (mixed content)",
    endpoint: "https://ads.test/v1/placement",
    image: "http://ads.test/image",
    says: MIXED_IMAGE,
  },
])
  test(`the console explains ${name}`, async ({ page, site, ads, panel }) => {
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    const headers = { "access-control-allow-origin": "*" };
    const url = "https://ads.test/click";
    const answer = { zones: [{ ...ads.banner(5), data: { url, impression: url, image } }], errors: {} };
    // A host that supports only TLS. Browsers upgrade insecure image requests to https, which fail here too.
    await page.route("http://ads.test/**", (route) => route.abort());
    await page.route("https://ads.test/**", (route) =>
      route.request().method() === "POST" ? route.fulfill({ json: answer, headers }) : route.abort(),
    );
    await page.route("https://site.test/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: site.origin + pathname }) });
    });
    site.pages["/"] =
      `<!doctype html><title>page</title><script async src="/dist/zonetag.js" data-endpoint="${endpoint}"></script>${ONE}`;
    await page.goto("https://site.test/");
    await page.waitForFunction("window.zonetag?.scan");
    await page.evaluate("zonetag.console()");
    await expectFinding(panel.zone(0), says);
    expect(said.join()).toContain("Mixed Content: The page at 'https://site.test/'");
  });

test("the console explains that the sandbox of the page's frame blocks links", async ({
  page,
  site,
  ads,
}) => {
  site.pages["/frame"] =
    `<!doctype html><title>page</title><script async src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>${ONE}`;
  site.pages["/"] =
    `<!doctype html><title>page</title><iframe width="900" height="700" sandbox="allow-scripts allow-same-origin" src="/frame?zonetag_console"></iframe>`;
  await page.goto(site.origin);
  await expect(page.frameLocator("iframe").locator(".zone").first()).toContainText(
    "the frame's sandbox, which blocks links: “allow-scripts allow-same-origin”",
  );
});
