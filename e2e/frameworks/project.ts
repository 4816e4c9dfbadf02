/**
 * A third-party application: the packed package installed in its own folder, with the recipes of the frameworks' guide
 * as components, bundled for a page or a server.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { compile as compileSvelte } from "svelte/compiler";
import { compileScript, compileTemplate, parse } from "vue/compiler-sfc";

/** The package has no types. */
const babel: {
  transformAsync(code: string, options: object): Promise<{ code?: string | null } | null>;
} = createRequire(import.meta.url)("@babel/core");

const ROOT = resolve(import.meta.dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/frameworks.md"), "utf8");

export interface Project {
  /** Writes files, which modules import by `./` and their name. */
  write(files: Record<string, string>): void;
  /** Bundles a module for the page. */
  bundle(source: string, options?: BuildOptions): Promise<string>;
  /** Runs a module on the server and returns its exports. */
  run<T>(source: string, options?: BuildOptions): Promise<T>;
  remove(): void;
}

/** Returns the code blocks of a section of the guide. */
export function readRecipes(section: string): string[] {
  const [, text = ""] = GUIDE.split(`\n## ${section}\n`);
  const [own = ""] = text.split(/\n## /);
  return [...own.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
}

/** Packs the package and installs it in a separate folder. */
export async function createProject(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), "zonetag-frameworks-"));
  const installed = join(folder, "node_modules/zonetag");
  mkdirSync(installed, { recursive: true });
  const staged = join(folder, "staged");
  mkdirSync(staged);
  execFileSync(process.execPath, ["--import", "tsx", "scripts/stagePackage.ts", "zonetag", staged], {
    cwd: ROOT,
  });
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], {
    cwd: staged,
    stdio: "ignore",
  });
  const { version } = JSON.parse(readFileSync(join(staged, "package.json"), "utf8"));
  execFileSync("tar", [
    "-xzf",
    join(folder, `zonetag-${version}.tgz`),
    "-C",
    installed,
    "--strip-components=1",
  ]);

  let runs = 0;

  async function bundle(source: string, options: BuildOptions = {}): Promise<string> {
    const isServer = options.platform === "node";
    const { outputFiles = [] } = await build({
      stdin: { contents: source, resolveDir: folder, loader: "jsx" },
      bundle: true,
      write: false,
      absWorkingDir: folder,
      // Frameworks come from the repository's own dependencies.
      nodePaths: [join(ROOT, "node_modules")],
      format: isServer ? "cjs" : "esm",
      jsx: "automatic",
      target: "es2022",
      logLevel: "error",
      external: ["./console.js"],
      define: {
        "process.env.NODE_ENV": '"development"',
        __VUE_OPTIONS_API__: "true",
        __VUE_PROD_DEVTOOLS__: "false",
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
      },
      plugins: [vue(isServer), svelte(isServer), solid(isServer)],
      ...options,
    });
    return outputFiles[0]?.text ?? "";
  }

  return {
    write(files) {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    },
    bundle,
    async run<T>(source: string, options: BuildOptions = {}) {
      const path = join(folder, `server-${++runs}.cjs`);
      writeFileSync(path, await bundle(source, { ...options, platform: "node" }));
      return createRequire(path)(path) as T;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const vue = (isServer: boolean): Plugin => ({
  name: "vue",
  setup({ onLoad }) {
    onLoad({ filter: /\.vue$/ }, ({ path }) => {
      const id = "component";
      const { descriptor } = parse(readFileSync(path, "utf8"), { filename: path });
      const script = compileScript(descriptor, { id, inlineTemplate: false });
      const template = compileTemplate({
        id,
        filename: path,
        source: descriptor.template?.content ?? "",
        ssr: isServer,
        ssrCssVars: [],
        compilerOptions: { bindingMetadata: script.bindings ?? {} },
      });
      const name = isServer ? "ssrRender" : "render";
      const code = script.content.replace("export default", "const component =");
      const contents = `${code}\n${template.code.replace(`export function ${name}`, `function ${name}`)}
        component.${name} = ${name};\nexport default component;`;
      return { contents, loader: "js" };
    });
  },
});

const svelte = (isServer: boolean): Plugin => ({
  name: "svelte",
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, ({ path }) => {
      const generate = isServer ? "server" : "client";
      const { js } = compileSvelte(readFileSync(path, "utf8"), { filename: path, generate });
      return { contents: js.code, loader: "js" };
    });
  },
});

/** Solid's components end in `.solid.jsx` here, because its JSX differs from React's. */
const solid = (isServer: boolean): Plugin => ({
  name: "solid",
  setup({ onLoad }) {
    onLoad({ filter: /\.solid\.jsx$/ }, async ({ path }) => {
      const options = { generate: isServer ? "ssr" : "dom", hydratable: true };
      const result = await babel.transformAsync(readFileSync(path, "utf8"), {
        babelrc: false,
        configFile: false,
        filename: path,
        cwd: ROOT,
        presets: [["babel-preset-solid", options]],
      });
      return { contents: result?.code ?? "", loader: "js" };
    });
  },
});
