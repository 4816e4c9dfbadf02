/** Reasons for an empty or uncounted slot that only a browser can reproduce. `test/console` tests the other reasons. */
import type { Page } from "playwright/test";
import { type Ads, png } from "../support/ads.ts";
import type { PageOptions } from "../support/test.ts";

/** First and second sentence of a finding: the cause and the remedy. */
export type Sentences = readonly [cause: string | RegExp, remedy: string | RegExp];

interface Cause {
  /** Ends the test's title: the console explains … */
  name: string;
  body?: string;
  /** Sets up the behaviour of the ad service. */
  ads?: (ads: Ads) => void;
  /** Sets up obstacles before the page is opened. */
  browser?: (page: Page, ads: Ads) => Promise<unknown>;
  /** Runs after the page has loaded. */
  act?: (page: Page) => Promise<unknown>;
  options?: PageOptions | ((ads: Ads) => PageOptions);
  /** Expected findings of the first zone, as “cause → remedy”; `{ads}` is the ad service's origin. */
  says: string | (string | Sentences)[];
  verdict?: string;
}

export const ONE = `<ins data-zone-id="5" data-size="300x250"></ins>`;

/** Serves the page with a Content Security Policy that restricts only this directive. */
const policy = (directive: string): PageOptions => ({
  headers: { "content-security-policy": `default-src * 'unsafe-inline' data:; ${directive}` },
});
const waitForFill = (page: Page) => page.waitForSelector("[data-zone-state=filled]", { state: "attached" });
const waitForAd = (page: Page) => page.waitForSelector("ins[data-zone-state=filled]");

/** Splits expected findings into cause and remedy. */
export const split = (says: Cause["says"]): Sentences[] =>
  [says].flat().map((one) => (typeof one === "string" ? (one.split(" → ") as [string, string]) : one));

export const CAUSES: Cause[] = [
  {
    name: "an unclosed placeholder that contains the article",
    body: `<div data-zone-id="5" /><article>Text</article>`,
    says: "The placeholder contains <article>, which is part of the page, so no ad is shown. → Close it with </div>; a slash in <div … /> does not.",
    verdict: "0 of 1 filled, 1 failed",
  },
  {
    name: "a placeholder with too much content",
    body: `<div data-zone-id="5" style="width:300px"><p style="height:3000px;margin:0">Text</p></div>`,
    says: "The placeholder contains 300×3000 pixels of the page, too much for fallback content, so no ad is shown. → Close it with </div>; a slash in <div … /> does not.",
  },
  {
    name: "a placeholder with a form for signing in",
    body: `<div data-zone-id="5" data-size="300x250"><form><input name="user"><input type="password"></form></div>`,
    says: "The placeholder contains a password field, more than two text fields, or more than 300 characters of text, so no ad is shown. → Close it with </div>; a slash in <div … /> does not.",
  },
  {
    name: "a policy that forbids the ad service",
    options: policy("connect-src 'self'"),
    says: "The page's Content Security Policy blocks {ads} (connect-src). → Add {ads} to connect-src.",
    verdict: "0 of 1 filled, 1 not reached",
  },
  {
    name: "a policy that forbids the image",
    options: policy("img-src 'self'"),
    says: "The page's Content Security Policy blocks the banner's image on {ads} (img-src). → Add {ads} to img-src.",
    verdict: "0 of 1 filled, 1 broken image",
  },
  {
    name: "an extension that blocks the ad request",
    browser: (page) => page.route("**/v1/placement", (route) => route.abort("blockedbyclient")),
    says: "{ads} replies, but not to the ad request: an extension probably blocks it. → Turn off content blockers and refresh.",
    verdict: "0 of 1 filled, 1 not reached",
  },
  {
    name: "a completely blocked host",
    browser: (page, ads) => page.route(`${ads.origin}/**`, (route) => route.abort("blockedbyclient")),
    says: "{ads} cannot be reached: it is blocked by an extension, down, or misspelt. → Check data-endpoint. Turn off content blockers and refresh.",
  },
  {
    name: "an ad service without CORS headers",
    ads: (ads) =>
      ads.serve("/v1/placement", (_, response) => {
        response.removeHeader("access-control-allow-origin");
        response.end(`{"zones":[null],"errors":{}}`);
      }),
    says: "{ads} replies, but this page may not read it. → Check the path in data-endpoint. Else the ad service has to send Access-Control-Allow-Origin.",
  },
  {
    name: "a broken image",
    ads: (ads) => {
      ads.serve("/image/5-0", (_, response) => void response.writeHead(404).end());
    },
    says: "The banner's image on {ads} is broken, missing, or blocked by an extension. → If it fails in a new tab too, report the campaign to your ad network.",
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
    says: "Before, the banner's image on {ads} failed or was too slow. It answers now. → Refresh the zone.",
    verdict: "0 of 1 filled, 1 broken image",
  },
  {
    name: "a banner larger than its box",
    body: `<ins data-zone-id="5" style="display:block;width:200px;height:100px;overflow:hidden"></ins>`,
    says: "The banner (300×250) is larger than its box, so it is shown at 120×100. → Make the box larger, or ask your ad network for its size.",
    verdict: "1 of 1 filled",
  },
  {
    name: "a banner far smaller than its box",
    ads: (ads) => ads.answer(() => ({ zones: [ads.banner(5, "small", "88x31")], errors: {} })),
    says: "The banner (88×31) is far smaller than its box (300×250). → Ask your ad network for this size, or change data-size.",
    verdict: "1 of 1 filled",
  },
  {
    name: "a placeholder without a size",
    body: `<ins data-zone-id="5"></ins><p>Text that moves.</p>`,
    // Delays the answer until the page has been painted, because earlier shifts do not count.
    browser: async (page, ads) => {
      ads.answer(async () => {
        await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
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
    name: "a covered slot",
    body: `${ONE}<div id="cookies" style="position:fixed;inset:0;background:#fffa"></div>`,
    says: [[/^Something covers it: <div id="cookies" style=/, "Move that, or nobody sees the ad."]],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a slot without area",
    body: `<div style="display:none">${ONE}</div>`,
    says: 'The page hides it with display:none, so no impression counts: <div style="display:none"> → It counts once that is changed.',
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  ...[
    ["a hidden element", `<div hidden="">`, "display:none"],
    ["a closed dialog", "<dialog>", "display:none"],
    ["a closed popover", '<div popover="">', "display:none"],
    ["a closed details element", "<details>", "being closed"],
    ["an invisible element", '<div style="visibility:hidden">', "visibility:hidden"],
    ["skipped content", '<div style="content-visibility:hidden">', "content-visibility:hidden"],
  ].map(([place = "", tag = "", by = ""]) => ({
    name: `a slot in ${place}`,
    body: `${tag}${ONE}`,
    act: waitForFill,
    says: `The page hides it with ${by}, so no impression counts: ${tag} → It counts once that is changed.`,
    verdict: "1 of 1 filled, 1 cannot be seen",
  })),
  {
    name: "a placeholder with a shadow root without a slot",
    body: `<div data-zone-id="5" data-size="300x250"><template shadowrootmode="open"><p>Text</p></template></div>`,
    act: waitForFill,
    says: [
      [
        /^The page hides it with a shadow root without <slot>, so no impression counts: <div data-zone-id="5"/,
        "It counts once that is changed.",
      ],
    ],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "the second page of a carousel",
    body: `<div style="overflow:hidden;height:99px"><p style="height:99px">First</p>${ONE}</div>`,
    act: waitForFill,
    says: 'The page hides it with overflow:hidden, so no impression counts: <div style="overflow:hidden;height:99px"> → It counts once that is changed.',
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a slot moved off the page",
    body: `<div style="position:absolute;left:-9999px">${ONE}</div>`,
    act: waitForFill,
    says: [
      [
        /^The page hides it with a position off the page, so no impression counts: <img /,
        "It counts once that is changed.",
      ],
    ],
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a slot that lets clicks through",
    body: `<div style="pointer-events:none">${ONE}</div>`,
    act: waitForFill,
    says: 'A click on it does nothing because of pointer-events:none in <div style="pointer-events:none"> → Change that.',
    verdict: "1 of 1 filled, 1 cannot be clicked",
  },
  {
    name: "a policy with a sandbox that blocks links",
    options: { headers: { "content-security-policy": "sandbox allow-scripts allow-same-origin" } },
    act: waitForFill,
    says: "A click on it does nothing because of the frame's sandbox, which blocks links: “sandbox allow-scripts allow-same-origin” → Change that.",
    verdict: "1 of 1 filled, 1 cannot be clicked",
  },
  {
    name: "an ad service that failed and answers again",
    ads: (ads) => {
      ads.answer((_, response) => void response.socket?.destroy());
    },
    says: "Before, {ads} failed or was too slow. It answers now. → Refresh the zone.",
    verdict: "0 of 1 filled, 1 not reached",
  },
  {
    name: "an endpoint that redirects",
    ads: (ads) => {
      ads.serve(
        "/v1/placement",
        (_, response) => void response.writeHead(301, { location: "/v2/placement" }).end(),
      );
      ads.serve(
        "/v2/placement",
        (request, response) => void response.writeHead(request.method === "POST" ? 200 : 405).end(),
      );
    },
    says: "{ads} redirects to {ads}/v2/placement, and the ad request is lost on the way. → If that is the ad service, set data-endpoint to it.",
  },
  {
    name: "credentials that the ad service does not allow",
    options: { script: `data-credentials="include"` },
    says: [
      [
        '{ads} does not allow data-credentials="include": its Access-Control-Allow-Origin is *.',
        "Remove data-credentials, or ask your ad network to allow this page's origin.",
      ],
    ],
    verdict: "0 of 1 filled, 1 not reached",
  },
  {
    name: "a placeholder that a rule hides while it is empty",
    body: `<div data-zone-id="5" data-size="300x250" class="slot"></div><p>Text that moves.</p>`,
    options: { head: "<style>.slot:not([data-zone-state=filled]){display:none}</style>" },
    browser: async (page, ads) => {
      ads.answer(async () => {
        await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
        return { zones: [ads.banner(5)], errors: {} };
      });
    },
    says: [
      [
        /^The page moved by 0\.\d{3} \(layout shift\) when this zone was filled: the page hides it while it is empty\.$/,
        "Look for :empty in its style.",
      ],
    ],
  },
  {
    name: "a transparent slot",
    body: `<div style="opacity:0">${ONE}</div>`,
    says: 'The page hides it with opacity:0, so no impression counts: <div style="opacity:0"> → It counts once that is changed.',
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a lazy slot in a hidden element",
    body: `<div style="display:none"><ins data-zone-id="5" data-lazy="100"></ins></div>`,
    says: "Not requested yet: it is hidden. → It is once the page shows it.",
    verdict: "0 of 1 filled, 1 waiting",
  },
  {
    name: "a slot that is far away",
    body: `<div style="height:5000px"></div><ins data-zone-id="5" data-lazy="100"></ins>`,
    says: "Not requested yet: it is far from the visible part. → To request it earlier, raise data-lazy.",
    verdict: "0 of 1 filled, 1 waiting",
  },
  {
    name: "a placeholder for another screen width",
    body: `<ins data-zone-id="5" data-media="(max-width: 100px)"></ins>`,
    says: "Not requested: its data-media does not match. → This ad is meant for another screen width.",
    verdict: "1 for another screen",
  },
  {
    name: "data-media that can never match",
    body: `<ins data-zone-id="5" data-media="min-width: 9px"></ins>`,
    says: "Not requested: its data-media can never match. → Look for a missing unit or parenthesis.",
    verdict: "0 of 1 filled, 1 not requested",
  },
  {
    name: "an unreachable ad service before the cause is diagnosed",
    browser: (page) =>
      page.route("**/v1/placement", (route) =>
        route.request().method() === "POST" ? route.abort("blockedbyclient") : undefined,
      ),
    says: "The ad service could not be reached. → Finding out why …",
    verdict: "0 of 1 filled, 1 not reached",
  },
  {
    name: "a failed image before the cause is diagnosed",
    ads: (ads) => {
      let requests = 0;
      ads.serve("/image/5-0", (_, response) => {
        if (++requests === 1) response.writeHead(404, { "cache-control": "no-store" }).end();
      });
    },
    says: [[/^The banner's image did not load: .+$/, "Finding out why …"]],
  },
  {
    name: "a parent without a height",
    body: `<div style="height:0;overflow:hidden"><div data-zone-id="5" data-size="300x250"></div></div>`,
    says: 'The page hides it with overflow:hidden, so no impression counts: <div style="height:0;overflow:hidden"> → It counts once that is changed.',
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a class name that content blockers hide",
    body: `<div class="box top-ads">${ONE}</div>`,
    options: { head: `<style>.top-ads { display: none !important }</style>` },
    says: "It is not displayed, and content blockers hide elements named “top-ads”. → Rename it, or turn off content blockers.",
    verdict: "1 of 1 filled, 1 cannot be seen",
  },
  {
    name: "a media query with a non-breaking hyphen",
    body: `<ins data-zone-id="5" data-media="(min‑width: 100px)"></ins>`,
    says: [
      'data-media="(min‑width: 100px)" contains ‑ (U+2011). → Type it again.',
      "Not requested: its data-media can never match. → Look for a missing unit or parenthesis.",
    ],
  },
  {
    name: "an impression that an extension blocks",
    browser: (page) => page.route("**/impression/**", (route) => route.abort("blockedbyclient")),
    act: waitForAd,
    says: "The impression did not reach {ads}: blocked by the page's policy, an extension or the network. → Turn off content blockers and refresh.",
    verdict: "1 of 1 filled",
  },
  {
    name: "a policy that forbids the impressions",
    options: (ads) => policy(`connect-src ${ads.endpoint}`),
    act: waitForAd,
    says: "The page's Content Security Policy blocks the impression on {ads} (connect-src). → Add {ads} to connect-src.",
  },
  {
    name: "banners without Cross-Origin-Resource-Policy on a page with COEP",
    options: { headers: { "cross-origin-embedder-policy": "require-corp" } },
    says: "The page's Cross-Origin-Embedder-Policy (COEP) blocks the banner's image on {ads}. → {ads} has to send Cross-Origin-Resource-Policy: cross-origin.",
    verdict: "0 of 1 filled, 1 broken image",
  },
  {
    name: "an attribute with non-breaking hyphens",
    body: `<ins data-zone-id="5" data‑keywords="shoes"></ins>`,
    says: "The tag has no attribute data‑keywords, so it is ignored. → Did you mean data-keywords, with plain hyphens?",
  },
];

/** Findings about the page, shown above the zones. */
export const PAGE_CAUSES: Pick<Cause, "name" | "body" | "options" | "act" | "says">[] = [
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
      "The tag's script is on the page 2 times. → Remove all but the first.",
      ['data-timeout="soon" is not valid, so it is ignored.', /^Expected: .+\.$/],
    ],
  },
  {
    name: "a placeholder whose zone id attribute has non-breaking hyphens",
    body: `<ins data‑zone‑id="101"></ins>`,
    says: 'The tag has no attribute data‑zone‑id, so it is ignored: <ins data‑zone‑id="101"> → Did you mean data-zone-id, with plain hyphens?',
  },
];

/** Findings that separate tests in `causes.spec.ts` produce. */
export const OFFLINE = "The browser is offline. → Connect, then refresh.";
const MIXED_REMEDY = "Use an https address in data-endpoint, or in the campaign.";
export const MIXED_REQUEST = `The page uses https, http://ads.test does not (mixed content). → ${MIXED_REMEDY}`;
export const MIXED_IMAGE = `The page uses https, the banner's image on http://ads.test does not (mixed content). → ${MIXED_REMEDY}`;
