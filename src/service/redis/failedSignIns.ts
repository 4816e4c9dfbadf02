/**
 * Failed sign-ins that several nodes share. Each node counts its own as well: while Redis is away it goes on by those.
 */
import {
  type FailedSignIns,
  FIRST_DELAY_MS,
  FREE,
  KEPT_MS,
  type LocalFailedSignIns,
  MAX_DELAY_MS,
} from "../statistics/failedSignIns.ts";
import { RedisAwayError, type RedisConnection } from "./connection.ts";
import type { Names } from "./names.ts";

export interface SharedFailedSignInsOptions {
  redis: RedisConnection;
  names: Names;
  own: LocalFailedSignIns;
}

const LOOK = 0;
const COUNT = 1;
const TAKE_BACK = -1;

export class SharedFailedSignIns implements FailedSignIns {
  readonly #options: SharedFailedSignInsOptions;

  constructor(options: SharedFailedSignInsOptions) {
    this.#options = options;
  }

  async delay(keys: readonly string[]): Promise<number> {
    return Math.max(this.#options.own.delay(keys), ...(await this.#run(keys, LOOK)));
  }

  async begin(keys: readonly string[]): Promise<number> {
    const { own } = this.#options;
    const waitMs = own.begin(keys);
    if (waitMs > 0) return waitMs;
    const waits = await this.#run(keys, COUNT);
    const longest = Math.max(0, ...waits);
    if (longest === 0) return 0;
    // Nobody tries: neither key has failed.
    own.withdraw(keys);
    await this.#run(
      keys.filter((_, at) => waits[at] === 0),
      TAKE_BACK,
    );
    return longest;
  }

  async withdraw(keys: readonly string[]): Promise<void> {
    this.#options.own.withdraw(keys);
    await this.#run(keys, TAKE_BACK);
  }

  async forget(key: string): Promise<void> {
    const { redis, names, own } = this.#options;
    own.forget(key);
    await redis.send(["DEL", names.failures(key)]).catch(ignoreAway);
  }

  /** Milliseconds that each key has to wait; nothing while Redis is away. */
  async #run(keys: readonly string[], what: number): Promise<number[]> {
    const { redis, names } = this.#options;
    const parameters = [what, FREE, FIRST_DELAY_MS, MAX_DELAY_MS, KEPT_MS];
    const replies = keys.map((key) => redis.run("failure", [names.failures(key)], parameters));
    return (await Promise.all(replies).catch(ignoreAway))?.map(Number) ?? [];
  }
}

function ignoreAway(error: unknown): undefined {
  if (!(error instanceof RedisAwayError)) throw error;
}
