/** The thread that looks for a repeated key in a long text, so that no request waits for it. */
import { parentPort } from "node:worker_threads";
import { yieldThread } from "../values/priority.ts";
import { findRepeatedKey } from "./repeatedKey.ts";

yieldThread();
parentPort?.on("message", (text: string) => parentPort?.postMessage(findRepeatedKey(text)));
