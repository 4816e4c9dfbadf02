/**
 * Calls to a child process, each with one answer. During a call, the process may ask this process questions about it.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { yieldProcess } from "./priority.ts";
import { findLoader, findProgram } from "./programFile.ts";
import { describeThrown, findErrorCode } from "./thrown.ts";

/** Result of a call or a question. */
type Outcome = { value: unknown } | { error: { message: string; code: string | undefined } };
type ToProcess = { number: number } & ({ call: unknown } | { abort: true } | Outcome);
type FromProcess = { number: number } & ({ question: unknown } | Outcome);

/** Starts a process that exchanges messages with this one; see `findProgram`. */
export function startProcess(name: string, source: string, caller: string): ChildProcess {
  const { url, isSource } = findProgram(name, source, caller);
  return fork(fileURLToPath(url), [], {
    execArgv: isSource ? ["--import", findLoader("dist/loader.mjs")] : [],
    serialization: "advanced",
    // An inherited pipe that is never read could block the process.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

interface CallOptions {
  /** Aborts the signal of the call in the process, which then ends the call. */
  signal?: AbortSignal;
  /** Answers questions of the process about the call. */
  answer?: (question: never) => unknown;
}

interface ProcessEvents {
  /** Creates the error of calls that were pending when the process ended. */
  createError: () => Error;
  onMessage?: () => void;
  onEnd?: () => void;
}

interface Pending {
  /** Settles the call with the value that `read` returns, or the error that it throws. */
  settle: (read: () => unknown) => void;
  answer: ((question: never) => unknown) | undefined;
}

export class ProcessCalls {
  readonly #process: ChildProcess;
  readonly #events: ProcessEvents;
  readonly #pending = new Map<number, Pending>();
  #count = 0;
  isAlive = true;

  constructor(process: ChildProcess, events: ProcessEvents) {
    this.#process = process;
    this.#events = events;
    process.on("message", (message: FromProcess) => this.#receive(message));
    process.on("error", () => {}).on("exit", () => this.#end());
  }

  /** Calls the process. Rejects with an error that has the message and code of the one in the process. */
  async call(call: unknown, { signal, answer }: CallOptions = {}): Promise<unknown> {
    if (!this.isAlive) throw this.#events.createError();
    this.#count += 1;
    const number = this.#count;
    const settled = new Promise<() => unknown>((settle) => this.#pending.set(number, { settle, answer }));
    const abort = () => this.#send({ number, abort: true });
    this.#send({ number, call });
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    try {
      return (await settled)();
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Kills the process and resolves when it has ended. */
  async end(): Promise<void> {
    if (!this.isAlive) return;
    const exited = once(this.#process, "exit");
    this.kill();
    await exited;
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }

  #send(message: ToProcess): void {
    if (!this.#process.connected) return;
    this.#process.send(message, (error) => {
      if (error) this.#settle(message.number, () => unwrap(describeError(error)));
    });
  }

  async #receive(message: FromProcess): Promise<void> {
    this.#events.onMessage?.();
    if (!("question" in message)) return this.#settle(message.number, () => unwrap(message));
    const { number, question } = message;
    const answer = await perform(() => this.#pending.get(number)?.answer?.(question as never));
    this.#send({ number, ...answer });
  }

  #settle(number: number, read: () => unknown): void {
    this.#pending.get(number)?.settle(read);
    this.#pending.delete(number);
  }

  #end(): void {
    this.isAlive = false;
    this.#events.onEnd?.();
    const fail = () => {
      throw this.#events.createError();
    };
    for (const number of this.#pending.keys()) this.#settle(number, fail);
  }
}

export interface CallContext {
  signal: AbortSignal;
  /** Asks the caller a question; one at a time. */
  ask<T>(question: unknown): Promise<T>;
}

/**
 * Nice value of the process: high enough that placements go first, low enough that reports proceed beside other
 * programs.
 */
export const NICE = 10;

/**
 * Answers calls of the parent process. This process has a lower priority and ends with its parent; its failures, even a
 * crash, do not affect the parent.
 */
export function serveCalls(work: (call: never, context: CallContext) => Promise<unknown>): void {
  const running = new Map<number, { aborting: AbortController; hear?: (answer: Outcome) => void }>();
  const send = (message: FromProcess) => process.connected && process.send?.(message);
  const run = async (number: number, call: unknown) => {
    const entry = { aborting: new AbortController(), hear: (_: Outcome) => {} };
    running.set(number, entry);
    const ask = async <T>(question: unknown) => {
      const answer = new Promise<Outcome>((resolve) => {
        entry.hear = resolve;
      });
      send({ number, question });
      return unwrap(await answer) as T;
    };
    const outcome = await perform(() => work(call as never, { ask, signal: entry.aborting.signal }));
    running.delete(number);
    send({ number, ...outcome });
  };
  // The parent handles these signals, and ends this process afterwards.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.on("message", (message: ToProcess) => {
    const entry = running.get(message.number);
    if ("call" in message) void run(message.number, message.call);
    else if ("abort" in message) entry?.aborting.abort();
    else entry?.hear?.(message);
  });
  yieldProcess(NICE);
}

async function perform(work: () => unknown): Promise<Outcome> {
  try {
    return { value: await work() };
  } catch (error) {
    return describeError(error);
  }
}

function describeError(error: unknown): Outcome {
  return { error: { message: describeThrown(error), code: findErrorCode(error) } };
}

function unwrap(outcome: Outcome): unknown {
  if (!("error" in outcome)) return outcome.value;
  const { message, code } = outcome.error;
  throw Object.assign(new Error(message), code !== undefined && { code });
}
