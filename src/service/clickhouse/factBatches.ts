/** Immutable batches of facts. The latest complete batch of a name is current, until the name is removed. */
import { randomBytes } from "node:crypto";
import type { ClickHouse, Parameters } from "./clickhouse.ts";

export interface Batch {
  name: string;
  /** 64-bit number; later batches of a name have higher ones. */
  batch: bigint;
  /** First hour of its events, in seconds since 1970; 0 when it has none. */
  start: number;
  /** Version of the events that it sums up; see `Hour`. */
  version: bigint;
}

const CURRENT = `
  SELECT name, toString(max(batch)) AS id, argMax(state, batch) AS last_state,
    toUnixTimestamp(argMax(start, batch)) AS first, toString(argMax(version, batch)) AS last_version
  FROM (SELECT name, batch, max(state) AS state, max(start) AS start, max(version) AS version
    FROM batches GROUP BY name, batch)
  WHERE state > 0 GROUP BY name HAVING last_state = 1`;

/** Reads the current batches by name. */
export async function readBatches(clickhouse: ClickHouse): Promise<Map<string, Batch>> {
  const rows = await clickhouse.query<{ name: string; id: string; first: number; last_version: string }>(
    CURRENT,
  );
  return new Map(
    rows.map(({ name, id, first, last_version }) => [
      name,
      { name, batch: BigInt(id), start: first, version: BigInt(last_version) },
    ]),
  );
}

/** Creates a batch whose facts `write` inserts under the given number. The batch becomes current only when complete. */
export async function writeBatch(
  clickhouse: ClickHouse,
  part: Omit<Batch, "batch">,
  write: (batch: bigint) => Promise<void>,
): Promise<Batch> {
  const batch = { ...part, batch: createBatchId() };
  await noteBatch(clickhouse, batch, "started");
  await write(batch.batch);
  await noteBatch(clickhouse, batch, "whole");
  return batch;
}

/** Deletes the facts of batches older than `age` seconds that were never completed. */
export async function deleteUnfinished(clickhouse: ClickHouse, age: number): Promise<void> {
  const condition = "max(state) = 0 AND max(at) <= now() - {age: UInt32}";
  await deleteBatches(clickhouse, await findBatches(clickhouse, condition, { age }));
}

/** Finds batches, also outdated and unfinished ones. */
export async function findBatches(
  clickhouse: ClickHouse,
  condition: string,
  parameters: Parameters,
): Promise<Batch[]> {
  const rows = await clickhouse.query<{ name: string; id: string; first: number }>(
    `SELECT name, toString(batch) AS id, toUnixTimestamp(max(start)) AS first FROM batches
     GROUP BY name, batch HAVING ${condition}`,
    parameters,
  );
  return rows.map(({ name, id, first }) => ({ name, batch: BigInt(id), start: first, version: 0n }));
}

/** Deletes the facts of batches, then marks the batches as removed. */
export async function deleteBatches(clickhouse: ClickHouse, batches: readonly Batch[]): Promise<void> {
  if (batches.length === 0) return;
  await clickhouse.command("DELETE FROM facts WHERE batch IN {batches: Array(UInt64)}", {
    batches: batches.map(({ batch }) => batch),
  });
  for (const batch of batches) await noteBatch(clickhouse, batch, "removed");
}

const STATES = { started: 0, whole: 1, removed: 2 };

async function noteBatch(
  clickhouse: ClickHouse,
  { name, batch, start, version }: Batch,
  state: keyof typeof STATES,
): Promise<void> {
  const parameters = { name, batch, start, version: String(version), state: STATES[state] };
  await clickhouse.command(
    `INSERT INTO batches (name, batch, state, start, version)
     SELECT {name: String}, {batch: UInt64}, {state: UInt8}, toDateTime({start: UInt32}, 'UTC'), {version: UInt64}`,
    parameters,
  );
}

const RANDOM_BITS = 20n;

/** Creates a batch id. Ids increase with time; ids of the same millisecond differ. */
function createBatchId(): bigint {
  const random = BigInt(`0x${randomBytes(3).toString("hex")}`) & ((1n << RANDOM_BITS) - 1n);
  return (BigInt(Date.now()) << RANDOM_BITS) | random;
}

/** Adds facts to a batch, from a file written by `encodeFacts`. */
export async function insertFacts(
  clickhouse: ClickHouse,
  batch: bigint,
  { columns, text }: { columns: readonly string[]; text: string },
): Promise<void> {
  const [, ...names] = columns;
  const lines = text.split("\n").slice(1, -1);
  // ClickHouse would read a number with fewer digits as a year.
  const pad = (line: string) => line.slice(0, line.indexOf(",")).padStart(10, "0");
  const rows = lines.map((line) => `${batch},${pad(line)}${line.slice(line.indexOf(","))}\n`).join("");
  await clickhouse.insert("facts", ["batch", "time", ...names], rows);
}
