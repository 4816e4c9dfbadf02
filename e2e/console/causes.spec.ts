/** Each reason for an empty slot, produced for real, and what the console says of it. */
import type { Page } from "playwright/test";
import { type Ads, png } from "../support/ads.ts";
import { startService } from "../support/service.ts";
import type { PageOptions } from "../support/test.ts";
import { expect, test } from "./console.ts";

interface Cause {
  /** Ends the test's title: the console explains … */
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
    name: "an id that the service does not know",
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: { 0: ["Zone 5 not found"] } })),
    says: ["The ad service has no zone “5”.", "Compare data-zone-id"],
    verdict: "0 of 1 filled, 1 wrong id",
  },
  {
    name: "an id that is not a number",
    body: `<ins data-zone-id="sports"></ins>`,
    says: [
      "Not requested: “sports” is not a zone id.",
      "Set data-zone-id to the number your ad network gave you.",
    ],
    verdict: "0 of 1 filled, 1 wrong id",
  },
  {
    name: "another message of the service",
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: { 0: ["Zone 5 is paused"] } })),
    says: ["The ad service says: “Zone 5 is paused”"],
    verdict: "0 of 1 filled, 1 failed",
  },
  {
    name: "no campaign for the keywords",
    body: `<ins data-zone-id="5" data-keywords="shoes,running" data-target-plan="free"></ins>`,
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: {} })),
    says: [
      "No campaign matches the keywords “shoes,running” together with plan=free.",
      "Your page is fine. Broader keywords may find more ads.",
    ],
    verdict: "0 of 1 filled, 1 without an ad",
  },
  {
    name: "no campaign for the address",
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: {} })),
    options: { path: "/sports/article" },
    says: [
      "No campaign matches the words of the page's address",
      "/sports/article (the zone has no keywords)",
    ],
  },
  {
    name: "a rejected attribute",
    body: `<ins data-zone-id="5" data-sub="7"></ins>`,
    ads: answering(400, JSON.stringify({ errors: [{ "[zones][0][sub]": "This field was not expected." }] })),
    says: [
      "The ad service rejected data-sub of zone 5: “This field was not expected.”",
      "Fix this: it blocks every ad in the same request.",
    ],
    verdict: "0 of 1 filled, 1 rejected",
  },
  {
    name: "a service that wants the visitor's address",
    ads: answering(400, JSON.stringify({ errors: [{ "[user][ip]": "This field is missing." }] })),
    says: [
      "The ad service rejected [user][ip]: “This field is missing.”",
      "Tell your ad network: it blocks every ad in the same request.",
    ],
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
    says: ["{ads} replies, but not to the ad request: an extension probably blocks it."],
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
    says: [
      "{ads} replies, but this page may not read it.",
      "Check data-endpoint",
      "Access-Control-Allow-Origin",
    ],
  },
  {
    name: "a service that stays silent",
    ads: (ads) => ads.answer(() => undefined),
    options: { script: `data-timeout="200"` },
    says: ["The ad service did not reply within 200 ms."],
    verdict: "0 of 1 filled, 1 timed out",
  },
  {
    name: "a wrong status",
    ads: answering(404, "nothing here"),
    says: ["The ad service replied with HTTP 404. Check data-endpoint."],
  },
  {
    name: "a service that fails",
    ads: answering(503, "busy"),
    says: ["The ad service replied with HTTP 503. Tell your ad network."],
    verdict: "0 of 1 filled, 1 failed",
  },
  {
    name: "how long it is until a second try",
    ads: answering(429, "slow down", { "retry-after": "60" }),
    says: ["The ad service replied with HTTP 429. Trying again in ", " s."],
    verdict: "0 of 1 filled, 1 requested",
  },
  {
    name: "a reply without a result for the zone",
    ads: (ads) => ads.answer(() => ({ zones: [], errors: {} })),
    says: ["The reply has nothing for this zone. Send your ad network a report."],
  },
  {
    name: "a service that has not answered yet",
    ads: (ads) => ads.answer(() => undefined),
    options: { script: `data-timeout="600000"` },
    says: ["No reply yet."],
    verdict: "0 of 1 filled, 1 requested",
  },
  {
    name: "an image that is not there yet",
    ads: (ads) => ads.serve("/image/5-0", () => {}),
    says: ["The banner's image is loading."],
  },
  {
    name: "too many requests",
    ads: answering(429, "slow down", { "x-rate-limit-reset": "3600" }),
    says: [
      "The ad service had too many requests from your internet address.",
      "Your page is fine. Wait until the limit resets, then refresh.",
    ],
  },
  {
    name: "something else that answers",
    ads: answering(200, "<h1>Welcome</h1>"),
    says: ["The reply is not from an ad service.", "Check data-endpoint."],
  },
  {
    name: "an unsafe address",
    ads: entry({
      data: { url: "javascript:alert(1)", image: "https://a.test/", impression: "https://a.test/" },
    }),
    says: ['The ad has an unsafe address: url: "javascript:alert(1)"'],
  },
  {
    name: "an unknown type",
    ads: entry({ type: "popunder" }),
    says: ["The ad's type, “popunder”, needs a renderer.", "render()"],
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
    says: ["The banner's image on {ads} loads now. Before, it failed or was too slow. Refresh the zone."],
    verdict: "0 of 1 filled, 1 broken image",
  },
  {
    name: "a banner larger than its box",
    body: `<ins data-zone-id="5" style="display:block;width:200px;height:100px;overflow:hidden"></ins>`,
    says: ["The banner (300×250) is larger than its box, so it is shown at 200×167."],
    verdict: "1 of 1 filled",
  },
  {
    name: "a banner far smaller than its box",
    ads: (ads) => ads.answer(() => ({ zones: [ads.banner(5, "small", "88x31")], errors: {} })),
    says: ["The banner (88×31) is far smaller than its box (300×250).", "change data-size"],
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
    says: ["when this zone was filled: it has no data-size.", "Set data-size."],
  },
  {
    name: "sample values",
    body: `<ins data-zone-id="5" data-keywords="keywords" data-sub="123450000"></ins>`,
    says: [`data-keywords="keywords" is a sample value.`, `data-sub="123450000" is a sample value.`],
  },
  {
    name: "attributes that the tag does not have",
    body: `<ins data-zone-id="5" data-keyword="shoes" keywords="shoes" data-targeting-plan="free" data-size="wide" data-lazy="200px"></ins>`,
    says: [
      "The tag has no attribute data-keyword, so it is ignored. Did you mean data-keywords?",
      "The tag has no attribute keywords, so it is ignored. Did you mean data-keywords?",
      "The tag has no attribute data-targeting-plan, so it is ignored. Did you mean data-target-…?",
      `data-size="wide" is not valid, so it is ignored. Expected: WIDTHxHEIGHT.`,
      `data-lazy="200px" is not valid, so it is ignored. Expected: a whole number, 0 or more pixels.`,
    ],
  },
  {
    name: "a covered slot",
    body: `${ONE}<div id="cookies" style="position:fixed;inset:0;background:#fffa"></div>`,
    says: [`Something covers it: <div id="cookies"`],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a slot without area",
    body: `<div style="display:none">${ONE}</div>`,
    says: ["The page hides it (0×0), so no impression counts.", "Content blockers hide ads too."],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a slot that is invisible",
    body: `<div style="opacity:0">${ONE}</div>`,
    says: ["The page hides it (300×250), so no impression counts."],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a lazy slot in what is hidden",
    body: `<div style="display:none"><ins data-zone-id="5" data-lazy="100"></ins></div>`,
    says: ["Not requested yet: it is hidden. It is requested once the page shows it."],
    verdict: "0 of 1 filled, 1 waiting",
  },
  {
    name: "a slot that is far away",
    body: `<div style="height:5000px"></div><ins data-zone-id="5" data-lazy="100"></ins>`,
    says: ["Not requested yet: it is far from the visible part. To request it earlier, raise data-lazy."],
    verdict: "0 of 1 filled, 1 waiting",
  },
  {
    name: "a placeholder for another screen width",
    body: `<ins data-zone-id="5" data-media="(max-width: 100px)"></ins>`,
    says: [
      "Not requested: its data-media does not match.",
      "This ad is meant for another screen width. Nothing to fix.",
    ],
    verdict: "1 for another screen",
  },
  {
    name: "data-media that is not a media query",
    body: `<ins data-zone-id="5" data-media="min-width: 9px"></ins>`,
    says: [`data-media="min-width: 9px" is not valid, so it is ignored. Expected: a media query.`],
    verdict: "1 of 1 filled",
  },
  {
    name: "a wait for consent",
    options: {
      head: `<script>window.__tcfapi = () => {}</script>`,
      script: `data-consent-timeout="600000"`,
    },
    says: ["Not requested yet: waiting for the visitor's consent."],
  },
  {
    name: "a hidden page",
    options: {
      head: `<script>Object.defineProperty(document, "hidden", { get: () => true })</script>`,
    },
    says: ["Not requested yet: the page is prerendered, or its tab hidden."],
  },
  {
    name: "a prerendered page",
    options: {
      head: `<script>Object.defineProperty(document, "prerendering", { get: () => true })</script>`,
    },
    says: ["Not requested yet: the page is prerendered, or its tab hidden."],
    verdict: "0 of 1 filled, 1 waiting",
  },
  {
    name: "a tag that waits for the page to call it",
    options: { script: "data-manual" },
    says: ["Not requested: the page has not asked for it.", "zonetag.scan()"],
    verdict: "0 of 1 filled, 1 not requested",
  },
  {
    name: "a placeholder that was given back",
    act: (page) => page.evaluate("zonetag.destroy()"),
    says: ["Not requested: the page gave it back with destroy()."],
  },
  {
    name: "an ad that stays because the next request brought none",
    ads: (ads) => {
      const banners = [ads.banner(5)];
      ads.answer(() => ({ zones: [banners.pop() ?? null], errors: {} }));
    },
    act: async (page) => {
      await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
      await page.evaluate("zonetag.refresh()");
    },
    says: ["The last request brought nothing, so the earlier ad stays."],
    verdict: "1 of 1 filled",
  },
];

/** What is wrong with the page as a whole, which is said above its zones. */
const PAGES: Pick<Cause, "name" | "body" | "browser" | "options" | "says">[] = [
  {
    name: "a page without zones",
    body: "<p>Text</p>",
    says: ["No element has data-zone-id. Add the code that your ad network gave you."],
  },
  {
    name: "a consent platform that stays silent",
    options: {
      head: `<script>window.__tcfapi = () => {}</script>`,
      script: `data-consent-timeout="100"`,
    },
    says: ["The consent platform did not answer in time, so ads were requested without consent."],
  },
];

const painted = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType("paint").length > 0).catch(() => false);

for (const { name, body = ONE, ads: serve, browser, act, options = {}, says, verdict } of CAUSES) {
  test(`the console explains ${name}`, async ({ page, ads, open, panel }) => {
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

test("the console explains a wrong endpoint path at our own ad service", async ({ page, site, panel }) => {
  const service = await startService({ catalogue: { accounts: [], sites: [], zones: [], campaigns: [] } });
  site.pages["/"] =
    `<!doctype html><title>page</title><script src="/dist/zonetag.js" data-endpoint="${service.origin}/v1/placements"></script>${ONE}`;
  await page.goto(`${site.origin}/?zonetag_console`);
  await expect(panel.zone(0)).toContainText("The ad service replied with HTTP 404. Check data-endpoint.");
  await service.stop();
});

test("the console says nothing of a healthy zone", async ({ page, open, panel }) => {
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

test("a zone that comes between two tries waits for the second, not for a consent that was given", async ({
  page,
  ads,
  open,
  panel,
}) => {
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

test("the console explains a page that is still loading", async ({ page, site, ads, panel }) => {
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

test("the console explains a script without an endpoint", async ({ page, site, panel }) => {
  site.pages["/"] = `<!doctype html><title>page</title><script src="/dist/zonetag.js"></script>${ONE}`;
  await page.goto(site.origin);
  await page.evaluate("zonetag.console()");
  await expect(panel.zone(0)).toContainText("Not requested: the script has no valid data-endpoint.");
  await expect(panel.page).toContainText("Not requested: the script has no valid data-endpoint.");
});

test("the console explains an endpoint without a scheme", async ({ page, site, panel }) => {
  site.pages["/"] =
    `<!doctype html><title>page</title><script src="/dist/zonetag.js" data-endpoint="ads.test/v1"></script>${ONE}`;
  await page.goto(`${site.origin}/?zonetag_console`);
  await expect(panel.page.locator(".finding")).toHaveText([
    "Not requested: the script has no valid data-endpoint. Set data-endpoint to the full address your ad network gave you.",
    `data-endpoint="ads.test/v1" is not valid, so it is ignored. Expected: an address.`,
  ]);
});

for (const { name, body = ONE, options = {}, says } of PAGES)
  test(`the console explains ${name}`, async ({ page, open, panel }) => {
    await open(body, typeof options === "function" ? {} : options);
    await page.waitForFunction("window.zonetag?.scan");
    await page.evaluate("zonetag.console()");
    for (const words of says) await expect(panel.page).toContainText(words);
  });

test("attributes of a page's own and of its libraries are no mistakes", async ({ open, panel }) => {
  await open(
    `<ins data-zone-id="5" data-size="300x250" data-v-1a2b data-testid="ad" data-aos="fade" data-bs-toggle="x" data-colour="red"></ins>`,
    {
      path: "/?zonetag_console",
      script: `data-cfasync="false" data-cookieconsent="ignore" data-category="ads"`,
    },
  );
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await expect(panel.root.locator(".finding")).toHaveCount(0);
});

test("a policy that only reports is not what blocks", async ({ page, site, panel }) => {
  site.pages["/"] = {
    body: `<!doctype html><title>page</title><script async src="/dist/zonetag.js" data-endpoint="http://127.0.0.1:1/v1"></script>${ONE}`,
    headers: { "content-security-policy-report-only": "connect-src 'self'" },
  };
  await page.goto(`${site.origin}/?zonetag_console`);
  await expect(panel.zone(0)).toContainText("http://127.0.0.1:1 cannot be reached");
});

test("an ad that an inner part has scrolled out of view is not covered", async ({ open, panel }) => {
  await open(
    `<div style="height:100px;overflow:auto"><p style="height:150px">Text</p>${ONE}</div><footer style="height:400px">Foot</footer>`,
    { path: "/?zonetag_console" },
  );
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await expect(panel.zone(0)).toContainText("Impression");
  await expect(panel.zone(0).locator(".finding")).toHaveCount(0);
});

test("the console explains a browser that is offline", async ({ page, open, panel }) => {
  await open(ONE, { path: "/?zonetag_console" });
  await expect(panel.verdict).toHaveText("1 of 1 filled");
  await page.context().setOffline(true);
  await panel.button("Refresh all").click();
  await expect(panel.zone(0)).toContainText("The browser is offline.");
  await expect(panel.zone(0)).toContainText("Filled");
});

test("the console explains an endpoint that is not an address", async ({ page, site, panel }) => {
  site.pages["/"] =
    `<!doctype html><title>page</title><script src="/dist/zonetag.js" data-endpoint="https://ads test/v1"></script>${ONE}`;
  await page.goto(site.origin);
  await page.evaluate("zonetag.console()");
  await expect(panel.zone(0)).toContainText("https://ads test cannot be reached");
  await expect(panel.zone(0)).toContainText("Check data-endpoint");
});

test("the console explains a script that is on the page twice, and an attribute with an invalid value", async ({
  page,
  ads,
  open,
  panel,
}) => {
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
  await expect(panel.page).toContainText("The tag's script is on the page 2 times.");
  await expect(panel.page).toContainText(
    `data-timeout="soon" is not valid, so it is ignored. Expected: a whole number, 0 to 600000 milliseconds.`,
  );
});

for (const { name, endpoint, image, says } of [
  {
    name: "an ad service without TLS on a secure page (mixed content)",
    endpoint: "http://ads.test/v1/placement",
    image: "https://ads.test/image",
    says: "The page uses https, http://ads.test does not (mixed content). Use an https address",
  },
  {
    name: "an image without TLS on a secure page (mixed content)",
    endpoint: "https://ads.test/v1/placement",
    image: "http://ads.test/image",
    says: "The page uses https, the banner's image on http://ads.test does not (mixed content). Use an https address",
  },
])
  test(`the console explains ${name}`, async ({ page, site, ads, panel }) => {
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
