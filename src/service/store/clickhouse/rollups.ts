/**
 * Sums up hours that are over, and days of such hours, so that reports need not read them event by event.
 *
 * Every node does it, and two may do the same: each makes a batch of its own, and the later one is in use. Files that come
 * late make a batch incomplete: reports then read the events of the hour, until it is summed up again.
 */

import { listKeys } from "../../../protocol/tables.ts";
import { COUNTERS, DIMENSIONS } from "../schema.ts";
import type { StoreError } from "../store.ts";
import { type Batch, readBatches, writeBatch } from "./batches.ts";
import { type ClickHouse, isDataError } from "./clickhouse.ts";
import {
  DAY_S,
  groupByDay,
  type Hour,
  nameDay,
  nameHour,
  readForgotten,
  readHours,
  sumVersions,
} from "./sources.ts";
import { widen, writeEventCounter } from "./sql.ts";

const HOUR_S = 3600;
const NAMES = listKeys(COUNTERS);
const DIMENSION_NAMES = Object.keys(DIMENSIONS).join(", ");
const COLUMNS = ["batch", "time", DIMENSION_NAMES, ...NAMES].join(", ");
/** Sums that do not fit their column are an error, not another number. */
const SUMS = NAMES.map((name) =>
  COUNTERS[name] === "BIGINT"
    ? `accurateCast(sum(${widen(name)}), 'Int64')`
    : `accurateCast(sum(${widen(name)}), 'Decimal(18, 9)')`,
);

function writeSum(from: string): string {
  const quarter = "toStartOfFifteenMinutes(time) AS quarter";
  return `INSERT INTO facts (${COLUMNS})
SELECT {batch: UInt64}, ${quarter}, ${DIMENSION_NAMES}, ${SUMS.join(", ")} FROM (${from})
GROUP BY quarter, ${DIMENSION_NAMES}`;
}

const SUM_HOUR = writeSum(
  `SELECT time, ${DIMENSION_NAMES}, ${NAMES.map(writeEventCounter).join(", ")}
   FROM events FINAL WHERE hour = toDateTime({start: UInt32}, 'UTC')`,
);
const SUM_BATCHES = writeSum(
  `SELECT time, ${DIMENSION_NAMES}, ${NAMES.join(", ")} FROM facts WHERE batch IN {batches: Array(UInt64)}`,
);

/** An hour or a day whose sums do not fit their columns. */
export interface UnfitNotice {
  /** Of the hour or the day, as a date: 2026-10-05T10:00:00.000Z. */
  from: string;
  span: "hour" | "day";
  err: StoreError;
}

export interface RollupsOptions {
  clickhouse: ClickHouse;
  /** How long after its end an hour is over: events come until then. Milliseconds. */
  closeAfterMs: number;
  /** Called once with each hour and day that cannot be summed up. */
  onUnfit: (notice: UnfitNotice) => void;
}

export class Rollups {
  readonly #clickhouse: ClickHouse;
  readonly #closeAfterMs: number;
  readonly #onUnfit: RollupsOptions["onUnfit"];
  /** Names of batches whose sums do not fit their columns; reports read their parts. */
  readonly #unfit = new Set<string>();

  constructor({ clickhouse, closeAfterMs, onUnfit }: RollupsOptions) {
    this.#clickhouse = clickhouse;
    this.#closeAfterMs = closeAfterMs;
    this.#onUnfit = onUnfit;
  }

  /** Hours and days that could not be summed up since the start. */
  get unfit(): number {
    return this.#unfit.size;
  }

  /** Sums up what is over and is not summed up, or was when events were still to come. */
  async run(now: number): Promise<void> {
    const closed = Math.floor((now - this.#closeAfterMs) / 1000);
    const forgotten = await readForgotten(this.#clickhouse);
    const batches = await readBatches(this.#clickhouse);
    const hours = await readHours(this.#clickhouse, Math.max(1, forgotten), closed - (closed % HOUR_S));
    for (const [day, own] of groupByDay(hours)) {
      if (batches.get(nameDay(day))?.version === sumVersions(own)) continue;
      await this.#sumHours(own, batches);
      if (day + DAY_S <= closed) await this.#sumDay(day, own, batches);
    }
  }

  async #sumHours(hours: readonly Hour[], batches: Map<string, Batch>): Promise<void> {
    for (const { hour, version } of hours) {
      const name = nameHour(hour);
      if (batches.get(name)?.version === version) continue;
      await this.#sum({ name, start: hour, version }, SUM_HOUR, { start: hour }, batches);
    }
  }

  async #sumDay(day: number, hours: readonly Hour[], batches: Map<string, Batch>): Promise<void> {
    const parts = hours.map(({ hour }) => batches.get(nameHour(hour)));
    const isWhole = parts.every((part, at) => part?.version === hours[at]?.version);
    if (!isWhole) return;
    const ids = parts.map((part) => part?.batch);
    const batch = { name: nameDay(day), start: day, version: sumVersions(hours) };
    await this.#sum(batch, SUM_BATCHES, { batches: ids }, batches);
  }

  async #sum(
    part: Omit<Batch, "batch">,
    statement: string,
    parameters: object,
    batches: Map<string, Batch>,
  ): Promise<void> {
    if (this.#unfit.has(part.name)) return;
    try {
      const sum = (batch: bigint) => this.#clickhouse.command(statement, { batch, ...parameters });
      batches.set(part.name, await writeBatch(this.#clickhouse, part, sum));
    } catch (error) {
      if (!isDataError(error)) throw error;
      this.#unfit.add(part.name);
      const span = part.name === nameHour(part.start) ? "hour" : "day";
      this.#onUnfit({ from: new Date(part.start * 1000).toISOString(), span, err: error });
    }
  }
}
