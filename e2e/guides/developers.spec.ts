/** Runs the examples of the developers' guide, and those of the READMEs that use the tag, as a reader would. */
import { build } from "esbuild";
import { bundle } from "../support/bundle.ts";
import { expect, test } from "../support/test.ts";
import { findExample, listExamples, ROOT, useServers } from "./examples.ts";

const GUIDE = "docs/developers.md";

/** Text that identifies each example of the guide. */
const EXAMPLES = {
  events: `addEventListener("zonetag:empty"`,
  queue: "z.set(",
  module: "createZonetag({",
  /** Compiled by `test/packages/packages.test.ts`. */
  types: "event.detail.code",
  application: "key={path}",
  lazy: `data-lazy="200"`,
  responsive: `data-media="(min-width: 800px)"`,
  responsiveStyle: "@media",
  houseAd: `class="house"`,
  houseStyle: ".house {",
  renderer: "z.render(",
  /** The next three are run by `guides.spec.ts`. */
  policy: "Content-Security-Policy",
  digest: "node -p",
  integrity: "integrity=",
  consent: "consent.js",
  request: `"user"`,
  response: `"idzone"`,
  markup: "<img",
};
const read = (name: keyof typeof EXAMPLES) => findExample(GUIDE, EXAMPLES[name]);

test("every example of the developers' guide is tested", () => {
  const known = Object.values(EXAMPLES).map((part) => findExample(GUIDE, part));
  expect(known.toSorted()).toEqual(
    listExamples(GUIDE)
      .map(({ code }) => code)
      .toSorted(),
  );
});

const ZONE = `<ins data-zone-id="101" data-size="300x250"></ins>`;

test("events: a listener on the document marks the slot of an empty zone", async ({ page, ads, open }) => {
  ads.answer(() => ({ zones: [null], errors: {} }));
  await open(`<div class="slot">${ZONE}</div><script>${read("events")}</script>`);
  await expect(page.locator(".slot")).toHaveClass("slot no-ad");
});

test("calls: values set before the tag has loaded are in the first request", async ({ ads, open }) => {
  await open(ZONE, { head: read("queue") });
  await expect.poll(() => ads.bodies).toHaveLength(1);
  expect(ads.bodies[0]).toMatchObject({
    user: { el: btoa("reader@example.org") },
    zones: [{ id: 101, custom_targeting: { plan: "pro" } }],
  });
});

test("as a module: the zone is filled without a global", async ({ page, ads, site }) => {
  const body = await bundle(useServers(read("module"), ads));
  site.pages["/app.js"] = { body, headers: { "content-type": "text/javascript" } };
  site.pages["/"] = `<!doctype html><title>page</title>${ZONE}<script type="module" src="/app.js"></script>`;
  await page.goto(site.origin);
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
  expect(ads.bodies.flatMap(({ zones }) => zones)).toEqual([
    { id: 101, custom_targeting: { edition: "winter" } },
  ]);
  expect(await page.evaluate(() => "zonetag" in window)).toBe(false);
});

test("single-page applications: a new route gets a new ad, a new topic does not", async ({
  page,
  ads,
  site,
  open,
}) => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createRoot } from "react-dom/client";
        const Page = ({ path, topic }) => ${read("application")};
        const root = createRoot(document.querySelector("main"));
        window.show = (path, topic) => root.render(<Page path={path} topic={topic} />);
        show("/shoes", "shoes");`,
      loader: "jsx",
      resolveDir: ROOT,
    },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const body = outputFiles[0]?.text ?? "";
  site.pages["/app.js"] = { body, headers: { "content-type": "text/javascript" } };
  await open(`<main></main><script type="module" src="/app.js"></script>`);
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
  await page.evaluate(`show("/shoes", "boots")`);
  await expect(page.locator("ins")).toHaveAttribute("data-keywords", "boots");
  await page.evaluate(`show("/bread", "bread")`);
  await expect.poll(() => ads.impressions).toHaveLength(2);
  expect(ads.bodies.map(({ zones }) => zones)).toEqual([
    [{ id: 102, keywords: "shoes" }],
    [{ id: 102, keywords: "bread" }],
  ]);
});

test("lazy zones: the zone is requested when it approaches", async ({ page, ads, open }) => {
  await open(`${ZONE}<div style="height:3000px"></div>${read("lazy")}`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies.map(({ zones }) => zones)).toEqual([[{ id: 101 }]]);
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  await expect.poll(() => ads.impressions).toHaveLength(2);
  expect(ads.bodies.map(({ zones }) => zones)).toEqual([[{ id: 101 }], [{ id: 102 }]]);
});

test("responsive zones: the matching zone is requested and shown, also after the window is resized", async ({
  page,
  ads,
  open,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(read("responsive"), { head: `<style>${read("responsiveStyle")}</style>` });
  const [wide, narrow] = [page.locator("ins").first(), page.locator("ins").last()];
  await expect(wide).toHaveAttribute("data-zone-state", "filled");
  expect([await wide.isVisible(), await narrow.isVisible()]).toEqual([true, false]);
  expect(ads.bodies.flatMap(({ zones }) => zones)).toEqual([{ id: 104 }]);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(narrow).toHaveAttribute("data-zone-state", "filled");
  expect([await wide.isVisible(), await narrow.isVisible()]).toEqual([false, true]);
  expect(ads.bodies.flatMap(({ zones }) => zones)).toEqual([{ id: 104 }, { id: 108 }]);
});

for (const [outcome, zones, errors] of [
  ["empty", [null], {}],
  ["error", [null], { 0: ["Zone 101 not found"] }],
] as const)
  test(`house ads: a hidden house ad is shown when the zone ends in ${outcome}`, async ({
    page,
    ads,
    open,
  }) => {
    let answer = () => {};
    ads.answer((_, response) => {
      answer = () => response.end(JSON.stringify({ zones, errors }));
    });
    await open(read("houseAd"), { head: `<style>${read("houseStyle")}</style>` });
    await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "pending");
    await expect(page.getByText("Subscribe")).toBeHidden();
    await expect.poll(() => ads.requests).toHaveLength(1);
    answer();
    await expect(page.locator("ins")).toHaveAttribute("data-zone-state", outcome);
    await expect(page.getByText("Subscribe")).toBeVisible();
  });

test("other kinds of ads: the renderer draws a link, and refuses a javascript: address", async ({
  page,
  ads,
  open,
}) => {
  const serve = (url: string) =>
    ads.answer(({ zones }) => ({
      zones: zones.map(({ id }) => ({ idzone: id, type: "native_ad", data: { url, title: "New boots" } })),
      errors: {},
    }));
  const head = `<script>${read("renderer")}</script>`;
  serve("https://shop.example/boots");
  await open(ZONE, { head });
  await expect(page.getByRole("link", { name: "New boots" })).toHaveAttribute(
    "href",
    "https://shop.example/boots",
  );
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
  serve("javascript:alert(1)");
  await page.evaluate(() => {
    document.addEventListener("zonetag:error", ({ detail }) => {
      document.title = `${detail.code}: ${detail.message}`;
    });
  });
  await page.evaluate("zonetag.refresh()");
  await expect(page).toHaveTitle("renderer: Error: not a web address");
});

test("consent: a page without a platform is not delayed by consent.js", async ({ page, ads, site }) => {
  site.pages["/"] = `<!doctype html><title>page</title>${useServers(read("consent"), ads)}${ZONE}`;
  await page.goto(site.origin);
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
  expect(ads.bodies[0]?.user).not.toHaveProperty("gdpr");
});

test("request, response and banner markup match the guide", async ({ page, ads, open }) => {
  const example = JSON.parse(read("request"));
  const address = `${ads.origin}/image/1`;
  ads.answer(() => JSON.parse(read("response").replaceAll("https://…", address)));
  await open(
    `<ins data-zone-id="101" data-sub="7" data-keywords="shoes, running" data-target-section="sports"></ins>`,
    { path: "/sports/article?id=1#top" },
  );
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
  const { origin, ua } = await page.evaluate(() => ({ origin: location.origin, ua: navigator.userAgent }));
  const referer = example.user.referer.replace("https://site.example", origin);
  expect(ads.bodies).toEqual([{ ...example, user: { ...example.user, ua, referer } }]);
  // HTML gives the order of attributes no meaning.
  const guide = `<ins>${read("markup").trim()}</ins>`;
  const [shown, expected] = await page.evaluate(
    (guide) => {
      const describe = (ins: Element | null) =>
        Array.from(ins?.querySelectorAll("*") ?? [], ({ localName, attributes, parentElement }) => ({
          element: localName,
          in: parentElement?.localName,
          attributes: Object.fromEntries(
            Array.from(attributes, ({ name, value }) => [name, name === "style" ? "…" : value]),
          ),
        }));
      const parsed = new DOMParser().parseFromString(guide, "text/html");
      return [document, parsed].map((root) => describe(root.querySelector("ins")));
    },
    guide.replaceAll(/(href|src)="…"/g, `$1="${address}"`),
  );
  expect(shown).toEqual(expected);
  await expect(page.locator("ins")).toHaveText("");
});

for (const readme of ["README.md", "packages/zonetag/README.md"])
  test(`${readme}: the script and its placeholder work as written`, async ({ page, site, ads }) => {
    const example = useServers(findExample(readme, "<ins"), ads).replace(
      /src="[^"]*zonetag\.js"/,
      `src="/dist/zonetag.js"`,
    );
    site.pages["/"] = `<!doctype html><html lang="en"><title>page</title>${example}`;
    await page.goto(site.origin);
    await expect(page.locator("[data-zone-id]").first()).toHaveAttribute("data-zone-state", "filled");
    await expect(page.locator("[data-zone-id]:not([data-zone-state=filled])")).toHaveCount(0);
  });
