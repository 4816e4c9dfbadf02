/** Bundles the demo's client code in memory. */
import { join } from "node:path";
import { build } from "esbuild";

const ENTRIES: Record<string, string> = {
  "panel.js": join(import.meta.dirname, "panel.tsx"),
  "reload.js": join(import.meta.dirname, "reload.ts"),
  "reader.js": join(import.meta.dirname, "reader/main.tsx"),
};

/** Returns the code of an entry by the name under which pages load it; undefined when there is none. */
export async function bundleClient(name: string): Promise<string | undefined> {
  const entry = ENTRIES[name];
  if (!entry) return undefined;
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
  });
  return outputFiles[0]?.text;
}
