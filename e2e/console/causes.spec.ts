/** Each reason for an empty slot, produced for real, and what the console says of it. */
import type { Locator, Page } from "playwright/test";
import * as texts from "../../src/console/texts.ts";
import { type Ads, png } from "../support/ads.ts";
import { startService } from "../support/service.ts";
import { type Cause, ONE, policy, type Sentences } from "./cause.ts";
import { expect, test } from "./console.ts";
import { PAGE_SLIPS, SLIPS } from "./slips.ts";

const answering =
  (status: number, text: string, headers = {}) =>
  (ads: Ads) =>
    ads.answer((_, response) => void response.writeHead(status, headers).end(text));
const entry = (change: object) => (ads: Ads) =>
  ads.answer(() => ({ zones: [{ ...ads.banner(5), ...change }], errors: {} }));
const CAUSES: Cause[] = [
  {
    name: "an id that the service does not know",
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: { 0: ["Zone 5 not found"] } })),
    says: [["The ad service has no zone “5”.", "Compare data-zone-id with your ad network's account."]],
    verdict: "0 of 1 filled, 1 wrong id",
  },
  {
    name: "an id that is not a number",
    body: `<ins data-zone-id="sports"></ins>`,
    says: [
      [
        "Not requested: “sports” is not a zone id.",
        "Set data-zone-id to the number your ad network gave you.",
      ],
    ],
    verdict: "0 of 1 filled, 1 wrong id",
  },
  {
    name: "a placeholder that swallowed the article",
    body: `<div data-zone-id="5" /><article>Text</article>`,
    says: [
      [
        "The placeholder contains <article>, which is part of the page, so no ad is shown.",
        "Close it at once: <div …></div>. A slash, as in <div … />, does not close it.",
      ],
    ],
    verdict: "0 of 1 filled, 1 failed",
  },
  {
    name: "a placeholder with too much in it",
    body: `<div data-zone-id="5" style="width:300px"><p style="height:3000px;margin:0">Text</p></div>`,
    says: [
      [
        "The placeholder contains 300×3000 pixels of the page, too much for fallback content, so no ad is shown.",
        "Close it at once: <div …></div>. A slash, as in <div … />, does not close it.",
      ],
    ],
  },
  {
    name: "an element that cannot hold an ad",
    body: `<button data-zone-id="5">Press</button>`,
    says: [["An ad cannot be shown in <button>.", "Move data-zone-id to a <div> or an <ins>."]],
  },
  {
    name: "another message of the service",
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: { 0: ["Zone 5 is paused"] } })),
    says: [["The ad service says: “Zone 5 is paused”", "Send your ad network a report."]],
    verdict: "0 of 1 filled, 1 failed",
  },
  {
    name: "no campaign for the keywords",
    body: `<ins data-zone-id="5" data-keywords="shoes,running" data-target-plan="free"></ins>`,
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: {} })),
    says: [
      [
        "No campaign matches the keywords “shoes,running” together with plan=free.",
        "Your page is fine. Broader keywords may find more ads.",
      ],
    ],
    verdict: "0 of 1 filled, 1 without an ad",
  },
  {
    name: "no campaign for the address",
    ads: (ads) => ads.answer(() => ({ zones: [null], errors: {} })),
    options: { path: "/sports/article" },
    says: [
      [
        /^No campaign matches the words of the page's address http:\/\/127\.0\.0\.1:\d+\/sports\/article \(the zone has no keywords\)\.$/,
        "Your page is fine. Broader keywords may find more ads.",
      ],
    ],
  },
  {
    name: "a rejected attribute",
    body: `<ins data-zone-id="5" data-sub="7"></ins>`,
    ads: answering(400, JSON.stringify({ errors: [{ "[zones][0][sub]": "This field was not expected." }] })),
    says: [
      [
        "The ad service rejected data-sub of zone 5: “This field was not expected.”",
        "Fix this: it blocks every ad in the same request.",
      ],
    ],
    verdict: "0 of 1 filled, 1 rejected",
  },
  {
    name: "a service that wants the visitor's address",
    ads: answering(400, JSON.stringify({ errors: [{ "[user][ip]": "This field is missing." }] })),
    says: [
      [
        "The ad service rejected [user][ip]: “This field is missing.”",
        "Tell your ad network: it blocks every ad in the same request.",
      ],
    ],
  },
  {
    name: "a policy that forbids the ad service",
    options: policy("connect-src 'self'"),
    says: [["The page's Content Security Policy blocks {ads} (connect-src).", "Add {ads} to connect-src."]],
    verdict: "0 of 1 filled, 1 not reached",
  },
  {
    name: "a policy that forbids the image",
    options: policy("img-src 'self'"),
    says: [
      [
        "The page's Content Security Policy blocks the banner's image on {ads} (img-src).",
        "Add {ads} to img-src.",
      ],
    ],
    verdict: "0 of 1 filled, 1 broken image",
  },
  {
    name: "an extension that blocks the ad request",
    browser: (page) => page.route("**/v1/placement", (route) => route.abort("blockedbyclient")),
    says: [
      [
        "{ads} replies, but not to the ad request: an extension probably blocks it.",
        "Turn off content blockers for this page and refresh.",
      ],
    ],
    verdict: "0 of 1 filled, 1 not reached",
  },
  {
    name: "a host that is blocked as a whole",
    browser: (page, ads) => page.route(`${ads.origin}/**`, (route) => route.abort("blockedbyclient")),
    says: [
      [
        "{ads} cannot be reached: it is blocked by an extension, down, or misspelt.",
        "Check data-endpoint. Turn off content blockers for this page and refresh.",
      ],
    ],
  },
  {
    name: "a service that does not let pages read it",
    ads: (ads) =>
      ads.serve("/v1/placement", (_, response) => {
        response.removeHeader("access-control-allow-origin");
        response.end(`{"zones":[null],"errors":{}}`);
      }),
    says: [
      [
        "{ads} replies, but this page may not read it.",
        "Check the path in data-endpoint. Else the ad service has to send Access-Control-Allow-Origin.",
      ],
    ],
  },
  {
    name: "a service that stays silent",
    ads: (ads) => ads.answer(() => undefined),
    options: { script: `data-timeout="200"` },
    says: [["The ad service did not reply within 200 ms.", "Tell your ad network, or raise data-timeout."]],
    verdict: "0 of 1 filled, 1 timed out",
  },
  {
    name: "a wrong status",
    ads: answering(404, "nothing here"),
    says: [["The ad service replied with HTTP 404.", "Check data-endpoint."]],
  },
  {
    name: "a service that fails",
    ads: answering(503, "busy"),
    says: [["The ad service replied with HTTP 503.", "Tell your ad network."]],
    verdict: "0 of 1 filled, 1 failed",
  },
  {
    name: "how long it is until a second try",
    ads: answering(429, "slow down", { "retry-after": "60" }),
    says: [["The ad service replied with HTTP 429.", /^Trying again in \d+ s\.$/]],
    verdict: "0 of 1 filled, 1 requested",
  },
  {
    name: "a reply without a result for the zone",
    ads: (ads) => ads.answer(() => ({ zones: [], errors: {} })),
    says: [["The reply has nothing for this zone.", "Send your ad network a report."]],
  },
  {
    name: "a service that has not answered yet",
    ads: (ads) => ads.answer(() => undefined),
    options: { script: `data-timeout="600000"` },
    says: [["No reply yet.", ""]],
    verdict: "0 of 1 filled, 1 requested",
  },
  {
    name: "an image that is not there yet",
    ads: (ads) => ads.serve("/image/5-0", () => {}),
    says: [["The banner's image is loading.", ""]],
  },
  {
    name: "too many requests",
    ads: answering(429, "slow down", { "x-rate-limit-reset": "3600" }),
    says: [["The ad service had too many requests from your address.", "Your page is fine. Refresh later."]],
  },
  {
    name: "something else that answers",
    ads: answering(200, "<h1>Welcome</h1>"),
    says: [["The reply is not from an ad service.", "Check data-endpoint. The reply is under Requests."]],
  },
  {
    name: "an unsafe address",
    ads: entry({
      data: { url: "javascript:alert(1)", image: "https://a.test/", impression: "https://a.test/" },
    }),
    says: [
      ['The ad has an unsafe address: url: "javascript:alert(1)"', "Report the campaign to your ad network."],
    ],
  },
  {
    name: "an unknown type",
    ads: entry({ type: "popunder" }),
    says: [
      [
        "The ad's type, “popunder”, needs a renderer.",
        "Ask your ad network for banners, or add one with render().",
      ],
    ],
  },
  {
    name: "a renderer that throws",
    ads: entry({ type: "native" }),
    options: {
      head: `<script>(window.zonetag = []).push(z => z.render("native", () => { throw Error("no template") }))</script>`,
    },
    says: [["The page's own renderer failed: Error: no template", "Fix the function given to render()."]],
  },
  {
    name: "a broken image",
    ads: (ads) => {
      ads.serve("/image/5-0", (_, response) => void response.writeHead(404).end());
    },
    says: [
      [
        "The banner's image on {ads} is broken, missing, or blocked by an extension.",
        "If it fails in a new tab too, report the campaign to your ad network.",
      ],
    ],
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
    says: [
      ["The banner's image on {ads} loads now. Before, it failed or was too slow.", "Refresh the zone."],
    ],
    verdict: "0 of 1 filled, 1 broken image",
  },
  {
    name: "a banner larger than its box",
    body: `<ins data-zone-id="5" style="display:block;width:200px;height:100px;overflow:hidden"></ins>`,
    says: [
      [
        "The banner (300×250) is larger than its box, so it is shown at 200×167.",
        "Make the box larger, or ask your ad network for its size.",
      ],
    ],
    verdict: "1 of 1 filled",
  },
  {
    name: "a banner far smaller than its box",
    ads: (ads) => ads.answer(() => ({ zones: [ads.banner(5, "small", "88x31")], errors: {} })),
    says: [
      [
        "The banner (88×31) is far smaller than its box (300×250).",
        "Ask your ad network for this size, or change data-size.",
      ],
    ],
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
    says: [
      [
        /^The page moved by 0\.\d{3} \(layout shift\) when this zone was filled: it has no data-size\.$/,
        "Set data-size.",
      ],
    ],
  },
  {
    name: "sample values",
    body: `<ins data-zone-id="5" data-keywords="keywords" data-sub="123450000"></ins>`,
    says: [
      ['data-keywords="keywords" is a sample value.', "Set your own, or remove it."],
      ['data-sub="123450000" is a sample value.', "Set your own, or remove it."],
    ],
  },
  {
    name: "attributes that the tag does not have",
    body: `<ins data-zone-id="5" data-keyword="shoes" keywords="shoes" data-targeting-plan="free" data-size="wide" data-lazy="200px"></ins>`,
    says: [
      ["The tag has no attribute data-keyword, so it is ignored.", "Did you mean data-keywords?"],
      ["The tag has no attribute keywords, so it is ignored.", "Did you mean data-keywords?"],
      ["The tag has no attribute data-targeting-plan, so it is ignored.", "Did you mean data-target-…?"],
      ['data-size="wide" is not valid, so it is ignored.', "Expected: WIDTHxHEIGHT."],
      ['data-lazy="200px" is not valid, so it is ignored.', "Expected: a whole number, 0 or more pixels."],
    ],
  },
  {
    name: "a covered slot",
    body: `${ONE}<div id="cookies" style="position:fixed;inset:0;background:#fffa"></div>`,
    says: [[/^Something covers it: <div id="cookies" style=/, "Move that, or nobody sees the ad."]],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a slot without area",
    body: `<div style="display:none">${ONE}</div>`,
    says: [
      [
        "The page hides it (0×0), so no impression counts.",
        "Look for display:none or a size of 0. Content blockers hide ads too.",
      ],
    ],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a slot that is invisible",
    body: `<div style="opacity:0">${ONE}</div>`,
    says: [
      [
        'The page makes it transparent, so no impression counts: <div style="opacity:0">',
        "Remove the opacity of 0 there.",
      ],
    ],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a lazy slot in what is hidden",
    body: `<div style="display:none"><ins data-zone-id="5" data-lazy="100"></ins></div>`,
    says: [["Not requested yet: it is hidden.", "It is requested once the page shows it."]],
    verdict: "0 of 1 filled, 1 waiting",
  },
  {
    name: "a slot that is far away",
    body: `<div style="height:5000px"></div><ins data-zone-id="5" data-lazy="100"></ins>`,
    says: [
      ["Not requested yet: it is far from the visible part.", "To request it earlier, raise data-lazy."],
    ],
    verdict: "0 of 1 filled, 1 waiting",
  },
  {
    name: "a placeholder for another screen width",
    body: `<ins data-zone-id="5" data-media="(max-width: 100px)"></ins>`,
    says: [["Not requested: its data-media does not match.", "This ad is meant for another screen width."]],
    verdict: "1 for another screen",
  },
  {
    name: "data-media that can never match",
    body: `<ins data-zone-id="5" data-media="min-width: 9px"></ins>`,
    says: [
      [
        "Not requested: its data-media can never match.",
        "Look for a misspelt feature, or a missing unit or parenthesis.",
      ],
    ],
    verdict: "0 of 1 filled, 1 not requested",
  },
  {
    name: "a wait for consent",
    options: {
      head: `<script>window.__tcfapi = () => {}</script>`,
      script: `data-consent-timeout="600000"`,
    },
    says: [
      [
        "Not requested yet: waiting for the visitor's consent.",
        "Answer the consent dialog, or wait for data-consent-timeout.",
      ],
    ],
  },
  {
    name: "a hidden page",
    options: {
      head: `<script>Object.defineProperty(document, "hidden", { get: () => true })</script>`,
    },
    says: [["Not requested yet: the page is prerendered, or its tab hidden.", "Bring the tab to the front."]],
    verdict: "0 of 1 filled, 1 waiting",
  },
  {
    name: "a tag that waits for the page to call it",
    options: { script: "data-manual" },
    says: [["Not requested: the page has not asked for it.", "Call zonetag.scan()."]],
    verdict: "0 of 1 filled, 1 not requested",
  },
  {
    name: "a placeholder that was given back",
    act: (page) => page.evaluate("zonetag.destroy()"),
    says: [
      ["Not requested: the page gave it back with destroy().", "Call scan() or refresh() to use it again."],
    ],
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
    says: [["The last request brought nothing, so the earlier ad stays.", ""]],
    verdict: "1 of 1 filled",
  },
  {
    name: "an ad service that cannot be reached, until it is known why",
    browser: (page) =>
      page.route("**/v1/placement", (route) =>
        route.request().method() === "POST" ? route.abort("blockedbyclient") : undefined,
      ),
    says: [["The ad service could not be reached.", "Finding out why …"]],
    verdict: "0 of 1 filled, 1 not reached",
  },
  {
    name: "an image that did not load, until it is known why",
    ads: (ads) => {
      let requests = 0;
      ads.serve("/image/5-0", (_, response) => {
        if (++requests === 1) response.writeHead(404, { "cache-control": "no-store" }).end();
      });
    },
    says: [[/^The banner's image did not load: .+$/, "Finding out why …"]],
  },
  {
    name: "a rejection that names no field",
    ads: answering(400, `{"errors":{}}`),
    says: [["The ad service rejected the request: {}", "Tell your ad network."]],
  },
  {
    name: "a placeholder in a shadow root that the tag does not know",
    body: `<div></div>`,
    act: (page) =>
      page.evaluate((markup) => {
        const host = document.body.firstElementChild as Element;
        host.attachShadow({ mode: "open" }).innerHTML = markup;
      }, ONE),
    says: [["Not requested: it is in a shadow root.", "Call zonetag.scan(root) with that root."]],
    verdict: "0 of 1 filled, 1 not requested",
  },
  {
    name: "a parent without a height",
    body: `<div style="height:0;overflow:hidden">${ONE}</div>`,
    says: [
      [
        'An element around it has a height of 0 and cuts it off: <div style="height:0;overflow:hidden">',
        "Give that a height, or close it with display:none.",
      ],
    ],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a name that the lists of content blockers hide",
    body: `<div class="box top-ads">${ONE}</div>`,
    options: { head: `<style>.top-ads { display: none !important }</style>` },
    says: [
      [
        "It is not displayed, and content blockers hide elements named “top-ads”.",
        "Rename it, or turn off content blockers for this page.",
      ],
    ],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "an attribute that came after the request",
    act: async (page) => {
      await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
      await page.locator("ins").evaluate((element) => element.setAttribute("data-keywords", "shoes"));
    },
    says: [
      [
        "data-keywords was changed after the zone was requested.",
        "Set it before that, or call refresh() to use it now.",
      ],
    ],
    verdict: "1 of 1 filled",
  },
];

/** Findings about the page as a whole, above its zones. */
const PAGES: Pick<Cause, "name" | "body" | "options" | "act" | "says">[] = [
  {
    name: "a page without zones",
    body: "<p>Text</p>",
    says: [
      [
        "No element has data-zone-id.",
        "Add the code that your ad network gave you. Content blockers may remove it.",
      ],
    ],
  },
  {
    name: "a consent platform that stays silent",
    options: {
      head: `<script>window.__tcfapi = () => {}</script>`,
      script: `data-consent-timeout="100"`,
    },
    says: [
      [
        "The consent platform did not answer in time, so ads were requested without consent.",
        "Check it, or raise data-consent-timeout.",
      ],
    ],
  },
  {
    name: "a zone that is on the page twice",
    body: ONE + ONE,
    says: [["Zone 5 is on the page 2 times.", "Use a zone for each place to tell them apart in reports."]],
  },
  {
    name: "a script that is on the page twice, with an invalid value",
    options: { script: `data-timeout="soon"` },
    act: (page) =>
      page.evaluate(() => {
        const script = document.createElement("script");
        script.src = "/dist/zonetag.js";
        script.dataset.endpoint = "https://ads.test/v1/placement";
        document.head.append(script);
      }),
    says: [
      ["The tag's script is on the page 2 times.", "Remove all but the first."],
      [
        `data-timeout="soon" is not valid, so it is ignored.`,
        "Expected: a whole number, 0 to 600000 milliseconds.",
      ],
    ],
  },
];

/** Produced by tests of their own below. */
const NO_ENDPOINT: Sentences = [
  "Not requested: the script has no valid data-endpoint.",
  "Set data-endpoint to the full address your ad network gave you.",
];
const LOADING: Sentences = [
  "Not requested yet: the page is still loading.",
  "Set data-zones to request earlier.",
];
const OFFLINE: Sentences = ["The browser is offline.", "Connect, then refresh."];
const MIXED_REMEDY = "Use an https address in data-endpoint, or in the campaign.";
const MIXED_REQUEST: Sentences = [
  "The page uses https, http://ads.test does not (mixed content).",
  MIXED_REMEDY,
];
const MIXED_IMAGE: Sentences = [
  "The page uses https, the banner's image on http://ads.test does not (mixed content).",
  MIXED_REMEDY,
];

/** Waits until a finding below `part` has exactly these sentences. */
async function expectFinding(part: Locator, [cause, remedy]: Sentences, origin = ""): Promise<void> {
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

const painted = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType("paint").length > 0).catch(() => false);

for (const cause of [...CAUSES, ...SLIPS]) {
  const { name, body = ONE, ads: serve, browser, act, options = {}, says, verdict } = cause;
  const tag = SLIPS.includes(cause) ? [] : "@essential";
  test(`the console explains ${name}`, { tag }, async ({ page, ads, open, panel }) => {
    serve?.(ads);
    await browser?.(page, ads);
    await open(body, typeof options === "function" ? options(ads) : options);
    await page.waitForFunction("window.zonetag?.scan");
    await act?.(page);
    await page.evaluate("zonetag.console()");
    for (const sentences of says) await expectFinding(panel.zone(0), sentences, ads.origin);
    if (verdict) await expect(panel.verdict).toHaveText(verdict);
  });
}

test("the console explains a wrong endpoint path at our own ad service", async ({ page, site, panel }) => {
  const service = await startService({ catalogue: { accounts: [], sites: [], zones: [], campaigns: [] } });
  site.pages["/"] =
    `<!doctype html><title>page</title><script src="/dist/zonetag.js" data-endpoint="${service.origin}/v1/placements"></script>${ONE}`;
  await page.goto(`${site.origin}/?zonetag_console`);
  await expectFinding(panel.zone(0), ["The ad service replied with HTTP 404.", "Check data-endpoint."]);
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

test("a zone added between two tries is said to wait for the second try", async ({
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
  await expectFinding(panel.zone(0), LOADING);
  finish();
  await expect(panel.verdict).toHaveText("1 of 1 filled");
});

test("the console explains a script without an endpoint", async ({ page, site, panel }) => {
  site.pages["/"] = `<!doctype html><title>page</title><script src="/dist/zonetag.js"></script>${ONE}`;
  await page.goto(site.origin);
  await page.evaluate("zonetag.console()");
  await expectFinding(panel.zone(0), NO_ENDPOINT);
  await expectFinding(panel.page, NO_ENDPOINT);
});

test("the console explains an endpoint without a scheme", async ({ page, site, panel }) => {
  site.pages["/"] =
    `<!doctype html><title>page</title><script src="/dist/zonetag.js" data-endpoint="ads.test/v1"></script>${ONE}`;
  await page.goto(`${site.origin}/?zonetag_console`);
  await expect(panel.page.locator(".finding")).toHaveText([
    "Not requested: the script has no valid data-endpoint. Set data-endpoint to the full address your ad network gave you.",
    `data-endpoint="ads.test/v1" is not valid, so it is ignored. Expected: an address with https://.`,
  ]);
});

for (const { name, body = ONE, options = {}, act, says } of [...PAGES, ...PAGE_SLIPS])
  test(`the console explains ${name}`, async ({ page, open, panel }) => {
    await open(body, typeof options === "function" ? {} : options);
    await page.waitForFunction("window.zonetag?.scan");
    await act?.(page);
    await page.evaluate("zonetag.console()");
    for (const sentences of says) await expectFinding(panel.page, sentences);
  });

test("a blocked script beside the copy that runs is one tag, and another vendor's script is none", async ({
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
    `data-timeout="soon" is not valid, so it is ignored. Expected: a whole number, 0 to 600000 milliseconds.`,
  ]);
});

test("every text about a zone or the page is produced by a test here", () => {
  const produced = [...CAUSES, ...SLIPS, ...PAGES, ...PAGE_SLIPS].flatMap(({ says }) => says);
  produced.push(NO_ENDPOINT, LOADING, OFFLINE, MIXED_REQUEST, MIXED_IMAGE);
  type Text = texts.Words | ((...parts: string[]) => texts.Words);
  const groups = {
    codes: texts.codes,
    waits: texts.waits,
    diagnoses: texts.diagnoses,
    boxes: texts.boxes,
    pages: texts.pages,
    attributes: {
      wrongValue: texts.wrongValue,
      sampleValue: texts.sampleValue,
      unknown: texts.unknown,
      late: texts.late,
      unfilled: texts.unfilled,
      untyped: texts.untyped,
      misplaced: texts.misplaced,
    },
    results: { lost: texts.lost, noCampaign: texts.noCampaign, rejected: texts.rejected, kept: texts.kept },
  } as unknown as Record<string, Record<string, Text>>;
  const PART = "\u0000";
  /** Whether a text, whose parts can be anything, may have made these sentences. */
  const isMade = (text: Text, sentences: Sentences) => {
    const words = typeof text === "function" ? text(PART, PART, PART) : text;
    return [words[0], words[1] ?? ""].every((pattern, at) => {
      const parts = pattern.split(PART).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      const sentence = sentences[at] ?? "";
      return typeof sentence === "string"
        ? new RegExp(`^${parts.join(".*")}$`).test(sentence)
        : pattern.split(PART).every((part) => sentence.source.replaceAll("\\", "").includes(part));
    });
  };
  const missing = Object.entries(groups).flatMap(([group, all]) =>
    Object.entries(all)
      .filter(([, text]) => !produced.some((sentences) => isMade(text, sentences)))
      .map(([name]) => `${group}.${name}`),
  );
  expect(missing).toEqual([]);
});

test("the console does not report data attributes of the page or its libraries", async ({ open, panel }) => {
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

test("the console does not blame a report-only policy", async ({ page, site, panel }) => {
  site.pages["/"] = {
    body: `<!doctype html><title>page</title><script async src="/dist/zonetag.js" data-endpoint="http://127.0.0.1:1/v1"></script>${ONE}`,
    headers: { "content-security-policy-report-only": "connect-src 'self'" },
  };
  await page.goto(`${site.origin}/?zonetag_console`);
  await expect(panel.zone(0)).toContainText("http://127.0.0.1:1 cannot be reached");
});

test("an ad scrolled out of view in its container is not said to be covered", async ({ open, panel }) => {
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
  await expectFinding(panel.zone(0), OFFLINE);
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
    await expectFinding(panel.zone(0), says);
    expect(said.join()).toContain("Mixed Content: The page at 'https://site.test/'");
  });
