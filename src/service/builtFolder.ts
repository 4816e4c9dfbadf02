import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Finds the folder of the built files: the program's own, or `dist/` when a checkout runs from source. */
export function builtFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return existsSync(join(here, "service.mjs")) ? here : join(here, "../../dist");
}

/** Reads the version from the manifest beside the build. */
export function readVersion(): string {
  return JSON.parse(readFileSync(join(builtFolder(), "../package.json"), "utf8")).version;
}
