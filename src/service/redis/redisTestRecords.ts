/** Records of conversion tests, shared by all nodes. */
import type { ConversionTest, TestName, TestRecord, TestRecords } from "../tracking/conversionTests.ts";
import { nameTest } from "./names.ts";
import { type RedisConnection, rethrowAway } from "./redisConnection.ts";
import { parseTexts } from "./redisReply.ts";

export class SharedTestRecords implements TestRecords {
  readonly #redis: Pick<RedisConnection, "send">;

  constructor(redis: Pick<RedisConnection, "send">) {
    this.#redis = redis;
  }

  add(test: ConversionTest, now: number): Promise<void> {
    return this.note(test, {}, now);
  }

  /** Writes the end each time, because Redis may have lost the record. */
  async note({ campaign, id, endsAt }: ConversionTest, part: TestRecord, now: number): Promise<void> {
    const key = nameTest(campaign, id);
    const fields = Object.entries({ endsAt, ...part }).flatMap(([name, value]) => [
      name,
      JSON.stringify({ [name]: value }),
    ]);
    // Sent together: a record without an expiry would stay if the node ended in between. Milliseconds from now, because
    // the clock of Redis may differ.
    await Promise.all([
      this.#redis.send(["HSET", key, ...fields]),
      this.#redis.send(["PEXPIRE", key, String(endsAt - now)]),
    ]).catch(rethrowAway);
  }

  async find({ campaign, id }: TestName, now: number): Promise<TestRecord | undefined> {
    const reply = await this.#redis.send(["HVALS", nameTest(campaign, id)]).catch(rethrowAway);
    const { endsAt = 0, ...record }: TestRecord & { endsAt?: number } = Object.assign(
      {},
      ...parseTexts(reply).map((text) => JSON.parse(text)),
    );
    return endsAt > now ? record : undefined;
  }
}
