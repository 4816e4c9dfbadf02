/** The dashboard's size only comes down: what makes it larger takes something out. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { bundle } from "../../scripts/build.ts";

const outdir = mkdtempSync(join(tmpdir(), "zonetag-dashboard-"));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

const LIMIT = 60_000;

test(`the dashboard's script is at most ${LIMIT} bytes brotli`, async () => {
  await bundle("dashboard/dashboard.js", outdir);
  const folder = join(outdir, "dashboard");
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(scripts).toHaveLength(1);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const { length } = brotliCompressSync(readFileSync(join(folder, scripts[0] ?? "")), { params });
  expect(length).toBeLessThanOrEqual(LIMIT);
  // A limit far above the size would not hold anything.
  expect(length).toBeGreaterThan(LIMIT * 0.9);
});
