/** The dashboard's size only comes down: what makes it larger takes something out. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { bundle, listFirstScripts } from "../../scripts/build.ts";

const outdir = mkdtempSync(join(tmpdir(), "zonetag-dashboard-"));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

/** Brotli bytes of what somebody who reads reports in English loads before anything is shown. */
const FIRST_LOAD = 37_000;
/** Of what comes later, by the file that each is loaded by. */
const ON_DEMAND = [
  ["the drawing of the chart", "Canvas.tsx", 24_000],
  ["what buttons open", "panels/index.ts", 4_800],
  ["sites, zones and campaigns", "places/index.tsx", 24_200],
  ["German", "texts/de.ts", 4_600],
] as const;

const { outputs } = await bundle("dashboard/dashboard.js", outdir);
const first = listFirstScripts(outputs);

function findOnDemand(entry: string): string[] {
  return Object.keys(outputs).filter((file) => outputs[file]?.entryPoint?.endsWith(`/${entry}`));
}

function measure(files: readonly string[]): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const bytes = files.map((file) => readFileSync(join(outdir, relative("dist", file))));
  return bytes.reduce((sum, file) => sum + brotliCompressSync(file, { params }).length, 0);
}

test.each([
  ["what the dashboard loads first", FIRST_LOAD, first],
  ...ON_DEMAND.map(([name, entry, limit]) => [name, limit, findOnDemand(entry)] as const),
] as const)("%s is at most %i bytes brotli", (_name, limit, files) => {
  const size = measure(files);
  expect(size).toBeLessThanOrEqual(limit);
  // A limit far above the size would not hold anything.
  expect(size).toBeGreaterThan(limit * 0.9);
});

test("everything that is loaded on demand has a limit, but for the few bytes that such files share", () => {
  const later = Object.keys(outputs).filter((file) => file.endsWith(".js") && !first.includes(file));
  const limited = ON_DEMAND.flatMap(([, entry]) => findOnDemand(entry));
  expect(measure(later.filter((file) => !limited.includes(file)))).toBeLessThan(1_000);
});

test("what is loaded first is asked for by the page itself, so that nothing waits for another", () => {
  const page = readFileSync(join(outdir, "dashboard/index.html"), "utf8");
  for (const file of first) expect(page).toContain(`"${basename(file)}"`);
});
