/**
 * The store on one machine: a journal makes events durable, an embedded column store answers queries.
 *
 * Each journal file is loaded in one transaction that also records the file's name. After a crash, a file is loaded
 * again unless its name is recorded, so each event counts once. Appending to the journal takes a fraction of a
 * millisecond; a commit of the column store takes several milliseconds.
 */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  type AnswerJob,
  type Event,
  type KeyedEvent,
  type Query,
  type Store,
  StoreError,
  type StoreStatus,
  type Transaction,
} from "../facts/eventStore.ts";
import { computeGoalKeysKept } from "../facts/goals.ts";
import { asOpenError, describeProblem } from "../facts/storeErrors.ts";
import { makeFolder } from "../files/files.ts";
import { readIdentity } from "../journal/folderIdentity.ts";
import { GoalDeduplication } from "../journal/goalDeduplication.ts";
import { Journal } from "../journal/journal.ts";
import { EVENTS_HEADER, EventEncoder } from "../journal/lines.ts";
import { Deduplication } from "../journal/localDeduplication.ts";
import { SetAside, type SetAsideNotice } from "../journal/setAside.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";
import { transactInBulk } from "./bulkTransaction.ts";
import { chooseSource } from "./dailySums.ts";
import { Database, LOG_FILE } from "./database.ts";
import { writeDuckDB, writeLines } from "./duckdbSql.ts";
import { skipEpochs, startEpoch } from "./epoch.ts";
import { type CheckCopy, copyDatabase } from "./folderBackup.ts";
import { checkFormat, FORMAT, requireDatabase, writeFormat } from "./folderFormat.ts";
import { foldHours } from "./foldHours.ts";
import { JournalFileLoader } from "./journalFileLoader.ts";
import { JournalLoader } from "./journalLoader.ts";
import { type MaintenanceTask, startMaintenance } from "./maintenance.ts";
import { countPending } from "./pendingDecisions.ts";
import { noteRunningTime, RunningTime, readRunningTime } from "./runningTime.ts";
import { computeAge, recallGoals, recallKeys } from "./storedKeys.ts";
import { checkDailySums, sumUpDays } from "./sumUpDays.ts";
import { findFirstMonth, sumUpBefore } from "./sumUpMonths.ts";
import { openWithLog } from "./writeAheadLog.ts";

interface DuckDBStoreOptions {
  /** Folder of the database and the journal; created when missing. */
  folder: string;
  /**
   * Milliseconds for which the deduplication key of an impression or a click is remembered; at least as long as any
   * signed URL is valid.
   */
  keysKeptMs?: number;
  /** Interval at which events are loaded from the journal into the database. Milliseconds. */
  loadEveryMs?: number;
  /** Maximum bytes of events queued for the disk. */
  maxWaiting?: number;
  /** Memory for queries, in the database's notation: "512MB". */
  memory?: string;
  /** Threads for queries. */
  threads?: number;
  /** Whether the database runs in a separate process, so that it never blocks the service's process. */
  isApart?: boolean;
  /** Milliseconds without a response after which the separate process is killed and replaced; by default never. */
  silentMs?: number | undefined;
  /** Maximum milliseconds that closing waits for the separate process. */
  closeWithinMs?: number;
  /** Called when the separate process ended unexpectedly and is restarted. */
  onEnded?: () => void;
  clock?: Clock;
  /** Epoch of this start if several nodes share the numbering; by default the folder's next epoch. */
  epoch?: number | undefined;
  /** Called for each file that is set aside. */
  onSetAside?: (notice: SetAsideNotice) => void;
  /** Whether all after damage in the database's write-ahead log is set aside; by default only zero bytes at its end. */
  cutsDamage?: boolean;
}

const DEFAULTS = {
  keysKeptMs: 25 * 3600_000,
  loadEveryMs: 1000,
  maxWaiting: 32 * 1024 * 1024,
  memory: "1GB",
  threads: 2,
  isApart: false,
  silentMs: undefined,
  // Shorter than the time after which service managers usually kill a program.
  closeWithinMs: 10_000,
  onEnded: () => {},
  clock: systemClock,
  epoch: undefined,
  onSetAside: () => {},
  cutsDamage: false,
};

/** Age at which facts are summed into quarters of an hour; more than the validity of tracking URLs. */
const FOLD_AFTER_MS = 3 * 3600_000;
/** Interval at which older facts are folded. */
const FOLD_EVERY_MS = 5 * 60_000;

/** Interval at which the running time is recorded while nothing happens. */
const NOTE_EVERY_MS = 60_000;

/** Store with operations that need the local database. */
export interface LocalStore extends Store {
  /** Deduplication keys counted by this store. */
  readonly deduplication: Deduplication;
  /** The same for keys of conversions. */
  readonly goals: GoalDeduplication;
  /** Copies everything acknowledged so far to a new folder, while events continue. */
  backUp(to: string, check?: CheckCopy): Promise<void>;
  /**
   * Sums up facts of earlier months by campaign to save space. Keeps the current month and the last `months` months
   * that are complete in each of the time zones.
   */
  forgetMonthsBefore(months: number, timezones?: readonly string[]): Promise<void>;
  /** Folds all facts older than `FOLD_AFTER_MS`, and sums up their days; this also happens periodically. */
  fold(): Promise<void>;
}

export async function openStore(given: DuckDBStoreOptions): Promise<LocalStore> {
  const options = { ...DEFAULTS, ...given };
  const { folder, memory, threads, isApart, silentMs, onEnded, onSetAside, cutsDamage } = options;
  // An empty name would mean the current folder.
  if (folder === "") throw new StoreError("failed", "The name of the data folder is empty.");
  let database: Database | undefined;
  try {
    await makeFolder(resolve(folder));
    // Written first: a database without the mark is refused at the next start.
    const format = await checkFormat(folder);
    if (format === undefined) await writeFormat(folder);
    else requireDatabase(folder);
    // Copies share the identity, so it must exist before the first copy.
    await readIdentity(folder);
    const setAside = new SetAside(join(folder, "set-aside"), onSetAside);
    database = await openWithLog(
      () => Database.open({ folder, memory, threads, isApart, silentMs, onEnded }),
      { file: join(folder, LOG_FILE), setAside, cutsAll: cutsDamage },
    );
    // Written under the lock of the database: only then does no other version run on the folder.
    if (format !== undefined && format !== FORMAT) await writeFormat(folder);
    return new DuckDBStore(await openParts(database, setAside, options));
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
  goals: GoalDeduplication;
  runningTime: RunningTime;
  setAside: SetAside;
  epoch: number;
  temporary: string;
  /** Queue for loads and transactions. */
  writes: SerialQueue;
}

/** Opens all parts of the store, and loads files that earlier starts left in the journal. */
async function openParts(
  database: Database,
  setAside: SetAside,
  options: Required<DuckDBStoreOptions>,
): Promise<StoreParts> {
  const { folder, keysKeptMs, maxWaiting, clock } = options;
  const runningTime = new RunningTime(await readRunningTime(database), clock.elapsed);
  const [journalFolder, temporary] = [join(folder, "journal"), join(folder, "temporary")];
  const files = new JournalFileLoader({
    database,
    setAside,
    runningTime,
    keysKeptMs,
    temporary,
    now: clock.now,
    journal: journalFolder,
  });
  await files.clean();
  // The part of the write-ahead log that was cut off may have recorded starts.
  if (setAside.counts.damaged > 0) await skipEpochs(database);
  const epoch = await startEpoch(database, new Date(clock.now()), options.epoch);
  await checkDailySums(database);
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
  const goals = new GoalDeduplication(() => runningTime.now());
  await recallGoals(database, goals);
  return {
    options,
    database,
    journal,
    loader,
    deduplication,
    goals,
    runningTime,
    setAside,
    epoch,
    temporary,
    writes,
  };
}

class DuckDBStore implements LocalStore {
  readonly #parts: StoreParts;
  readonly hasParquet = true;
  readonly #encoder = new EventEncoder();
  /** Queue for folding and retention, which may delete the same facts. */
  readonly #longWork = new SerialQueue();
  readonly #endMaintenance: () => void;
  #closing: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: StoreParts) {
    this.#parts = parts;
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

  get goals(): GoalDeduplication {
    return this.#parts.goals;
  }

  get temporary(): string {
    return this.#parts.temporary;
  }

  async append(events: readonly Event[]): Promise<void> {
    await this.#parts.journal.append(this.#encoder.encode(events), events.length);
  }

  async appendKeyed(events: readonly KeyedEvent[]): Promise<void> {
    const lines = events.map(({ key, event }) => this.#encoder.encode([event], key)).join("");
    // A single write, so that a crash keeps either all events or none.
    await this.#parts.journal.append(lines, events.length);
  }

  query: Query = async (sql, parameters = []) => {
    await this.#parts.loader.load();
    return this.#parts.database.query(sql, parameters);
  };

  async writeAnswer(
    { query, plan, describe, isLight = false }: AnswerJob,
    signal: AbortSignal,
  ): Promise<string> {
    await this.#parts.loader.load();
    const path = join(this.temporary, `answer-${randomUUID()}`);
    const write = plan.format === "parquet" ? writeDuckDB : writeLines;
    try {
      await this.#parts.database.transact(async (connection) => {
        const statement = write(query, await chooseSource(connection, query));
        await connection.writeAnswer({ ...statement, plan, path, isLight }, describe, signal);
      });
      return path;
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
    const { options, database } = this.#parts;
    const before = new Date(options.clock.now() - FOLD_AFTER_MS);
    // After folding, fewer facts remain to sum up.
    await this.#repeat(() => foldHours(database, before));
    await this.#repeat(() => sumUpDays(database, before));
  }

  /** Repeats long work in steps until it is done or the store closes. */
  async #repeat(work: () => Promise<boolean>): Promise<void> {
    for (let more = true; more; ) more = !this.#closing && (await this.#longWork.run(work));
  }

  countPending(since: number): Promise<Map<number, number>> {
    return countPending(this.query, new Date(since));
  }

  async backUp(to: string, check?: CheckCopy): Promise<void> {
    await this.#parts.loader.load();
    await copyDatabase(this.#parts.database, this.#parts.options.folder, to, check);
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
      waiting: journal.lines,
      bytes: database.measure(),
      ...counts,
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
    // Events that cannot be loaded now are safe in the journal and are loaded at the next start.
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
      // `status()` reports the failure.
      { everyMs: 0, run: () => loader.load() },
      { everyMs: FOLD_EVERY_MS, run: () => this.fold() },
      { everyMs: NOTE_EVERY_MS, run: () => this.#noteRunningTime() },
    ];
  }

  #dropOldKeys(): void {
    const { deduplication, goals, runningTime, options } = this.#parts;
    const clocks = { runningTime: runningTime.now(), now: options.clock.now() };
    deduplication.dropBefore(computeAge(clocks, options.keysKeptMs));
    goals.dropBefore(computeAge(clocks, computeGoalKeysKept(options.keysKeptMs)));
  }

  #noteRunningTime(): Promise<void> {
    const { database, runningTime, writes } = this.#parts;
    return writes.run(() => database.connect((connection) => noteRunningTime(connection, runningTime)));
  }
}
