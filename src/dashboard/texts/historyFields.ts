/** Fields that the history of objects has words for. */
import type { Campaign, Entries, ManagedKind, Targeting } from "../../protocol/management.ts";

type KeysOf<T> = T extends object ? Exclude<keyof T, "id"> : never;
/** Objects whose fields are described one by one. */
type Whole = "budget" | "caps" | "targeting";

/** Every field of an entry; the table of texts has words for each of them. */
export type HistoryField =
  | Exclude<KeysOf<Entries[ManagedKind]>, Whole | "pending">
  | `budget.${keyof Campaign["budget"]}`
  | `caps.${keyof Campaign["caps"]}`
  | `targeting.${keyof Targeting}`;
