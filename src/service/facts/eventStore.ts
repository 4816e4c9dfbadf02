/** Interface of the event stores: `duckdb/` on one machine, `clickhouse/` for several. */
import type { AnswerPlan, DescribeGroups } from "../answers/answer.ts";
import type { FactsQuery } from "./factsQuery.ts";
import type { EVENT_COUNTERS, Fact } from "./factTable.ts";
import type { GoalKind } from "./goals.ts";

/** Key under which an event counts once: the decision, and the kind of event. */
export interface DeduplicationKey {
  /** Epoch: number of the service start that made the decision; see `Store.epoch`. */
  epoch: number;
  /** Number of the decision within its epoch. */
  number: number;
  kind: KeyKind;
  /** Time of the decision, or of the conversion; milliseconds since 1970. */
  decidedAt: number;
}

/**
 * Events that a decision can have at most once. Events that do not count have separate kinds, because a valid event of
 * the same decision may still arrive.
 */
export type KeyKind = "impression" | "click" | SeparateKind | GoalKind;

/** invalid: sent from an address other than the decision's. robot: sent by a self-declared robot. */
type SeparateKind = `${"invalid" | "robot"}_${"impression" | "click"}`;

/** Part of the values of a fact. Events share these objects, so never modify them. */
export type DimensionValues = Readonly<Partial<Omit<Fact, "time">>>;

/** Counters that events set. */
export type EventCounters = Pick<DimensionValues, (typeof EVENT_COUNTERS)[number]>;

/** An event, as the parts of its fact. */
export interface Event {
  /** Milliseconds since 1970; stored by the second. */
  time: number;
  sub?: number | undefined;
  /** Zone, site and publisher. */
  zone: DimensionValues;
  /** Campaign, creative and advertiser; or the reason why no ad was chosen, and the campaign that a limit excluded. */
  campaign: DimensionValues;
  visitor: DimensionValues;
  counters: EventCounters;
  /** Set for an impression that frequency caps count. */
  frequency?: { viewer: string; seconds: number };
}

/** An event that counts only once. */
export interface KeyedEvent {
  key: DeduplicationKey;
  event: Event;
}

/**
 * Makes the events of new keys durable. Resolves with the keys whose event was written; the others may be counted
 * later. `isReserved`: whether the decision's reservation is open; undefined when the deduplication does not know; see
 * `Budgets`.
 */
export type WriteNew = (fresh: Keys, isReserved: boolean | undefined) => Promise<Keys>;

/** Keys of one decision. */
export type Keys = readonly DeduplicationKey[];

/** Deduplication of events, on this machine or shared by several. */
export interface EventDeduplication {
  /**
   * Calls `write` once with the keys of a decision that were not counted before, or not at all without such keys. The
   * written keys count once `write` resolves. Resolves with the keys that this call counted. When `write` rejects,
   * rejects as well and counts no key.
   */
  writeOnce(keys: Keys, write: WriteNew): Promise<Keys>;
}

/** A parameter of a query. */
type Scalar = string | number | bigint | boolean | Date | null;
export type Parameter = Scalar | readonly (string | number)[];
/**
 * A result of a query: DECIMAL as decimal string, BIGINT and sums as bigint. BIT is returned as bytes, after a first
 * byte with the number of padding bits.
 */
export type Value = Scalar | Uint8Array;
export type Row = Record<string, Value>;

/** Runs one statement; `$1`, `$2` … are the parameters in order. Use lists as `= ANY($1)`. */
export type Query = <R extends object = Row>(sql: string, parameters?: readonly Parameter[]) => Promise<R[]>;

/** Statements that take effect together, or not at all. */
export interface Transaction {
  /** Must not change facts: reports would not see the changes. */
  query: Query;
  append(facts: readonly Fact[]): Promise<void>;
  /** Loads a file that `encodeFacts` wrote, as part of an import. */
  load(file: FactsFile, importId: number): Promise<void>;
  /** Removes the facts of an import. */
  remove(importId: number): Promise<void>;
  /** Sums up an import's facts of months that were summed up. Resolves with their number. */
  sumUpLate(importId: number): Promise<number>;
}

export interface FactsFile {
  path: string;
  columns: readonly string[];
}

export interface StoreStatus {
  /** False while events cannot be stored. */
  ready: boolean;
  /** Reason in one sentence, without file names. */
  problem?: string;
  /** Durable events that queries do not see yet. */
  waiting: number;
  /** Counts of data that was set aside since the start. */
  setAside: SetAsideCounts;
  /** Bytes on disk. */
  bytes: number;
  /** Writes to the journal since the start. */
  writes: WorkDone;
  /** Loads into the database since the start. */
  loads: WorkDone;
}

export interface WorkDone {
  count: number;
  seconds: number;
}

export interface SetAsideCounts {
  /** Damaged sections of the journal. */
  damaged: number;
  /** Unknown files. */
  files: number;
  /** Events that the database rejected. */
  events: number;
}

/** A query of facts, and how its rows become an answer. */
export interface AnswerJob {
  query: FactsQuery;
  plan: AnswerPlan;
  /** Describes groups that the catalogue names. */
  describe: DescribeGroups;
  /** Whether the answer may use the memory reserved for light reports. At most one such answer is written at a time. */
  isLight?: boolean;
}

/** Port for stores of events: appends events and answers reports. */
export interface EventStore {
  /** Appends events; resolves once they are durable. Rejects with `StoreError`, and then they do not count. */
  append(events: readonly Event[]): Promise<void>;
  /**
   * Appends events with keys, all or none; resolves once they are durable. Queries skip events whose key was counted
   * before; `EventDeduplication` reports that to callers.
   */
  appendKeyed(events: readonly KeyedEvent[]): Promise<void>;
  /**
   * Writes an answer to a file in another process, and resolves with the path once the file is complete; the caller
   * removes the file. The answer includes all events acknowledged before the call. Leaves no file when it rejects, as
   * when the signal aborts.
   */
  writeAnswer(job: AnswerJob, signal: AbortSignal): Promise<string>;
  /** Whether answers can be Parquet files. */
  readonly hasParquet: boolean;
  status(): StoreStatus;
  /** Finishes pending work and closes; later calls reject. */
  close(): Promise<void>;
}

/** A store whose facts can be queried and changed by SQL. */
export interface Store extends EventStore {
  /** Epoch: number of this service start. Decisions are numbered within it. */
  readonly epoch: number;
  /** Counts filled decisions since `since` that have no impression, by campaign. */
  countPending(since: number): Promise<Map<number, number>>;
  /** Runs a query that includes everything acknowledged before the call. */
  query: Query;
  /** Runs bulk work: commits when `work` resolves, rolls back when it rejects. Calls run one at a time. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Like `transaction`, for long work: events are loaded meanwhile. Calls run one at a time. */
  longTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Folder for temporary files, emptied at each start. */
  readonly temporary: string;
}

/**
 * busy: the queue of unwritten events is full. incompatible: another data format. away: the database on another machine
 * does not answer.
 */
export type StoreErrorCode =
  | ("full" | "unwritable" | "busy" | "closed")
  | ("locked" | "incompatible" | "away" | "failed");

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreError";
    this.code = code;
  }
}
