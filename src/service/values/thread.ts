/** Threads of the service that run a file of their own. */
import { readlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** Starts a thread. In the built service its file is `NAME.mjs` beside the bundle, in a checkout the TypeScript source. */
export function startThread(name: string, source: string, caller: string): Worker {
  const worker = caller.endsWith(".ts")
    ? startFromSource(new URL(source, caller))
    : new Worker(new URL(`./${name}.mjs`, caller));
  // Open work keeps the process by its sockets and files; the thread alone never does.
  worker.unref();
  return worker;
}

/** Node 20 runs the loader of TypeScript in a thread only when the thread itself registers it. */
function startFromSource(source: URL): Worker {
  const root = createRequire(import.meta.url).resolve("tsx/package.json");
  const loader = pathToFileURL(root.replace(/package\.json$/, "dist/esm/api/index.mjs")).href;
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => {
    register();
    return import(${JSON.stringify(source.href)});
  })`;
  return new Worker(start, { eval: true });
}

/**
 * Lets requests go first where processors are few. The nice value is a thread's own on Linux, setpriority(2); elsewhere
 * nothing changes.
 */
export function yieldToRequests(): void {
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), 19);
  } catch {
    // Only a matter of speed.
  }
}
