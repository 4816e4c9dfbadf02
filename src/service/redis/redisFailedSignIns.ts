/** Failed sign-ins, shared by several nodes. Each node also counts the failures that it saw, for when Redis is away. */
import {
  type Attempt,
  type FailedSignIns,
  FIRST_DELAY_MS,
  FREE,
  KEPT_MS,
  type LocalFailedSignIns,
  listFailureKeys,
  MAX_DELAY_MS,
  nameOwnKey,
} from "../accounts/failedSignIns.ts";
import { KNOWN_MS, MOST_ADDRESSES } from "../accounts/knownAddresses.ts";
import type { Names } from "./names.ts";
import { ignoreAway, type RedisConnection } from "./redisConnection.ts";
import type { Reply } from "./redisReply.ts";

interface SharedFailedSignInsOptions {
  redis: RedisConnection;
  names: Names;
  own: LocalFailedSignIns;
  /** Milliseconds since 1970. */
  now: () => number;
}

const LOOK = 0;
const COUNT = 1;

export class SharedFailedSignIns implements FailedSignIns {
  readonly #options: SharedFailedSignInsOptions;

  constructor(options: SharedFailedSignInsOptions) {
    this.#options = options;
  }

  async delay(attempt: Attempt): Promise<number> {
    return Math.max(this.#options.own.delay(attempt), ...(await this.#run(attempt, LOOK)));
  }

  async fail(attempt: Attempt): Promise<void> {
    this.#options.own.fail(attempt);
    await this.#run(attempt, COUNT);
  }

  async succeed(attempt: Attempt): Promise<void> {
    const { names, own, now } = this.#options;
    own.succeed(attempt);
    if (attempt.name === undefined) return;
    const key = names.signIns(attempt.name);
    const digest = names.address(attempt.name, attempt.address);
    await Promise.all([
      this.#send("DEL", names.failures(nameOwnKey(attempt))),
      this.#send("ZADD", key, String(now()), digest),
      this.#send("ZREMRANGEBYRANK", key, "0", String(-1 - MOST_ADDRESSES)),
      this.#send("PEXPIRE", key, String(KNOWN_MS)),
    ]);
  }

  async isKnown(attempt: Attempt): Promise<boolean> {
    const { names, own, now } = this.#options;
    const { name, address } = attempt;
    if (name === undefined) return false;
    if (own.isKnown(attempt)) return true;
    const time = await this.#send("ZSCORE", names.signIns(name), names.address(name, address));
    return typeof time === "string" && now() - Number(time) < KNOWN_MS;
  }

  /** Returns the milliseconds that each key has to wait; empty while Redis is away. */
  async #run(attempt: Attempt, what: number): Promise<number[]> {
    const { redis, names } = this.#options;
    const keys = listFailureKeys(attempt, await this.isKnown(attempt));
    const parameters = [what, FREE, FIRST_DELAY_MS, MAX_DELAY_MS, KEPT_MS];
    const replies = keys.map((key) => redis.run("countFailedSignIn", [names.failures(key)], parameters));
    return (await Promise.all(replies).catch(ignoreAway))?.map(Number) ?? [];
  }

  /** Sends a command; undefined while Redis is away. */
  async #send(...command: string[]): Promise<Reply | undefined> {
    return this.#options.redis.send(command).catch(ignoreAway);
  }
}
