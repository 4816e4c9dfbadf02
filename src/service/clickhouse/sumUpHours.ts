/**
 * Sums up complete hours, and days of such hours, so that reports need not read individual events.
 *
 * Normally one node does this at a time; when two nodes sum up the same hour, the later batch is current. Late events
 * make a batch incomplete: reports then read the events of that hour until the hour is summed up again. An hour that
 * takes too long is summed up in slices.
 */

import { listKeys } from "../../protocol/tables.ts";
import type { StoreError } from "../facts/eventStore.ts";
import { COUNTERS, DIMENSIONS } from "../facts/factTable.ts";
import { type ClickHouse, isDataError, isTooLarge } from "./clickhouse.ts";
import { widen, writeEventCounter } from "./clickhouseSql.ts";
import { type Batch, deleteUnfinished, readBatches, writeBatch } from "./factBatches.ts";
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

const HOUR_S = 3600;
const NAMES = listKeys(COUNTERS);
const DIMENSION_NAMES = Object.keys(DIMENSIONS).join(", ");
const COLUMNS = ["batch", "time", DIMENSION_NAMES, ...NAMES].join(", ");
/** Sums that do not fit their column raise an error instead of wrapping around. */
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
   FROM events FINAL WHERE hour = toDateTime({start: UInt32}, 'UTC')
     AND number >= {from: UInt64} AND number < {until: UInt64}`,
);
const MEDIAN = `SELECT toString(toUInt64(ifNotFinite(quantile(0.5)(number), 0))) AS median FROM events
  WHERE hour = toDateTime({start: UInt32}, 'UTC') AND number >= {from: UInt64} AND number < {until: UInt64}`;
const COUNT = "SELECT toString(count()) AS rows FROM facts WHERE batch = {batch: UInt64}";
const SUM_BATCHES = writeSum(
  `SELECT time, ${DIMENSION_NAMES}, ${NAMES.join(", ")} FROM facts WHERE batch IN {batches: Array(UInt64)}`,
);

/** Range of event numbers that one statement sums up. */
interface Slice {
  from: bigint;
  until: bigint;
}

const ALL: Slice = { from: 0n, until: 2n ** 63n };
/** Time limit of one statement, seconds; the connection waits twice as long. */
const SLICE_S = 30;

/** Age after which an incomplete batch is abandoned, seconds. */
const UNFINISHED_S = 86_400;

/** Hour or day whose sums do not fit their columns. */
export interface UnfitNotice {
  /** Start of the hour or day: 2026-10-05T10:00:00.000Z. */
  from: string;
  span: "hour" | "day";
  err: StoreError;
}

interface RollupsOptions {
  clickhouse: ClickHouse;
  /** Milliseconds after which an hour counts as complete. */
  closeAfterMs: number;
  /** Called once for each hour and day that cannot be summed up. */
  onUnfit: (notice: UnfitNotice) => void;
}

export class Rollups {
  readonly #clickhouse: ClickHouse;
  readonly #closeAfterMs: number;
  readonly #onUnfit: RollupsOptions["onUnfit"];
  /** Names of batches whose sums do not fit; reports read the events or the hours instead. */
  readonly #unfit = new Set<string>();
  /** Slices of hours that took too long in one statement, by start. */
  readonly #slices = new Map<number, readonly Slice[]>();

  constructor({ clickhouse, closeAfterMs, onUnfit }: RollupsOptions) {
    this.#clickhouse = clickhouse;
    this.#closeAfterMs = closeAfterMs;
    this.#onUnfit = onUnfit;
  }

  /** Number of hours and days that could not be summed up since the start. */
  get unfit(): number {
    return this.#unfit.size;
  }

  /** Sums up complete hours and days that have no sums yet, or whose sums lack late events. */
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
    await deleteUnfinished(this.#clickhouse, UNFINISHED_S);
  }

  async #sumHours(hours: readonly Hour[], batches: Map<string, Batch>): Promise<void> {
    for (const { hour, version } of hours) {
      const name = nameHour(hour);
      if (batches.get(name)?.version === version) continue;
      await this.#sum({ name, start: hour, version }, batches, (batch) => this.#sumSlices(hour, batch));
      this.#slices.delete(hour);
    }
  }

  async #sumDay(day: number, hours: readonly Hour[], batches: Map<string, Batch>): Promise<void> {
    const parts = hours.map(({ hour }) => batches.get(nameHour(hour)));
    const isWhole = parts.every((part, at) => part?.version === hours[at]?.version);
    if (!isWhole) return;
    const ids = parts.map((part) => part?.batch);
    const batch = { name: nameDay(day), start: day, version: sumVersions(hours) };
    await this.#sum(batch, batches, (id) =>
      this.#clickhouse.command(SUM_BATCHES, { batch: id, batches: ids }),
    );
  }

  async #sum(
    part: Omit<Batch, "batch">,
    batches: Map<string, Batch>,
    write: (batch: bigint) => Promise<void>,
  ): Promise<void> {
    if (this.#unfit.has(part.name)) return;
    try {
      batches.set(part.name, await writeBatch(this.#clickhouse, part, write));
    } catch (error) {
      if (!isDataError(error)) throw error;
      this.#unfit.add(part.name);
      const span = part.name === nameHour(part.start) ? "hour" : "day";
      this.#onUnfit({ from: new Date(part.start * 1000).toISOString(), span, err: error });
    }
  }

  /** Sums up an hour slice by slice, and halves slices that are too large. Completed slices are kept. */
  async #sumSlices(start: number, batch: bigint): Promise<void> {
    const waiting = [...(this.#slices.get(start) ?? [ALL])];
    const done: Slice[] = [];
    let rows = "0";
    for (let slice = waiting.shift(); slice; slice = waiting.shift()) {
      try {
        await this.#clickhouse.command(SUM_HOUR, { batch, start, ...slice }, SLICE_S);
        done.push(slice);
      } catch (error) {
        if (!isTooLarge(error)) throw error;
        const halves = await this.#halve(start, slice);
        if (halves.length === 0) throw error;
        waiting.unshift(...halves);
        this.#slices.set(start, [...done, ...waiting]);
        // If a part of the slice is already in the batch, the batch cannot be completed.
        if ((await this.#countRows(batch)) !== rows) throw error;
      }
      if (waiting.length > 0) rows = await this.#countRows(batch);
    }
  }

  /** Splits a slice at the median event number; returns no slices when all its events have the same number. */
  async #halve(start: number, { from, until }: Slice): Promise<Slice[]> {
    const [row] = await this.#clickhouse.query<{ median: string }>(MEDIAN, { start, from, until });
    const median = BigInt(row?.median ?? 0);
    const middle = median > from && median < until ? median : (from + until) / 2n;
    return middle > from
      ? [
          { from, until: middle },
          { from: middle, until },
        ]
      : [];
  }

  async #countRows(batch: bigint): Promise<string> {
    const [row] = await this.#clickhouse.query<{ rows: string }>(COUNT, { batch });
    return row?.rows ?? "0";
  }
}
