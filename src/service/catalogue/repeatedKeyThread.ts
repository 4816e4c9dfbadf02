/** Thread that searches a long text for duplicate keys and deep values, so that no request waits for it. */
import { parentPort } from "node:worker_threads";
import { yieldThread } from "../values/priority.ts";
import { findTextProblem } from "./repeatedKey.ts";

yieldThread();
parentPort?.on("message", (text: string) => parentPort?.postMessage(findTextProblem(text)));
