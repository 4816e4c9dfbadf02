/** Numbers the service's starts; decisions are numbered within a start. */
import type { Database } from "./database.ts";

/**
 * Number of epochs that a restored folder skips: the service used later epochs after the backup, and their decisions
 * must not be numbered again while their URLs are valid.
 */
const SKIPPED_EPOCHS = 10_000;

/**
 * Records the epoch of this start and returns it: `given` if several nodes share the numbering, otherwise the next
 * epoch.
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
    "INSERT INTO epochs SELECT coalesce(max(epoch), 0) + 1, $1::TIMESTAMP FROM epochs RETURNING epoch",
    [startedAt],
  );
  return row?.epoch ?? 1;
}

/** Skips epochs; call it on a restored folder. */
export async function skipEpochs(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO epochs SELECT coalesce(max(epoch), 0) + ${SKIPPED_EPOCHS}, max(started) FROM epochs`,
  );
}
