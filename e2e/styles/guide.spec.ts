/** Statements of the publishers' guide about style. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "../support/test.ts";
import { CONTEXTS } from "./contexts.ts";
import { SHEETS } from "./sheets.ts";

const GUIDE = readFileSync(resolve(import.meta.dirname, "../../docs/publishers.md"), "utf8");
const [, RULE = ""] = /```css\n(\[data-zone-id\]\[data-size[\s\S]*?)```/.exec(GUIDE) ?? [];

/** The rule is for placeholders without fallback content. */
const PAGE = Object.entries(CONTEXTS)
  .filter(([name]) => name !== "with fallback content")
  .map(
    ([, { html }]) =>
      `<div style="display:flow-root">${html.replace("AD", `data-zone-id="1" data-size="728x90"`)}</div>`,
  )
  .join("\n");

for (const width of [1280, 390])
  test(`the CSS rule of the publishers' guide reserves the same boxes as the tag at ${width}`, async ({
    page,
    site,
    ads,
    open,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    ads.answer(() => undefined);
    const measure = () =>
      page.$$eval("[data-zone-id]", (all) =>
        all.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height, element.closest("div")?.getBoundingClientRect().height];
        }),
      );
    site.pages["/before"] =
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title><style>${RULE}</style><body>${PAGE}`;
    await page.goto(`${site.origin}/before`);
    const reserved = await measure();
    await open(PAGE);
    await expect.poll(() => ads.requests).toHaveLength(1);
    expect(reserved).toEqual(await measure());
  });

/** Properties that move or colour an element or its content. */
const PROPERTIES = [
  ...["display", "position", "float", "overflow", "min-height", "text-decoration-line", "background-color"],
  ...["margin-top", "margin-bottom", "padding-top", "padding-left", "border-top-width", "border-radius"],
];

test("no known style sheet restyles the element that the publishers' guide recommends", async ({ page }) => {
  expect(GUIDE).toContain("Prefer `div`");
  for (const [name, { css, container = "" }] of Object.entries(SHEETS)) {
    // WordPress sets margins on all children of its content.
    if (name === "wordpress") continue;
    await page.setContent(
      `<!doctype html><style>${css}</style><main class="${container}"><p>text<div id="ad"></div><p>text</main>`,
    );
    const style = await page.locator("#ad").evaluate((element, properties) => {
      const computed = getComputedStyle(element);
      return properties.map((property) => computed.getPropertyValue(property));
    }, PROPERTIES);
    expect([name, ...style]).toEqual([
      ...[name, "block", "static", "none", "visible", "0px", "none", "rgba(0, 0, 0, 0)"],
      ...["0px", "0px", "0px", "0px", "0px", "0px"],
    ]);
  }
});
