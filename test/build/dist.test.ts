/** Sizes of the built files, and their budgets. */
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

test("a build reports changed sizes and exceeded budgets", () => {
  const before = { "a.js": { bytes: 1_000, budget: 1_200 }, "b.js": { bytes: 5, budget: 9 } };
  const after = { ...before, "a.js": { bytes: 1_300, budget: 1_200 } };
  expect(describeSizes(before, after)).toEqual(["a.js: 1,300 bytes brotli (+300) of 1,200: over its budget"]);
});
