/** Links that share reports, for all nodes. A Redis that lost its data has none: links are then made again. */
import { rename } from "node:fs/promises";
import { readShareFile } from "../statistics/shareFile.ts";
import type { ShareRecord, ShareStore } from "../statistics/shareStore.ts";
import { StoreError } from "../store/store.ts";
import { RedisAwayError, type RedisConnection } from "./connection.ts";
import { SHARES } from "./names.ts";
import { type Reply, readTexts } from "./reply.ts";

export class SharedShares implements ShareStore {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  /** Links of a node that was alone are those of all from now on. */
  async bring(file: string): Promise<void> {
    const records = await readShareFile(file);
    if (!records) return;
    for (const record of records) await this.add(record);
    // What is revoked later must not come back with the next start.
    await rename(file, `${file}.shared`);
  }

  async list(): Promise<ShareRecord[]> {
    const texts = readTexts(await this.#send("HVALS", SHARES));
    return texts.map((text) => JSON.parse(text));
  }

  async find(id: string): Promise<ShareRecord | undefined> {
    const text = await this.#send("HGET", SHARES, id);
    return text === null ? undefined : JSON.parse(String(text));
  }

  async add(record: ShareRecord): Promise<void> {
    await this.#send("HSET", SHARES, record.id, JSON.stringify(record));
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#send("HDEL", SHARES, ...ids);
  }

  async #send(...command: string[]): Promise<Reply> {
    try {
      return await this.#redis.send(command);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      throw new StoreError("away", error.message, error);
    }
  }
}
