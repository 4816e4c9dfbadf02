/**
 * Tables in ClickHouse and their migrations. Each version is a list of idempotent statements, because several nodes may
 * start at once.
 *
 * - `events`: individual events. ClickHouse keeps one of several rows with the same key.
 * - `arrivals`: per hour and epoch, the last file with events of the hour. The sum of these file numbers is the version
 *   of the hour.
 * - `facts`: sums by quarter of an hour, in immutable batches: hours, days, imports.
 * - `batches`: list of batches. The latest complete batch of a name is current.
 * - `forgotten`: times before which there are only sums.
 * - `moves`: starts of the data folders whose facts were moved here.
 */

import { listKeys } from "../../protocol/tables.ts";
import { StoreError } from "../facts/eventStore.ts";
import { COUNTERS, DIMENSIONS, EVENT_COUNTERS } from "../facts/factTable.ts";
import type { ClickHouse } from "./clickhouse.ts";

const TYPES: Record<string, string> = {
  INTEGER: "Nullable(Int64)",
  BIGINT: "Nullable(Int64)",
  VARCHAR: "LowCardinality(Nullable(String))",
  BOOLEAN: "Nullable(Bool)",
};

const DIMENSION_COLUMNS = Object.entries(DIMENSIONS).map(([name, type]) => `${name} ${TYPES[type]}`);

function describeCounters(names: readonly (keyof typeof COUNTERS)[]): string[] {
  return names.map((name) =>
    COUNTERS[name] === "BIGINT" ? `${name} Int64 DEFAULT 0` : `${name} Decimal(18, 9) DEFAULT 0`,
  );
}

/** Acknowledged inserts must be on disk, because the journal files are then removed. */
const DURABLE =
  "fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000";

const VERSIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE IF NOT EXISTS events (
      hour DateTime('UTC') COMMENT 'in which the decision was made',
      epoch UInt32, number UInt64, kind UInt8,
      precedence UInt32 COMMENT 'of rows with the same key, the one with the highest counts',
      times UInt32 DEFAULT 1 COMMENT 'how many equal events the row stands for',
      time DateTime('UTC'),
      ${[...DIMENSION_COLUMNS, ...describeCounters(EVENT_COUNTERS)].join(", ")}
    ) ENGINE = ReplacingMergeTree(precedence) PARTITION BY toDate(hour) ORDER BY (hour, epoch, number, kind)
    SETTINGS ${DURABLE}`,
    `CREATE TABLE IF NOT EXISTS arrivals (hour DateTime('UTC'), epoch UInt32, file UInt64)
    ENGINE = ReplacingMergeTree(file) ORDER BY (hour, epoch) SETTINGS ${DURABLE}`,
    `CREATE TABLE IF NOT EXISTS facts (
      batch UInt64, time DateTime('UTC'),
      ${[...DIMENSION_COLUMNS, ...describeCounters(listKeys(COUNTERS))].join(", ")}
    ) ENGINE = MergeTree PARTITION BY toYYYYMM(time) ORDER BY (time, batch) SETTINGS ${DURABLE}`,
    `CREATE TABLE IF NOT EXISTS batches (
      name String, batch UInt64,
      state UInt8 COMMENT '0: being written, 1: whole, 2: removed',
      start DateTime('UTC') DEFAULT 0 COMMENT 'first hour of events that it has',
      version UInt64 DEFAULT 0 COMMENT 'of the events that it has',
      at DateTime('UTC') DEFAULT now()
    ) ENGINE = ReplacingMergeTree(state) ORDER BY (name, batch) SETTINGS ${DURABLE}`,
  ],
  [
    `CREATE TABLE IF NOT EXISTS forgotten (until DateTime('UTC'), at DateTime('UTC') DEFAULT now())
    ENGINE = MergeTree ORDER BY until SETTINGS ${DURABLE}`,
  ],
  [
    `CREATE TABLE IF NOT EXISTS moves (
      identity String COMMENT 'of the data folder, which copies share',
      starts Array(String) COMMENT 'number and time of each',
      at DateTime('UTC') DEFAULT now()
    ) ENGINE = MergeTree ORDER BY identity SETTINGS ${DURABLE}`,
  ],
  ["events", "facts"].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS unfilled_reason ${TYPES.VARCHAR},
      ADD COLUMN IF NOT EXISTS excluded_campaign_id ${TYPES.INTEGER}`,
  ),
];

const VERSION_TABLE = `CREATE TABLE IF NOT EXISTS schema_versions (version UInt32)
  ENGINE = ReplacingMergeTree ORDER BY version`;

/** Creates or upgrades the tables. Rejects for tables of a later version. */
export async function migrate(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.command(VERSION_TABLE);
  const [row] = await clickhouse.query<{ version: number }>(
    "SELECT max(version) AS version FROM schema_versions",
  );
  if (!row)
    throw new StoreError(
      "failed",
      "The server at the ClickHouse address sent an empty response: another program listens there. Correct host and port.",
    );
  const found = row.version;
  if (found > VERSIONS.length)
    throw new StoreError(
      "incompatible",
      `The tables in ClickHouse have version ${found}, but this program supports versions up to ${VERSIONS.length}. Run the version that created them.`,
    );
  for (const [at, statements] of VERSIONS.entries()) {
    if (at < found) continue;
    for (const statement of statements) await clickhouse.command(statement);
    await clickhouse.command("INSERT INTO schema_versions SELECT {version: UInt32}", { version: at + 1 });
  }
}
