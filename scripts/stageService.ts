/**
 * Runs before `zonetag-service` is packed: npm packs only what lies in the package's own folder, so the built files and
 * the licence are copied there.
 */
import { cp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const PACKAGE = join(ROOT, "packages/service");

await rm(join(PACKAGE, "dist"), { recursive: true, force: true });
await cp(join(ROOT, "dist"), join(PACKAGE, "dist"), {
  recursive: true,
  // Declarations are for the programs that import `zonetag`.
  filter: (path) => path !== join(ROOT, "dist/types"),
});
await cp(join(ROOT, "LICENSE"), join(PACKAGE, "LICENSE"));
