/** Last use of each API token on any node. Each node also stores the uses that it saw, for when Redis is away. */
import type { LocalTokenUses, TokenUses } from "../accounts/tokenUses.ts";
import { TOKEN_USES } from "./names.ts";
import { RedisAwayError, type RedisConnection } from "./redisConnection.ts";
import { parseTexts } from "./redisReply.ts";

export class SharedTokenUses implements TokenUses {
  readonly #redis: RedisConnection;
  readonly #own: LocalTokenUses;

  constructor(redis: RedisConnection, own: LocalTokenUses) {
    this.#redis = redis;
    this.#own = own;
  }

  note(id: number): void {
    if (!this.#own.noteAgain(id)) return;
    const time = this.#own.read().get(id) ?? 0;
    // A use that does not reach Redis is still stored on this node.
    this.#redis.send(["HSET", TOKEN_USES, String(id), String(time)]).catch(() => {});
  }

  async read(): Promise<ReadonlyMap<number, number>> {
    const times = new Map(this.#own.read());
    for (const [id, time] of await this.#readShared()) times.set(id, Math.max(time, times.get(id) ?? 0));
    return times;
  }

  async #readShared(): Promise<[number, number][]> {
    try {
      const texts = parseTexts(await this.#redis.send(["HGETALL", TOKEN_USES]));
      return texts.flatMap((text, at) => (at % 2 === 0 ? [[Number(text), Number(texts[at + 1])]] : []));
    } catch (error) {
      if (error instanceof RedisAwayError) return [];
      throw error;
    }
  }
}
