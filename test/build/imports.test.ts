/** Imports have a direction; the bundler's own account of each bundle says whether they keep it. */
import { mkdtempSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUNDLES, bundle } from "../../scripts/build.ts";

const outdir = mkdtempSync(join(tmpdir(), "zonetag-imports-"));
const metafiles: Record<string, Metafile> = {};

beforeAll(async () => {
  for (const name of Object.keys(BUNDLES)) metafiles[name] = await bundle(name, outdir);
});
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

/** The folders of `src/`, and packages, that a bundle may be made of. */
const MAY_HOLD: Record<string, string[]> = {
  "zonetag.js": ["src/protocol", "src/tag"],
  "zonetag.mjs": ["src/protocol", "src/tag"],
  "console.js": ["src/protocol", "src/console", "preact"],
  "statistics.mjs": ["src/protocol", "src/statistics"],
  "dashboard/dashboard.js": [
    ...["src/protocol", "src/statistics", "src/dashboard"],
    ...["preact", "uplot", "@fontsource-variable/inter"],
  ],
  "service.mjs": ["src/protocol", "src/service"],
};

/** What code in a folder may import from other folders. */
const MAY_IMPORT: Record<string, string[]> = {
  "src/protocol": [],
  "src/tag": ["src/protocol"],
  "src/console": [],
  "src/statistics": ["src/protocol"],
  "src/dashboard": ["src/statistics", "src/protocol"],
  "src/service": ["src/protocol"],
};

/** `src/tag` of `src/tag/zone.ts`, `preact` of a file in that package. */
function ownerOf(path: string): string {
  const inside = path.split("node_modules/").pop() ?? path;
  const parts = inside.split("/");
  return inside.startsWith("@") || inside.startsWith("src/") ? parts.slice(0, 2).join("/") : (parts[0] ?? "");
}

test.each(Object.keys(BUNDLES))("%s holds only what it may", (name) => {
  const owners = new Set(Object.keys(metafiles[name]?.inputs ?? {}).map(ownerOf));
  expect([...owners].filter((owner) => !MAY_HOLD[name]?.includes(owner))).toEqual([]);
});

test("folders import along the one direction", () => {
  const wrong = Object.values(metafiles)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([path]) => path.startsWith("src/"))
    .flatMap(([path, { imports }]) =>
      imports
        .filter((one) => !one.external && one.path.startsWith("src/") && ownerOf(one.path) !== ownerOf(path))
        .filter((one) => !MAY_IMPORT[ownerOf(path)]?.includes(ownerOf(one.path)))
        .map((one) => `${path} imports ${one.path}`),
    );
  expect([...new Set(wrong)]).toEqual([]);
});

test.each(Object.keys(BUNDLES).filter((name) => name !== "service.mjs"))(
  "%s needs nothing of Node",
  (name) => {
    const imports = Object.values(metafiles[name]?.outputs ?? {}).flatMap((output) => output.imports);
    expect(imports.filter(({ path }) => isBuiltin(path)).map(({ path }) => path)).toEqual([]);
  },
);

/** Each file of the tag and the others of it that it may name, beyond types and the files that everybody may. */
const TELLS: Record<string, string[]> = {
  "script.ts": ["zonetag.ts"],
  "index.ts": ["zonetag.ts"],
  "zonetag.ts": ["*"],
  "placeholder.ts": ["banner.ts", "response.ts", "transport.ts", "box.ts"],
};

test("the tag's stages do not import each other: the story hands results along", () => {
  const inputs = { ...metafiles["zonetag.js"]?.inputs, ...metafiles["zonetag.mjs"]?.inputs };
  const shared = ["json.ts", "record.ts", "time.ts", "zone.ts"];
  const wrong = Object.entries(inputs).flatMap(([path, { imports }]) => {
    const name = path.replace("src/tag/", "");
    const allowed = [...(TELLS[name] ?? []), ...shared];
    return imports
      .map((one) => one.path.replace("src/tag/", ""))
      .filter((other) => other.endsWith(".ts") && !allowed.includes("*") && !allowed.includes(other))
      .map((other) => `${name} imports ${other}`);
  });
  expect(wrong).toEqual([]);
});
