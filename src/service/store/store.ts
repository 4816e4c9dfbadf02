/**
 * What the service asks of whatever keeps its events.
 *
 * The embedded implementation is `duckdb.ts`. A distributed column store can take its place: nothing here names a file,
 * and SQL is limited to the one table of facts (`schema.ts`) and what a transaction creates beside it.
 */
import type { EVENT_COUNTERS, Fact } from "./schema.ts";

/** What makes an event count once: the decision it belongs to, and which of its two events it is. */
export interface Claim {
  /** Number of the service's start that made the decision; see `Store.series`. */
  series: number;
  /** Number of the decision within its series. */
  number: number;
  kind: ClaimKind;
}

export type ClaimKind = "impression" | "click";

export type Values = Readonly<Partial<Omit<Fact, "time">>>;

/** Counters that events set. */
export type EventCounters = Pick<Values, (typeof EVENT_COUNTERS)[number]>;

/** Values that many events share: one of the parts of each. Made once and never changed. */
export class Part<V extends Values = Values> {
  readonly values: V;
  /** How the store wrote them last, and as which part. */
  written: string | undefined;
  writtenAs: unknown;

  constructor(values: V) {
    this.values = values;
  }
}

/** Something that happened, as the parts that its fact is put together from. */
export interface Event {
  /** Milliseconds since 1970; kept by the second. */
  time: number;
  sub?: number | undefined;
  /** Zone, site and publisher. */
  zone: Part;
  /** Campaign, creative and advertiser; empty when nobody was chosen. */
  campaign: Part;
  visitor: Part;
  counters: Part<EventCounters>;
}

/** A claim that was counted: "counted". One that had been counted before, so that nothing changed: "repeated". */
export type Claimed = "counted" | "repeated";

/** A value that a query takes or gives. DECIMAL is given as a decimal string, BIGINT and sums as bigint. */
export type Value = string | number | bigint | boolean | Date | null;
export type Parameter = Value | readonly (string | number)[];
export type Row = Record<string, Value>;

/** Runs one statement; `$1`, `$2` … are the parameters in order. A list parameter goes with `= ANY($1)`. */
export type Query = <R extends object = Row>(sql: string, parameters?: readonly Parameter[]) => Promise<R[]>;

/** Statements that take effect together or not at all. */
export interface Transaction {
  query: Query;
  append(facts: readonly Fact[]): Promise<void>;
}

export interface StoreStatus {
  /** False while events cannot be kept. */
  ready: boolean;
  /** Why not, in one sentence. */
  problem?: string;
  /** Events that are safe on disk and not yet where queries look. */
  waiting: number;
}

export interface Store {
  /** Differs at every start of every instance; decisions are numbered within it. */
  readonly series: number;
  /** Resolves once the events are durable. Rejects with `StoreError`, and then they do not count. */
  append(events: readonly Event[]): Promise<void>;
  /** Counts the event unless its claim was counted before; resolves once that is durable. */
  claim(claim: Claim, event: Event): Promise<Claimed>;
  /** Sees everything that was acknowledged before it was called. */
  query: Query;
  /** Bulk work: commits when `work` resolves, and is undone when it rejects. One runs at a time. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  status(): StoreStatus;
  /** Finishes what it has and closes; later calls reject. */
  close(): Promise<void>;
}

/** full: no space. unwritable: no permission. busy: more waits to be written than memory is set aside for. */
export type StoreErrorCode = "full" | "unwritable" | "busy" | "closed" | "locked" | "failed";

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreError";
    this.code = code;
  }
}
