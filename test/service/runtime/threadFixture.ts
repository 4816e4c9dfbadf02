/** Thread of `thread.test.ts` that reports its file name and priority. */
import { readlinkSync } from "node:fs";
import { getPriority } from "node:os";
import { basename } from "node:path";
import { parentPort } from "node:worker_threads";
import { yieldThread } from "../../../src/service/runtime/priority.ts";

yieldThread();
const isLinux = process.platform === "linux";
const nice = isLinux ? getPriority(Number(basename(readlinkSync("/proc/thread-self")))) : undefined;
parentPort?.postMessage({ source: basename(import.meta.url), nice });
