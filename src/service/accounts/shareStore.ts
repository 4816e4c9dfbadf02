/** Stored links that share reports. */
import type { Share } from "../../protocol/account.ts";
import type { RecordStore } from "./recordStore.ts";

/** Limits of the reports that a link shows; `from` and `to` are absent when it opens all days. */
export interface Bounds {
  filter: Record<string, unknown>;
  exclude: Record<string, unknown>;
  from?: string | undefined;
  to?: string | undefined;
  /** Time zone of filters by hour; absent without such filters. */
  timezone?: string | undefined;
}

/** Stored link. */
export interface ShareRecord extends Share {
  account: number;
  /** User who made the link; absent for API tokens, users of a declared catalogue and records of earlier versions. */
  maker?: number | undefined;
  /**
   * Has the days of `period`, too, but not the compared ones. Earlier versions know only the bounds, so they refuse the
   * comparison, and open nothing else.
   */
  bounds: Bounds;
  /** Digest of the request, if it had an `Idempotency-Key`; absent in records of earlier versions. */
  requestDigest?: string | undefined;
}

export type ShareStore = RecordStore<ShareRecord>;
