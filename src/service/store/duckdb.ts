/**
 * The store on one machine: a journal makes events durable, an embedded column store answers queries.
 *
 * Events go from the journal to the column store by the file, each file in one transaction that also notes its name:
 * a crash in between loads it again or finds it noted, so it counts once. A commit of the column store itself costs
 * milliseconds of the main thread, one of the journal a fraction of one.
 */
import { statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Clock, systemClock } from "../values/clock.ts";
import { makeFolder } from "../values/files.ts";
import { copyDatabase } from "./backup.ts";
import { DATABASE_FILE, Database, run } from "./database.ts";
import { Deduplication, PAGE_NUMBERS } from "./deduplication.ts";
import { writeDuckDB } from "./duckdbSql.ts";
import { asOpenError, asStoreError, describeProblem } from "./errors.ts";
import type { FactsQuery } from "./factsQuery.ts";
import { Folding } from "./folding.ts";
import { FORMAT, migrate, readFormat, writeFormat } from "./format.ts";
import { Journal } from "./journal.ts";
import { EVENTS_HEADER, EventEncoder, KINDS } from "./lines.ts";
import { Loader } from "./loader.ts";
import { loadFacts } from "./loading.ts";
import { forgetBefore } from "./retention.ts";
import { RunningTime } from "./runningTime.ts";
import { SetAside, type SetAsideNotice } from "./setAside.ts";
import {
  type Event,
  type ExportedRows,
  type KeyedEvent,
  type KeyKind,
  type Query,
  type Store,
  StoreError,
  type StoreStatus,
  type Transaction,
  type WorkDone,
} from "./store.ts";

export interface DuckDBStoreOptions {
  /** Folder of the database and the journal; made when it does not exist. */
  folder: string;
  /** How long a deduplication key is remembered; at least as long as any signed address lives. Milliseconds. */
  keysKeptMs?: number;
  /** How often events go from the journal to where queries look. Milliseconds. */
  loadEveryMs?: number;
  /** Age at which facts are folded into quarters of an hour; more than tracking addresses live. Milliseconds. */
  foldAfterMs?: number;
  /** Most bytes of events that may wait for the disk. */
  maxWaiting?: number;
  /** Memory for queries, as the database writes it: "512MB". */
  memory?: string;
  /** Threads for queries. */
  threads?: number;
  /** Whether the database has a process of its own, so that its work never holds up the caller's. */
  isApart?: boolean;
  /** Told when that process ended by itself and is started again. */
  onEnded?: () => void;
  clock?: Clock;
  /** Number of this start, where several nodes share them; by default the next one of the folder. */
  epoch?: number | undefined;
  /** Told of what is set aside. */
  onSetAside?: (notice: SetAsideNotice) => void;
}

const DEFAULTS = {
  foldAfterMs: 3 * 3600_000,
  keysKeptMs: 25 * 3600_000,
  loadEveryMs: 1000,
  maxWaiting: 32 * 1024 * 1024,
  memory: "1GB",
  threads: 2,
  isApart: false,
  onEnded: () => {},
  clock: systemClock,
  epoch: undefined,
  onSetAside: () => {},
};

/** How often older facts are folded. */
const FOLD_EVERY_MS = 5 * 60_000;

/** How often the running time is noted while nothing happens. */
const NOTE_EVERY_MS = 60_000;
const NONE: WorkDone = { count: 0, seconds: 0 };

/** What only a store on this machine can do. */
export interface LocalStore extends Store {
  /** Knows the keys that this store has. */
  readonly deduplication: Deduplication;
  /** Copies everything acknowledged so far into a folder that does not exist yet, while events go on. */
  backUp(to: string): Promise<void>;
  /** Sums up facts of earlier months by campaign, so that only the last months take space. */
  forgetMonthsBefore(months: number): Promise<void>;
  /** Folds facts that are older than `foldAfterMs`, all of them; it happens by itself as well. */
  fold(): Promise<void>;
}

export async function openStore(options: DuckDBStoreOptions): Promise<LocalStore> {
  const store = new DuckDBStore({ ...DEFAULTS, ...options });
  await store.open();
  return store;
}

class DuckDBStore implements LocalStore {
  readonly #options: Required<DuckDBStoreOptions>;
  readonly deduplication = new Deduplication(() => this.#readTime());
  readonly #encoder = new EventEncoder();
  #database: Database | undefined;
  #journal: Journal | undefined;
  #loader: Loader | undefined;
  #runningTime: RunningTime | undefined;
  readonly #setAside: SetAside;
  #notedAt = 0;
  readonly #loads: WorkDone = { count: 0, seconds: 0 };
  #timer: NodeJS.Timeout | undefined;
  #epoch = 0;
  #problem: StoreError | undefined;
  /** Files of rows so far. */
  #exports = 0;
  /** Loads and transactions, one after the other. */
  #writes: Promise<unknown> = Promise.resolve();
  #folding: Folding | undefined;
  #isClosing = false;
  /** When facts were last folded, in running time. */
  #foldedAt = 0;
  /** Long transactions, folding and retention, one after the other: they may delete the same facts. */
  #longWork: Promise<unknown> = Promise.resolve();

  constructor(options: Required<DuckDBStoreOptions>) {
    this.#options = options;
    this.#setAside = new SetAside(join(options.folder, "set-aside"), options.onSetAside);
  }

  get epoch(): number {
    return this.#epoch;
  }

  async open(): Promise<void> {
    const { folder, memory, threads, isApart, onEnded, maxWaiting } = this.#options;
    try {
      await makeFolder(resolve(folder));
      const format = await readFormat(folder);
      const database = await Database.open({ folder, memory, threads, isApart, onEnded });
      this.#database = database;
      if (format !== undefined) await database.connect((connection) => migrate(connection, format));
      if (format !== FORMAT) await writeFormat(folder);
      this.#runningTime = new RunningTime(await this.#readRunningTime(), this.#options.clock.elapsed);
      this.#folding = new Folding(database);
      this.#loader = this.#createLoader(database, this.#runningTime);
      await this.#loader.clean();
      this.#epoch = await this.#startEpoch();
      this.#journal = await Journal.open({
        folder: join(folder, "journal"),
        header: EVENTS_HEADER,
        prefix: String(this.#epoch).padStart(9, "0"),
        maxWaiting,
      });
      await this.#load();
      await this.#recallKeys();
    } catch (error) {
      await this.#database?.close();
      throw asOpenError(error, folder);
    }
    this.#timer = setInterval(() => this.#tick(), this.#options.loadEveryMs).unref();
  }

  append(events: readonly Event[]): Promise<void> {
    try {
      return this.#openJournal().append(this.#encoder.encode(events), events.length);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  appendKeyed(events: readonly KeyedEvent[]): Promise<void> {
    try {
      const lines = events.map(({ key, event }) => this.#encoder.encode([event], key)).join("");
      // One write, of which a crash leaves all or nothing.
      return this.#openJournal().append(lines, events.length);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  query: Query = async (sql, parameters = []) => {
    await this.#load();
    return this.#openDatabase().query(sql, parameters);
  };

  async exportRows(query: FactsQuery, signal: AbortSignal): Promise<ExportedRows> {
    await this.#load();
    const { sql, parameters } = writeDuckDB(query);
    this.#exports += 1;
    const path = join(this.temporary, `rows-${this.#exports}.tsv`);
    try {
      await this.#openDatabase().exportRows(path, sql, parameters, signal);
      return { path };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#exclusive(() => this.#transact(work));
  }

  longTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#startLongWork(() => this.#transact(work));
  }

  async fold(): Promise<void> {
    const { foldAfterMs, clock } = this.#options;
    const before = new Date(clock.now() - foldAfterMs);
    const foldSome = () => this.#folding?.foldBefore(before) ?? Promise.resolve(false);
    for (let more = true; more; ) more = (await this.#startLongWork(foldSome)) && !this.#isClosing;
  }

  get temporary(): string {
    return join(this.#options.folder, "temporary");
  }

  #transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#openDatabase().transact((connection) =>
      work({
        query: (sql, parameters = []) => run(connection, sql, parameters),
        append: (facts) => this.#loader?.appendFacts(connection, facts) ?? Promise.resolve(),
        load: async ({ path, columns }, importId) => {
          await connection.run(loadFacts(path, columns, importId));
        },
      }),
    );
  }

  async countPending(since: number): Promise<Map<number, number>> {
    const rows = await this.query<{ campaign: number; pending: bigint }>(PENDING, [new Date(since)]);
    return new Map(rows.map(({ campaign, pending }) => [campaign, Number(pending)]));
  }

  async backUp(to: string): Promise<void> {
    await this.#load();
    await copyDatabase(this.#openDatabase(), this.#options.folder, to);
  }

  forgetMonthsBefore(months: number): Promise<void> {
    const now = new Date(this.#options.clock.now());
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
    return this.#startLongWork(() =>
      this.#openDatabase().transact((connection) => forgetBefore(connection, first)),
    );
  }

  status(): StoreStatus {
    const { counts: setAside } = this.#setAside;
    const journal = this.#journal;
    if (!journal)
      return {
        ready: false,
        problem: "The store is closed.",
        waiting: 0,
        setAside,
        bytes: 0,
        writes: NONE,
        loads: this.#loads,
      };
    const problem = journal.problem ?? this.#problem;
    const status = {
      waiting: journal.lines,
      setAside,
      bytes: this.#measureFiles(),
      writes: journal.writes,
      loads: this.#loads,
    };
    return problem
      ? { ready: false, problem: describeProblem(problem), ...status }
      : { ready: true, ...status };
  }

  async close(): Promise<void> {
    const journal = this.#journal;
    if (!journal) return;
    clearInterval(this.#timer);
    this.#isClosing = true;
    await journal.close();
    await this.#longWork;
    // What cannot be loaded now is safe in the journal and is loaded at the next start.
    await this.#load().catch(() => {});
    await this.#noteRunningTime().catch(() => {});
    this.#journal = undefined;
    await this.#database?.close();
    this.#database = undefined;
  }

  /** Bytes of the database on disk. */
  #measureFiles(): number {
    const sizes = ["", ".wal"].map((suffix) =>
      statSync(join(this.#options.folder, DATABASE_FILE + suffix), { throwIfNoEntry: false }),
    );
    return sizes.reduce((sum, file) => sum + (file?.size ?? 0), 0);
  }

  #openJournal(): Journal {
    if (!this.#journal) throw new StoreError("closed", "The store is closed.");
    return this.#journal;
  }

  #openDatabase(): Database {
    if (!this.#database) throw new StoreError("closed", "The store is closed.");
    return this.#database;
  }

  #createLoader(database: Database, runningTime: RunningTime): Loader {
    const { folder, keysKeptMs, clock } = this.#options;
    return new Loader({
      ...{ database, runningTime, keysKeptMs, setAside: this.#setAside, now: clock.now },
      journal: join(folder, "journal"),
      temporary: join(folder, "temporary"),
    });
  }

  async #startEpoch(): Promise<number> {
    const { epoch, clock } = this.#options;
    if (epoch !== undefined) {
      await this.#openDatabase().query("INSERT INTO epochs VALUES ($1, $2::TIMESTAMP)", [
        epoch,
        new Date(clock.now()),
      ]);
      return epoch;
    }
    const [row] = await this.#openDatabase().query<{ epoch: number }>(
      "INSERT INTO epochs SELECT coalesce(max(epoch), 0) + 1, $1::TIMESTAMP FROM epochs RETURNING epoch",
      [new Date(this.#options.clock.now())],
    );
    return row?.epoch ?? 1;
  }

  #readTime(): number {
    return this.#runningTime?.now() ?? 0;
  }

  /** Milliseconds that earlier starts were running. */
  async #readRunningTime(): Promise<number> {
    const database = this.#openDatabase();
    const [row] = await database.query<{ ms: bigint }>("SELECT ms FROM running_time");
    if (!row) await database.query("INSERT INTO running_time VALUES (0)");
    return Number(row?.ms ?? 0n);
  }

  async #noteRunningTime(): Promise<void> {
    this.#notedAt = this.#readTime();
    await this.#openDatabase().query("UPDATE running_time SET ms = $1", [this.#notedAt]);
  }

  /** A page of keys is one value, so that no object is made for each of millions. */
  async #recallKeys(): Promise<void> {
    const kinds = new Map(Object.entries(KINDS).map(([kind, id]) => [id, kind as KeyKind]));
    for (const row of await this.#openDatabase().query<KeyPage>(KEY_PAGES)) {
      const kind = kinds.get(row.kind);
      const { epoch, page, countedAt, decidedAt } = row;
      // The first byte says how many bits are padding: none.
      if (kind) this.deduplication.addPage(epoch, page, kind, row.bits.subarray(1), { countedAt, decidedAt });
    }
  }

  #tick(): void {
    const journal = this.#journal;
    if (!journal) return;
    if (journal.problem) journal.probe().catch(() => {});
    const { keysKeptMs, clock } = this.#options;
    this.deduplication.dropBefore({
      countedAt: this.#readTime() - keysKeptMs,
      decidedAt: clock.now() - keysKeptMs,
    });
    // The failure is kept for `status()`.
    this.#load().catch(() => {});
    if (this.#readTime() - this.#foldedAt >= FOLD_EVERY_MS) {
      this.#foldedAt = this.#readTime();
      // What cannot be folded now is next time.
      this.fold().catch(() => {});
    }
    if (this.#readTime() - this.#notedAt >= NOTE_EVERY_MS)
      this.#exclusive(() => this.#noteRunningTime()).catch(() => {});
  }

  /** Brings everything acknowledged so far to where queries look. */
  #load(): Promise<void> {
    const journal = this.#openJournal();
    return this.#exclusive(async () => {
      const files = await journal.seal();
      if (files.length > 0) {
        const startedAt = performance.now();
        // With more threads, loading takes twice the processor time and no less time.
        await this.#openDatabase().withThreads(1, async () => {
          for (const file of files) {
            await this.#loader?.load(file);
            journal.forget(file.path);
          }
        });
        this.#loads.count += 1;
        this.#loads.seconds += (performance.now() - startedAt) / 1000;
      }
      this.#problem = undefined;
    }).catch((error) => {
      this.#problem = asStoreError(error);
      throw this.#problem;
    });
  }

  #startLongWork<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#longWork.then(work);
    this.#longWork = result.catch(() => {});
    return result;
  }

  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#writes.then(work);
    this.#writes = result.catch(() => {});
    return result;
  }
}

/** Decisions and keys are kept by the second, so that both sides of a moment are the same. */
const PENDING = `
  SELECT campaign_id AS campaign, (filled - coalesce(shown, 0))::BIGINT AS pending
  FROM (
    SELECT campaign_id, sum(filled) AS filled FROM facts
    WHERE time >= date_trunc('second', $1::TIMESTAMP) AND campaign_id IS NOT NULL GROUP BY ALL
  ) LEFT JOIN (
    SELECT campaign_id, count(*) AS shown FROM deduplication_keys
    WHERE kind = ${KINDS.impression} AND decided >= date_trunc('second', $1::TIMESTAMP) GROUP BY ALL
  ) USING (campaign_id)
  WHERE filled > coalesce(shown, 0)`;

interface KeyPage {
  epoch: number;
  page: number;
  kind: number;
  countedAt: number;
  decidedAt: number;
  bits: Uint8Array;
}

const KEY_PAGES = `
  SELECT epoch, (number // ${PAGE_NUMBERS})::INTEGER AS page, kind, max(counted_at)::DOUBLE AS countedAt,
    max(epoch_ms(decided))::DOUBLE AS decidedAt,
    bitstring_agg((number % ${PAGE_NUMBERS})::INTEGER, 0, ${PAGE_NUMBERS - 1}) AS bits
  FROM deduplication_keys GROUP BY ALL`;
