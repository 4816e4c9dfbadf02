/**
 * Budget accounts of campaigns in Redis, shared by all nodes.
 *
 * The rules are in `delivery/budgetRules.ts`: a node reads an account, computes, and writes it back only if no other
 * node changed it meanwhile. Each account stores the last change of each node, so that a node whose answer was lost can
 * check whether its change was made. Days follow Redis' clock; see `delivery/budgetClock.ts`.
 */
import { type DayAmounts, moveToToday } from "../delivery/budgetClock.ts";
import type { Account } from "../delivery/budgetRules.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";
import { getOrMake } from "../values/getOrMake.ts";
import type { RedisConnection } from "./redisConnection.ts";
import type { RedisNode } from "./redisNode.ts";
import { parseFields } from "./redisReply.ts";

const FIELDS = ["version", "day", "shownToday", "shownTotal", "costToday", "costTotal", "before"];
/** Milliseconds for which an unused account is kept; longer than a campaign is likely to be paused. */
const LIFE_MS = 400 * 86_400_000;
/** Maximum attempts when other nodes change the account first. */
const MOST_TRIES = 20;

/**
 * A change of an account. One of the callbacks is called once the outcome is known; no callback is called when Redis
 * loses its data.
 */
interface AccountChange<T> {
  /** Id of a change that is made at most once, also across restarts; no callback is called when it was made before. */
  once?: string;
  /** Changes the account and returns the result, or undefined to leave it unchanged. */
  compute(account: Account, now: number): T | undefined;
  onWritten(result: T): void;
  /** Called when nothing was changed. */
  onRefused(): void;
}

interface UnclearChange {
  operation: string;
  /** Version of the account that the change replaces. */
  version: number;
  onWritten(): void;
  onRefused(): void;
}

interface AccountState {
  version: number;
  account: Account;
  operation: string | null;
  /** Milliseconds since 1970, by Redis' clock. */
  now: number;
}

export class BudgetAccounts {
  readonly #node: RedisNode;
  /** Highest version seen of each account. A lower one means that Redis lost part of its data. */
  readonly #seen = new Map<number, number>();
  readonly #queues = new Map<number, SerialQueue>();
  readonly #unclear = new Map<number, UnclearChange[]>();
  #operations = 0;

  constructor(node: RedisNode) {
    this.#node = node;
  }

  /** Changes a campaign's account. Rejects with `RedisAwayError`; a callback may then be called later. */
  change<T>(campaign: number, change: AccountChange<T>): Promise<void> {
    const queue = getOrMake(this.#queues, campaign, () => new SerialQueue());
    return queue.run(() => this.#change(campaign, change));
  }

  /** Settles changes whose answer was lost, by making another change: afterwards it is known whether each was made. */
  async clarify(): Promise<void> {
    const nothing = { compute: () => true, onWritten: () => {}, onRefused: () => {} };
    await Promise.all([...this.#unclear.keys()].map((campaign) => this.change(campaign, nothing)));
  }

  /** Overwrites an account when data is restored. */
  async replace(campaign: number, account: Account): Promise<void> {
    const { redis, names } = this.#node;
    const version = (this.#seen.get(campaign) ?? 0) + 1;
    await replaceAccount(redis, names.budget(campaign), account, version);
  }

  /** Forgets all versions; call it when Redis lost its data, and when the data is complete again. */
  forget(): void {
    this.#seen.clear();
    this.#unclear.clear();
  }

  /** Reads the time of Redis' clock, milliseconds since 1970. */
  async readTime(): Promise<number> {
    const { redis, clock, elapsed, clockOffset } = this.#node;
    const sent = elapsed();
    const [seconds, microseconds] = parseFields(await redis.send(["TIME"])).map(Number);
    const time = (seconds ?? 0) * 1000 + Math.floor((microseconds ?? 0) / 1000) + clockOffset();
    clock.read(time, sent, elapsed());
    return time;
  }

  async #change<T>(campaign: number, change: AccountChange<T>): Promise<void> {
    const { compute, onWritten, onRefused, once } = change;
    const { mark } = this.#node;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { id } = mark;
      if (id === undefined) return onRefused();
      const state = await this.#read(campaign).catch((error) => {
        onRefused();
        throw error;
      });
      if (state.version < (this.#seen.get(campaign) ?? 0)) {
        mark.reportLoss();
        return onRefused();
      }
      this.#seen.set(campaign, state.version);
      this.#resolve(campaign, state);
      if (once !== undefined && (await this.#readOnce(campaign)) === once) return;
      const result = compute(state.account, state.now);
      if (result === undefined) return onRefused();
      const written = await this.#write(campaign, id, state, {
        onWritten: () => onWritten(result),
        onRefused,
        once,
      });
      if (written) return;
    }
    onRefused();
  }

  /** Reads the id of the node's last change that is made at most once. Read after the account's version. */
  async #readOnce(campaign: number): Promise<unknown> {
    const { redis, names, folderId } = this.#node;
    return redis.send(["HGET", names.budget(campaign), nameOnce(folderId)]);
  }

  /** Returns whether the change is settled; false when another node was faster. */
  async #write(
    campaign: number,
    id: string,
    { version, account }: AccountState,
    { once, ...callbacks }: Pick<UnclearChange, "onWritten" | "onRefused"> & { once?: string | undefined },
  ): Promise<boolean> {
    const { redis, names, mark, folderId, epoch, clockOffset } = this.#node;
    this.#operations += 1;
    const operation = `${epoch}.${this.#operations}`;
    const fields = [...writeAccount(account, version + 1), nameOperation(folderId), operation];
    if (once !== undefined) fields.push(nameOnce(folderId), once);
    const keys = [names.budget(campaign), names.mark(campaign)];
    const parameters = [id, version, account.day, clockOffset(), LIFE_MS, ...fields];
    const written = await redis.run("changeBudgetAccount", keys, parameters).catch((error) => {
      const others = this.#unclear.get(campaign) ?? [];
      this.#unclear.set(campaign, [...others, { operation, version, ...callbacks }]);
      throw error;
    });
    if (written === 0) return false;
    if (written === 1) {
      this.#seen.set(campaign, version + 1);
      this.#resolve(campaign, { version: version + 1, operation });
      callbacks.onWritten();
    } else {
      mark.reportLoss();
      callbacks.onRefused();
    }
    return true;
  }

  /**
   * Settles changes whose reply was lost. At most one change of each version was written: the one with the operation
   * that the account names.
   */
  #resolve(campaign: number, { version, operation }: Pick<AccountState, "version" | "operation">): void {
    const unclear = this.#unclear.get(campaign);
    const open = unclear?.filter((change) => change.version >= version) ?? [];
    if (open.length > 0) this.#unclear.set(campaign, open);
    else this.#unclear.delete(campaign);
    for (const change of unclear ?? []) {
      if (change.version >= version) continue;
      if (change.operation === operation) change.onWritten();
      else change.onRefused();
    }
  }

  async #read(campaign: number): Promise<AccountState> {
    const { redis, names, folderId, clock } = this.#node;
    const [reply, now] = await Promise.all([
      redis.send(["HMGET", names.budget(campaign), ...FIELDS, nameOperation(folderId)]),
      this.readTime(),
    ]);
    const fields = parseFields(reply);
    const [version, day, shownToday, shownTotal, costToday, costTotal] = fields.map((text) => text ?? "0");
    const account: Account = {
      day: Number(day),
      shownToday: Number(shownToday),
      shownTotal: Number(shownTotal),
      costToday: BigInt(costToday ?? 0),
      costTotal: BigInt(costTotal ?? 0),
      reserved: 0,
      reservedCost: 0n,
      before: parseAmounts(fields[FIELDS.length - 1] ?? ""),
    };
    moveToToday(account, clock);
    return { version: Number(version), account, operation: fields.at(-1) ?? null, now };
  }
}

/** Names the field with the last change of a node. */
function nameOperation(folderId: string): string {
  return `last:${folderId}`;
}

/** Names the field with the last change of a node that is made at most once. */
function nameOnce(folderId: string): string {
  return `once:${folderId}`;
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
  { day, shownToday, shownTotal, costToday, costTotal, before }: Account,
  version: number,
): string[] {
  const values = [version, day, shownToday, shownTotal, costToday, costTotal, writeAmounts(before)];
  return FIELDS.flatMap((field, at) => [field, String(values[at])]);
}

function writeAmounts(amounts: DayAmounts | undefined): string {
  return amounts ? `${amounts.day} ${amounts.shownToday} ${amounts.costToday}` : "";
}

function parseAmounts(text: string): DayAmounts | undefined {
  const [day, shownToday, costToday] = text.split(" ");
  if (costToday === undefined) return undefined;
  return { day: Number(day), shownToday: Number(shownToday), costToday: BigInt(costToday) };
}
