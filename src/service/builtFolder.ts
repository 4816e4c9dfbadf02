import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the built files: the program's own, or `dist/` in a checkout whose sources run. */
export function builtFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return existsSync(join(here, "service.mjs")) ? here : join(here, "../../dist");
}
