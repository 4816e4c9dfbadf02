/** A node of the service with its connection to Redis, as budgets and frequency caps use it. */
import type { Logger } from "pino";
import type { BudgetClock } from "../delivery/budgetClock.ts";
import type { DataMark } from "./dataMark.ts";
import type { Names } from "./names.ts";
import type { RedisConnection } from "./redisConnection.ts";

export interface RedisNode {
  redis: RedisConnection;
  names: Names;
  mark: DataMark;
  /** Id of the node's data folder. */
  folderId: string;
  /** Number of this start. */
  epoch: number;
  /** Redis' clock. */
  clock: BudgetClock;
  /** Milliseconds added to Redis' clock, for tests. */
  clockOffset: () => number;
  /** Monotonic milliseconds. */
  elapsed: () => number;
  /** Milliseconds for which signed URLs are valid. */
  trackingLife: number;
  /** Milliseconds for which a decision reserves its impression. */
  reservationLife: number;
  log: Logger;
}
