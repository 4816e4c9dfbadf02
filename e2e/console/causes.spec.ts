/** Each reason for an empty slot, produced for real, and the words that the console has for it. */
import type { Page } from "playwright/test";
import { type Ads, png } from "../support/ads.ts";
import type { PageOptions } from "../support/test.ts";
import { expect, test } from "./console.ts";

interface Cause {
  name: string;
  body?: string;
  /** What the ad service does. */
  ads?: (ads: Ads) => void;
  /** What stands in the way, set up before the page is opened. */
  browser?: (page: Page, ads: Ads) => Promise<unknown>;
  /** Once the page is there. */
  act?: (page: Page) => Promise<unknown>;
  options?: PageOptions | ((ads: Ads) => PageOptions);
  /** In the first zone's entry; `{ads}` is the ad service's origin. */
  says: string[];
  verdict?: string;
}

const ONE = `<ins data-zone-id="5" data-size="300x250"></ins>`;
const answering =
  (status: number, text: string, headers = {}) =>
  (ads: Ads) =>
    ads.answer((_, response) => void response.writeHead(status, headers).end(text));
const entry = (change: object) => (ads: Ads) =>
  ads.answer(() => ({ zones: [{ ...ads.banner(5), ...change }], errors: {} }));
const policy = (directive: string) => ({
  headers: { "content-security-policy": `default-src * 'unsafe-inline' data:; ${directive}` },
});

const CAUSES: Cause[] = [
  {
    name: "an id that does not exist",
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: { 0: ["Zone 5 not found"] } })),
    says: ["The ad service has no zone “5”.", "Compare data-zone-id"],
    verdict: "0 of 1 filled, 1 wrong id",
  },
  {
    name: "an id that is no number",
    body: `<ins data-zone-id="sports"></ins>`,
    says: ["Not requested: “sports” is no zone id.", "Give data-zone-id a positive whole number"],
    verdict: "0 of 1 filled, 1 wrong id",
  },
  {
    name: "another message of the service",
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: { 0: ["Zone 5 is paused"] } })),
    says: ["The ad service says: “Zone 5 is paused”"],
    verdict: "0 of 1 filled, 1 other problem",
  },
  {
    name: "no campaign for the keywords",
    body: `<ins data-zone-id="5" data-keywords="shoes,running" data-target-plan="free"></ins>`,
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: {} })),
    says: ["No campaign matched the keywords “shoes,running” together with plan=free."],
    verdict: "0 of 1 filled, 1 without an ad",
  },
  {
    name: "no campaign for the address",
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: {} })),
    options: { path: "/sports/article" },
    says: [
      "No campaign matched the words of the page's address",
      "/sports/article (the zone has no keywords)",
    ],
  },
  {
    name: "a refused attribute",
    body: `<ins data-zone-id="5" data-sub="7"></ins>`,
    ads: answering(400, JSON.stringify({ errors: [{ "[zones][0][sub]": "This field was not expected." }] })),
    says: ["because of data-sub of zone 5: “This field was not expected.”"],
    verdict: "0 of 1 filled, 1 refused",
  },
  {
    name: "a service that wants the visitor's address",
    ads: answering(400, JSON.stringify({ errors: [{ "[user][ip]": "This field is missing." }] })),
    says: ["because of the visitor's IP address, which the ad service has to take from the connection"],
  },
  {
    name: "a policy that forbids the ad service",
    options: policy("connect-src 'self'"),
    says: ["The page's Content Security Policy blocks {ads} (connect-src).", "Add {ads} to connect-src."],
    verdict: "0 of 1 filled, 1 not reached",
  },
  {
    name: "a policy that forbids the image",
    options: policy("img-src 'self'"),
    says: ["The page's Content Security Policy blocks the banner's image on {ads} (img-src)."],
    verdict: "0 of 1 filled, 1 broken image",
  },
  {
    name: "an extension that blocks the ad request",
    browser: (page) => page.route("**/v1/placement", (route) => route.abort("blockedbyclient")),
    says: ["{ads} answers, but not to the ad request: most likely an extension blocks it."],
    verdict: "0 of 1 filled, 1 not reached",
  },
  {
    name: "a host that is blocked as a whole",
    browser: (page, ads) => page.route(`${ads.origin}/**`, (route) => route.abort("blockedbyclient")),
    says: ["{ads} cannot be reached: it is blocked by an extension, down, or misspelt."],
  },
  {
    name: "a service that does not let pages read it",
    ads: (ads) =>
      ads.serve("/v1/placement", (_, response) => {
        response.removeHeader("access-control-allow-origin");
        response.end(`{"zones":[null],"errors":{}}`);
      }),
    says: ["{ads} answers, but the page may not read it.", "Access-Control-Allow-Origin"],
  },
  {
    name: "a service that stays silent",
    ads: (ads) => ads.answer(() => undefined),
    options: { script: `data-timeout="200"` },
    says: ["The ad service did not answer within 200 ms."],
    verdict: "0 of 1 filled, 1 timed out",
  },
  {
    name: "a wrong status",
    ads: answering(404, "nothing here"),
    says: ["The ad service answered with HTTP 404.", "compare data-endpoint"],
  },
  {
    name: "too many requests",
    ads: answering(429, "slow down", { "x-rate-limit-reset": "3600" }),
    says: ["The ad service refused: too many requests", "Wait until the limit resets."],
  },
  {
    name: "something else that answers",
    ads: answering(200, "<h1>Welcome</h1>"),
    says: ["What came back is no ad service's answer.", "Check data-endpoint."],
  },
  {
    name: "an unsafe address",
    ads: entry({
      data: { url: "javascript:alert(1)", image: "https://a.test/", impression: "https://a.test/" },
    }),
    says: ['one of its addresses is not a web address (url: "javascript:alert(1)")'],
  },
  {
    name: "an unknown type",
    ads: entry({ type: "popunder" }),
    says: ["The ad is of type “popunder”, which the tag does not draw.", "render()"],
  },
  {
    name: "a renderer that throws",
    ads: entry({ type: "native" }),
    options: {
      head: `<script>(window.zonetag = []).push(z => z.render("native", () => { throw Error("no template") }))</script>`,
    },
    says: ["The page's own renderer failed: Error: no template"],
  },
  {
    name: "a broken image",
    ads: (ads) => {
      ads.serve("/image/5-0", (_, response) => void response.writeHead(404).end());
    },
    says: ["The banner's image on {ads} is broken, missing, or blocked by an extension."],
    verdict: "0 of 1 filled, 1 broken image",
  },
  {
    name: "an image that failed once",
    ads: (ads) => {
      const statuses = [404];
      ads.serve("/image/5-0", (_, response) => {
        const status = statuses.pop() ?? 200;
        response.writeHead(status, { "content-type": "image/png", "cache-control": "no-store" });
        response.end(status === 200 ? png(300, 250) : "");
      });
    },
    says: ["The banner's image on {ads} loads now; before, it failed or took too long. Refresh the zone."],
    verdict: "0 of 1 filled, 1 broken image",
  },
  {
    name: "a banner larger than its place",
    body: `<ins data-zone-id="5" style="display:block;width:200px;height:100px;overflow:hidden"></ins>`,
    says: ["The banner (300×250) is larger than its place, so it is drawn at 120×100."],
    verdict: "1 of 1 filled",
  },
  {
    name: "a placeholder without a size",
    body: `<ins data-zone-id="5"></ins><p>Text that moves.</p>`,
    // The page has been painted before the answer comes, as readers see it.
    browser: async (page, ads) => {
      ads.answer(async () => {
        await expect.poll(() => painted(page)).toBe(true);
        return { zones: [ads.banner(5)], errors: {} };
      });
    },
    says: ["when this zone was filled: it has no data-size.", "Give it data-size."],
  },
  {
    name: "sample values",
    body: `<ins data-zone-id="5" data-keywords="keywords" data-sub="123450000"></ins>`,
    says: [
      `data-keywords="keywords" is the sample value from an ad network's form.`,
      `data-sub="123450000" is the sample value from an ad network's form.`,
    ],
  },
  {
    name: "attributes that are none",
    body: `<ins data-zone-id="5" data-keyword="shoes" keywords="shoes" data-colour="red" data-v-1a2b data-size="wide"></ins>`,
    says: [
      "The tag has no attribute data-keyword, so it is ignored. Was data-keywords meant?",
      "The tag has no attribute keywords, so it is ignored. Was data-keywords meant?",
      "The tag has no attribute data-colour, so it is ignored. For targeting, write data-target-",
      `data-size="wide" cannot be right, so it is ignored. Expected: pixels, as in 300x250.`,
    ],
  },
  {
    name: "a covered slot",
    body: `${ONE}<div id="cookies" style="position:fixed;inset:0;background:#fffa"></div>`,
    says: [`Something lies over it: <div id="cookies"`],
  },
  {
    name: "a slot without area",
    body: `<div style="display:none">${ONE}</div>`,
    says: ["It has no area on the page (0×0), so no impression counts."],
  },
  {
    name: "a slot that is far away",
    body: `<div style="height:5000px"></div><ins data-zone-id="5" data-lazy="100"></ins>`,
    says: ["Not requested yet: it is far from what is visible."],
    verdict: "0 of 1 filled, 1 waiting",
  },
  {
    name: "another window",
    body: `<ins data-zone-id="5" data-media="(max-width: 100px)"></ins>`,
    says: ["Not requested: its data-media does not match this window."],
  },
  {
    name: "data-media that is no media query",
    body: `<ins data-zone-id="5" data-media="min-width: 9px"></ins>`,
    says: [`data-media="min-width: 9px" cannot be right, so it is ignored. Expected: a media query.`],
    verdict: "1 of 1 filled",
  },
  {
    name: "a consent platform that waits",
    options: {
      head: `<script>window.__tcfapi = () => {}</script>`,
      script: `data-consent-timeout="600000"`,
    },
    says: ["Not requested yet: waiting for the consent platform."],
  },
  {
    name: "a hidden page",
    options: {
      head: `<script>Object.defineProperty(document, "hidden", { get: () => true })</script>`,
    },
    says: ["Not requested yet: the page is hidden."],
  },
  {
    name: "a tag that waits for the page's own call",
    options: { script: "data-manual" },
    says: ["Not requested: the tag was not told to look at it.", "zonetag.scan()"],
    verdict: "0 of 1 filled, 1 left alone",
  },
  {
    name: "a slot that was taken back",
    act: (page) => page.evaluate("zonetag.destroy()"),
    says: ["Not requested: the page took it back with destroy()."],
  },
];

const painted = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType("paint").length > 0).catch(() => false);

for (const { name, body = ONE, ads: serve, browser, act, options = {}, says, verdict } of CAUSES) {
  test(name, async ({ page, ads, open, panel }) => {
    serve?.(ads);
    await browser?.(page, ads);
    await open(body, typeof options === "function" ? options(ads) : options);
    await page.waitForFunction("window.zonetag?.scan");
    await act?.(page);
    await page.evaluate("zonetag.console()");
    for (const words of says)
      await expect(panel.zone(0)).toContainText(words.replaceAll("{ads}", ads.origin));
    if (verdict) await expect(panel.verdict).toHaveText(verdict);
  });
}

test("a healthy zone is told nothing", async ({ page, open, panel }) => {
  await open(ONE, {
    path: "/?zonetag_console",
    head: `<style>ins{display:block;width:300px;height:250px}</style>`,
  });
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await expect(panel.zone(0)).toContainText("Viewable");
  await expect(panel.zone(0).locator(".finding")).toHaveCount(0);
  await panel.part("Page");
  await expect(panel.open).toContainText("Nothing wrong with the script or the page.");
  expect(await page.locator("zonetag-console").count()).toBe(1);
});

test("a page that is still loading", async ({ page, site, ads, panel }) => {
  let finish = () => {};
  site.pages["/"] = (response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.write(
      `<!doctype html><title>page</title><script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>${ONE}`,
    );
    finish = () => response.end();
  };
  await page.goto(`${site.origin}/?zonetag_console`, { waitUntil: "commit" });
  await expect(panel.zone(0)).toContainText("Not requested yet: the page is still loading.");
  finish();
  await expect(panel.verdict).toHaveText("1 of 1 filled");
});

test("a script without an endpoint", async ({ page, site, panel }) => {
  site.pages["/"] = `<!doctype html><title>page</title><script src="/dist/zonetag.js"></script>${ONE}`;
  await page.goto(site.origin);
  await page.evaluate("zonetag.console()");
  await expect(panel.zone(0)).toContainText("Not requested: the script has no data-endpoint.");
  await panel.part("Page");
  await expect(panel.open).toContainText("Not requested: the script has no data-endpoint.");
});

test("a browser that is offline", async ({ page, open, panel }) => {
  await open(ONE, { path: "/?zonetag_console" });
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await page.context().setOffline(true);
  await panel.button("Refresh all").click();
  await expect(panel.zone(0)).toContainText("The browser is offline.");
  await expect(panel.zone(0)).toContainText("Filled");
});

test("an endpoint that is no address", async ({ page, site, panel }) => {
  site.pages["/"] =
    `<!doctype html><title>page</title><script src="/dist/zonetag.js" data-endpoint="https://ads test/v1"></script>${ONE}`;
  await page.goto(site.origin);
  await page.evaluate("zonetag.console()");
  await expect(panel.zone(0)).toContainText("https://ads test cannot be reached");
  await expect(panel.zone(0)).toContainText("Check data-endpoint");
});

test("a script that is there twice, with an attribute that is wrong", async ({ page, ads, open, panel }) => {
  await open(ONE, {
    script: `data-timeout="soon"`,
    head: "",
    path: "/?zonetag_console",
  });
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await page.evaluate((endpoint) => {
    const script = document.createElement("script");
    script.src = "/dist/zonetag.js";
    script.dataset.endpoint = endpoint;
    document.head.append(script);
  }, ads.endpoint);
  await panel.part("Page");
  await expect(panel.open).toContainText("The tag's script is on the page 2 times.");
  await expect(panel.open).toContainText(
    `data-timeout="soon" cannot be right, so it is ignored. Expected: milliseconds.`,
  );
});

for (const { name, endpoint, image, says } of [
  {
    name: "an ad service without TLS on a secure page (mixed content)",
    endpoint: "http://ads.test/v1/placement",
    image: "https://ads.test/image",
    says: "The page is secure, http://ads.test is not (mixed content). It needs an https address",
  },
  {
    name: "an image without TLS on a secure page (mixed content)",
    endpoint: "https://ads.test/v1/placement",
    image: "http://ads.test/image",
    says: "The page is secure, the banner's image on http://ads.test is not (mixed content). It needs an https address",
  },
])
  test(name, async ({ page, site, ads, panel }) => {
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    const headers = { "access-control-allow-origin": "*" };
    const url = "https://ads.test/click";
    const answer = { zones: [{ ...ads.banner(5), data: { url, impression: url, image } }], errors: {} };
    // A host that speaks TLS alone. Browsers upgrade insecure images, and here nothing answers those either.
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
    await expect(panel.zone(0)).toContainText(says);
    expect(said.join()).toContain("Mixed Content: The page at 'https://site.test/'");
  });
