/** Worker threads that run a program file of the service. */
import { Worker } from "node:worker_threads";
import { findLoader, findProgram } from "./programFile.ts";

/** Starts a thread; see `findProgram`. */
export function startThread(name: string, source: string, caller: string): Worker {
  const { url, isSource } = findProgram(name, source, caller);
  const worker = isSource ? startFromSource(url) : new Worker(url);
  // Sockets and files keep the process alive while there is work; the thread must not.
  worker.unref();
  return worker;
}

/** Registers the TypeScript loader in the thread itself: in Node 20 it does not work there otherwise. */
function startFromSource(source: URL): Worker {
  const start = `import(${JSON.stringify(findLoader("dist/esm/api/index.mjs"))}).then(({ register }) => {
    register();
    return import(${JSON.stringify(source.href)});
  })`;
  return new Worker(start, { eval: true });
}
