import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { listPages, readFigureSources, writeFigures } from "../../scripts/figures.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PAGES = (await listPages(ROOT)).map((name) => ({ name, text: readFileSync(join(ROOT, name), "utf8") }));
const SOURCES = await readFigureSources(ROOT);

test.each(PAGES)(
  "$name has the figures of the build and of bench/RESULTS.md: `npm run build`",
  ({ text }) => {
    expect(text).toBe(writeFigures(text, SOURCES));
  },
);

test("every mark of a figure in the pages is closed, and both kinds are used", () => {
  const texts = PAGES.map(({ text }) => text).join("\n");
  for (const kind of ["budget", "result"]) {
    const opened = texts.match(new RegExp(`<!-- ${kind} `, "g")) ?? [];
    expect(opened.length).toBeGreaterThan(5);
    expect(texts.match(new RegExp(`<!-- /${kind} -->`, "g"))).toHaveLength(opened.length);
  }
});

const results = `<!-- service -->
One Redis carries 24,901 requests (60 %*), as busy, 42,079.

| Zones | Bare, requests/s | CPU |
|---|---|---|
| 1 | 41224 | 25 µs |

| Campaigns | Zones | Start |
|---|---|---|
| 10,000 | 10 | 1.5 s |
| 10,000 | 100,000 | 2.2 s |
<!-- /service -->
`;
const sizes = { "a.js": { bytes: 900, budget: 1_200 } };
const write = (kind: string, name: string) =>
  writeFigures(`at <!-- ${kind} ${name} -->1\n2<!-- /${kind} --> now`, { sizes, results });

test.each([
  ["budget", "a.js", "1,200"],
  ["result", "service: 1: CPU", "25 µs"],
  ["result", "service: 1: Bare, requests/s", "41,224"],
  ["result", "service: 10,000, 100,000: Start", "2.2 s"],
  ["result", "service: 10,000, 10", "1.5 s"],
  ["result", "service: carries … requests (60 %*)", "24,901"],
  ["result", "service: as busy, ….", "42,079"],
])("a mark of a %s, %s, gets its figure", (kind, name, figure) => {
  expect(write(kind, name)).toBe(`at <!-- ${kind} ${name} -->${figure}<!-- /${kind} --> now`);
});

test.each([
  ["budget", "b.js"],
  ["result", "unknown: 1: CPU"],
  ["result", "storage: 1: CPU"],
  ["result", "service: 2: CPU"],
  ["result", "service: 1: Memory"],
  ["result", "service: costs … requests"],
])("a mark of a %s that does not exist, %s, is an error that names it", (kind, name) => {
  expect(() => write(kind, name)).toThrow(`<!-- ${kind} ${name} -->`);
});
