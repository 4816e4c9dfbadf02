/** Marks of sent mails in Redis, which all nodes share. */
import type { SentMarks } from "../mail/regularMails.ts";
import { SENT_MAILS } from "./names.ts";
import type { RedisConnection } from "./redisConnection.ts";
import { parseTexts } from "./redisReply.ts";

export class SharedSentMarks implements SentMarks {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  async read(key: string): Promise<string | undefined> {
    const mark = await this.#redis.send(["HGET", SENT_MAILS, key]);
    return mark === null ? undefined : String(mark);
  }

  async write(key: string, mark: string): Promise<void> {
    await this.#redis.send(["HSET", SENT_MAILS, key, mark]);
  }

  async keep(isKept: (key: string) => boolean): Promise<void> {
    const keys = parseTexts(await this.#redis.send(["HKEYS", SENT_MAILS]));
    const dropped = keys.filter((key) => !isKept(key));
    if (dropped.length > 0) await this.#redis.send(["HDEL", SENT_MAILS, ...dropped]);
  }
}
