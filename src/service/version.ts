/** Version of the running program. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtFolder } from "./builtFolder.ts";

/** Reads the version from the manifest beside the build. */
export function readVersion(): string {
  return JSON.parse(readFileSync(join(builtFolder(), "../package.json"), "utf8")).version;
}
