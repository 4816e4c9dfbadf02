/**
 * The store on one machine: a journal makes events durable, an embedded column store answers queries.
 *
 * Events go from the journal to the column store by the file, each file in one transaction that also notes its name:
 * a crash in between loads it again or finds it noted, so it counts once. A commit of the column store itself costs
 * milliseconds of the main thread, one of the journal a fraction of one.
 */
import { rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { Claims } from "./claims.ts";
import { makeFolder, readFirstLine, writeTemporary } from "./files.ts";
import { asStoreError, Journal } from "./journal.ts";
import { countLines, EVENTS_HEADER, encodeEvents, FACTS_HEADER, KINDS, readLines, summed } from "./lines.ts";
import { COUNTERS, DIMENSIONS, type Fact, TIME } from "./schema.ts";
import {
  type Claim,
  type Claimed,
  type ClaimKind,
  type Event,
  type Parameter,
  type Query,
  type Row,
  type Store,
  StoreError,
  type StoreStatus,
  type Transaction,
} from "./store.ts";
import { toDuckDB, toRows } from "./values.ts";

export interface DuckDBStoreOptions {
  /** Folder of the database and the journal; made when it does not exist. */
  folder: string;
  /** How long a claim is remembered; at least as long as any signed address lives. Milliseconds. */
  claimsKeptMs?: number;
  /** How often events go from the journal to where queries look. Milliseconds. */
  loadEveryMs?: number;
  /** Most bytes of events that may wait for the disk. */
  maxWaiting?: number;
  /** Memory for queries, as the database writes it: "512MB". */
  memory?: string;
  now?: () => number;
}

const DEFAULTS = {
  claimsKeptMs: 25 * 3600_000,
  loadEveryMs: 1000,
  maxWaiting: 32 * 1024 * 1024,
  memory: "1GB",
  now: Date.now,
};

/** Of queries. */
const THREADS = 2;

const FACTS = { ...TIME, ...DIMENSIONS, ...COUNTERS };

export async function openStore(options: DuckDBStoreOptions): Promise<Store> {
  const store = new DuckDBStore({ ...DEFAULTS, ...options });
  await store.open();
  return store;
}

class DuckDBStore implements Store {
  readonly #options: Required<DuckDBStoreOptions>;
  readonly #claims = new Claims();
  /** Claims whose line is on its way to the disk. */
  readonly #claiming = new Map<string, Promise<void>>();
  #instance: DuckDBInstance | undefined;
  #journal: Journal | undefined;
  #timer: NodeJS.Timeout | undefined;
  #series = 0;
  #problem: StoreError | undefined;
  /** Loads and transactions, one after the other. */
  #writes: Promise<unknown> = Promise.resolve();

  constructor(options: Required<DuckDBStoreOptions>) {
    this.#options = options;
  }

  get series(): number {
    return this.#series;
  }

  async open(): Promise<void> {
    try {
      await makeFolder(resolve(this.#options.folder));
      this.#instance = await this.#openDatabase();
      this.#series = await this.#startSeries();
      const prefix = String(this.#series).padStart(9, "0");
      const { maxWaiting } = this.#options;
      const folder = join(this.#options.folder, "journal");
      this.#journal = await Journal.open({ folder, header: EVENTS_HEADER, prefix, maxWaiting });
      await this.#load();
      await this.#recallClaims();
    } catch (error) {
      this.#instance?.closeSync();
      throw asOpenError(error, this.#options.folder);
    }
    this.#timer = setInterval(() => this.#tick(), this.#options.loadEveryMs).unref();
  }

  append(events: readonly Event[]): Promise<void> {
    try {
      return this.#opened().append(encodeEvents(events), events.length);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async claim(claim: Claim, event: Event): Promise<Claimed> {
    const key = `${claim.series}:${claim.number}:${claim.kind}`;
    // Whoever asks for the same claim meanwhile learns what became of it before being told anything.
    for (let other = this.#claiming.get(key); other; other = this.#claiming.get(key))
      await other.catch(() => {});
    if (this.#claims.has(claim)) return "repeated";
    const written = this.#opened().append(encodeEvents([event], claim), 1);
    this.#claiming.set(key, written);
    try {
      await written;
    } finally {
      this.#claiming.delete(key);
    }
    this.#claims.add(claim, this.#options.now());
    return "counted";
  }

  query: Query = async <R extends object = Row>(sql: string, parameters: readonly Parameter[] = []) => {
    await this.#load();
    return this.#connected((connection) => run<R>(connection, sql, parameters));
  };

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#exclusive(() =>
      this.#atomically((connection) =>
        work({
          query: (sql, parameters = []) => run(connection, sql, parameters),
          append: (facts) => this.#appendBulk(connection, facts),
        }),
      ),
    );
  }

  status(): StoreStatus {
    const journal = this.#journal;
    if (!journal) return { ready: false, problem: "The store is closed.", waiting: 0 };
    const problem = journal.problem ?? this.#problem;
    const waiting = journal.lines;
    return problem ? { ready: false, problem: problem.message, waiting } : { ready: true, waiting };
  }

  async close(): Promise<void> {
    const journal = this.#journal;
    if (!journal) return;
    clearInterval(this.#timer);
    await journal.close();
    // What cannot be loaded now is safe in the journal and is loaded at the next start.
    await this.#load().catch(() => {});
    this.#journal = undefined;
    this.#instance?.closeSync();
    this.#instance = undefined;
  }

  #opened(): Journal {
    if (!this.#journal) throw new StoreError("closed", "The store is closed.");
    return this.#journal;
  }

  async #openDatabase(): Promise<DuckDBInstance> {
    const { folder, memory } = this.#options;
    const instance = await DuckDBInstance.create(join(folder, "events.duckdb"), {
      threads: String(THREADS),
      memory_limit: memory,
      temp_directory: join(folder, "temporary"),
      autoinstall_known_extensions: "false",
    });
    const connection = await instance.connect();
    for (const statement of schema()) await connection.run(statement);
    connection.closeSync();
    return instance;
  }

  async #startSeries(): Promise<number> {
    const now = new Date(this.#options.now());
    const [row] = await this.#connected((connection) =>
      run<{ series: number }>(
        connection,
        "INSERT INTO starts SELECT coalesce(max(series), 0) + 1, $1::TIMESTAMP FROM starts RETURNING series",
        [now],
      ),
    );
    return row?.series ?? 1;
  }

  async #recallClaims(): Promise<void> {
    const rows = await this.#connected((connection) =>
      run<{ series: number; number: bigint; kind: number; time: Date }>(
        connection,
        "SELECT series, number, kind, time FROM claims",
        [],
      ),
    );
    const kinds = Object.fromEntries(Object.entries(KINDS).map(([kind, id]) => [id, kind as ClaimKind]));
    for (const { series, number, kind, time } of rows) {
      const name = kinds[kind];
      if (name) this.#claims.add({ series, number: Number(number), kind: name }, time.getTime());
    }
  }

  #tick(): void {
    const journal = this.#journal;
    if (!journal) return;
    if (journal.problem) journal.probe().catch(() => {});
    this.#claims.dropBefore(this.#options.now() - this.#options.claimsKeptMs);
    // The failure is kept for `status()`.
    this.#load().catch(() => {});
  }

  /** Brings everything acknowledged so far to where queries look. */
  #load(): Promise<void> {
    const journal = this.#opened();
    return this.#exclusive(async () => {
      const paths = await journal.seal();
      if (paths.length > 0) {
        await this.#byOneThread(async () => {
          for (const path of paths) {
            await this.#loadFile(path);
            await rm(path, { force: true });
            journal.forget(path);
          }
        });
      }
      this.#problem = undefined;
    }).catch((error) => {
      this.#problem = asStoreError(error);
      throw this.#problem;
    });
  }

  /** With more threads, loading takes twice the processor time and no less time. */
  async #byOneThread(work: () => Promise<void>): Promise<void> {
    const use = (threads: number) =>
      this.#connected((connection) => connection.run(`SET threads = ${threads}`));
    await use(1);
    try {
      await work();
    } finally {
      await use(THREADS);
    }
  }

  async #loadFile(path: string): Promise<void> {
    const header = await readFirstLine(path);
    // Cut off before its first line was whole: nothing in it was acknowledged.
    if (header === "") return;
    const oldest = new Date(this.#options.now() - this.#options.claimsKeptMs);
    await this.#atomically(async (connection) => {
      const name = basename(path);
      const known = await run(connection, "SELECT 1 FROM loaded WHERE file = $1", [name]);
      if (known.length > 0) return;
      const counted = `${path}.counted`;
      try {
        for (const statement of loading(path, header, counted)) await connection.run(statement);
      } finally {
        await rm(counted, { force: true });
      }
      await run(connection, "DELETE FROM claims WHERE time < $1::TIMESTAMP", [oldest]);
      await run(connection, "INSERT INTO loaded VALUES ($1)", [name]);
    });
  }

  async #appendBulk(connection: DuckDBConnection, facts: readonly Fact[]): Promise<void> {
    const file = await writeTemporary(this.#options.folder, facts);
    try {
      const { columns, select } = summed(FACTS_HEADER);
      const source = readLines(file, FACTS_HEADER);
      await connection.run(`INSERT INTO facts (${columns}) SELECT ${select} FROM ${source} GROUP BY ALL`);
    } finally {
      await rm(file, { force: true });
    }
  }

  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#writes.then(work);
    this.#writes = result.catch(() => {});
    return result;
  }

  async #atomically<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    return this.#connected(async (connection) => {
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

  async #connected<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
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

  /** After a failure it cannot undo, such as a full disk at a checkpoint, the database takes nothing until opened anew. */
  async #reopen(): Promise<void> {
    this.#instance?.closeSync();
    this.#instance = await this.#openDatabase();
  }
}

async function run<R extends object>(
  connection: DuckDBConnection,
  sql: string,
  parameters: readonly Parameter[],
): Promise<R[]> {
  return toRows<R>(await connection.run(sql, parameters.map(toDuckDB)));
}

function schema(): string[] {
  const columns = Object.entries(FACTS);
  return [
    `CREATE TABLE IF NOT EXISTS facts (${columns.map(([name, type]) => `${name} ${type}`).join(", ")})`,
    // A database of an earlier version lacks the columns that were added since.
    ...columns.map(([name, type]) => `ALTER TABLE facts ADD COLUMN IF NOT EXISTS ${name} ${type}`),
    "CREATE TABLE IF NOT EXISTS claims (series INTEGER, number BIGINT, kind TINYINT, time TIMESTAMP)",
    "CREATE TABLE IF NOT EXISTS loaded (file VARCHAR)",
    "CREATE TABLE IF NOT EXISTS starts (series INTEGER, time TIMESTAMP)",
  ];
}

/** From a file of events into `facts` and `claims`, by a file for a while; a claim that is known counts nothing. */
function loading(path: string, header: string, temporary: string): string[] {
  // Files of earlier versions are counted already.
  const isCounted = header.split(",").includes("times");
  const [file, names] = isCounted ? [path, header] : [temporary, `${header},times`];
  const { columns, select } = summed(names);
  return [
    ...(isCounted ? [] : [countLines(path, file, names)]),
    `CREATE OR REPLACE TEMP TABLE lines AS SELECT * FROM ${readLines(file, names)}`,
    `CREATE OR REPLACE TEMP TABLE claimed AS
       SELECT DISTINCT ON (claim_series, claim_number, claim_kind) * REPLACE (1 AS times) FROM lines
       WHERE claim_kind IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM claims
         WHERE series = claim_series AND number = claim_number AND kind = claim_kind)`,
    `INSERT INTO facts (${columns}) SELECT ${select} FROM
       (SELECT * FROM lines WHERE claim_kind IS NULL UNION ALL SELECT * FROM claimed) GROUP BY ALL`,
    `INSERT INTO claims SELECT claim_series, claim_number, claim_kind, make_timestamp(time_s * 1000000) FROM claimed`,
  ];
}

function isInvalidated(error: unknown): boolean {
  return error instanceof Error && /invalidated|FATAL/i.test(error.message);
}

const UNUSABLE = new Set(["EEXIST", "ENOTDIR", "ENOENT", "EACCES", "EPERM", "EROFS"]);

function asOpenError(error: unknown, folder: string): StoreError {
  const message = error instanceof Error ? error.message : String(error);
  if (/Could not set lock/i.test(message)) {
    return new StoreError("locked", `The data folder ${folder} is in use by another process.`, error);
  }
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (UNUSABLE.has(code) || /Cannot open file|permission denied|read-only/i.test(message)) {
    return new StoreError("unwritable", `The data folder ${folder} cannot be written: ${message}`, error);
  }
  return asStoreError(error);
}
