/**
 * Password hashing on a thread of its own, one password at a time.
 *
 * The standard library's asynchronous `scrypt` runs on the four threads that also write files
 * (https://nodejs.org/docs/latest-v20.x/api/cli.html#uv_threadpool_sizesize): sign-ins kept the journal waiting, and with
 * it every ad.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { SerialQueue } from "../values/serialQueue.ts";

/** Most passwords that wait; one takes about 50 ms. */
const MAX_WAITING = 16;

interface Job {
  password: string;
  salt: Uint8Array;
  length: number;
}

/** Too many passwords wait to be hashed. */
export class BusyError extends Error {}

/**
 * In this form it is the same in the bundle and in the sources. The nice value is a thread's own on Linux
 * (setpriority(2)): where processors are few, requests go first.
 */
const THREAD = `
const { scryptSync } = require("node:crypto");
const { readlinkSync } = require("node:fs");
const { setPriority } = require("node:os");
const { basename } = require("node:path");
const { parentPort } = require("node:worker_threads");
try {
  setPriority(Number(basename(readlinkSync("/proc/thread-self"))), 19);
} catch {}
parentPort.on("message", ({ password, salt, length }) => {
  parentPort.postMessage(scryptSync(password, salt, length));
});
`;

/** The thread, started when it is first needed and again after an error, and the passwords that wait for it. */
class ScryptThread {
  #thread: Worker | undefined;
  readonly #queue = new SerialQueue();
  #waiting = 0;

  async hash(job: Job): Promise<Buffer> {
    if (this.#waiting >= MAX_WAITING) throw new BusyError("Too many passwords wait to be checked.");
    this.#waiting += 1;
    try {
      return await this.#queue.run(() => this.#run(job));
    } finally {
      this.#waiting -= 1;
    }
  }

  async #run(job: Job): Promise<Buffer> {
    this.#thread ??= new Worker(THREAD, { eval: true });
    const thread = this.#thread;
    // It holds the process only while somebody waits for it.
    thread.ref();
    try {
      const result = once(thread, "message");
      thread.postMessage(job);
      const [bytes] = await result;
      return Buffer.from(bytes);
    } catch (error) {
      this.#thread = undefined;
      throw error;
    } finally {
      this.#thread?.unref();
    }
  }
}

/** One for the process: it is what keeps passwords from taking more than one processor. */
const thread = new ScryptThread();

export function scryptOnThread(password: string, salt: Uint8Array, length: number): Promise<Buffer> {
  return thread.hash({ password, salt, length });
}
