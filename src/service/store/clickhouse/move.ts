/**
 * Brings the facts of an embedded store into ClickHouse. It can be repeated after any end: the facts of one store are a
 * batch of its name, of which the latest is in use, and its deduplication keys are the same each time.
 */
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { readIdentity } from "../identity.ts";
import { quotePath } from "../quotePath.ts";
import { COUNTERS, DIMENSIONS } from "../schema.ts";
import type { Store } from "../store.ts";
import { insertFacts, writeBatch } from "./batches.ts";
import type { ClickHouse } from "./clickhouse.ts";

export interface Moved {
  facts: number;
  keys: number;
}

type Source = Pick<Store, "query" | "temporary">;

/** Rows that are in memory at a time. */
const ROWS_AT_ONCE = 200_000;
const COLUMNS = [...Object.keys(DIMENSIONS), ...Object.keys(COUNTERS)];
const FACTS = `SELECT epoch(time)::BIGINT AS time_s, ${COLUMNS.join(", ")} FROM facts`;

/**
 * An event that has a key of these counts nothing: it is in the facts. The hour and the key are those that it would have
 * in `events`, and no other row of the key takes precedence.
 */
const KEY_COLUMNS = ["hour", "epoch", "number", "kind", "precedence", "times", "time"];
const KEYS = `SELECT epoch(date_trunc('hour', decided))::BIGINT AS hour, epoch, number, kind, 4294967295, 0,
  epoch(decided)::BIGINT FROM deduplication_keys`;

/** `folder`: of the store's data. */
export async function moveFacts(store: Source, folder: string, clickhouse: ClickHouse): Promise<Moved> {
  const id = await readIdentity(folder);
  const moved = { facts: 0, keys: 0 };
  // First, so that no event counts beside the fact that has it.
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
  return moved;
}

/** The rows of a statement as texts of comma-separated values, each with a first line of names. */
async function* readRows(store: Source, select: string): AsyncGenerator<string> {
  const path = join(store.temporary, `move-${randomUUID()}.csv`);
  try {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      // The store is not changed meanwhile, and gives its rows in the order of their insertion.
      await store.query(
        `COPY (${select} LIMIT ${ROWS_AT_ONCE} OFFSET ${offset}) TO ${quotePath(path)} (FORMAT csv, HEADER true)`,
      );
      const text = await readFile(path, "utf8");
      if (text.indexOf("\n") === text.length - 1) return;
      yield text;
    }
  } finally {
    await rm(path, { force: true });
  }
}
