/** Replaces `src/service/runtime/programFile.ts` in tests: a bundle starts with half the processor time of sources. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as original from "../../src/service/runtime/programFile.ts";

export const { findLoader } = original;

export function findProgram(name: string, source: string, caller: string): original.Program {
  const bundle = join(process.env.ZONETAG_TEST_PROGRAMS ?? "", `${name}.mjs`);
  return existsSync(bundle)
    ? { url: pathToFileURL(bundle), isSource: false }
    : original.findProgram(name, source, caller);
}
