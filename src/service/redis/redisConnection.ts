/**
 * Connection to Redis or Valkey with timeouts and a circuit breaker: after a timeout, a lost connection or a refused
 * command, scripts are refused at once until a probe that writes is answered.
 *
 * Commands of one turn of the event loop are sent together: https://github.com/redis/node-redis#auto-pipelining
 */
import { createClient } from "@redis/client";
import type { Logger } from "pino";
import { StoreError } from "../facts/eventStore.ts";
import { isTlsProblem } from "../net/connectProblem.ts";
import { PROBE } from "./names.ts";
import { findErrorCode, type Reply } from "./redisReply.ts";
import { findScript, type ScriptName } from "./scripts.ts";
import { describeStartProblem } from "./startProblem.ts";

/** Thrown while Redis does not answer, or refuses the command. */
export class RedisAwayError extends Error {
  override readonly name = "RedisAwayError";
}

/** Rethrows an error of a command; while Redis is away, as that of a store that is away. */
export function rethrowAway(error: unknown): never {
  throw error instanceof RedisAwayError ? new StoreError("away", error.message, error) : error;
}

/** Ignores that Redis is away; rethrows any other error. */
export function ignoreAway(error: unknown): undefined {
  if (!(error instanceof RedisAwayError)) throw error;
}

export type Parameter = string | number | Buffer;
type Command = readonly (string | Buffer)[];

export interface ConnectionOptions {
  /** `redis://user:password@host:6379/0`, `rediss://` with TLS. */
  url: string;
  /** Reads the current password for each connection; without it, that of the address is used. */
  readPassword?: (() => string) | undefined;
  /** Timeout of a command once requests are served, milliseconds. */
  timeout: number;
  log: Logger;
}

/** Interval of probes while Redis is away. */
const PROBE_EVERY_MS = 100;
/**
 * Milliseconds without an answer to a probe after which the client reconnects, because the other end may have forgotten
 * the connection.
 */
const RENEW_AFTER_MS = 5000;
const LONGEST_PAUSE_MS = 1000;
/** Problem when Redis cannot be reached. Other problems are codes of error replies. */
const NO_ANSWER = "no answer";
/** Error codes of invalid commands; Redis still accepts other commands. */
const FAULTS = new Set(["ERR", "WRONGTYPE"]);
/** Milliseconds for which a single refused command counts as a problem. */
const REFUSAL_SHOWS_MS = 60_000;

interface Refusal {
  code: string;
  at: number;
}

type Client = ReturnType<typeof createRedisClient>;

export class RedisConnection {
  readonly #options: ConnectionOptions;
  #client: Client;
  /** Reason why scripts are refused at once: `NO_ANSWER`, or the code of an error reply. */
  #problem: string | undefined;
  #awaySince = 0;
  #probing: NodeJS.Timeout | undefined;
  #isOpen = false;
  #outages = 0;
  /** Error replies since the start, by code. */
  readonly #refusals = new Map<string, number>();
  #lastRefusal: Refusal | undefined;
  /** Error code with which Redis refuses connections, such as `WRONGPASS`. */
  #refusedWith: string | undefined;
  readonly #onReturn: (() => Promise<void>)[] = [];
  /** Timeout of a command in milliseconds. */
  #timeout = START_TIMEOUT_MS;

  private constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#client = this.#createClient();
  }

  /** Connects to Redis. Rejects with a one-line error that names the cause when it cannot be used. */
  static async open(options: ConnectionOptions): Promise<RedisConnection> {
    const connection = new RedisConnection(options);
    try {
      await connection.#connect();
      await connection.#runProbe();
      connection.#isOpen = true;
      return connection;
    } catch (error) {
      connection.close();
      throw new Error(describeStartProblem(options.url, error));
    }
  }

  /** Applies the timeout of requests from now on. During the start, commands may take longer. */
  startServing(): void {
    this.#timeout = this.#options.timeout;
  }

  get isAway(): boolean {
    return this.#problem !== undefined;
  }

  /** `no answer`, the code of an error reply such as `OOM`, or undefined without a problem. */
  get problem(): string | undefined {
    return this.#problem ?? this.#recentRefusal?.code;
  }

  get refusals(): ReadonlyMap<string, number> {
    return this.#refusals;
  }

  get outages(): number {
    return this.#outages;
  }

  /**
   * Registers work to run each time Redis is back. All other commands are refused until it is done. When it rejects,
   * Redis still counts as away.
   */
  onReturn(work: () => Promise<void>): void {
    this.#onReturn.push(work);
  }

  /**
   * Sends a command. Rejects with `RedisAwayError` when Redis does not answer or answers with an error, and at once
   * when that is already known.
   */
  async send(command: Command): Promise<Reply> {
    if (this.#problem === NO_ANSWER) throw new RedisAwayError(describe(NO_ANSWER));
    return this.#send(command);
  }

  /** Runs a script. Rejects as `send` does, and at once while Redis refuses writes. */
  async run(name: ScriptName, keys: readonly string[], parameters: readonly Parameter[]): Promise<Reply> {
    if (this.#problem !== undefined) throw new RedisAwayError(describe(this.#problem));
    return this.#run(name, keys, parameters);
  }

  /** Like `run`, for work registered with `onReturn`. */
  runOnReturn(name: ScriptName, keys: readonly string[], parameters: readonly Parameter[]): Promise<Reply> {
    return this.#run(name, keys, parameters, RENEW_AFTER_MS);
  }

  /** Calls the listener with each message of a channel. Messages published while disconnected are lost. */
  async subscribe(
    channel: string,
    listener: (message: string) => void,
    onReconnected: () => void = () => {},
  ): Promise<() => void> {
    const subscriber = this.#client.duplicate({ disableOfflineQueue: false });
    subscriber.on("error", () => {});
    await subscriber.connect();
    subscriber.on("ready", onReconnected);
    await subscriber.subscribe(channel, listener);
    return () => subscriber.destroy();
  }

  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#probing);
    if (this.#client.isOpen) this.#client.destroy();
  }

  #createClient(): Client {
    const client = createRedisClient(this.#options);
    client.on("error", (error) => this.#noteConnectError(error));
    client.on("ready", () => {
      this.#refusedWith = undefined;
    });
    return client;
  }

  #noteConnectError(error: unknown): void {
    const code = findErrorCode(error);
    const isNew = code !== undefined && code !== this.#refusedWith;
    this.#refusedWith = code;
    if (code !== undefined) this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
    if (isNew && this.#isOpen) this.#options.log.error({ code, err: error }, "Redis refuses connections");
    this.#leave(code ?? NO_ANSWER);
  }

  /** Waits for a server that is starting. Rejects at once for errors that waiting does not solve. */
  #connect(): Promise<void> {
    return new Promise((done, fail) => {
      let last: unknown;
      this.#client.on("error", (error) => {
        last = error;
        if (findErrorCode(error) !== undefined || isTlsProblem(error)) fail(error);
      });
      within(START_TIMEOUT_MS, this.#client.connect()).then(
        () => done(),
        (late) => fail(last ?? late),
      );
    });
  }

  async #send(command: Command, timeout = this.#timeout): Promise<Reply> {
    try {
      return await this.#exchange(command, timeout);
    } catch (error) {
      const code = findErrorCode(error) ?? NO_ANSWER;
      if (code === "NOSCRIPT") throw error;
      if (code === NO_ANSWER) this.#leave(NO_ANSWER);
      else this.#noteRefusal(code, error);
      throw new RedisAwayError(describe(code), { cause: error });
    }
  }

  #exchange(command: Command, timeout: number): Promise<Reply> {
    return within(timeout, this.#client.sendCommand<Reply>(command));
  }

  async #run(
    name: ScriptName,
    keys: readonly string[],
    parameters: readonly Parameter[],
    timeout = this.#timeout,
    send = (command: Command) => this.#send(command, timeout),
  ): Promise<Reply> {
    const { digest, text } = findScript(name);
    const rest = [
      ...[String(keys.length), ...keys],
      ...parameters.map((one) => (typeof one === "number" ? String(one) : one)),
    ];
    try {
      return await send(["EVALSHA", digest, ...rest]);
    } catch (error) {
      if (findErrorCode(error) !== "NOSCRIPT") throw error;
      return send(["EVAL", text, ...rest]);
    }
  }

  /** Probes by a write, because a server that refuses writes still answers PING. */
  async #runProbe(): Promise<void> {
    const send = (command: Command) => this.#exchange(command, RENEW_AFTER_MS);
    await this.#run("probeWrites", [PROBE], [PROBE_LIVES_MS], RENEW_AFTER_MS, send);
  }

  get #recentRefusal(): Refusal | undefined {
    const last = this.#lastRefusal;
    return last && performance.now() - last.at < REFUSAL_SHOWS_MS ? last : undefined;
  }

  #noteRefusal(code: string, error: unknown): void {
    this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
    const isKnown = this.#recentRefusal?.code === code;
    this.#lastRefusal = { code, at: performance.now() };
    const { log } = this.#options;
    if (FAULTS.has(code)) {
      if (!isKnown) log.error({ code, err: error }, "Redis refused a command");
    } else if (code === "NOPERM") {
      if (!isKnown) log.warn({ code, err: error }, "Redis does not permit a command");
      // The Redis user may lack permission for this command only, so Redis counts as away only if a probe fails, too.
      this.#runProbe().catch((refusal) => this.#leave(findErrorCode(refusal) ?? NO_ANSWER, refusal));
    } else this.#leave(code, error);
  }

  #leave(problem: string, error?: unknown): void {
    if (!this.#isOpen) return;
    const isNew = this.#problem === undefined;
    this.#problem = problem;
    if (!isNew) return;
    this.#outages += 1;
    this.#awaySince = performance.now();
    this.#options.log.warn(
      { code: problem, ...(error instanceof Error && { err: error }) },
      `${describe(problem)} Limits, budgets and deduplication continue with this node's own data.`,
    );
    this.#probeLater();
  }

  #probeLater(): void {
    this.#probing = setTimeout(() => void this.#probe(), PROBE_EVERY_MS).unref();
  }

  async #probe(): Promise<void> {
    try {
      await this.#runProbe();
      // Decisions made without Redis are reported first, so that nothing is granted twice.
      for (const work of this.#onReturn) await work();
    } catch (error) {
      this.#problem = findErrorCode(error) ?? this.#refusedWith ?? NO_ANSWER;
      if (performance.now() - this.#awaySince > RENEW_AFTER_MS) this.#renew();
      if (this.#isOpen) this.#probeLater();
      return;
    }
    this.#problem = undefined;
    this.#lastRefusal = undefined;
    this.#options.log.info(
      { seconds: Math.round((performance.now() - this.#awaySince) / 100) / 10 },
      "Redis answers again",
    );
  }

  /** Reconnects the client, unless it is already reconnecting. */
  #renew(): void {
    if (!this.#isOpen || !this.#client.isReady) return;
    this.#client.destroy();
    this.#client = this.#createClient();
    this.#client.connect().catch(() => {});
  }
}

/** Life of the key that probes write, milliseconds. */
const PROBE_LIVES_MS = 60_000;

/** Time that a start waits for Redis, milliseconds. */
const START_TIMEOUT_MS = 10_000;

function createRedisClient({ url, readPassword }: Pick<ConnectionOptions, "url" | "readPassword">) {
  return createClient({
    ...(readPassword ? parseCredentials(url, readPassword) : { url }),
    RESP: 2,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, LONGEST_PAUSE_MS) },
  });
}

/** Splits an address into one without credentials, and credentials whose password is read for each connection. */
function parseCredentials(url: string, readPassword: () => string) {
  const address = new URL(url);
  const username = decodeURIComponent(address.username);
  let password = decodeURIComponent(address.password);
  Object.assign(address, { username: "", password: "" });
  const credentials = async () => {
    try {
      password = readPassword();
    } catch {
      // The file is being replaced: the last password may still be right.
    }
    return { password, ...(username !== "" && { username }) };
  };
  const type = "async-credentials-provider" as const;
  return { url: address.href, credentialsProvider: { type, credentials } };
}

function describe(problem: string): string {
  return problem === NO_ANSWER ? "Redis does not answer." : `Redis refuses commands (${problem}).`;
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => {
    const fail = () => failed(new Error("no answer in time"));
    // After a long task, timers run before sockets are read, although the answer may have arrived. Two more turns of
    // the event loop read it: https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick
    timer = setTimeout(() => setImmediate(() => setImmediate(fail)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
