/** Digest of the set-up link, shared by all nodes. */
import { SETUP_LIFE, type SetupRecord, type SetupStore } from "../management/setup.ts";
import { SETUP } from "./names.ts";
import type { RedisConnection } from "./redisConnection.ts";

export class SharedSetup implements SetupStore {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  async read(): Promise<SetupRecord | undefined> {
    const text = await this.#redis.send(["GET", SETUP]);
    return text === null ? undefined : JSON.parse(String(text));
  }

  async write(record: SetupRecord): Promise<void> {
    await this.#redis.send(["SET", SETUP, JSON.stringify(record), "PX", String(SETUP_LIFE)]);
  }

  async writeFirst(record: SetupRecord): Promise<boolean> {
    const set = ["SET", SETUP, JSON.stringify(record), "PX", String(SETUP_LIFE), "NX"];
    return (await this.#redis.send(set)) !== null;
  }

  async remove(): Promise<void> {
    await this.#redis.send(["DEL", SETUP]);
  }
}
