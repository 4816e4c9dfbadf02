/** Work that one node does at a time. The claim ends by itself when its node does not renew it. */
import type { MailClaim } from "../mail/regularMails.ts";
import type { RedisConnection } from "./redisConnection.ts";

interface SharedClaimOptions {
  redis: RedisConnection;
  key: string;
  /** Number of this start. */
  epoch: number;
  /** Milliseconds without a renewal after which another node can take the claim. */
  life: number;
}

export class SharedClaim implements MailClaim {
  readonly #options: SharedClaimOptions;

  constructor(options: SharedClaimOptions) {
    this.#options = options;
  }

  hold(): Promise<boolean> {
    return this.#hold(this.#options.life);
  }

  async release(): Promise<void> {
    await this.#hold(1);
  }

  async #hold(life: number): Promise<boolean> {
    const { redis, key, epoch } = this.#options;
    return (await redis.run("holdClaim", [key], [epoch, life])) === 1;
  }
}
