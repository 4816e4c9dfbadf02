/**
 * Detects whether Redis has lost its data, or part of it. Each shard of the budgets has a mark with the same id, which
 * is lost together with the data. Each node also counts heartbeats in Redis, and finds fewer of them when Redis went
 * back to older data.
 *
 * A Redis that lost its data would grant every budget again. Without the marks nothing is granted until deliveries are
 * restored from the events. A node that finds older data removes the marks, so that all nodes wait.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import * as v from "valibot";
import { writeDurably } from "../files/files.ts";
import { readSavedJson } from "../files/savedFile.ts";
import { BEATS, BUDGET_SHARDS, nameMark } from "./names.ts";
import type { RedisConnection } from "./redisConnection.ts";
import { parseNumbers } from "./redisReply.ts";

interface DataMarkOptions {
  redis: RedisConnection;
  /** Data folder of the node, which stores the id. */
  folder: string;
  /** Number of this start. */
  epoch: number;
  log: Logger;
}

/** Milliseconds without a heartbeat after which other nodes stop waiting for a start. */
const ALIVE_MS = 5000;
/** Milliseconds without a heartbeat after which a start is forgotten. */
const FORGOTTEN_MS = 3600_000;

const MARKS = Array.from({ length: BUDGET_SHARDS }, (_, shard) => nameMark(shard));

export class DataMark {
  readonly #options: DataMarkOptions;
  /** Id of the data in Redis; undefined before the first start with this Redis. */
  #id: string | undefined;
  #isLost = false;
  /** Heartbeats of this start that Redis acknowledged. */
  #beats = 0;
  readonly #onChange: (() => void)[] = [];

  private constructor(options: DataMarkOptions, id: string | undefined) {
    this.#options = options;
    this.#id = id;
  }

  static async open(options: DataMarkOptions): Promise<DataMark> {
    const mark = new DataMark(options, await readId(options.folder));
    await mark.check();
    return mark;
  }

  /** Id sent with each change of a budget; undefined while nothing may be granted. */
  get id(): string | undefined {
    return this.#isLost ? undefined : this.#id;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether neither this node nor this Redis has had any data yet. */
  get isFirst(): boolean {
    return this.#id === undefined;
  }

  /** Registers a listener for the loss and the restoration of data. */
  onChange(listener: () => void): void {
    this.#onChange.push(listener);
  }

  /** Reports that a script did not find the mark. */
  reportLoss(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#options.log.error(
      "Redis has lost its data: campaigns with a budget or a cap wait until their deliveries are restored",
    );
    for (const listener of this.#onChange) listener();
  }

  /** Checks the marks and the data. Resolves with the number of other nodes that know the data. */
  async check(): Promise<number> {
    const { redis, epoch } = this.#options;
    const parameters = [epoch, this.isFirst ? 0 : 1, ALIVE_MS, FORGOTTEN_MS];
    const [beats = 0, others = 0] = parseNumbers(await redis.run("countHeartbeat", [BEATS], parameters));
    if (beats <= this.#beats) this.reportLoss();
    this.#beats = beats;
    const found = await readMark(redis);
    if (found !== undefined && !(this.#isLost && found === this.#id)) await this.#use(found);
    else if (this.#id !== undefined) await this.#removeMarks(this.#id);
    return others;
  }

  /** Sets the marks once the data is complete again. */
  async renew(): Promise<void> {
    await this.#use(await renewMarks(this.#options.redis));
  }

  async #removeMarks(id: string): Promise<void> {
    this.reportLoss();
    await Promise.all(MARKS.map((mark) => this.#options.redis.run("removeDataMark", [mark], [id])));
  }

  async #use(id: string): Promise<void> {
    if (id === this.#id && !this.#isLost) return;
    if (id !== this.#id)
      await writeDurably(join(this.#options.folder, FILE), `${JSON.stringify({ mark: id })}\n`);
    if (this.#isLost)
      this.#options.log.info("Redis has its data again: campaigns with a budget or a cap continue");
    // In the same turn in which the listeners discard leases: one that is granted in between would be lost.
    this.#id = id;
    this.#isLost = false;
    for (const listener of this.#onChange) listener();
  }
}

/** Reads the mark; undefined when one of the shards has none. */
async function readMark(redis: RedisConnection): Promise<string | undefined> {
  const found = await Promise.all(MARKS.map((mark) => redis.send(["GET", mark])));
  const [first] = found;
  return typeof first === "string" && found.every((id) => id === first) ? first : undefined;
}

export async function hasMarks(redis: RedisConnection): Promise<boolean> {
  return (await readMark(redis)) !== undefined;
}

/** Sets the marks once the data is complete again, and returns their id. */
export async function renewMarks(redis: RedisConnection): Promise<string> {
  const id = randomUUID();
  for (const mark of MARKS) await redis.send(["SET", mark, id]);
  return id;
}

const FILE = "redis.json";
const fileSchema = v.strictObject({ mark: v.string() });
const REMEDY = "Restore it from a backup. If Redis has lost no data, remove it instead.";

async function readId(folder: string): Promise<string | undefined> {
  return (await readSavedJson(join(folder, FILE), fileSchema, REMEDY))?.mark;
}
