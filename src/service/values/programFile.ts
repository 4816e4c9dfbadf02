/** Program files for threads and child processes. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export interface Program {
  url: URL;
  /** Whether the file is TypeScript, which needs a loader. */
  isSource: boolean;
}

/** Finds `NAME.mjs` beside the built service, or in a checkout the TypeScript source. */
export function findProgram(name: string, source: string, caller: string): Program {
  const isSource = caller.endsWith(".ts");
  return { url: new URL(isSource ? source : `./${name}.mjs`, caller), isSource };
}

/** Returns the URL of a file of tsx, which loads TypeScript. */
export function findLoader(file: string): string {
  const root = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  return new URL(file, root).href;
}
