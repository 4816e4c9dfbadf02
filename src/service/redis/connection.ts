/**
 * The way to Redis or Valkey. No request waits for an engine that does not answer: each command has a limit of time, and
 * after one that passes it, or a lost connection, commands are refused at once until a probe is answered again.
 *
 * Commands of one turn of the event loop go out together: https://github.com/redis/node-redis#auto-pipelining
 */
import { createClient } from "@redis/client";
import type { Logger } from "pino";
import { readMessage } from "../values/thrown.ts";
import type { Reply } from "./reply.ts";
import { findScript, type ScriptName } from "./scripts.ts";

/** Redis does not answer at the moment. */
export class RedisAwayError extends Error {
  override readonly name = "RedisAwayError";
}

export type Parameter = string | number | Buffer;
type Command = readonly (string | Buffer)[];

export interface ConnectionOptions {
  /** `redis://user:password@host:6379/0`, `rediss://` with TLS. */
  url: string;
  /** Milliseconds that a command may take, once requests are served. */
  timeout: number;
  log: Logger;
}

/** How often a Redis that is away is asked whether it is back. */
const PROBE_EVERY_MS = 100;
/** A connection whose probe is not answered for so long is made again: the other end may not know it any more. */
const RENEW_AFTER_MS = 5000;
const LONGEST_PAUSE_MS = 1000;

type Client = ReturnType<typeof createRedisClient>;

export class RedisConnection {
  readonly #options: ConnectionOptions;
  #client: Client;
  #isAway = false;
  #awaySince = 0;
  #probing: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Times that Redis went away. */
  #outages = 0;
  readonly #onReturn: (() => Promise<void>)[] = [];
  /** Milliseconds that a command may take. */
  #timeout = START_TIMEOUT_MS;

  private constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#client = this.#createClient();
  }

  /** Rejects with an error in one line when Redis does not answer. */
  static async open(options: ConnectionOptions): Promise<RedisConnection> {
    const connection = new RedisConnection(options);
    try {
      await within(START_TIMEOUT_MS, connection.#client.connect());
      return connection;
    } catch (error) {
      connection.close();
      throw new Error(`Redis at ${hideCredentials(options.url)} does not answer: ${readMessage(error)}`);
    }
  }

  /**
   * From now on commands have the time that requests have. A start may take the processor for longer than that, and
   * must not end for it.
   */
  startServing(): void {
    this.#timeout = this.#options.timeout;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  get outages(): number {
    return this.#outages;
  }

  /**
   * To be done each time that Redis is back. Commands of this work pass, all others are refused until it is done; when it
   * rejects, Redis counts as away still.
   */
  onReturn(work: () => Promise<void>): void {
    this.#onReturn.push(work);
  }

  /** Rejects with `RedisAwayError` when Redis does not answer, at once when that is known. */
  async send(command: Command): Promise<Reply> {
    if (this.#isAway) throw new RedisAwayError("Redis does not answer.");
    return this.#send(command);
  }

  async run(name: ScriptName, keys: readonly string[], parameters: readonly Parameter[]): Promise<Reply> {
    if (this.#isAway) throw new RedisAwayError("Redis does not answer.");
    return this.#run(name, keys, parameters);
  }

  /** As `run`, for the work of `onReturn`. */
  runOnReturn(name: ScriptName, keys: readonly string[], parameters: readonly Parameter[]): Promise<Reply> {
    return this.#run(name, keys, parameters, RENEW_AFTER_MS);
  }

  /** Calls back with each message of a channel, for as long as the connection lives. */
  async subscribe(channel: string, listener: (message: string) => void): Promise<() => void> {
    const subscriber = this.#client.duplicate({ disableOfflineQueue: false });
    subscriber.on("error", () => {});
    await subscriber.connect();
    await subscriber.subscribe(channel, listener);
    return () => subscriber.destroy();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#probing);
    if (this.#client.isOpen) this.#client.destroy();
  }

  #createClient(): Client {
    const client = createRedisClient(this.#options.url);
    // Reported as an outage, when a command needs it.
    client.on("error", () => this.#leave());
    return client;
  }

  async #send(command: Command, timeout = this.#timeout): Promise<Reply> {
    try {
      return await within(timeout, this.#client.sendCommand<Reply>(command));
    } catch (error) {
      if (isAnswer(error)) throw error;
      this.#leave();
      throw new RedisAwayError("Redis does not answer.", { cause: error });
    }
  }

  async #run(
    name: ScriptName,
    keys: readonly string[],
    parameters: readonly Parameter[],
    timeout?: number,
  ): Promise<Reply> {
    const { digest, text } = findScript(name);
    const rest = [
      ...[String(keys.length), ...keys],
      ...parameters.map((one) => (typeof one === "number" ? String(one) : one)),
    ];
    try {
      return await this.#send(["EVALSHA", digest, ...rest], timeout);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return this.#send(["EVAL", text, ...rest], timeout);
    }
  }

  #leave(): void {
    if (this.#isAway || this.#isClosed) return;
    this.#isAway = true;
    this.#outages += 1;
    this.#awaySince = performance.now();
    this.#options.log.warn(
      "Redis does not answer; limits, budgets and deduplication go on by what is known here",
    );
    this.#probeLater();
  }

  #probeLater(): void {
    this.#probing = setTimeout(() => void this.#probe(), PROBE_EVERY_MS).unref();
  }

  async #probe(): Promise<void> {
    try {
      await within(RENEW_AFTER_MS, this.#client.sendCommand(["PING"]));
      // What was decided without Redis is reported first, so that nothing is given out twice.
      for (const work of this.#onReturn) await work();
    } catch {
      if (performance.now() - this.#awaySince > RENEW_AFTER_MS) this.#renew();
      if (!this.#isClosed) this.#probeLater();
      return;
    }
    this.#isAway = false;
    this.#options.log.info(
      { seconds: Math.round((performance.now() - this.#awaySince) / 100) / 10 },
      "Redis answers again",
    );
  }

  /** A client that is not ready is at work on a connection by itself. */
  #renew(): void {
    if (this.#isClosed || !this.#client.isReady) return;
    this.#client.destroy();
    this.#client = this.#createClient();
    this.#client.connect().catch(() => {});
  }
}

/** Milliseconds that a start waits for Redis. */
const START_TIMEOUT_MS = 10_000;

function createRedisClient(url: string) {
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, LONGEST_PAUSE_MS) },
  });
}

/** Redis answered, though with an error. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^[A-Z]+ /.test(error.message) &&
    !/^(LOADING|CLUSTERDOWN|MASTERDOWN|READONLY) /.test(error.message)
  );
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => {
    const fail = () => failed(new Error("no answer in time"));
    // After a long task timers run before sockets are read, where the answer may be already:
    // https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick
    timer = setTimeout(() => setImmediate(() => setImmediate(fail)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function hideCredentials(url: string): string {
  return url.replace(/\/\/[^@/]*@/, "//");
}
