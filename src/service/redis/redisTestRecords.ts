/** Records of conversion tests, shared by all nodes. */
import {
  type ConversionTest,
  TEST_LIFE_MS,
  type TestName,
  type TestRecord,
  type TestRecords,
} from "../tracking/conversionTests.ts";
import { nameTest } from "./names.ts";
import { type RedisConnection, rethrowAway } from "./redisConnection.ts";
import { parseTexts, type Reply } from "./redisReply.ts";

/** Field that every record has. */
const STARTED = "started";

export class SharedTestRecords implements TestRecords {
  readonly #redis: Pick<RedisConnection, "send">;

  constructor(redis: Pick<RedisConnection, "send">) {
    this.#redis = redis;
  }

  async add(test: ConversionTest): Promise<void> {
    await this.#write(test, STARTED, {});
  }

  /** Each write sets the life again: a record that Redis lost meanwhile must not stay without an end. */
  async note(test: TestName, part: TestRecord): Promise<void> {
    for (const [name, value] of Object.entries(part)) await this.#write(test, name, { [name]: value });
  }

  async find({ campaign, id }: TestName): Promise<TestRecord | undefined> {
    const parts = parseTexts(await this.#send("HVALS", nameTest(campaign, id)));
    return parts.length === 0 ? undefined : Object.assign({}, ...parts.map((text) => JSON.parse(text)));
  }

  async #write({ campaign, id }: TestName, field: string, part: TestRecord): Promise<void> {
    const key = nameTest(campaign, id);
    await this.#send("HSET", key, field, JSON.stringify(part));
    await this.#send("PEXPIRE", key, String(TEST_LIFE_MS));
  }

  #send(...command: string[]): Promise<Reply> {
    return this.#redis.send(command).catch(rethrowAway);
  }
}
