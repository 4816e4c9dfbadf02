/** The deduplication keys in the database: recalled at a start, deleted once they are old. */

import { listKeys } from "../../protocol/tables.ts";
import type { Connection } from "./connection.ts";
import { type Database, run } from "./database.ts";
import { type Deduplication, PAGE_NUMBERS, type PageAge } from "./deduplication.ts";
import { KINDS } from "./lines.ts";

interface KeyPage extends PageAge {
  epoch: number;
  page: number;
  kind: number;
  bits: Uint8Array;
}

/** A page of keys is one value, so that no object is made for each of millions. */
const KEY_PAGES = `
  SELECT epoch, (number // ${PAGE_NUMBERS})::INTEGER AS page, kind, max(counted_at)::DOUBLE AS countedAt,
    max(epoch_ms(decided))::DOUBLE AS decidedAt,
    bitstring_agg((number % ${PAGE_NUMBERS})::INTEGER, 0, ${PAGE_NUMBERS - 1}) AS bits
  FROM deduplication_keys GROUP BY ALL`;

export async function recallKeys(database: Database, deduplication: Deduplication): Promise<void> {
  const kinds = new Map(listKeys(KINDS).map((kind) => [KINDS[kind], kind]));
  for (const row of await database.query<KeyPage>(KEY_PAGES)) {
    const kind = kinds.get(row.kind);
    const { epoch, page, countedAt, decidedAt } = row;
    // The first byte says how many bits are padding: none.
    if (kind) deduplication.addPage(epoch, page, kind, row.bits.subarray(1), { countedAt, decidedAt });
  }
}

/** Deletes keys that are older than both: a clock that jumps ages them by neither. */
export async function deleteKeys(connection: Connection, { countedAt, decidedAt }: PageAge): Promise<void> {
  await run(connection, "DELETE FROM deduplication_keys WHERE counted_at < $1 AND decided < $2::TIMESTAMP", [
    countedAt,
    new Date(decidedAt),
  ]);
}
