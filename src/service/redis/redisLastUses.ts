/** Last uses on any node. Each node also stores the uses that it saw, for when Redis is away. */
import type { LastUses, LocalLastUses } from "../accounts/lastUses.ts";
import { LAST_USES } from "./names.ts";
import { RedisAwayError, type RedisConnection } from "./redisConnection.ts";
import { parseFields, parseTexts, type Reply } from "./redisReply.ts";

export class SharedLastUses implements LastUses {
  readonly #redis: RedisConnection;
  readonly #own: LocalLastUses;

  constructor(redis: RedisConnection, own: LocalLastUses) {
    this.#redis = redis;
    this.#own = own;
  }

  note(name: string): void {
    const time = this.#own.noteAgain(name);
    if (time === undefined) return;
    // A use that does not reach Redis is still stored on this node.
    this.#redis.send(["HSET", LAST_USES, name, String(time)]).catch(() => {});
  }

  async read(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const times = new Map(this.#own.read(names));
    const shared = names.length > 0 ? await this.#ask("HMGET", ...names) : undefined;
    for (const [at, time] of parseFields(shared ?? []).entries()) {
      const name = names[at] ?? "";
      if (time !== null) times.set(name, Math.max(Number(time), times.get(name) ?? 0));
    }
    return times;
  }

  async keep(isKept: (name: string) => boolean): Promise<void> {
    await this.#own.keep(isKept);
    const names = parseTexts((await this.#ask("HKEYS")) ?? []);
    const dropped = names.filter((name) => !isKept(name));
    if (dropped.length > 0) await this.#ask("HDEL", ...dropped);
  }

  /** Resolves with undefined while Redis is away. */
  async #ask(command: string, ...names: string[]): Promise<Reply | undefined> {
    try {
      return await this.#redis.send([command, LAST_USES, ...names]);
    } catch (error) {
      if (error instanceof RedisAwayError) return undefined;
      throw error;
    }
  }
}
