/** Deduplication keys in the database: read at a start, deleted when they have expired. */

import { listKeys } from "../../protocol/tables.ts";
import { KINDS } from "../journal/lines.ts";
import { type Deduplication, PAGE_NUMBERS, type PageAge } from "../journal/localDeduplication.ts";
import { type Database, run } from "./database.ts";
import type { Connection } from "./engineTypes.ts";

interface KeyPage extends PageAge {
  epoch: number;
  page: number;
  kind: number;
  bits: Uint8Array;
}

/** A page of keys is a single value, so that millions of keys create few objects. */
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
    // The first byte is the number of padding bits, which is zero.
    if (kind) deduplication.addPage(epoch, page, kind, row.bits.subarray(1), { countedAt, decidedAt });
  }
}

/** Deletes keys that are older by both clocks, so that a jump of the system clock deletes no key too early. */
export async function deleteKeys(connection: Connection, { countedAt, decidedAt }: PageAge): Promise<void> {
  await run(connection, "DELETE FROM deduplication_keys WHERE counted_at < $1 AND decided < $2::TIMESTAMP", [
    countedAt,
    new Date(decidedAt),
  ]);
}
