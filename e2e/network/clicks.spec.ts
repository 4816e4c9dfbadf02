/** Clicks on the real service, on pages that fetch click addresses ahead of the reader or without one. */
import { request as sendRequest } from "node:http";
import type { Page } from "playwright/test";
import { aCampaign, aCatalogueObject, aVariation, SIZE } from "../../test/service/support/catalogue.ts";
import { type RoundRobin, startRoundRobin } from "../support/roundRobin.ts";
import { type RunningService, startService, UNLIMITED } from "../support/service.ts";
import type { Site } from "../support/site.ts";
import { test as base, expect } from "../support/test.ts";

interface Ad {
  /** Click address. */
  url: string;
  /** Outcomes of the fetches of this address, in order. */
  outcomes(): string[];
}

const LANDING = "Landing page";
const [WIDTH, HEIGHT] = SIZE.split("x");
const BANNER = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"/>`;

const test = base.extend<{ balancer: RoundRobin; service: RunningService; ad: Ad }>({
  balancer: async ({}, use) => {
    const balancer = await startRoundRobin();
    await use(balancer);
    await balancer.stop();
  },
  service: async ({ site, balancer }, use) => {
    site.pages["/landing"] = `<!doctype html><title>${LANDING}</title>`;
    site.pages["/banner"] = { body: BANNER, headers: { "content-type": "image/svg+xml" } };
    const variation = { ...aVariation(1), image: `${site.origin}/banner`, url: `${site.origin}/landing` };
    const pricing = { model: "cpc", price: "0.25" };
    const catalogue = aCatalogueObject({
      campaigns: [aCampaign({ id: 1, pricing, variations: [variation] })],
    });
    const service = await startService({ catalogue, args: ["--origin", balancer.origin, ...UNLIMITED] });
    balancer.upstreams = [service.origin];
    await use(service);
    await service.stop();
  },
  ad: async ({ service, balancer }, use) => {
    const body = JSON.stringify({ user: {}, zones: [{ id: 1 }] });
    const headers = { origin: "https://site.example" };
    const answer = await fetch(service.endpoint, { method: "POST", headers, body });
    const { url } = (await answer.json()).zones[0].data;
    const { pathname } = new URL(url);
    const outcomes = () =>
      balancer.tracked.flatMap(({ path, outcome }) => (path.split("?")[0] === pathname ? outcome : []));
    await use({ url, outcomes });
  },
});

/** Opens a page with a link to the ad, and this markup before it. */
async function openPage(page: Page, site: Site, { url }: Ad, markup = ""): Promise<void> {
  site.pages["/page"] =
    `<!doctype html><title>page</title>${markup}<p><a id="ad" href="${url}">Advertisement</a>`;
  await page.goto(`${site.origin}/page`);
}

/** Follows the link in the same document, and waits for the landing page. */
async function click(page: Page): Promise<void> {
  await page.click("#ad");
  await expect(page).toHaveTitle(LANDING);
}

const speculate = (kind: string, eagerness: string) =>
  `<script type="speculationrules">{"${kind}":[{"source":"document","where":{"href_matches":"http://127.0.0.1:*/*"},"eagerness":"${eagerness}"}]}</script>`;

for (const [what, compose] of [
  ["speculation rules that prefetch", () => speculate("prefetch", "moderate")],
  ["speculation rules that prefetch at once", () => speculate("prefetch", "immediate")],
  ["speculation rules that prerender", () => speculate("prerender", "moderate")],
  ["a link that prefetches", (url) => `<link rel="prefetch" href="${url}">`],
  ["a link that prefetches a document", (url) => `<link rel="prefetch" as="document" href="${url}">`],
] satisfies [string, (url: string) => string][])
  test(`an ad fetched ahead by ${what} counts its click, once`, async ({ page, site, ad, service }) => {
    await openPage(page, site, ad, compose(ad.url));
    await page.hover("#ad");
    await expect.poll(ad.outcomes).toContain("ignored");
    expect((await service.events()).clicks).toBe(0);
    await click(page);
    expect(ad.outcomes().filter((outcome) => outcome !== "ignored")).toEqual(["counted"]);
    expect((await service.events()).clicks).toBe(1);
  });

test("a prefetch that starts when the reader presses the button does not take the click", async ({
  page,
  site,
  ad,
}) => {
  await openPage(page, site, ad, speculate("prefetch", "conservative"));
  await click(page);
  expect(ad.outcomes().filter((outcome) => outcome !== "ignored")).toEqual(["counted"]);
});

for (const [what, compose] of [
  [
    "fetch without CORS",
    (url) => `<script>fetch("${url}", { mode: "no-cors", credentials: "include" })</script>`,
  ],
  ["fetch with CORS", (url) => `<script>fetch("${url}").catch(() => {})</script>`],
  [
    "XMLHttpRequest",
    (url) => `<script>{const x = new XMLHttpRequest(); x.open("GET", "${url}"); x.send()}</script>`,
  ],
  ["an image", (url) => `<img src="${url}">`],
  ["a picture of a style sheet", (url) => `<style>body{background:url("${url}")}</style>`],
  ["a style sheet", (url) => `<link rel="stylesheet" href="${url}" media="print">`],
  ["a preloading link", (url) => `<link rel="preload" as="fetch" href="${url}">`],
  ["a video", (url) => `<video src="${url}" preload="auto"></video>`],
  ["a frame", (url) => `<iframe src="${url}"></iframe>`],
  ["a sandboxed frame", (url) => `<iframe sandbox src="${url}"></iframe>`],
  [
    "a hidden frame of a script",
    (url) => `<iframe name="f" hidden></iframe><script>open("${url}", "f")</script>`,
  ],
  ["an object", (url) => `<object data="${url}"></object>`],
  ["an embedded document", (url) => `<embed src="${url}">`],
] satisfies [string, (url: string) => string][])
  test(`an ad fetched by ${what} counts no click until the reader's`, async ({ page, site, ad, service }) => {
    await openPage(page, site, ad, compose(ad.url));
    await expect.poll(ad.outcomes).toContain("invalid");
    expect((await service.events()).clicks).toBe(0);
    await click(page);
    expect(ad.outcomes().filter((outcome) => outcome !== "invalid")).toEqual(["counted"]);
    expect((await service.events()).clicks).toBe(1);
  });

for (const [what, open] of [
  ["a middle click", async (page) => page.click("#ad", { button: "middle" })],
  ["the Enter key", async (page) => page.press("#ad", "Enter")],
  ["window.open in a click", async (page) => clickWith(page, "window.open(this.href); return false")],
  ["location in a click", async (page) => clickWith(page, "location = this.href; return false")],
  ["location of a script", async (page) => page.evaluate("void setTimeout(() => { location = ad.href })")],
  [
    "a refresh of the page",
    async (page) =>
      page.evaluate(
        `document.head.insertAdjacentHTML("beforeend", '<meta http-equiv="refresh" content="0;url=' + ad.href + '">')`,
      ),
  ],
  [
    "a form",
    async (page) =>
      page.evaluate(
        `document.body.insertAdjacentHTML("beforeend", '<form action="' + ad.href + '"></form>'), document.forms[0].submit()`,
      ),
  ],
] satisfies [string, (page: Page) => Promise<unknown>][])
  test(`an ad opened by ${what} counts one click`, async ({ page, site, ad, service }) => {
    await openPage(page, site, ad);
    await open(page);
    await expect.poll(ad.outcomes).toEqual(["counted"]);
    expect((await service.events()).clicks).toBe(1);
  });

async function clickWith(page: Page, onclick: string): Promise<void> {
  await page.evaluate(`ad.setAttribute("onclick", ${JSON.stringify(onclick)})`);
  await page.click("#ad");
}

test("an ad that opens inside its own frame counts the reader's click", async ({ page, site, ad }) => {
  site.pages["/frame"] = `<!doctype html><a href="${ad.url}">Advertisement</a>`;
  site.pages["/page"] = `<!doctype html><iframe src="/frame" sandbox="allow-scripts"></iframe>`;
  await page.goto(`${site.origin}/page`);
  await page.frameLocator("iframe").locator("a").click();
  await expect.poll(ad.outcomes).toEqual(["counted"]);
});

test("back, forward and a second click repeat the first click", async ({ page, site, ad, service }) => {
  await openPage(page, site, ad);
  await click(page);
  await page.goBack();
  await expect(page).toHaveTitle("page");
  await page.goForward();
  await expect(page).toHaveTitle(LANDING);
  await page.goBack();
  await click(page);
  expect(new Set(ad.outcomes().slice(1))).toEqual(new Set(["repeated"]));
  expect((await service.events()).clicks).toBe(1);
});

for (const [what, forward, outcome] of [
  ["forwards the navigation", "fetch(event.request)", "counted"],
  ["makes a new request", "fetch(event.request.url, { redirect: 'manual' })", "invalid"],
] as const)
  test(`a click through a service worker that ${what} is ${outcome}`, async ({ page, site, ad, service }) => {
    const { pathname } = new URL(ad.url);
    // The service is on the site's own host: a worker handles no navigation to other ones.
    site.pages[pathname] = (response, { headers }) => {
      const forwarded = sendRequest(ad.url, { headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      forwarded.end();
    };
    site.pages["/worker.js"] = {
      body: `addEventListener("activate", (event) => event.waitUntil(clients.claim()));
        addEventListener("fetch", (event) => {
          if (event.request.url.includes("/c/")) event.respondWith(${forward});
        });`,
      headers: { "content-type": "text/javascript" },
    };
    await openPage(page, site, { ...ad, url: pathname });
    await page.evaluate(`navigator.serviceWorker.register("/worker.js").then(() =>
      navigator.serviceWorker.controller ||
      new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done)))`);
    await click(page);
    expect(ad.outcomes()).toEqual([outcome]);
    expect((await service.events()).clicks).toBe(outcome === "counted" ? 1 : 0);
  });

test("an ad of the tag on a page that prefetches its links counts one click", async ({
  page,
  site,
  balancer,
  service,
}) => {
  site.pages["/page"] = `<!doctype html><title>page</title>${speculate("prefetch", "moderate")}
    <script async src="/dist/zonetag.js" data-endpoint="${balancer.origin}/v1/placement"></script>
    <ins data-zone-id="1" data-size="${SIZE}"></ins>`;
  await page.goto(`${site.origin}/page`);
  const outcomes = () =>
    balancer.tracked.flatMap(({ path, outcome }) => (path.startsWith("/c/") ? outcome : []));
  await page.hover("ins a");
  await expect.poll(outcomes).toContain("ignored");
  const [landing] = await Promise.all([page.waitForEvent("popup"), page.click("ins a")]);
  await expect(landing).toHaveTitle(LANDING);
  expect(outcomes().filter((outcome) => outcome !== "ignored")).toEqual(["counted"]);
  expect((await service.events()).clicks).toBe(1);
});
