/** Numbers the service's starts; decisions are numbered within a start. */
import { randomInt } from "node:crypto";
import type { Database } from "./database.ts";

/**
 * Epochs that restored folders continue from: more than the starts of any folder, and names of journal files have nine
 * digits.
 */
const RESTORED = { from: 500_000_000, to: 990_000_000 };
/** Minimum distance of a restored folder's epochs from all that its database knows: room for as many starts. */
const DISTANCE = 1_000_000;

/**
 * Records the epoch of this start and returns it: `given` if several nodes share the numbering, otherwise the one after
 * the last recorded epoch, which a restored folder's earlier epochs can exceed.
 */
export async function startEpoch(
  database: Database,
  startedAt: Date,
  given: number | undefined,
): Promise<number> {
  if (given !== undefined) {
    await database.query("INSERT INTO epochs VALUES ($1, $2::TIMESTAMP)", [given, startedAt]);
    return given;
  }
  const [row] = await database.query<{ epoch: number }>(
    `INSERT INTO epochs
     SELECT coalesce((SELECT epoch FROM epochs ORDER BY rowid DESC LIMIT 1), 0) + 1, $1::TIMESTAMP RETURNING epoch`,
    [startedAt],
  );
  return row?.epoch ?? 1;
}

/**
 * Makes a folder continue from a random epoch after a restore, or after starts may have been lost. The original and other
 * copies of it continue from the backup's epochs or from random ones; no decision may have the number of one of theirs
 * while its URLs are valid.
 */
export async function skipEpochs(
  database: Database,
  random: (from: number, to: number) => number = randomInt,
): Promise<void> {
  const known = await database.query<{ epoch: number }>("SELECT epoch FROM epochs");
  let next: number;
  do next = random(RESTORED.from, RESTORED.to);
  while (known.some(({ epoch }) => Math.abs(epoch - next) < DISTANCE));
  await database.query("INSERT INTO epochs SELECT $1::INTEGER, max(started) FROM epochs", [next]);
}
