/** Threads of the service that run a file of their own. */
import { Worker } from "node:worker_threads";
import { findLoader, findProgram } from "./programFile.ts";

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
