/** The embedded column store: its file, its connections and its transactions. */
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { isInvalidated } from "./errors.ts";
import { quote } from "./loading.ts";
import { COUNTERS, DIMENSIONS, ORIGIN, TIME } from "./schema.ts";
import { type Parameter, type Row, StoreError } from "./store.ts";
import { toDuckDB, toRows } from "./values.ts";

export interface DatabaseOptions {
  folder: string;
  /** Memory for queries, as the database writes it: "512MB". */
  memory: string;
  threads: number;
}

/** Work with one connection. */
export type Work<T> = (connection: DuckDBConnection) => Promise<T>;

export const DATABASE_FILE = "events.duckdb";

const FACTS = { ...TIME, ...ORIGIN, ...DIMENSIONS, ...COUNTERS };

const INTERRUPT_EVERY_MS = 20;

export class Database {
  readonly #options: DatabaseOptions;
  #instance: DuckDBInstance | undefined;

  private constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  static async open(options: DatabaseOptions): Promise<Database> {
    const database = new Database(options);
    await database.#open();
    return database;
  }

  query<R extends object = Row>(sql: string, parameters: readonly Parameter[] = []): Promise<R[]> {
    return this.connect((connection) => run<R>(connection, sql, parameters));
  }

  /** Writes the rows of a statement to a file; see `ExportedRows`. */
  exportRows(
    path: string,
    sql: string,
    parameters: readonly Parameter[],
    signal: AbortSignal,
  ): Promise<void> {
    const format = "FORMAT csv, HEADER false, DELIMITER '\t', QUOTE '', ESCAPE '', NULLSTR '\\N'";
    return this.connect(async (connection) => {
      // An interruption before the statement runs is lost, so it is repeated.
      const interruption = setInterval(() => signal.aborted && connection.interrupt(), INTERRUPT_EVERY_MS);
      try {
        await run(connection, `COPY (${sql}) TO ${quote(path)} (${format})`, parameters);
      } finally {
        clearInterval(interruption);
      }
    });
  }

  async connect<T>(work: Work<T>): Promise<T> {
    if (!this.#instance) throw new StoreError("closed", "The store is closed.");
    let connection: DuckDBConnection | undefined;
    try {
      connection = await this.#instance.connect();
      return await work(connection);
    } catch (error) {
      if (isInvalidated(error)) await this.#reopen();
      throw error;
    } finally {
      connection?.closeSync();
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

  /** Sets how many threads all statements share while the work goes on. */
  async withThreads(threads: number, work: () => Promise<void>): Promise<void> {
    const set = (count: number) => this.query(`SET threads = ${count}`);
    await set(threads);
    try {
      await work();
    } finally {
      await set(this.#options.threads);
    }
  }

  close(): void {
    this.#instance?.closeSync();
    this.#instance = undefined;
  }

  async #open(): Promise<void> {
    const { folder, memory, threads } = this.#options;
    const file = join(folder, DATABASE_FILE);
    this.#instance = await DuckDBInstance.create(file, {
      threads: String(threads),
      memory_limit: memory,
      temp_directory: join(folder, "temporary"),
      autoinstall_known_extensions: "false",
    });
    // Programs that make it with another mask, or earlier versions, leave it readable to others.
    await chmod(file, 0o600);
    await this.connect(async (connection) => {
      for (const statement of describeSchema()) await connection.run(statement);
    });
  }

  async #reopen(): Promise<void> {
    this.close();
    await this.#open();
  }
}

export async function run<R extends object = Row>(
  connection: DuckDBConnection,
  sql: string,
  parameters: readonly Parameter[] = [],
): Promise<R[]> {
  return toRows<R>(await connection.run(sql, parameters.map(toDuckDB)));
}

function describeSchema(): string[] {
  const columns = Object.entries(FACTS);
  return [
    `CREATE TABLE IF NOT EXISTS facts (${columns.map(([name, type]) => `${name} ${type}`).join(", ")})`,
    // A database of an earlier version lacks the columns that were added since.
    ...columns.map(([name, type]) => `ALTER TABLE facts ADD COLUMN IF NOT EXISTS ${name} ${type}`),
    // `counted_at`: milliseconds of running time. `decided`: when the decision was made.
    `CREATE TABLE IF NOT EXISTS deduplication_keys
       (epoch INTEGER, number BIGINT, kind TINYINT, counted_at BIGINT, decided TIMESTAMP, campaign_id INTEGER)`,
    "CREATE TABLE IF NOT EXISTS frequency (viewer VARCHAR, campaign_id INTEGER, time TIMESTAMP, expires TIMESTAMP)",
    `CREATE TABLE IF NOT EXISTS named_imports (
       id INTEGER, name VARCHAR, digest VARCHAR, read BIGINT, added BIGINT, rejected BIGINT, time TIMESTAMP)`,
    // Digests of what version 0.1.0 imported: of the first so many records of a file.
    "CREATE TABLE IF NOT EXISTS earlier_imports (records BIGINT, digest VARCHAR)",
    "CREATE TABLE IF NOT EXISTS loaded (file VARCHAR)",
    "CREATE TABLE IF NOT EXISTS epochs (epoch INTEGER, started TIMESTAMP)",
    "CREATE TABLE IF NOT EXISTS running_time (ms BIGINT)",
  ];
}
