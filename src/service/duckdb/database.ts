/** The embedded column store: file, connections and transactions. */
import { statSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Parameter, type Row, StoreError } from "../facts/eventStore.ts";
import { COUNTERS, DIMENSIONS, ORIGIN, TIME } from "../facts/factTable.ts";
import { isInvalidated, isLocked } from "../facts/storeErrors.ts";
import { describeDailySums } from "./dailySums.ts";
import { openEngine } from "./engine.ts";
import { openEngineApart } from "./engineApart.ts";
import type { Connection, Engine } from "./engineTypes.ts";

interface DatabaseOptions {
  folder: string;
  /** Memory for queries, in the database's notation: "512MB". */
  memory: string;
  threads: number;
  /** Whether the database runs in a separate process. */
  isApart?: boolean;
  /** See `EngineOptions`. */
  silentMs?: number | undefined;
  /** Called when the separate process ended unexpectedly and is restarted. */
  onEnded?: () => void;
}

/** Work on one connection. */
type Work<T> = (connection: Connection) => Promise<T>;

export const DATABASE_FILE = "events.duckdb";
/** Write-ahead log of the database. */
export const LOG_FILE = `${DATABASE_FILE}.wal`;

const FACTS = { ...TIME, ...ORIGIN, ...DIMENSIONS, ...COUNTERS };

/** Maximum milliseconds for which the database process may keep the file locked after the service was killed. */
const LOCKED_MS = 3000;
const TRY_EVERY_MS = 50;

export class Database {
  readonly #options: DatabaseOptions;
  #engine: Engine | undefined;
  #reopening: Promise<void> | undefined;

  private constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  static async open(options: DatabaseOptions): Promise<Database> {
    const database = new Database(options);
    try {
      await database.#open();
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** Returns the size of the database files in bytes. */
  measure(): number {
    const file = join(this.#options.folder, DATABASE_FILE);
    const sizes = [file, `${file}.wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  query<R extends object = Row>(sql: string, parameters: readonly Parameter[] = []): Promise<R[]> {
    return this.connect((connection) => run<R>(connection, sql, parameters));
  }

  async connect<T>(work: Work<T>): Promise<T> {
    if (this.#engine && !this.#engine.isAlive) await this.#reopen();
    const engine = this.#engine;
    if (!engine) throw new StoreError("closed", "The store is closed.");
    let connection: Connection | undefined;
    try {
      connection = await engine.connect();
      return await work(connection);
    } catch (error) {
      // Another caller may have reopened it meanwhile.
      if (isInvalidated(error) && this.#engine === engine) await this.#reopen();
      throw error;
    } finally {
      connection?.close();
    }
  }

  /** Commits when the work resolves, rolls back when it rejects. */
  transact<T>(work: Work<T>): Promise<T> {
    return this.connect(async (connection) => {
      await connection.run("BEGIN TRANSACTION");
      try {
        const result = await work(connection);
        await connection.run("COMMIT");
        return result;
      } catch (error) {
        await connection.run("ROLLBACK").catch(() => {});
        throw error;
      }
    });
  }

  /** Sets the number of threads that all statements share during the work. */
  async withThreads(threads: number, work: () => Promise<void>): Promise<void> {
    const set = (count: number) => this.query(`SET threads = ${count}`);
    await set(threads);
    try {
      await work();
    } finally {
      await set(this.#options.threads);
    }
  }

  async close(): Promise<void> {
    await this.#reopening?.catch(() => {});
    const engine = this.#engine;
    this.#engine = undefined;
    await engine?.close();
  }

  /** Kills the engine if it runs in a separate process; see `Engine.kill`. */
  kill(): void {
    if (!this.#engine?.kill) return;
    this.#engine.kill();
    this.#engine = undefined;
  }

  async #open(): Promise<void> {
    const { folder, memory, threads, isApart, silentMs } = this.#options;
    const file = join(folder, DATABASE_FILE);
    const options = { file, memory, threads, temporary: join(folder, "temporary"), silentMs };
    const engine = await waitForFile(() => (isApart ? openEngineApart : openEngine)(options));
    this.#engine = engine;
    // The umask may leave the file readable by other users.
    await chmod(file, 0o600);
    const connection = await engine.connect();
    try {
      await refuseEarlyLayout(connection);
      for (const statement of describeSchema()) await connection.run(statement);
    } finally {
      connection.close();
    }
  }

  /** Reopens the database once for all callers that find it unusable. */
  #reopen(): Promise<void> {
    this.#reopening ??= this.#openAgain().finally(() => {
      this.#reopening = undefined;
    });
    return this.#reopening;
  }

  async #openAgain(): Promise<void> {
    if (!this.#engine?.isAlive) this.#options.onEnded?.();
    await this.#engine?.close();
    await this.#open();
  }
}

/** Checks that the file has a readable layout, without changing it. Rejects with a `StoreError` otherwise. */
export async function checkLayout(folder: string): Promise<void> {
  const engine = await openEngine({
    file: join(folder, DATABASE_FILE),
    memory: "100MB",
    threads: 1,
    temporary: join(folder, "temporary"),
    isReadOnly: true,
  });
  try {
    await refuseEarlyLayout(await engine.connect());
  } finally {
    await engine.close();
  }
}

export async function run<R extends object = Row>(
  connection: Connection,
  sql: string,
  parameters: readonly Parameter[] = [],
): Promise<R[]> {
  return (await connection.run(sql, parameters)) as R[];
}

/** Opens the file; retries for a while when another process has it open. */
async function waitForFile<T>(open: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + LOCKED_MS; ; await setTimeout(TRY_EVERY_MS)) {
    try {
      return await open();
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error;
    }
  }
}

/** Refuses the layout that an early development version wrote as format 1. */
async function refuseEarlyLayout(connection: Connection): Promise<void> {
  const tables = await run(
    connection,
    "SELECT table_name FROM information_schema.tables WHERE table_name IN ('claims', 'starts')",
  );
  if (tables.length === 2)
    throw new StoreError(
      "incompatible",
      "The database has the layout of an early development version. Run the version that wrote it, or restore a backup.",
    );
}

function describeSchema(): string[] {
  const columns = Object.entries(FACTS);
  return [
    `CREATE TABLE IF NOT EXISTS facts (${columns.map(([name, type]) => `${name} ${type}`).join(", ")})`,
    // A database of an earlier version lacks columns that were added since.
    ...columns.map(([name, type]) => `ALTER TABLE facts ADD COLUMN IF NOT EXISTS ${name} ${type}`),
    // `counted_at`: milliseconds of running time. `decided`: time of the decision.
    `CREATE TABLE IF NOT EXISTS deduplication_keys
       (epoch INTEGER, number BIGINT, kind TINYINT, counted_at BIGINT, decided TIMESTAMP, campaign_id INTEGER)`,
    "CREATE TABLE IF NOT EXISTS frequency (viewer VARCHAR, campaign_id INTEGER, time TIMESTAMP, expires TIMESTAMP)",
    `CREATE TABLE IF NOT EXISTS named_imports (
       id INTEGER, name VARCHAR, digest VARCHAR, read BIGINT, added BIGINT, rejected BIGINT, time TIMESTAMP)`,
    // NULL for imports by the `import` command, whose lines may belong to any network.
    "ALTER TABLE named_imports ADD COLUMN IF NOT EXISTS network INTEGER",
    ...describeDailySums(),
    // Sums of imports that are not yet in the budgets; see `ImportedDeliveries`.
    `CREATE TABLE IF NOT EXISTS imported_sums
       (change VARCHAR, campaign_id INTEGER, day DATE, impressions HUGEINT, cost DECIMAL(38,9))`,
    // Months before this moment are summed up.
    "CREATE TABLE IF NOT EXISTS summed_up (before TIMESTAMP)",
    "CREATE TABLE IF NOT EXISTS loaded (file VARCHAR)",
    "CREATE TABLE IF NOT EXISTS epochs (epoch INTEGER, started TIMESTAMP)",
    "CREATE TABLE IF NOT EXISTS running_time (ms BIGINT)",
  ];
}
