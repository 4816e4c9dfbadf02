/**
 * Hashes passwords on a separate thread, one at a time.
 *
 * The standard library's asynchronous `scrypt` runs on the four threads that also write files
 * (https://nodejs.org/docs/latest-v20.x/api/cli.html#uv_threadpool_sizesize), so sign-ins delayed the journal and
 * thereby every ad.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Gate } from "../runtime/gate.ts";
import { BLOCK_SIZE, type ScryptCost } from "./passwordCost.ts";

/** Maximum queued passwords of one owner, and of all; hashing one takes about 0.3 seconds. */
const MAX_WAITING = 16;
const MAX_WAITING_OF_ALL = 1024;

interface Job {
  password: string;
  salt: Uint8Array;
  length: number;
  /** Costs to compute; the first one gives the result, the others only take their time. */
  costs: readonly ScryptCost[];
}

/**
 * Source of the thread, as text so that it works in the bundle and in a checkout. On Linux each thread has its own nice
 * value (setpriority(2)), so requests go first where processors are few.
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
parentPort.on("message", ({ password, salt, length, costs }) => {
  const [result] = costs.map(({ log2N, p }) => {
    const N = 2 ** log2N;
    // OpenSSL needs 128 bytes of N + p blocks; twice that leaves room.
    const maxmem = 256 * ${BLOCK_SIZE} * (N + p);
    return scryptSync(password, salt, length, { N, r: ${BLOCK_SIZE}, p, maxmem });
  });
  parentPort.postMessage(result);
});
`;

/** Hashing thread with its queue. Started on first use, and again after an error. */
class ScryptThread {
  #thread: Worker | undefined;
  readonly #gate = new Gate({
    running: 1,
    waiting: MAX_WAITING,
    waitingOfAll: MAX_WAITING_OF_ALL,
    refusal: "passwords",
  });

  /** Hashes a password in the owner's turn. Rejects with `BusyError` when the queue is full. */
  hash(job: Job, owner: number): Promise<Buffer> {
    return this.#gate.run(() => this.#run(job), undefined, owner);
  }

  async #run(job: Job): Promise<Buffer> {
    this.#thread ??= new Worker(THREAD, { eval: true });
    const thread = this.#thread;
    // Keeps the process alive only while a hash is pending.
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

/** One thread per process, so that hashing takes at most one processor. */
const thread = new ScryptThread();

/** `owner`: account that takes turns with others; 0 for sign-ins, which are checked one at a time. */
export function scryptOnThread(
  password: string,
  salt: Uint8Array,
  length: number,
  costs: readonly ScryptCost[],
  owner = 0,
): Promise<Buffer> {
  return thread.hash({ password, salt, length, costs }, owner);
}
