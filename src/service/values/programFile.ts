/** Files that threads and processes of the service run. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export interface Program {
  url: URL;
  /** Whether it is TypeScript, which what runs it has to learn to read. */
  isSource: boolean;
}

/** In the built service `NAME.mjs` beside the bundle, in a checkout the TypeScript source. */
export function findProgram(name: string, source: string, caller: string): Program {
  const isSource = caller.endsWith(".ts");
  return { url: new URL(isSource ? source : `./${name}.mjs`, caller), isSource };
}

/** The address of a file of tsx, which loads TypeScript. */
export function findLoader(file: string): string {
  const root = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  return new URL(file, root).href;
}
