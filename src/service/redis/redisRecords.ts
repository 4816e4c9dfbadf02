/**
 * Records of accounts, shared by all nodes. After Redis lost its data, there are no records until accounts create new
 * ones.
 */
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type RecordsFile, readRecords } from "../accounts/recordFile.ts";
import type { RecordStore } from "../accounts/recordStore.ts";
import { type RedisConnection, rethrowAway } from "./redisConnection.ts";
import { parseTexts, type Reply } from "./redisReply.ts";

export class SharedRecords<R extends { id: string }> implements RecordStore<R> {
  readonly #redis: RedisConnection;
  readonly #key: string;

  constructor(redis: RedisConnection, key: string) {
    this.#redis = redis;
    this.#key = key;
  }

  /** Moves the records of a single node to Redis, for all nodes. */
  async bring(data: string, file: RecordsFile<R>): Promise<void> {
    const records = await readRecords(data, file);
    if (!records) return;
    for (const record of records) await this.add(record);
    // Rename the file, so that the next start does not import records that were removed since.
    const path = join(data, file.name);
    await rename(path, `${path}.shared`);
  }

  async list(): Promise<R[]> {
    const texts = parseTexts(await this.#send("HVALS", this.#key));
    return texts.map((text) => JSON.parse(text));
  }

  async find(id: string): Promise<R | undefined> {
    const text = await this.#send("HGET", this.#key, id);
    return text === null ? undefined : JSON.parse(String(text));
  }

  async add(record: R): Promise<void> {
    await this.#send("HSET", this.#key, record.id, JSON.stringify(record));
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#send("HDEL", this.#key, ...ids);
  }

  #send(...command: string[]): Promise<Reply> {
    return this.#redis.send(command).catch(rethrowAway);
  }
}
