/**
 * Rate limits shared by several nodes.
 *
 * Each node also counts its own requests. It refuses by its own count without asking Redis, and while Redis is away,
 * all nodes together allow at most nodes × limit in any window.
 */
import {
  createLimiter,
  type Limiter,
  type LimiterOptions,
  type LocalLimiter,
  MAX_KEYS,
  UNLIMITED,
  type Verdict,
} from "../net/rateLimiter.ts";
import { deleteOldest } from "../values/deleteOldest.ts";
import { ignoreAway, type RedisConnection } from "./redisConnection.ts";
import { parseNumbers } from "./redisReply.ts";

interface SharedLimiterOptions extends LimiterOptions {
  redis: Pick<RedisConnection, "isAway" | "run" | "send">;
  /** Returns the name of a key's counter in Redis. */
  name: (key: string) => string;
}

export class SharedLimiter implements Limiter {
  readonly #options: SharedLimiterOptions;
  readonly #own: LocalLimiter;
  /** Keys whose latest request was counted only here, because Redis was away. */
  readonly #onlyOwn = new Map<string, true>();

  constructor(options: SharedLimiterOptions) {
    this.#options = options;
    this.#own = createLimiter(options);
  }

  async peek(key: string): Promise<Verdict> {
    const own = this.#own.peek(key);
    return own.allowed ? ((await this.#ask(key, false)) ?? own) : own;
  }

  async take(key: string): Promise<Verdict> {
    const own = this.#own.peek(key);
    if (!own.allowed) return own;
    const verdict = await this.#ask(key, true);
    if (verdict && !verdict.allowed) return verdict;
    if (verdict) this.#onlyOwn.delete(key);
    else this.#noteOnlyOwn(key);
    const taken = this.#own.take(key);
    return taken.allowed && verdict ? verdict : taken;
  }

  async giveBack(key: string): Promise<void> {
    const { redis, name } = this.#options;
    this.#own.giveBack(key);
    // Redis would drop an earlier request, perhaps one that another node counted.
    if (this.#onlyOwn.delete(key)) return;
    await redis.send(["RPOP", name(key)]).catch(ignoreAway);
  }

  #noteOnlyOwn(key: string): void {
    const { maxKeys = MAX_KEYS } = this.#options;
    this.#onlyOwn.set(key, true);
    if (this.#onlyOwn.size > maxKeys) deleteOldest(this.#onlyOwn);
  }

  /** Asks Redis; undefined while it is away. */
  async #ask(key: string, counts: boolean): Promise<Verdict | undefined> {
    const { redis, name, limit, windowMs, shorter = [] } = this.#options;
    if (limit === 0) return UNLIMITED;
    if (redis.isAway) return undefined;
    const windows = shorter.flatMap((each) => [each.limit, each.windowMs]);
    const parameters = [limit, windowMs, counts ? 1 : 0, ...windows];
    const reply = await redis.run("countRequest", [name(key)], parameters).catch(ignoreAway);
    if (reply === undefined) return undefined;
    const [allowed, used = 0, wait = 0] = parseNumbers(reply);
    return {
      allowed: allowed === 1,
      limit,
      remaining: Math.max(0, limit - used),
      // Redis' clock may have been set back since the oldest request.
      resetSeconds: Math.ceil(Math.min(wait, windowMs) / 1000),
    };
  }
}
