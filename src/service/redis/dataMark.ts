/**
 * Whether Redis still has what it was given: each shard of the budgets has a mark with one id, which goes with the data.
 *
 * A Redis that lost its data would give every budget out again. Without its marks nothing is granted, until what was
 * delivered is written back from where the events are.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import { readFileIfThere, writeDurably } from "../values/files.ts";
import type { RedisConnection } from "./connection.ts";
import { BUDGET_SHARDS, nameMark } from "./names.ts";

export interface DataMarkOptions {
  redis: RedisConnection;
  /** Of the node's data; the id is remembered in it. */
  folder: string;
  log: Logger;
}

const MARKS = Array.from({ length: BUDGET_SHARDS }, (_, shard) => nameMark(shard));

export class DataMark {
  readonly #options: DataMarkOptions;
  /** Undefined before the first start with this Redis. */
  #id: string | undefined;
  #isLost = false;
  #isMadeHere = false;
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

  /** The id that goes with each change of a budget; undefined while nothing may be granted. */
  get id(): string | undefined {
    return this.#isLost ? undefined : this.#id;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether this start is the first of all on this Redis. */
  get isMadeHere(): boolean {
    return this.#isMadeHere;
  }

  /** Called when the data is lost, and when it is whole again. */
  onChange(listener: () => void): void {
    this.#onChange.push(listener);
  }

  /** To be called when a script did not find the mark. */
  reportLoss(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#options.log.error(
      "Redis has lost its data: campaigns with a budget or a cap wait until what was delivered is written back",
    );
    for (const listener of this.#onChange) listener();
  }

  /** Looks whether the marks are there, and makes them where nothing was ever kept. */
  async check(): Promise<void> {
    const found = await readMark(this.#options.redis);
    if (found !== undefined) return this.#use(found);
    if (this.#id === undefined) return this.#use(await this.#make(randomUUID()));
    this.reportLoss();
  }

  /** Sets the marks of data that is whole again. */
  async renew(): Promise<void> {
    await this.#use(await renewMarks(this.#options.redis));
  }

  /** Nodes that start together agree on the first's. */
  async #make(id: string): Promise<string> {
    const { redis } = this.#options;
    const first = nameMark(0);
    await redis.send(["SET", first, id, "NX"]);
    const agreed = String(await redis.send(["GET", first]));
    this.#isMadeHere = agreed === id;
    for (const mark of MARKS) await redis.send(["SET", mark, agreed, "NX"]);
    return agreed;
  }

  async #use(id: string): Promise<void> {
    if (id === this.#id && !this.#isLost) return;
    const isNew = id !== this.#id;
    this.#id = id;
    this.#isLost = false;
    if (isNew) await writeDurably(join(this.#options.folder, FILE), `${JSON.stringify({ mark: id })}\n`);
    for (const listener of this.#onChange) listener();
  }
}

/** Undefined when one is missing. */
async function readMark(redis: RedisConnection): Promise<string | undefined> {
  const found = await Promise.all(MARKS.map((mark) => redis.send(["GET", mark])));
  const [first] = found;
  return typeof first === "string" && found.every((id) => id === first) ? first : undefined;
}

/** Whether Redis has what it was given. */
export async function hasMarks(redis: RedisConnection): Promise<boolean> {
  return (await readMark(redis)) !== undefined;
}

/** Sets the marks of data that is whole again, and gives their id. */
export async function renewMarks(redis: RedisConnection): Promise<string> {
  const id = randomUUID();
  for (const mark of MARKS) await redis.send(["SET", mark, id]);
  return id;
}

const FILE = "redis.json";

async function readId(folder: string): Promise<string | undefined> {
  const text = await readFileIfThere(join(folder, FILE));
  return text === undefined ? undefined : JSON.parse(text).mark;
}
