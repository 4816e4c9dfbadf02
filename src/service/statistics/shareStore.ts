/** Links that share reports, as they are kept. */
import type { Share } from "../../protocol/account.ts";

/** What a report must keep to. Days bound it where the link names them. */
export interface Bounds {
  filter: Record<string, unknown>;
  exclude: Record<string, unknown>;
  from?: string | undefined;
  to?: string | undefined;
}

/** As it is kept. */
export interface ShareRecord extends Share {
  account: number;
  bounds: Bounds;
}

/** Where records are kept. */
export interface ShareStore {
  list(): Promise<ShareRecord[]>;
  find(id: string): Promise<ShareRecord | undefined>;
  add(record: ShareRecord): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}
