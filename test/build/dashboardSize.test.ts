/** The dashboard's size only comes down: what makes it larger takes something out. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { bundle, listFirstScripts } from "../../scripts/build.ts";

const outdir = mkdtempSync(join(tmpdir(), "zonetag-dashboard-"));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

/** Brotli bytes of what a reader of reports in English loads, and of all that is loaded on demand. */
const FIRST_LOAD = 60_000;
const ON_DEMAND = 26_000;

const { outputs } = await bundle("dashboard/dashboard.js", outdir);
const scripts = Object.keys(outputs).filter((name) => name.endsWith(".js"));
const first = listFirstScripts(outputs);

function measure(files: readonly string[]): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const bytes = files.map((file) => readFileSync(join(outdir, relative("dist", file))));
  return bytes.reduce((sum, file) => sum + brotliCompressSync(file, { params }).length, 0);
}

test.each([
  [`what the dashboard loads first is at most ${FIRST_LOAD} bytes brotli`, first, FIRST_LOAD],
  [
    `what it loads on demand is at most ${ON_DEMAND} bytes brotli`,
    scripts.filter((file) => !first.includes(file)),
    ON_DEMAND,
  ],
])("%s", (_title, files, limit) => {
  const size = measure(files);
  expect(size).toBeLessThanOrEqual(limit);
  // A limit far above the size would not hold anything.
  expect(size).toBeGreaterThan(limit * 0.9);
});

test("what is loaded first is asked for by the page itself, so that nothing waits for another", () => {
  const page = readFileSync(join(outdir, "dashboard/index.html"), "utf8");
  for (const file of first) expect(page).toContain(`"${basename(file)}"`);
});
