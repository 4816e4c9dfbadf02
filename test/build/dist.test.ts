import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { buildAll } from "../../scripts/build.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
const fresh = mkdtempSync(join(tmpdir(), "zonetag-dist-"));
afterAll(() => rmSync(fresh, { recursive: true, force: true }));

/** Bytes that a browser downloads, compressed as the ad service does it. */
function brotli(file: string): number {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).length;
}

function files(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const plain = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(plain.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

test("dist/ is what a fresh build makes (run `npm run build` and commit it)", async () => {
  await buildAll(fresh);
  const [built, committed] = [files(fresh), files(DIST)];
  expect([...committed.keys()]).toEqual([...built.keys()]);
  const differing = [...built].filter(([name, text]) => committed.get(name) !== text).map(([name]) => name);
  expect(differing).toEqual([]);
});

test.each([
  ["zonetag.js", 5480],
  ["console.js", 10_240],
])("%s is at most %d bytes brotli", (name, budget) => {
  expect(brotli(join(DIST, name))).toBeLessThanOrEqual(budget);
});
