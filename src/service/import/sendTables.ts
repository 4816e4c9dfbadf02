/** Copies maps by id to a thread in pieces, so that no piece blocks this thread for long. */
import { ENTRIES_PER_STEP, type Sliced } from "../runtime/slices.ts";

/** Entries of each table by id, created while they are copied. */
export type LazyTables = Readonly<Record<string, Iterable<readonly [number, unknown]>>>;

export interface TablePiece {
  table: string;
  entries: (readonly [number, unknown])[];
}

export function* sendTables(tables: LazyTables, send: (piece: TablePiece) => void): Sliced<void> {
  for (const [table, rows] of Object.entries(tables)) {
    let entries: TablePiece["entries"] = [];
    for (const row of rows) {
      entries.push(row);
      if (entries.length < ENTRIES_PER_STEP) continue;
      send({ table, entries });
      entries = [];
      yield;
    }
    // Send even an empty table, so that the thread knows it.
    send({ table, entries });
    yield;
  }
}

/** Adds a piece to the maps in an object's fields. */
export function receivePiece(tables: object, { table, entries }: TablePiece): void {
  const known: unknown = Reflect.get(tables, table);
  const map = known instanceof Map ? known : new Map();
  for (const [id, value] of entries) map.set(id, value);
  Reflect.set(tables, table, map);
}
