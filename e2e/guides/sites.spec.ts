/** Runs the snippets for content management systems, and for pages that had other tags, unchanged. */
import type { Ads } from "../support/ads.ts";
import { expect, test } from "../support/test.ts";
import { readExamples, useServers } from "./examples.ts";

/** Returns the HTML blocks of a guide that load the tag, with the addresses of this test. */
function readSnippets(guide: string, ads: Ads): string[] {
  return readExamples(`docs/${guide}`, "html")
    .filter((code) => code.includes("ads.example/zonetag.js"))
    .map((code) => useServers(code, ads));
}

const document = (body: string) => `<!doctype html><html lang="en"><title>page</title><body>${body}`;

for (const [guide, count] of [
  ["gpt-and-prebid.md", 2],
  ["sites.md", 2],
] as const) {
  for (let at = 0; at < count; at++) {
    test(`${guide}: snippet ${at + 1} of ${count} fills its zone`, async ({ page, site, ads }) => {
      const snippets = readSnippets(guide, ads);
      expect(snippets).toHaveLength(count);
      const [snippet = ""] = snippets.slice(at);
      const placeholder = '<ins data-zone-id="101" data-size="300x250"></ins>';
      site.pages["/"] = document(snippet.includes("data-zone-id") ? snippet : placeholder + snippet);
      await page.goto(site.origin);
      await expect(page.locator("[data-zone-id]")).toHaveAttribute("data-zone-state", "filled");
      expect(ads.bodies.flatMap(({ zones }) => zones.map(({ id }) => id))).toEqual([101]);
    });
  }
}

test("the tag manager's snippet works when inserted by code", async ({ page, site, ads }) => {
  const snippet = readSnippets("sites.md", ads).find((code) => code.includes("createElement")) ?? "";
  const [, code = ""] = /<script>([\s\S]*)<\/script>/.exec(snippet) ?? [];
  site.pages["/"] = document('<ins data-zone-id="101" data-size="300x250"></ins>');
  await page.goto(site.origin);
  await page.addScriptTag({ content: code });
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
});

test("the GPT guide's snippet sends its targeting as custom_targeting", async ({ page, site, ads }) => {
  const [snippet = ""] = readSnippets("gpt-and-prebid.md", ads);
  site.pages["/"] = document(snippet);
  await page.goto(site.origin);
  await expect
    .poll(() => ads.bodies.flatMap(({ zones }) => zones))
    .toEqual([{ id: 101, custom_targeting: { section: "sports" } }]);
});
