/**
 * Moves the facts of an embedded store to ClickHouse. An interrupted move can be repeated: the facts of a store form
 * one batch, of which the latest is current, and deduplication keys do not change.
 *
 * Copies of a data folder have the same identity, so the folder's list of starts identifies the moved data. A copy
 * without further starts contains nothing new. A copy with further starts replaces the batch. A copy whose starts
 * differ is refused.
 */
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Store, StoreError } from "../facts/eventStore.ts";
import { COUNTERS, DIMENSIONS } from "../facts/factTable.ts";
import { quoteText } from "../facts/quoteText.ts";
import { readIdentity } from "../journal/folderIdentity.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { insertFacts, writeBatch } from "./factBatches.ts";

export interface Moved {
  facts: number;
  keys: number;
}

type Source = Pick<Store, "query" | "temporary" | "epoch">;

/** Rows in memory at a time. */
const ROWS_AT_ONCE = 200_000;
const COLUMNS = [...Object.keys(DIMENSIONS), ...Object.keys(COUNTERS)];
const FACTS = `SELECT epoch(time)::BIGINT AS time_s, ${COLUMNS.join(", ")} FROM facts`;

/**
 * Keys without events, because their facts were moved. Hour and key are as in `events`; these rows take precedence over
 * all other rows of the key.
 */
const KEY_COLUMNS = ["hour", "epoch", "number", "kind", "precedence", "times", "time"];
const KEYS = `SELECT epoch(date_trunc('hour', decided))::BIGINT AS hour, epoch, number, kind, 4294967295, 0,
  epoch(decided)::BIGINT FROM deduplication_keys`;

/** `folder`: data folder of the store. */
export async function moveFacts(store: Source, folder: string, clickhouse: ClickHouse): Promise<Moved> {
  const id = await readIdentity(folder);
  const starts = await readStarts(store);
  requireUnmoved(folder, starts, await readMovedStarts(clickhouse, id));
  const moved = { facts: 0, keys: 0 };
  // Keys are inserted first, so that no event counts in addition to its fact.
  for await (const text of readRows(store, KEYS)) {
    const [, ...lines] = text.split("\n");
    await clickhouse.insert("events", KEY_COLUMNS, lines.join("\n"));
    moved.keys += lines.length - 1;
  }
  await writeBatch(clickhouse, { name: `store ${id}`, start: 0, version: 0n }, async (batch) => {
    for await (const text of readRows(store, FACTS)) {
      await insertFacts(clickhouse, batch, { columns: ["time_s", ...COLUMNS], text });
      moved.facts += text.split("\n").length - 2;
    }
  });
  await clickhouse.command(
    "INSERT INTO moves (identity, starts) SELECT {id: String}, {starts: Array(String)}",
    {
      id,
      starts,
    },
  );
  return moved;
}

/** Lists the starts before this one, by number and time. */
async function readStarts(store: Source): Promise<string[]> {
  const rows = await store.query<{ name: string }>(
    `SELECT epoch || ' ' || strftime(started, '%Y-%m-%dT%H:%M:%S.%gZ') AS name FROM epochs
     WHERE epoch < $1 ORDER BY epoch`,
    [store.epoch],
  );
  return rows.map(({ name }) => name);
}

/** Lists the starts of the last move; empty when there was none. */
async function readMovedStarts(clickhouse: ClickHouse, id: string): Promise<string[]> {
  const rows = await clickhouse.query<{ starts: string[] }>(
    "SELECT starts FROM moves WHERE identity = {id: String} ORDER BY length(starts) DESC LIMIT 1",
    { id },
  );
  return rows[0]?.starts ?? [];
}

/** Throws when all starts were moved already, or when the moved folder has other starts. */
function requireUnmoved(folder: string, starts: readonly string[], moved: readonly string[]): void {
  if (moved.length === 0) return;
  const own = starts.find((start, at) => at < moved.length && start !== moved[at]);
  if (own !== undefined)
    throw new StoreError(
      "failed",
      `${folder} is a copy of a data folder that was already moved to ClickHouse, and has counted its own events since start ${own}. Nothing was moved, because events that the other folder counted since then would be lost.`,
    );
  if (starts.length <= moved.length)
    throw new StoreError(
      "failed",
      `The events of ${folder} are already in ClickHouse: it is a copy from before the move. Nothing was moved.`,
    );
}

/** Yields the rows of a query as comma-separated text with a header line. */
async function* readRows(store: Source, select: string): AsyncGenerator<string> {
  const path = join(store.temporary, `move-${randomUUID()}.csv`);
  try {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      // The store does not change meanwhile, and returns rows in insertion order.
      await store.query(
        `COPY (${select} LIMIT ${ROWS_AT_ONCE} OFFSET ${offset}) TO ${quoteText(path)} (FORMAT csv, HEADER true)`,
      );
      const text = await readFile(path, "utf8");
      if (text.indexOf("\n") === text.length - 1) return;
      yield text;
    }
  } finally {
    await rm(path, { force: true });
  }
}
