/** The package that publishers install: only its files, no install scripts and no dependencies. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { stagePackage } from "../../scripts/stagePackage.ts";
import { useFolder } from "../support/folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(resolve(ROOT, path));
const manifest = JSON.parse(read("packages/zonetag/package.json").toString());

const folder = useFolder();
await stagePackage("zonetag", folder);

test("the package has exactly the files of this list", () => {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const parsed = JSON.parse(output);
  const [packed] = Array.isArray(parsed) ? parsed : Object.values(parsed);
  const paths: string[] = packed.files.map(({ path }: { path: string }) => path);
  const types = paths.filter((path) =>
    /^dist\/(cjs\/)?types\/(tag|react|statistics|protocol)\/\w+\.d\.ts$/.test(path),
  );
  expect(types).toContain("dist/types/tag/index.d.ts");
  expect(types.filter((path) => path.startsWith("dist/cjs/"))).toHaveLength(types.length / 2);
  expect(paths.filter((path) => !types.includes(path)).sort()).toEqual(
    [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      ...["package.json", "react.js", "single-file.js", "statistics.js", "zonetag.js"].map(
        (name) => `dist/cjs/${name}`,
      ),
      "dist/consent.js",
      "dist/consent.js.map",
      "dist/console-de.js",
      "dist/console-de.js.map",
      "dist/console.js",
      "dist/console.js.map",
      "dist/integrity.json",
      "dist/licences.txt",
      "dist/react.mjs",
      "dist/react.mjs.map",
      "dist/single-file.mjs",
      "dist/single-file.mjs.map",
      "dist/statistics.mjs",
      "dist/statistics.mjs.map",
      "dist/zonetag.js",
      "dist/zonetag.js.map",
      "dist/zonetag.mjs",
      "dist/zonetag.mjs.map",
      ...["console", "developers", "frameworks", "gpt-and-prebid", "moving-over", "publishers"].map(
        (name) => `docs/${name}.md`,
      ),
      ...["releases", "sites", "statistics", "statistics-client"].map((name) => `docs/${name}.md`),
      "docs/images/console.png",
      "package.json",
      "react/package.json",
      "single-file/package.json",
      "statistics/package.json",
    ].sort(),
  );
  // The CommonJS builds add a third, and the German console as much as the English one.
  expect(packed.size).toBeLessThan(690_000);
});

test("every entry point has typed ESM and CommonJS builds, and a folder for resolvers that ignore `exports`", () => {
  const staged = (path: string) => JSON.parse(readFileSync(join(folder, path), "utf8"));
  const entries = Object.keys(manifest.exports).filter((name) => !/\.js(on)?$/.test(name));
  expect(entries).toEqual([".", "./single-file", "./react", "./statistics"]);
  for (const entry of entries) {
    const { import: esm, require: cjs } = manifest.exports[entry];
    for (const path of [esm.types, esm.default, cjs.types, cjs.default])
      expect([path, existsSync(join(folder, path))]).toEqual([path, true]);
    const { main, module, types } = entry === "." ? manifest : staged(join(entry, "package.json"));
    const inFolder = [main, module, types].map((path) => join(entry, path));
    expect(inFolder).toEqual([cjs.default, esm.default, cjs.types].map((path) => join(path)));
  }
});

test("the ESM and CommonJS builds of the tag both import dist/console.js", () => {
  const find = (path: string) =>
    /import\("([^"]+)"\)/.exec(readFileSync(join(folder, path), "utf8"))?.[1] ?? "";
  for (const path of ["dist/zonetag.mjs", "dist/cjs/zonetag.js"])
    expect(join(path, "..", find(path))).toBe("dist/console.js");
});

test("bundlers leave the console import of the single-file tag to the browser, in ESM and CommonJS", () => {
  for (const path of ["dist/single-file.mjs", "dist/cjs/single-file.js"]) {
    const text = readFileSync(join(folder, path), "utf8");
    const [, comments = ""] = /import\(((?:\s*\/\*[^*]*\*\/)*)/.exec(text) ?? [];
    const marks = comments.match(/@vite-ignore|webpackIgnore: true/g);
    expect([path, text.includes("./console.js"), marks]).toEqual([
      path,
      false,
      ["@vite-ignore", "webpackIgnore: true"],
    ]);
  }
});

test("the package has no dependencies and no install scripts", () => {
  for (const field of ["dependencies", "optionalDependencies", "bundledDependencies"])
    expect(manifest[field] ?? {}).toEqual({});
  // Needed only by users of the React component.
  expect(manifest.peerDependencies).toEqual({ react: ">=18" });
  expect(manifest.peerDependenciesMeta).toEqual({ react: { optional: true } });
  const hooks = [
    "preinstall",
    "install",
    "postinstall",
    "prepare",
    "preprepare",
    "postprepare",
    "prepublish",
  ];
  expect(Object.keys(manifest.scripts).filter((name) => hooks.includes(name))).toEqual([]);
});

test("integrity.json has the SHA-384 of each file that a page can pin", () => {
  const digests: Record<string, string> = JSON.parse(read("dist/integrity.json").toString());
  expect(Object.keys(digests)).toEqual(
    expect.arrayContaining(["zonetag.js", "consent.js", "zonetag.mjs", "statistics.mjs"]),
  );
  for (const [name, digest] of Object.entries(digests)) {
    const bytes = read(`dist/${name}`);
    expect(digest).toBe(`sha384-${createHash("sha384").update(bytes).digest("base64")}`);
  }
});
