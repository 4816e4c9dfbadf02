/** Stored links that share reports. */
import type { Share } from "../../protocol/account.ts";
import type { RecordStore } from "./recordStore.ts";

/** Bounds of a link's reports; days only if the link has them. */
export interface Bounds {
  filter: Record<string, unknown>;
  exclude: Record<string, unknown>;
  from?: string | undefined;
  to?: string | undefined;
  /** Time zone of the hours; absent without bounds by hour. */
  timezone?: string | undefined;
}

/** Stored link. */
export interface ShareRecord extends Share {
  account: number;
  bounds: Bounds;
}

export type ShareStore = RecordStore<ShareRecord>;
