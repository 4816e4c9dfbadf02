/** Zones in the examples of the documentation, compared with those that `init` creates. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createStarterCatalogue } from "../../src/service/commands/starterCatalogue.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PAGES = [
  ...[
    "README.md",
    "packages/zonetag/README.md",
    "packages/service/README.md",
    "src/service/template/page.html",
  ],
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

const { zones } = createStarterCatalogue({ network: "", publisher: "", advertiser: "" }, "localhost");
const SIZES = new Map(zones.map(({ id, size }) => [id, size]));

interface Example {
  text: string;
  ids: number[];
  size: string | undefined;
}

/** Finds placeholders in HTML and JSX, and the shortcode, that name a zone. */
function findExamples(text: string): Example[] {
  const elements = [...text.matchAll(/<[a-z]\w*\s[^<]*?>|\[zone [^\]]+\]/gi)].map(([element]) => element);
  return elements.flatMap((element) => {
    const [, quoted, expression = ""] =
      /\b(?:data-zone-?id|zone)=(?:"(\d+)"|\{([^}]*)\})/.exec(element) ?? [];
    const [, shortcode] = /^\[zone id="(\d+)"/.exec(element) ?? [];
    const ids = (quoted ?? shortcode ?? expression).match(/\b\d+\b/g)?.map(Number) ?? [];
    const [, size] = /\bsize="(\d+x\d+)"/.exec(element) ?? [];
    return ids.length > 0 ? [{ text: element, ids, size }] : [];
  });
}

test.each(PAGES)("zones in the examples of %s exist after init, with the size of the example", (page) => {
  for (const { text, ids, size } of findExamples(readFileSync(join(ROOT, page), "utf8")))
    for (const id of ids)
      expect([text, size ?? SIZES.get(id)]).toEqual([text, SIZES.get(id) ?? "no such zone"]);
});

test("examples are found in HTML, JSX and shortcodes", () => {
  const found = (page: string) => findExamples(readFileSync(join(ROOT, page), "utf8")).length;
  expect(found("README.md")).toBeGreaterThan(0);
  expect(found("docs/publishers.md")).toBeGreaterThan(10);
  expect(
    findExamples('<Zone zone={is ? 1 : 2} size="1x2" />[zone id="3" size="4x5"]<ins data-zoneid="6">'),
  ).toEqual([
    { text: '<Zone zone={is ? 1 : 2} size="1x2" />', ids: [1, 2], size: "1x2" },
    { text: '[zone id="3" size="4x5"]', ids: [3], size: "4x5" },
    { text: '<ins data-zoneid="6">', ids: [6], size: undefined },
  ]);
});
