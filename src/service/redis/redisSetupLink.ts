/** Stores the digest of the set-up link, shared by all nodes. */
import { SETUP_LINK_LIFE, type SetupLinkRecord, type SetupLinkStore } from "../management/setupLink.ts";
import { SETUP } from "./names.ts";
import type { RedisConnection } from "./redisConnection.ts";

export class SharedSetupLink implements SetupLinkStore {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  async read(): Promise<SetupLinkRecord | undefined> {
    const text = await this.#redis.send(["GET", SETUP]);
    return text === null ? undefined : JSON.parse(String(text));
  }

  async write(record: SetupLinkRecord): Promise<void> {
    await this.#redis.send(["SET", SETUP, JSON.stringify(record), "PX", String(SETUP_LINK_LIFE)]);
  }

  async writeFirst(record: SetupLinkRecord): Promise<boolean> {
    const set = ["SET", SETUP, JSON.stringify(record), "PX", String(SETUP_LINK_LIFE), "NX"];
    return (await this.#redis.send(set)) !== null;
  }

  async remove(): Promise<void> {
    await this.#redis.send(["DEL", SETUP]);
  }
}
