/** Bundles the programs that the service's processes and threads run, once per run of Vitest. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundle } from "../../scripts/build.ts";

const WORK = resolve(import.meta.dirname, "../../.work");
const NAMES = ["database-process", "answer-process", "import-thread", "snapshot-thread"];

/** Called for each project of Vitest; the first call bundles. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.ZONETAG_TEST_PROGRAMS) return undefined;
  await mkdir(WORK, { recursive: true });
  // Inside the checkout, so that the bundles find their packages.
  const folder = await mkdtemp(join(WORK, "programs-"));
  process.env.ZONETAG_TEST_PROGRAMS = folder;
  await Promise.all(NAMES.map((name) => bundle(`${name}.mjs`, folder)));
  return () => rm(folder, { recursive: true, force: true });
}
