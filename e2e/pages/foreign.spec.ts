/**
 * Pages of other projects with slots added to their content: manuals and theme demos from packages whose style sheets
 * the browser tests use. Slots cause no horizontal scrolling, and each is filled.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import type { Page } from "playwright/test";
import type { Site } from "../support/site.ts";
import { expect, test } from "../support/test.ts";

const PACKAGES = resolve(import.meta.dirname, "../../node_modules");

interface Collection {
  /** Name of the package. */
  name: string;
  /** Folders of pages, relative to the package. */
  folders: string[];
  /** Folders of built files, by the path where its pages expect them. */
  files: Record<string, string>;
}

const COLLECTIONS: Collection[] = [
  { name: "@picocss/pico", folders: ["docs"], files: {} },
  {
    name: "foundation-sites",
    folders: [
      ...["card", "equalizer", "flex-grid", "media-object", "orbit", "typography-helpers"],
      ...["vertical-rhythm", "xy-grid"],
    ].map((folder) => `test/visual/${folder}`),
    files: { "test/visual/assets/css": "dist/css", "test/visual/assets/js": "dist/js" },
  },
];

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

const WIDTHS = [1280, 390];

/** Adds a banner of a common width first, one between paragraphs, one in a cell or column, and one at the end. */
function addSlots(html: string, tag: string): string {
  let id = 0;
  const slot = (size: string) => `<ins data-zone-id="${++id}" data-size="${size}"></ins>`;
  return html
    .replace(/<head[^>]*>/i, (head) => head + tag)
    .replace(/<body[^>]*>/i, (body) => body + slot("728x90"))
    .replace(/<\/p>/i, (end) => end + slot("300x250"))
    .replace(/<(?:div class="[^"]*(?:cell|column)[^"]*"|article|td)[^>]*>/i, (cell) => cell + slot("320x100"))
    .replace(/<\/body>/i, (end) => slot("970x250") + end);
}

/** Serves the package below `/package/`, with slots on its pages. */
function serve(site: Site, { name, files }: Collection, tag: string): void {
  const folder = join(PACKAGES, name);
  const publish = (address: string, path: string) => {
    const type = extname(path);
    const contentType = TYPES[type];
    if (!contentType) return;
    site.pages[address] = (response) => {
      const body = readFileSync(path);
      response
        .writeHead(200, { "content-type": contentType })
        .end(type === ".html" ? addSlots(`${body}`, tag) : body);
    };
  };
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    publish(`/package/${path}`, join(folder, path));
  for (const [from, to] of Object.entries(files))
    for (const path of readdirSync(join(folder, to)))
      publish(`/package/${from}/${path}`, join(folder, to, path));
}

/** Pixels by which the page can be scrolled horizontally. */
const OVERFLOW = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth";

/** Measures the overflow with and without slots. */
const measure = async (page: Page): Promise<{ own: number; withSlots: number }> => {
  const withSlots = await page.evaluate<number>(OVERFLOW);
  const sheet = await page.addStyleTag({ content: "ins[data-zone-id] { display: none !important }" });
  const own = await page.evaluate<number>(OVERFLOW);
  await sheet.evaluate((element) => (element as Element).remove());
  return { own, withSlots };
};

let total = 0;
for (const collection of COLLECTIONS) {
  const { name, folders } = collection;
  const { version } = JSON.parse(readFileSync(join(PACKAGES, name, "package.json"), "utf8"));
  const pages = folders.flatMap((folder) =>
    readdirSync(join(PACKAGES, name, folder))
      .filter((file) => file.endsWith(".html"))
      .map((file) => `${folder}/${file}`),
  );
  total += pages.length;

  test(`${pages.length} pages of ${name} ${version}: every slot is filled, and none causes horizontal scrolling`, async ({
    page,
    site,
    ads,
    faults,
  }) => {
    const tag = `<script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>`;
    serve(site, collection, tag);
    // Blocks other hosts that the pages name.
    await page.route(
      ({ origin }) => origin !== site.origin && origin !== ads.origin,
      (route) => route.abort(),
    );
    for (const path of pages) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${site.origin}/package/${path}`);
      const readStates = () =>
        page.$$eval("[data-zone-id]", (all) => all.map((one) => one.getAttribute("data-zone-state")));
      await expect
        .poll(async () => [...new Set(await readStates())], { message: basename(path) })
        .toEqual(["filled"]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const { own, withSlots } = await measure(page);
        expect.soft(withSlots, `${path} at ${width} px`).toBeLessThanOrEqual(own);
      }
    }
    // Ignores errors of the pages' own scripts, whose libraries are not in their packages.
    expect(faults.filter((fault) => /zonetag/i.test(fault))).toEqual([]);
    faults.length = 0;
  });
}

test("at least 40 pages of other projects are tested", () => {
  expect(total).toBeGreaterThanOrEqual(40);
});
