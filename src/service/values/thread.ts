/** Threads of the service that run a file of their own. */
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { Worker } from "node:worker_threads";
import { findLoader, findProgram } from "./program.ts";

/** Starts a thread; see `findProgram`. */
export function startThread(name: string, source: string, caller: string): Worker {
  const { url, isSource } = findProgram(name, source, caller);
  const worker = isSource ? startFromSource(url) : new Worker(url);
  // Open work keeps the process by its sockets and files; the thread alone never does.
  worker.unref();
  return worker;
}

/** Node 20 runs the loader of TypeScript in a thread only when the thread itself registers it. */
function startFromSource(source: URL): Worker {
  const start = `import(${JSON.stringify(findLoader("dist/esm/api/index.mjs"))}).then(({ register }) => {
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
