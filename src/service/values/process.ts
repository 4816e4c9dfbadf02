/** Processes of the service that run a file of their own. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findLoader, findProgram } from "./programFile.ts";

/** Starts a process that takes and gives messages; see `findProgram`. */
export function startProcess(name: string, source: string, caller: string): ChildProcess {
  const { url, isSource } = findProgram(name, source, caller);
  return fork(fileURLToPath(url), [], {
    execArgv: isSource ? ["--import", findLoader("dist/loader.mjs")] : [],
    serialization: "advanced",
    // A pipe of this one's that nobody reads would hold it up as well.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}
