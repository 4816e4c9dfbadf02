/**
 * What all nodes together took of each campaign's budget and caps, in Redis.
 *
 * The rules are those of `delivery/budgetRules.ts`: a node reads an account, computes, and writes it back on condition
 * that no other did meanwhile.
 */
import type { Account } from "../delivery/budgetRules.ts";
import { toDayNumber } from "../values/day.ts";
import type { RedisConnection } from "./connection.ts";
import type { DataMark } from "./dataMark.ts";
import type { Names } from "./names.ts";
import { readFields } from "./reply.ts";

const FIELDS = ["version", "day", "shownToday", "shownTotal", "costToday", "costTotal"];
/** Longer than any campaign rests. */
const LIFE_MS = 400 * 86_400_000;
/** Nodes that are faster, one after another. */
const MOST_TRIES = 20;

export interface AccountsOptions {
  redis: RedisConnection;
  names: Names;
  mark: DataMark;
}

export class Accounts {
  readonly #options: AccountsOptions;
  /** Highest version seen of each account: a lower one is of data that was lost in part. */
  readonly #seen = new Map<number, number>();

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /**
   * Changes a campaign's account as `change` says, and resolves with what that gave; undefined when it gave nothing, or
   * Redis has lost its data. Rejects with `RedisAwayError`.
   */
  async change<T>(
    campaign: number,
    now: number,
    change: (account: Account) => T | undefined,
  ): Promise<T | undefined> {
    const { redis, names, mark } = this.#options;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { id } = mark;
      if (id === undefined) return undefined;
      const { version, account } = await this.#read(campaign, now);
      if (version < (this.#seen.get(campaign) ?? 0)) {
        mark.reportLoss();
        return undefined;
      }
      this.#seen.set(campaign, version);
      const result = change(account);
      if (result === undefined) return undefined;
      const fields = writeAccount(account, version + 1);
      const keys = [names.budget(campaign), names.mark(campaign)];
      const written = await redis.run("account", keys, [id, version, LIFE_MS, ...fields]);
      if (written === -1) mark.reportLoss();
      if (written === 1) this.#seen.set(campaign, version + 1);
      if (written !== 0) return written === 1 ? result : undefined;
    }
    return undefined;
  }

  /** Writes an account whatever there was, for data that is written back. */
  async replace(campaign: number, account: Account): Promise<void> {
    const { redis, names } = this.#options;
    const version = (this.#seen.get(campaign) ?? 0) + 1;
    await replaceAccount(redis, names.budget(campaign), account, version);
  }

  /** To be called when Redis' data is whole again. */
  forgetVersions(): void {
    this.#seen.clear();
  }

  async #read(campaign: number, now: number): Promise<{ version: number; account: Account }> {
    const { redis, names } = this.#options;
    const fields = readFields(await redis.send(["HMGET", names.budget(campaign), ...FIELDS]));
    const [version, day, shownToday, shownTotal, costToday, costTotal] = fields.map((text) => text ?? "0");
    const today = toDayNumber(now);
    const account = {
      day: Number(day),
      shownToday: Number(shownToday),
      shownTotal: Number(shownTotal),
      costToday: BigInt(costToday ?? 0),
      costTotal: BigInt(costTotal ?? 0),
      reserved: 0,
    };
    // The clocks of nodes differ: the first at midnight begins the day for all.
    if (account.day < today) Object.assign(account, { day: today, shownToday: 0, costToday: 0n });
    return { version: Number(version), account };
  }
}

export async function replaceAccount(
  redis: RedisConnection,
  key: string,
  account: Account,
  version: number,
): Promise<void> {
  await redis.send(["HSET", key, ...writeAccount(account, version)]);
  await redis.send(["PEXPIRE", key, String(LIFE_MS)]);
}

function writeAccount(
  { day, shownToday, shownTotal, costToday, costTotal }: Account,
  version: number,
): string[] {
  const values = [version, day, shownToday, shownTotal, costToday, costTotal];
  return FIELDS.flatMap((field, at) => [field, String(values[at])]);
}
