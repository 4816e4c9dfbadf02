/** Sizes of the built files, their budgets, and the figures that the guides publish. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { countBrotli, describeSizes, readSizes } from "../../scripts/sizes.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SIZES = readSizes(join(ROOT, "dist"));

test.each(Object.entries(SIZES))("%s is within its budget", (_, { bytes, budget }) => {
  expect(bytes).toBeLessThanOrEqual(budget);
  // A budget far above the size would not detect growth.
  expect(bytes).toBeGreaterThan(budget * 0.6);
});

test("the recorded sizes are those of the built files", () => {
  const names = Object.keys(SIZES).filter((name) => /js$/.test(name));
  expect(names).toContain("zonetag.js");
  for (const name of names)
    expect([name, countBrotli(join(ROOT, "dist", name))]).toEqual([name, SIZES[name]?.bytes]);
});

test("sizes published in the guides equal the budgets", () => {
  const pages = ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)];
  const published = pages
    .filter((name) => name.endsWith(".md"))
    .flatMap((page) =>
      [
        ...readFileSync(join(ROOT, page), "utf8").matchAll(/<!-- budget (.+?) -->(.+?)<!-- \/budget -->/g),
      ].map(([, name = "", figure]) => [name, figure]),
    );
  const expected = published.map(([name = ""]) => [name, SIZES[name]?.budget.toLocaleString("en")]);
  expect(published).toEqual(expected);
  expect(new Set(published.map(([name]) => name)).size).toBeGreaterThan(5);
});

test("a build reports changed sizes and exceeded budgets", () => {
  const before = { "a.js": { bytes: 1_000, budget: 1_200 }, "b.js": { bytes: 5, budget: 9 } };
  const after = { ...before, "a.js": { bytes: 1_300, budget: 1_200 } };
  expect(describeSizes(before, after)).toEqual(["a.js: 1,300 bytes brotli (+300) of 1,200: over its budget"]);
});
