/** Last uses on any node. Each node also stores the uses that it saw, for when Redis is away. */
import type { LastUses, LocalLastUses } from "../accounts/lastUses.ts";
import { LAST_USES } from "./names.ts";
import { RedisAwayError, type RedisConnection } from "./redisConnection.ts";
import { parseTexts } from "./redisReply.ts";

export class SharedLastUses implements LastUses {
  readonly #redis: RedisConnection;
  readonly #own: LocalLastUses;

  constructor(redis: RedisConnection, own: LocalLastUses) {
    this.#redis = redis;
    this.#own = own;
  }

  note(name: string): void {
    if (!this.#own.noteAgain(name)) return;
    const time = this.#own.read().get(name) ?? 0;
    // A use that does not reach Redis is still stored on this node.
    this.#redis.send(["HSET", LAST_USES, name, String(time)]).catch(() => {});
  }

  async read(): Promise<ReadonlyMap<string, number>> {
    const times = new Map(this.#own.read());
    for (const [name, time] of await this.#readShared())
      times.set(name, Math.max(time, times.get(name) ?? 0));
    return times;
  }

  async #readShared(): Promise<[string, number][]> {
    try {
      const texts = parseTexts(await this.#redis.send(["HGETALL", LAST_USES]));
      return texts.flatMap((text, at) => (at % 2 === 0 ? [[text, Number(texts[at + 1])]] : []));
    } catch (error) {
      if (error instanceof RedisAwayError) return [];
      throw error;
    }
  }
}
