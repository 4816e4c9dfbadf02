/**
 * Builds `dist/`: `npm run build [-- OUTDIR]`.
 *
 * The same sources give the same bytes in any folder, because the test command builds again and compares. A failed
 * build leaves the folder unchanged.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, parse, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Command } from "commander";
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from "esbuild";
import { type MinifyOptions, minify } from "terser";
import { createCatalogueJsonSchema } from "../src/service/catalogue/jsonSchema.ts";
import { updateFigures } from "./figures.ts";
import { collectLicences } from "./licences.ts";
import { DASHBOARD_PARTS, describeSizes, listFirstScripts, measureFolder, readSizes } from "./sizes.ts";

export const ROOT = resolve(import.meta.dirname, "..");

/** Options for browsers: syntax that all engines since 2021 support. */
const browser: BuildOptions = {
  platform: "browser",
  target: "es2021",
  jsx: "automatic",
  jsxImportSource: "preact",
};
const module: BuildOptions = { ...browser, format: "esm" };
/** Options for servers: dependencies remain separate packages. */
const node: BuildOptions = { platform: "node", target: "node20", format: "esm", packages: "external" };

type Squeezed = "module" | "script" | "tag";

interface Bundle extends BuildOptions {
  /** Path in `src/`. */
  entry: string;
  /** How far to minify: as a module, as a script, or as a script that passes no booleans to other code. */
  squeezed?: Squeezed;
  /** Whether the bundle has a source map, for debugging in pages of publishers and in programs that use the client. */
  mapped?: true;
}

const consoleOptions: Omit<Bundle, "entry"> = {
  ...module,
  minifySyntax: true,
  mapped: true,
  squeezed: "module",
  // TypeScript checks the console's JSX with Preact's types, but `src/console/render.ts` renders it.
  tsconfigRaw: { compilerOptions: { jsx: "react", jsxFactory: "h", jsxFragmentFactory: "Fragment" } },
  inject: [join(ROOT, "src/console/h.ts")],
};

/** Bundles by their file in `dist/`, with their options. */
export const BUNDLES: Record<string, Bundle> = {
  "zonetag.js": {
    entry: "tag/script.ts",
    ...module,
    plugins: [squeezeCss(/boxStyle\.ts$/)],
    define: {
      globalThis: "window",
      "Number.POSITIVE_INFINITY": "Infinity",
      "Number.NaN": "NaN",
      "Number.isNaN": "isNaN",
      "Number.parseFloat": "parseFloat",
      "Node.DOCUMENT_POSITION_PRECEDING": "2",
    },
    external: ["./console.js"],
    mapped: true,
    squeezed: "tag",
  },
  "consent.js": { entry: "consent/index.ts", ...module, mapped: true, squeezed: "script" },
  "zonetag.mjs": {
    entry: "tag/index.ts",
    ...module,
    plugins: [squeezeCss(/boxStyle\.ts$/)],
    external: ["./console.js"],
    mapped: true,
    minifyWhitespace: true,
  },
  // Not minified: `minifyWhitespace` also removes the comments in `import()` that tell bundlers to leave it to the
  // browser.
  "single-file.mjs": { entry: "tag/singleFile.ts", ...module, mapped: true },
  "react.mjs": { entry: "react/index.ts", ...module, external: ["react"], mapped: true },
  "console.js": {
    entry: "console/entry.ts",
    ...consoleOptions,
    plugins: [cssAsText(/\.css$/)],
    external: ["./console-de.js"],
  },
  "console-de.js": {
    entry: "console/index.tsx",
    ...consoleOptions,
    plugins: [cssAsText(/\.css$/), replaceModule("./texts.ts", "src/console/textsDe.ts")],
  },
  "statistics.mjs": { entry: "statistics/index.ts", ...module, mapped: true, minifyWhitespace: true },
  "dashboard/dashboard.js": {
    entry: "dashboard/app/main.tsx",
    ...module,
    minify: true,
    // Emits a separate file for code that is loaded on demand, and another for code that it shares with the entry.
    splitting: true,
    loader: { ".woff2": "file", ".svg": "file" },
    plugins: [cssAsText(/(management|people)\.css$/), shareOpeners()],
    // A name with a digest can be cached forever.
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
  },
  "service.mjs": { entry: "service/main.ts", ...node },
  "answer-process.mjs": { entry: "service/clickhouse/answerProcess.ts", ...node },
  "database-process.mjs": { entry: "service/duckdb/engineProcess.ts", ...node },
  "snapshot-thread.mjs": { entry: "service/catalogue/snapshotThread.ts", ...node },
  "import-thread.mjs": { entry: "service/import/importThread.ts", ...node },
  "zonetag-service.mjs": { entry: "service/bin.ts", ...node },
};

/** Files that publishers' pages load; their digests go to `integrity.json`. */
const PINNED = ["zonetag.js", "consent.js", "zonetag.mjs", "console.js", "console-de.js", "statistics.mjs"];

/** Bundles another file of `src` in the place of an imported one. */
function replaceModule(imported: string, path: string): Plugin {
  return {
    name: "replace-module",
    setup({ onResolve }) {
      onResolve({ filter: /./ }, (found) =>
        found.path === imported ? { path: join(ROOT, path) } : undefined,
      );
    },
  };
}

/** Imports style sheets as minified strings, for shadow trees and for code loaded on demand. */
function cssAsText(filter: RegExp): Plugin {
  return {
    name: "css-as-text",
    setup({ onLoad }) {
      onLoad({ filter }, async ({ path }) => {
        const { outputFiles } = await build({
          entryPoints: [path],
          bundle: true,
          minify: true,
          write: false,
        });
        return { contents: (outputFiles[0]?.text ?? "").trim(), loader: "text" };
      });
    },
  };
}

/**
 * Lets every part that is loaded on demand import the part that opens it, which then is one file: esbuild makes a file for
 * each set of parts that share modules, and eleven small files are 1.3 KB larger than one.
 */
function shareOpeners(): Plugin {
  const folder = join(ROOT, "src/dashboard");
  const openers = new Map(
    Object.values(DASHBOARD_PARTS).flatMap(({ entry, opener }) =>
      opener ? [[join(folder, entry), join(folder, opener.entry)] as const] : [],
    ),
  );
  return {
    name: "share-openers",
    setup({ onLoad }) {
      onLoad({ filter: /dashboard.*\.tsx?$/ }, async ({ path }) => {
        const opener = openers.get(path);
        if (!opener) return undefined;
        const source = await readFile(path, "utf8");
        const loader = path.endsWith("x") ? "tsx" : "ts";
        return { contents: `${source}\nimport ${JSON.stringify(opener)};`, loader };
      });
    },
  };
}

/** Removes the white space of CSS in a module whose template literals contain nothing else, and are not nested. */
function squeezeCss(filter: RegExp): Plugin {
  const squeezeText = (css: string) => css.replace(/\s+/g, " ").replace(/ ?([{};:,/!]) ?/g, "$1");
  const squeezeLiteral = (literal: string) =>
    literal
      .split(/(\$\{.*?\})/s)
      .map((part) => (part.startsWith("${") ? part : squeezeText(part)))
      .join("")
      .replace(/^` | `$/g, "`");
  return {
    name: "squeeze-css",
    setup({ onLoad }) {
      onLoad({ filter }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        return { contents: text.replace(/`[^`]*`/g, squeezeLiteral), loader: "ts" };
      });
    },
  };
}

/** Reads esbuild's metafile of a bundle. */
export const readMetafile = async (name: string): Promise<Metafile> => (await compile(name)).metafile;

/** Builds a bundle and returns esbuild's metafile. `plugins`: in addition to the bundle's own. */
export async function bundle(name: string, outdir: string, plugins: Plugin[] = []): Promise<Metafile> {
  const { outputFiles, metafile } = await compile(name, plugins);
  const { squeezed } = findBundle(name);
  if (squeezed) await squeeze(name, outdir, outputFiles, squeezed);
  else await Promise.all(outputFiles.map(({ path, contents }) => put(outdir, path, contents)));
  if (name.startsWith("dashboard/")) await writeDashboardPage(outdir, metafile);
  return metafile;
}

const findBundle = (name: string): Bundle => BUNDLES[name] ?? fail(`no bundle is called ${name}`);

/** Compiles a bundle in memory. */
function compile(name: string, plugins: Plugin[] = []) {
  const { entry, squeezed: _, mapped, ...options } = findBundle(name);
  return build({
    ...options,
    // Source maps name their sources relative to this folder, so that the bytes do not depend on the output folder.
    ...(options.splitting
      ? {
          entryPoints: { [parse(name).name]: join(ROOT, "src", entry) },
          outdir: join(ROOT, "dist", dirname(name)),
        }
      : { entryPoints: [join(ROOT, "src", entry)], outfile: join(ROOT, "dist", name) }),
    plugins: [...(options.plugins ?? []), ...plugins],
    write: false,
    absWorkingDir: ROOT,
    // File names contain digests of paths, so the target of a `node_modules` link must not matter.
    preserveSymlinks: true,
    bundle: true,
    sourcemap: mapped ? "linked" : false,
    sourcesContent: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
}

async function put(outdir: string, path: string, contents: Uint8Array | string): Promise<void> {
  const file = join(outdir, relative(join(ROOT, "dist"), path));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, contents);
}

/**
 * With this hint, browsers compile the whole file off the main thread while it loads: nearly every function of the tag
 * runs on every page. Inside a block, names declared by `let` are not global.
 */
const PREAMBLE = "//# allFunctionsCalledOnLoad\n{";

const COMPRESS = {
  passes: 4,
  unsafe_arrows: true,
  unsafe_methods: true,
  unsafe_math: true,
  pure_getters: true,
  // Comparisons in one order compress better.
  lhs_constants: false,
  // A call compresses better than the inlined code.
  inline: 1,
  // The words `true` and `false` compress better than `!0` and `!1`.
  booleans: false,
};
const SCRIPT: MinifyOptions = {
  // Concatenates texts by `+`, which differs only for objects with a `valueOf`.
  compress: { ...COMPRESS, unsafe: true },
  format: { preamble: PREAMBLE },
  // Fields such as `_request` are private to the tag.
  mangle: { properties: { regex: /^_[a-z]/ } },
};
const SQUEEZE: Record<Squeezed, MinifyOptions> = {
  script: SCRIPT,
  tag: {
    ...SCRIPT,
    // `true` becomes 1, and `=== false` becomes `== 0`, so the tag's code must not distinguish false from 0.
    compress: { ...COMPRESS, unsafe: true, booleans: true, booleans_as_integers: true },
  },
  module: { compress: { ...COMPRESS, unsafe: true } },
};

/** Minifies a module further than esbuild does. A script exposes no names, a module only its exports. */
async function squeeze(name: string, outdir: string, files: OutputFile[], kind: Squeezed): Promise<void> {
  const [map, bundled = ""] = files.sort((a, b) => b.path.length - a.path.length).map(({ text }) => text);
  const code = bundled.replace(/\n\/\/# source.*\n/, "\n");
  const isScript = kind !== "module";
  const { code: small = "", map: smallMap } = await minify(withOneKeyword(code), {
    module: true,
    ecma: 2020,
    ...SQUEEZE[kind],
    sourceMap: { content: map ?? "", filename: name, url: `${name}.map` },
  });
  const closed = small.replace(/(\n\/\/# source.*)$/, `${isScript ? "}" : ""}$1\n`);
  await put(outdir, join(ROOT, "dist", name), closed);
  await put(outdir, join(ROOT, "dist", `${name}.map`), String(smallMap));
}

/** Merges declarations by using one keyword for all, padded to the same length, so that the source map stays valid. */
const withOneKeyword = (code: string): string =>
  code.replace(/\bconst /g, "let   ").replace(/\bvar /g, "let ");

/** Builds everything into `outdir`, which is replaced at the end, and returns the metafiles by bundle. */
export async function buildAll(outdir: string): Promise<Record<string, Metafile>> {
  await mkdir(dirname(outdir), { recursive: true });
  // Build in the same parent folder, so that the result can be renamed instead of copied.
  const work = await mkdtemp(join(dirname(outdir), `.${basename(outdir)}-`));
  try {
    const metafiles = await buildInto(join(work, "new"));
    if (existsSync(outdir)) await rename(outdir, join(work, "old"));
    await rename(join(work, "new"), outdir);
    return metafiles;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function buildInto(folder: string): Promise<Record<string, Metafile>> {
  const names = Object.keys(BUNDLES);
  // Waits for all bundles even when one has failed, so that none writes to the folder after it is removed.
  const results = await Promise.allSettled(names.map((name) => bundle(name, folder)));
  const metafiles = results.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
  await writeTypes(join(folder, "types"));
  await writeIntegrity(folder);
  await writeFile(
    join(folder, "catalogue.schema.json"),
    `${JSON.stringify(createCatalogueJsonSchema(), null, 1)}\n`,
  );
  await cp(join(ROOT, "src/service/redis/lua"), join(folder, "lua"), { recursive: true });
  await cp(join(ROOT, "src/service/template"), join(folder, "template"), { recursive: true });
  await writeFile(join(folder, "licences.txt"), await collectLicences(metafiles, ROOT));
  const dashboard = metafiles[names.indexOf("dashboard/dashboard.js")]?.outputs ?? {};
  await writeFile(
    join(folder, "sizes.json"),
    `${JSON.stringify(measureFolder(folder, dashboard), null, 2)}\n`,
  );
  return Object.fromEntries(names.map((name, at) => [name, metafiles[at] as Metafile]));
}

/**
 * Writes the dashboard's page, which names files as in `src/`, with the digests of their content. Imports of the script
 * are preloaded.
 */
async function writeDashboardPage(folder: string, { outputs }: Metafile): Promise<void> {
  const page = await readFile(join(ROOT, "src/dashboard/app/index.html"), "utf8");
  const built = Object.keys(outputs).map((file) => basename(file));
  const preloads = listFirstScripts(outputs)
    .slice(1)
    .map((file) => `<link rel="modulepreload" href="${basename(file)}">\n`);
  const named = page.replace(/(href|src)="([\w-]+)(\.\w+)"/g, (_whole, attribute, name, extension) => {
    const file = built.find((one) => one.startsWith(`${name}-`) && one.endsWith(extension));
    return `${attribute}="${file ?? fail(`index.html names ${name}${extension}, which is not built`)}"`;
  });
  const whole = named.replace('<script type="module"', `${preloads.join("")}<script type="module"`);
  await put(folder, join(ROOT, "dist/dashboard/index.html"), whole);
}

/**
 * Writes the declarations of the public entries. Their imports end in `.js`, which every resolver of declarations
 * accepts.
 */
async function writeTypes(outdir: string): Promise<void> {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const args = [compiler, "--project", join(ROOT, "tsconfig.types.json"), "--outDir", outdir];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Error("The declarations were not written: see the type errors above.");
  for (const name of await readdir(outdir, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const path = join(outdir, name);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/(from "\.[^"]*|import\("\.[^"]*)\.tsx?"/g, '$1.js"'));
  }
}

async function writeIntegrity(outdir: string): Promise<void> {
  const digests: Record<string, string> = {};
  for (const name of PINNED) {
    const bytes = await readFile(join(outdir, name));
    digests[name] = `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  }
  await writeFile(join(outdir, "integrity.json"), `${JSON.stringify(digests, null, 2)}\n`);
}

function fail(message: string): never {
  throw new Error(message);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const command = new Command("npm run build --")
    .description("Builds the bundles, types and files of dist/. A failed build leaves the folder unchanged.")
    .argument("[folder]", "folder to build into, which is replaced", join(ROOT, "dist"))
    .parse();
  const folder = resolve(command.processedArgs[0]);
  const before = readSizes(folder);
  try {
    await buildAll(folder);
    for (const line of describeSizes(before, readSizes(folder))) console.log(line);
    if (folder === join(ROOT, "dist")) await updateFigures(ROOT);
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : error}\nThe build failed; the folder is unchanged.`,
    );
    process.exitCode = 1;
  }
}
