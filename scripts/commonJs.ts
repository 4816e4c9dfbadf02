/**
 * CommonJS files of the publishers' package, for `require` and for resolvers that do not know `exports`. They are
 * packed, but not committed.
 */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import { BUNDLES, ROOT } from "./build.ts";

/** Bundles with a CommonJS form. */
const MODULES = ["zonetag", "single-file", "react", "statistics"];

/** Leaves the console as one file beside the modules. */
const CONSOLE: Plugin = {
  name: "console",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/console\.js$/ }, () => ({ path: "../console.js", external: true })),
};

/** Writes `dist/cjs` of a package: modules, and declarations that count as CommonJS. */
export async function writeCommonJs(folder: string): Promise<void> {
  const target = join(folder, "dist/cjs");
  await mkdir(target, { recursive: true });
  await writeFile(join(target, "package.json"), '{ "type": "commonjs" }\n');
  for (const name of MODULES) {
    const {
      entry,
      mapped: _,
      squeezed: __,
      external = [],
      ...options
    } = BUNDLES[`${name}.mjs`] as (typeof BUNDLES)[string];
    await build({
      ...options,
      entryPoints: [join(ROOT, "src", entry)],
      outfile: join(target, `${name}.js`),
      absWorkingDir: ROOT,
      bundle: true,
      format: "cjs",
      external: external.filter((one) => one !== "./console.js"),
      plugins: [CONSOLE],
      legalComments: "none",
      logLevel: "warning",
    });
  }
  await cp(join(folder, "dist/types"), join(target, "types"), { recursive: true });
}

interface Entry {
  import: { types: string; default: string };
  require: { types: string; default: string };
}

/** Writes a folder for each entry, which points to the same files as `exports`. */
export async function writeStubs(folder: string): Promise<void> {
  const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const names = Object.keys(exports).filter((path) => path !== "." && exports[path].require);
  for (const name of names) {
    const entry: Entry = exports[name];
    const inStub = (path: string) => relative(name, path);
    await mkdir(join(folder, name), { recursive: true });
    const stub = {
      main: inStub(entry.require.default),
      module: inStub(entry.import.default),
      types: inStub(entry.require.types),
      sideEffects: false,
    };
    await writeFile(join(folder, name, "package.json"), `${JSON.stringify(stub, null, 2)}\n`);
  }
}
