/** Links that share reports, as they are kept. */
import type { Share } from "../../protocol/account.ts";
import type { RecordStore } from "./recordStore.ts";

/** Bounds that a report must stay within; days only if the link names them. */
export interface Bounds {
  filter: Record<string, unknown>;
  exclude: Record<string, unknown>;
  from?: string | undefined;
  to?: string | undefined;
  /** Time zone of the hours; absent where no hours bound the link. */
  timezone?: string | undefined;
}

/** As it is kept. */
export interface ShareRecord extends Share {
  account: number;
  bounds: Bounds;
}

export type ShareStore = RecordStore<ShareRecord>;
