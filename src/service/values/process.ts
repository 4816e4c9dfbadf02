/** Processes of the service that run a file of their own. */
import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Starts a process that takes and gives messages. In the built service its file is `NAME.mjs` beside the bundle, in a
 * checkout the TypeScript source.
 */
export function startProcess(name: string, source: string, caller: string): ChildProcess {
  const isSource = caller.endsWith(".ts");
  const file = new URL(isSource ? source : `./${name}.mjs`, caller);
  return fork(fileURLToPath(file), [], {
    execArgv: isSource ? ["--import", findLoader()] : [],
    serialization: "advanced",
    // A pipe of this one's that nobody reads would hold it up as well.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** Of TypeScript. */
function findLoader(): string {
  const root = dirname(createRequire(import.meta.url).resolve("tsx/package.json"));
  return pathToFileURL(join(root, "dist/loader.mjs")).href;
}
