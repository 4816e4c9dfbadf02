/**
 * Builds `dist/`: `npm run build [-- OUTDIR]`.
 *
 * The same sources give the same bytes, whatever the folder: the test command builds anew and compares.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin, transform } from "esbuild";
import { type MinifyOptions, minify } from "terser";

const ROOT = resolve(import.meta.dirname, "..");

/** What runs in browsers; the syntax that every engine since 2021 reads. */
const browser: BuildOptions = {
  platform: "browser",
  target: "es2021",
  jsx: "automatic",
  jsxImportSource: "preact",
};
const module: BuildOptions = { ...browser, format: "esm" };

interface Bundle extends BuildOptions {
  /** In `src/`. */
  entry: string;
  /** Made as small as can be, as the module that it is or as a script. */
  squeezed?: "module" | "script";
}

/** Each bundle by its file in `dist/`, and how it is built. */
export const BUNDLES: Record<string, Bundle> = {
  "zonetag.js": { entry: "tag/script.ts", ...module, external: ["./console.js"], squeezed: "script" },
  "zonetag.mjs": { entry: "tag/index.ts", ...module, external: ["./console.js"] },
  "console.js": {
    entry: "console/index.tsx",
    ...module,
    plugins: [cssAsText()],
    minifySyntax: true,
    squeezed: "module",
    // Calls of `h` are shorter than those of the automatic runtime, which TypeScript checks it with.
    tsconfigRaw: { compilerOptions: { jsx: "react", jsxFactory: "h", jsxFragmentFactory: "Fragment" } },
    inject: [join(ROOT, "src/console/h.ts")],
  },
  "statistics.mjs": { entry: "statistics/index.ts", ...module },
  "dashboard/dashboard.js": {
    entry: "dashboard/main.tsx",
    ...module,
    minify: true,
    loader: { ".woff2": "file", ".svg": "file" },
    // The page names its typeface and its icon.
    assetNames: "[name]",
  },
  "service.mjs": {
    entry: "service/main.ts",
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
  },
};

/** Files that browsers load from publishers' pages; their digests go to `integrity.json`. */
const PINNED = ["zonetag.js", "zonetag.mjs", "console.js", "statistics.mjs"];

/** Style sheets as minified strings, for shadow trees. */
function cssAsText(): Plugin {
  return {
    name: "css-as-text",
    setup({ onLoad }) {
      onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
        return { contents: code.trim(), loader: "text" };
      });
    },
  };
}

/** Builds one bundle and returns what esbuild knows of its parts. */
export async function bundle(name: string, outdir: string): Promise<Metafile> {
  const { entry, squeezed, ...options } = BUNDLES[name] ?? fail(`no bundle is called ${name}`);
  const result = await build({
    ...options,
    entryPoints: [join(ROOT, "src", entry)],
    // Source maps name their sources from here: the bytes must not depend on where they are written.
    outfile: join(ROOT, "dist", name),
    write: false,
    absWorkingDir: ROOT,
    bundle: true,
    sourcemap: "linked",
    sourcesContent: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  if (squeezed) await squeeze(name, outdir, result.outputFiles, squeezed);
  else await Promise.all(result.outputFiles.map(({ path, contents }) => put(outdir, path, contents)));
  return result.metafile;
}

async function put(outdir: string, path: string, contents: Uint8Array | string): Promise<void> {
  const file = join(outdir, relative(join(ROOT, "dist"), path));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, contents);
}

/**
 * The hint has browsers that know it compile the whole file while it loads, off the page's main thread: nearly every
 * function of the tag runs on every page.
 */
const PREAMBLE = "//# allFunctionsCalledOnLoad\n(()=>{";

const COMPRESS = { passes: 4, unsafe_arrows: true, unsafe_methods: true, pure_getters: true };
const SQUEEZE: Record<"module" | "script", MinifyOptions> = {
  script: { compress: COMPRESS, format: { preamble: PREAMBLE } },
  module: {
    // Where there are many, a call is shorter than what would replace it, once compressed.
    compress: { ...COMPRESS, inline: 1 },
    // Fields like `__k` are private to Preact.
    mangle: { properties: { regex: /^__\w?$/ } },
  },
};

/** Makes a module as small as can be. A script shows none of its names, a module its exports alone. */
async function squeeze(
  name: string,
  outdir: string,
  files: OutputFile[],
  kind: "module" | "script",
): Promise<void> {
  const [map, bundled = ""] = files.sort((a, b) => b.path.length - a.path.length).map(({ text }) => text);
  const code = bundled.replace(/\n\/\/# source.*\n/, "\n");
  const isScript = kind === "script";
  const { code: small = "", map: smallMap } = await minify(isScript ? withOneKeyword(code) : code, {
    ...{ module: true, ecma: 2020, ...SQUEEZE[kind] },
    sourceMap: { content: map ?? "", filename: name, url: `${name}.map` },
  });
  const closed = small.replace(/(\n\/\/# source.*)$/, `${isScript ? "})()" : ""}$1\n`);
  await put(outdir, join(ROOT, "dist", name), closed);
  await put(outdir, join(ROOT, "dist", `${name}.map`), String(smallMap));
}

/** Declares all names alike, so that one keyword does for many; in as many characters, so that the map still holds. */
const withOneKeyword = (code: string): string =>
  code.replace(/\bconst /g, "let   ").replace(/\bvar /g, "let ");

/** Builds everything into `outdir` and returns the metafiles by bundle. */
export async function buildAll(outdir: string): Promise<Record<string, Metafile>> {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const names = Object.keys(BUNDLES).filter((name) => existsSync(entryOf(name)));
  const metafiles = await Promise.all(names.map((name) => bundle(name, outdir)));
  await copyDashboardPage(outdir);
  await writeTypes(join(outdir, "types"));
  await writeIntegrity(outdir);
  return Object.fromEntries(names.map((name, at) => [name, metafiles[at] as Metafile]));
}

function entryOf(name: string): string {
  return join(ROOT, "src", BUNDLES[name]?.entry ?? "");
}

async function copyDashboardPage(outdir: string): Promise<void> {
  const page = join(ROOT, "src/dashboard/index.html");
  if (existsSync(page)) await cp(page, join(outdir, "dashboard/index.html"));
}

/** Declarations of the public entries. Their imports name `.js`, which every resolver of declarations reads. */
async function writeTypes(outdir: string): Promise<void> {
  execFileSync(process.execPath, [
    join(ROOT, "node_modules/typescript/bin/tsc"),
    ...["--project", join(ROOT, "tsconfig.types.json"), "--outDir", outdir],
  ]);
  for (const name of await readdir(outdir, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const path = join(outdir, name);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/(from "\.[^"]*|import\("\.[^"]*)\.tsx?"/g, '$1.js"'));
  }
}

async function writeIntegrity(outdir: string): Promise<void> {
  const digests: Record<string, string> = {};
  for (const name of PINNED.filter((file) => existsSync(join(outdir, file)))) {
    const bytes = await readFile(join(outdir, name));
    digests[name] = `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  }
  await writeFile(join(outdir, "integrity.json"), `${JSON.stringify(digests, null, 2)}\n`);
}

function fail(message: string): never {
  throw new Error(message);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const outdir = resolve(process.argv[2] ?? join(ROOT, "dist"));
  await buildAll(outdir);
}
