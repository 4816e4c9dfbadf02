/** What the service needs from a store of events: `duckdb.ts` on one machine, `clickhouse/` on several. */
import type { FactsQuery } from "./factsQuery.ts";
import type { EVENT_COUNTERS, Fact } from "./schema.ts";

/** What makes an event count once: the decision it belongs to, and which of its events it is. */
export interface DeduplicationKey {
  /** Of the start that made the decision; see `Store.epoch`. */
  epoch: number;
  /** Number of the decision within its epoch. */
  number: number;
  kind: KeyKind;
  /** When the decision was made; milliseconds since 1970. */
  decidedAt: number;
}

/** What can happen once to a decision. What does not count is stored separately, so that what counts may still come. */
export type KeyKind = "impression" | "click" | SeparateKind;

/** invalid: from another address than the decision's. robot: by a robot that says so. */
export type SeparateKind = `${"invalid" | "robot"}_${"impression" | "click"}`;

/** Some of what a fact has. Events share these objects: they are made once and never changed. */
export type DimensionValues = Readonly<Partial<Omit<Fact, "time">>>;

/** Counters that events set. */
export type EventCounters = Pick<DimensionValues, (typeof EVENT_COUNTERS)[number]>;

/** Something that happened, as the values that its fact is put together from. */
export interface Event {
  /** Milliseconds since 1970; kept by the second. */
  time: number;
  sub?: number | undefined;
  /** Zone, site and publisher. */
  zone: DimensionValues;
  /** Campaign, creative and advertiser; empty when no campaign was chosen. */
  campaign: DimensionValues;
  visitor: DimensionValues;
  counters: EventCounters;
  /** Set for an impression that frequency caps count. */
  frequency?: { viewer: string; seconds: number };
}

/** An event that counts once. */
export interface KeyedEvent {
  key: DeduplicationKey;
  event: Event;
}

/** repeated: an event of the same key had been counted, and nothing changed. */
export type Appended = "counted" | "repeated";

/**
 * Makes the events of keys that were not counted before durable; `fresh` are the positions of these keys.
 *
 * `isReserved` says whether the decision's reservation holds, where the deduplication knows: see `Budgets`.
 */
export type WriteNew = (fresh: readonly number[], isReserved?: boolean) => Promise<void>;

/** Which events were counted already: on this machine, or on several that share the answer. */
export interface EventDeduplication {
  /**
   * Calls `write` once, with those of the keys of one decision that were not counted before; when there is none, not at
   * all. They count once it resolves. Resolves with what became of each key; rejects as `write` does, and then none of
   * them counts.
   */
  writeOnce(keys: readonly DeduplicationKey[], write: WriteNew): Promise<Appended[]>;
}

/** A value that a query takes. */
export type Scalar = string | number | bigint | boolean | Date | null;
export type Parameter = Scalar | readonly (string | number)[];
/** What it gives. DECIMAL is given as a decimal string, BIGINT and sums as bigint, BIT as bytes after one of padding. */
export type Value = Scalar | Uint8Array;
export type Row = Record<string, Value>;

/** Runs one statement; `$1`, `$2` … are the parameters in order. A list parameter goes with `= ANY($1)`. */
export type Query = <R extends object = Row>(sql: string, parameters?: readonly Parameter[]) => Promise<R[]>;

/** Statements that take effect together or not at all. */
export interface Transaction {
  query: Query;
  append(facts: readonly Fact[]): Promise<void>;
  /** The facts of a file that `encodeFacts` made, as those of an import. */
  load(file: FactsFile, importId: number): Promise<void>;
}

export interface FactsFile {
  path: string;
  columns: readonly string[];
}

export interface StoreStatus {
  /** False while events cannot be kept. */
  ready: boolean;
  /** Why not, in one sentence that names no file. */
  problem?: string;
  /** Events that are safe on disk and not yet where queries look. */
  waiting: number;
  /** What could not be read or stored since the start, and was set aside. */
  setAside: SetAsideCounts;
  /** Bytes that the store takes on disk. */
  bytes: number;
  /** Writes to the journal since the start. */
  writes: WorkDone;
  /** Loads from the journal to where queries look. */
  loads: WorkDone;
}

export interface WorkDone {
  count: number;
  seconds: number;
}

export interface SetAsideCounts {
  /** Places in the journal that were no whole write. */
  damaged: number;
  /** Files that are not known. */
  files: number;
  /** Events that the database did not take. */
  events: number;
}

/**
 * Rows in a file: a line for each, cells separated by tabs, `\\N` where a value is NULL. The cells are the number of
 * groups, the totals of the metrics if they were asked for, the groups, the metrics, and then any others. Without groups
 * on the page there is one row, of which only the first cells count.
 */
export interface ExportedRows {
  /** To be removed by the caller. */
  path: string;
  /** The first cells of every row, when they are not in the file: numbers are the same for all rows. */
  first?: readonly string[];
}

/** Takes events and answers reports: all that a running service needs of it. */
export interface EventStore {
  /** Resolves once the events are durable. Rejects with `StoreError`, and then they do not count. */
  append(events: readonly Event[]): Promise<void>;
  /**
   * Appends events under their keys, all or none of them; resolves once that is durable. Those whose key is known are
   * left out where queries look; see `EventDeduplication` for what callers get.
   */
  appendKeyed(events: readonly KeyedEvent[]): Promise<void>;
  /**
   * Writes what is asked of the facts to a file, not on the calling thread. The signal ends it. Sees everything that this
   * store acknowledged before it was called.
   */
  exportRows(query: FactsQuery, signal: AbortSignal): Promise<ExportedRows>;
  status(): StoreStatus;
  /** Finishes what it has and closes; later calls reject. */
  close(): Promise<void>;
}

/** A store whose facts can be asked and changed by SQL. */
export interface Store extends EventStore {
  /** Number of this start; decisions are numbered within it. */
  readonly epoch: number;
  /** Filled decisions since then that have not become an impression, by campaign. */
  countPending(since: number): Promise<Map<number, number>>;
  /** Sees everything that was acknowledged before it was called. */
  query: Query;
  /** Bulk work: commits when `work` resolves, and is undone when it rejects. One runs at a time. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** As `transaction`, for work that takes long: events go on to where queries look meanwhile. One runs at a time. */
  longTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** A folder for files that are gone after the next start at the latest. */
  readonly temporary: string;
}

/**
 * busy: more waits to be written than memory is set aside for. newer: the data is of a later version. away: the database
 * is on another machine and does not answer.
 */
export type StoreErrorCode =
  | ("full" | "unwritable" | "busy" | "closed")
  | ("locked" | "newer" | "away" | "failed");

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreError";
    this.code = code;
  }
}
