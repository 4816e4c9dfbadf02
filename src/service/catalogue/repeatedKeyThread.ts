/** Thread that searches a long text for a duplicate key, so that no request waits for it. */
import { parentPort } from "node:worker_threads";
import { yieldThread } from "../values/priority.ts";
import { findRepeatedKey } from "./repeatedKey.ts";

yieldThread();
parentPort?.on("message", (text: string) => parentPort?.postMessage(findRepeatedKey(text)));
