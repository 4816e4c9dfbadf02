/**
 * The store on one machine: a journal makes events durable, an embedded column store answers queries.
 *
 * Events go from the journal to the column store by the file, each file in one transaction that also notes its name:
 * a crash in between loads it again or finds it noted, so it counts once. A commit of the column store takes a processor
 * for milliseconds, one of the journal for a fraction of one.
 */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Clock, systemClock } from "../values/clock.ts";
import { makeFolder } from "../values/files.ts";
import { SerialQueue } from "../values/serialQueue.ts";
import { copyDatabase } from "./backup.ts";
import { transactInBulk } from "./bulkTransaction.ts";
import { Database } from "./database.ts";
import { Deduplication } from "./deduplication.ts";
import { writeDuckDB } from "./duckdbSql.ts";
import { startEpoch } from "./epoch.ts";
import { asOpenError, describeProblem } from "./errors.ts";
import type { FactsQuery } from "./factsQuery.ts";
import { FileLoader } from "./fileLoader.ts";
import { Folding } from "./folding.ts";
import { FORMAT, migrate, readFormat, writeFormat } from "./format.ts";
import { Journal } from "./journal.ts";
import { JournalLoader } from "./journalLoader.ts";
import { EVENTS_HEADER, EventEncoder } from "./lines.ts";
import { type MaintenanceTask, startMaintenance } from "./maintenance.ts";
import { countPending } from "./pendingDecisions.ts";
import { findFirstMonth, sumUpBefore } from "./retention.ts";
import { noteRunningTime, RunningTime, readRunningTime } from "./runningTime.ts";
import { SetAside, type SetAsideNotice } from "./setAside.ts";
import {
  type Event,
  type ExportedRows,
  type KeyedEvent,
  type Query,
  type Store,
  StoreError,
  type StoreStatus,
  type Transaction,
} from "./store.ts";
import { recallKeys } from "./storedKeys.ts";

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
  /** Longest that a close waits for a database that has a process of its own. Milliseconds. */
  closeWithinMs?: number;
  /** Called when that process ended by itself and is started again. */
  onEnded?: () => void;
  clock?: Clock;
  /** Number of this start, where several nodes share them; by default the next one of the folder. */
  epoch?: number | undefined;
  /** Called with what is set aside. */
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
  // Less than what usually ends programs that do not stop.
  closeWithinMs: 10_000,
  onEnded: () => {},
  clock: systemClock,
  epoch: undefined,
  onSetAside: () => {},
};

/** How often older facts are folded. */
const FOLD_EVERY_MS = 5 * 60_000;

/** How often the running time is noted while nothing happens. */
const NOTE_EVERY_MS = 60_000;

/** What only a store on this machine can do. */
export interface LocalStore extends Store {
  /** Knows the keys that this store has. */
  readonly deduplication: Deduplication;
  /** Copies everything acknowledged so far into a folder that does not exist yet, while events go on. */
  backUp(to: string): Promise<void>;
  /**
   * Sums up facts of earlier months by campaign, so that only the last months take space: those that are whole in each
   * of the time zones, and the current one.
   */
  forgetMonthsBefore(months: number, timezones?: readonly string[]): Promise<void>;
  /** Folds facts that are older than `foldAfterMs`, all of them; it happens by itself as well. */
  fold(): Promise<void>;
}

export async function openStore(given: DuckDBStoreOptions): Promise<LocalStore> {
  const options = { ...DEFAULTS, ...given };
  const { folder, memory, threads, isApart, onEnded } = options;
  // It would be the current folder.
  if (folder === "") throw new StoreError("failed", "The name of the data folder is empty.");
  let database: Database | undefined;
  try {
    await makeFolder(resolve(folder));
    const format = await readFormat(folder);
    database = await Database.open({ folder, memory, threads, isApart, onEnded });
    if (format !== undefined) await database.connect((connection) => migrate(connection, format));
    if (format !== FORMAT) await writeFormat(folder);
    return new DuckDBStore(await openParts(database, options));
  } catch (error) {
    await database?.close();
    throw asOpenError(error, folder);
  }
}

interface StoreParts {
  options: Required<DuckDBStoreOptions>;
  database: Database;
  journal: Journal;
  loader: JournalLoader;
  deduplication: Deduplication;
  runningTime: RunningTime;
  setAside: SetAside;
  epoch: number;
  temporary: string;
  /** Loads and transactions. */
  writes: SerialQueue;
}

/** Opens what the database needs beside it, and loads what earlier starts left in the journal. */
async function openParts(database: Database, options: Required<DuckDBStoreOptions>): Promise<StoreParts> {
  const { folder, keysKeptMs, maxWaiting, clock, onSetAside } = options;
  const setAside = new SetAside(join(folder, "set-aside"), onSetAside);
  const runningTime = new RunningTime(await readRunningTime(database), clock.elapsed);
  const [journalFolder, temporary] = [join(folder, "journal"), join(folder, "temporary")];
  const files = new FileLoader({
    ...{ database, setAside, runningTime, keysKeptMs, temporary, now: clock.now },
    journal: journalFolder,
  });
  await files.clean();
  const epoch = await startEpoch(database, new Date(clock.now()), options.epoch);
  const journal = await Journal.open({
    folder: journalFolder,
    header: EVENTS_HEADER,
    prefix: String(epoch).padStart(9, "0"),
    maxWaiting,
  });
  const writes = new SerialQueue();
  const loader = new JournalLoader({ journal, files, database, writes });
  await loader.load();
  const deduplication = new Deduplication(() => runningTime.now());
  await recallKeys(database, deduplication);
  return {
    ...{ options, database, journal, loader, deduplication, runningTime },
    ...{ setAside, epoch, temporary, writes },
  };
}

class DuckDBStore implements LocalStore {
  readonly #parts: StoreParts;
  readonly #encoder = new EventEncoder();
  readonly #folding: Folding;
  /** Long transactions, folding and retention, one after the other: they may delete the same facts. */
  readonly #longWork = new SerialQueue();
  readonly #endMaintenance: () => void;
  #closing: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.#folding = new Folding(parts.database);
    this.#endMaintenance = startMaintenance(this.#listTasks(), {
      lookEveryMs: parts.options.loadEveryMs,
      now: () => parts.runningTime.now(),
    });
  }

  get epoch(): number {
    return this.#parts.epoch;
  }

  get deduplication(): Deduplication {
    return this.#parts.deduplication;
  }

  get temporary(): string {
    return this.#parts.temporary;
  }

  async append(events: readonly Event[]): Promise<void> {
    await this.#parts.journal.append(this.#encoder.encode(events), events.length);
  }

  async appendKeyed(events: readonly KeyedEvent[]): Promise<void> {
    const lines = events.map(({ key, event }) => this.#encoder.encode([event], key)).join("");
    // One write, of which a crash leaves all or nothing.
    await this.#parts.journal.append(lines, events.length);
  }

  query: Query = async (sql, parameters = []) => {
    await this.#parts.loader.load();
    return this.#parts.database.query(sql, parameters);
  };

  async exportRows(query: FactsQuery, signal: AbortSignal): Promise<ExportedRows> {
    await this.#parts.loader.load();
    const { sql, parameters } = writeDuckDB(query);
    const path = join(this.temporary, `rows-${randomUUID()}.tsv`);
    try {
      await this.#parts.database.exportRows(path, sql, parameters, signal);
      return { path };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#parts.writes.run(() => this.#transact(work));
  }

  longTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#longWork.run(() => this.#transact(work));
  }

  #transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return transactInBulk(this.#parts.database, this.temporary, work);
  }

  async fold(): Promise<void> {
    const { foldAfterMs, clock } = this.#parts.options;
    const before = new Date(clock.now() - foldAfterMs);
    const foldSome = () => this.#folding.foldBefore(before);
    for (let more = true; more; ) more = (await this.#longWork.run(foldSome)) && !this.#closing;
  }

  countPending(since: number): Promise<Map<number, number>> {
    return countPending(this.query, new Date(since));
  }

  async backUp(to: string): Promise<void> {
    await this.#parts.loader.load();
    await copyDatabase(this.#parts.database, this.#parts.options.folder, to);
  }

  forgetMonthsBefore(months: number, timezones: readonly string[] = ["UTC"]): Promise<void> {
    const { database, options } = this.#parts;
    const first = findFirstMonth(options.clock.now(), months, timezones);
    return this.#longWork.run(() => sumUpBefore(database, first));
  }

  status(): StoreStatus {
    const { journal, loader, setAside, database } = this.#parts;
    const counts = { setAside: setAside.counts, writes: journal.writes, loads: loader.done };
    if (this.#isClosed)
      return { ready: false, problem: "The store is closed.", waiting: 0, bytes: 0, ...counts };
    const problem = journal.problem ?? loader.problem;
    return {
      ready: problem === undefined,
      ...(problem && { problem: describeProblem(problem) }),
      ...{ waiting: journal.lines, bytes: database.measure(), ...counts },
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { journal, loader, database } = this.#parts;
    this.#endMaintenance();
    await journal.close();
    // What cannot be loaded now is safe in the journal and is loaded at the next start.
    const limit = setTimeout(() => database.kill(), this.#parts.options.closeWithinMs);
    await this.#longWork.waitForAll();
    await loader.load().catch(() => {});
    await this.#noteRunningTime().catch(() => {});
    await database.close();
    clearTimeout(limit);
    this.#isClosed = true;
  }

  #listTasks(): MaintenanceTask[] {
    const { journal, loader } = this.#parts;
    return [
      { everyMs: 0, run: async () => this.#dropOldKeys() },
      { everyMs: 0, run: async () => journal.problem && (await journal.probe()) },
      // The failure is kept for `status()`.
      { everyMs: 0, run: () => loader.load() },
      { everyMs: FOLD_EVERY_MS, run: () => this.fold() },
      { everyMs: NOTE_EVERY_MS, run: () => this.#noteRunningTime() },
    ];
  }

  #dropOldKeys(): void {
    const { deduplication, runningTime, options } = this.#parts;
    deduplication.dropBefore({
      countedAt: runningTime.now() - options.keysKeptMs,
      decidedAt: options.clock.now() - options.keysKeptMs,
    });
  }

  #noteRunningTime(): Promise<void> {
    const { database, runningTime, writes } = this.#parts;
    return writes.run(() => database.connect((connection) => noteRunningTime(connection, runningTime)));
  }
}
