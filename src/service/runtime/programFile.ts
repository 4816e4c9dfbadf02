/** Program files for threads and child processes. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

export interface Program {
  url: URL;
  /** Whether the file is TypeScript, which needs a loader. */
  isSource: boolean;
}

/**
 * Finds `NAME.mjs` beside the built service, or in a checkout the TypeScript source. Throws when it is missing, as while
 * an upgrade replaces the package.
 */
export function findProgram(name: string, source: string, caller: string): Program {
  const isSource = caller.endsWith(".ts");
  const url = new URL(isSource ? source : `./${name}.mjs`, caller);
  const path = fileURLToPath(url);
  if (!existsSync(path))
    throw new Error(
      `${path} is missing: zonetag-service is being upgraded or was removed. Restart the service once it is installed.`,
    );
  return { url, isSource };
}

/** Returns the URL of a file of tsx, which loads TypeScript. */
export function findLoader(file: string): string {
  const root = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  return new URL(file, root).href;
}
