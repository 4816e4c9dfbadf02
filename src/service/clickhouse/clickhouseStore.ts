/**
 * Event store shared by several nodes. Each node writes its own journal and sends the files to ClickHouse.
 *
 * While ClickHouse does not answer, files wait on disk up to a limit, and reports are refused.
 */

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DATABASE_FILE } from "../duckdb/database.ts";
import { computeAge } from "../duckdb/storedKeys.ts";
import type { Delivered } from "../facts/delivered.ts";
import {
  type AnswerJob,
  type Event,
  type EventStore,
  type KeyedEvent,
  StoreError,
  type StoreStatus,
  type WorkDone,
} from "../facts/eventStore.ts";
import { computeGoalKeysKept } from "../facts/goals.ts";
import { asStoreError, describeProblem } from "../facts/storeErrors.ts";
import { makeFolder } from "../files/files.ts";
import { GoalDeduplication } from "../journal/goalDeduplication.ts";
import { Journal } from "../journal/journal.ts";
import { EVENTS_HEADER, EventEncoder } from "../journal/lines.ts";
import { Deduplication } from "../journal/localDeduplication.ts";
import { SetAside, type SetAsideNotice } from "../journal/setAside.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { ProcessCalls, startProcess } from "../runtime/processCalls.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";
import { describeThrown, findErrorCode } from "../runtime/thrown.ts";
import type { AnswerCall } from "./answerProcess.ts";
import { type ClickHouse, connect } from "./clickhouse.ts";
import { migrate } from "./clickhouseTables.ts";
import { forgetEvents } from "./deleteEvents.ts";
import { readDelivered } from "./deliveredSums.ts";
import { recallGoals, recallUnsentGoals } from "./recallGoals.ts";
import { Shipper } from "./sendJournalFiles.ts";
import { findSources } from "./sources.ts";
import { Rollups, type UnfitNotice } from "./sumUpHours.ts";

export interface ClickHouseStoreOptions {
  /** `http://user:password@host:8123/database` */
  url: string;
  /** Folder of this node's journal; created when missing. */
  folder: string;
  /** Epoch: number of this service start, unique among all nodes. */
  epoch: number;
  /** Maximum milliseconds between a decision and its events. */
  keysKeptMs?: number;
  /** Interval at which the journal is sent, milliseconds. */
  loadEveryMs?: number;
  /** Interval of summing up hours and deleting events, milliseconds; 0: never. */
  rollUpEveryMs?: number;
  /** Age of a day after which its summed-up events are deleted, milliseconds; 0: never. */
  keepEventsMs?: number;
  /** Maximum bytes of events queued for the disk. */
  maxWaiting?: number;
  /** Size in bytes at which a journal file is ended, because each file is sent from memory in one statement. */
  maxFile?: number;
  /** Maximum bytes of files queued for ClickHouse. */
  maxJournal?: number;
  clock?: Clock;
  /** Called for each file that is set aside. */
  onSetAside?: (notice: SetAsideNotice) => void;
  /** Called at the first failure to send, and without a problem at the next success. */
  onShipping?: (problem: StoreError | undefined) => void;
  /**
   * Called at the first failure to sum up or delete while ClickHouse answers, and without a problem at the next
   * success.
   */
  onSummingUp?: (problem: StoreError | undefined) => void;
  /** Called for each hour or day whose sums do not fit their columns; reports then read its events or its hours. */
  onUnfit?: (notice: UnfitNotice) => void;
  /** Whether this node should sum up and delete now. Several nodes at once are safe, but repeat the same work. */
  claimMaintenance?: () => Promise<boolean>;
}

const DEFAULTS = {
  keysKeptMs: 3600_000,
  loadEveryMs: 1000,
  rollUpEveryMs: 60_000,
  keepEventsMs: 0,
  maxWaiting: 32 * 1024 * 1024,
  maxFile: 16 * 1024 * 1024,
  maxJournal: 8 * 1024 ** 3,
  clock: systemClock,
  onSetAside: () => {},
  onShipping: () => {},
  onSummingUp: () => {},
  onUnfit: () => {},
  claimMaintenance: async () => true,
};

/** Time after an hour in which most of its events and files arrive. Later ones cause the hour to be summed up again. */
const CLOSE_AFTER_MS = 10 * 60_000;

/** Timeout of uploads: while one takes longer, ClickHouse counts as away, and reports are refused. */
const ANSWERS_WITHIN_MS = 5000;

export interface ClickHouseStore extends EventStore {
  /** Deduplication keys counted since this start. */
  readonly deduplication: Deduplication;
  /** Keys of conversions counted or recalled since this start, and of those that wait in the journal. */
  readonly goals: GoalDeduplication;
  /**
   * Adds the keys of conversions that all nodes have sent to `goals`. Resolves with the new ones; rejects while
   * ClickHouse does not answer.
   */
  recallGoals(): Promise<GoalDeduplication>;
  /** Reads the deliveries that all nodes have sent. Undefined while ClickHouse does not answer. */
  readDelivered(now: number): Promise<Delivered[] | undefined>;
  /** Whether the last upload failed. */
  readonly isAway: boolean;
  /** Number of hours and days, found since this start, whose sums do not fit their columns. */
  readonly unfitSums: number;
  /** Sums up complete hours; this also happens periodically. */
  rollUp(): Promise<void>;
}

/** Opens the store, even while ClickHouse does not answer. */
export async function openClickHouseStore(options: ClickHouseStoreOptions): Promise<ClickHouseStore> {
  const store = new JournalToClickHouse({ ...DEFAULTS, ...options });
  await store.open();
  return store;
}

class JournalToClickHouse implements ClickHouseStore {
  readonly #options: Required<ClickHouseStoreOptions>;
  readonly #temporary: string;
  readonly #journalFolder: string;
  readonly #clickhouse: ClickHouse;
  readonly #setAside: SetAside;
  readonly #shipper: Shipper;
  readonly #rollups: Rollups;
  readonly #encoder = new EventEncoder();
  readonly deduplication = new Deduplication(() => this.#options.clock.elapsed());
  readonly goals = new GoalDeduplication(() => this.#options.clock.elapsed());
  readonly #loads: WorkDone = { count: 0, seconds: 0 };
  #journal: Journal | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Uploads one file after the other. */
  readonly #shipping = new SerialQueue();
  #problem: StoreError | undefined;
  /** Start of the current upload, monotonic milliseconds. */
  #sendingSince: number | undefined;
  #bytes = 0;
  #isMigrated = false;
  #rolledUpAt = Number.NEGATIVE_INFINITY;
  #rollingUp: Promise<void> | undefined;
  #rollUpProblem: StoreError | undefined;
  readonly hasParquet = false;
  /** Process that writes answers, started on first use. */
  #writer: ProcessCalls | undefined;

  constructor(options: Required<ClickHouseStoreOptions>) {
    const { url, folder, keysKeptMs, onSetAside, onUnfit } = options;
    this.#options = options;
    this.#temporary = join(folder, "temporary");
    this.#journalFolder = join(folder, "journal");
    this.#clickhouse = connect({ url });
    this.#setAside = new SetAside(join(folder, "set-aside"), onSetAside);
    this.#shipper = new Shipper({ clickhouse: this.#clickhouse, setAside: this.#setAside });
    const closeAfterMs = keysKeptMs + CLOSE_AFTER_MS;
    this.#rollups = new Rollups({ clickhouse: this.#clickhouse, closeAfterMs, onUnfit });
  }

  async open(): Promise<void> {
    const { folder, epoch, maxWaiting, maxFile, loadEveryMs, clock } = this.#options;
    if (existsSync(join(folder, DATABASE_FILE)))
      throw new StoreError(
        "failed",
        `The data folder ${folder} contains events of a service without ClickHouse. Move them with \`zonetag-service move-events\`, or choose another folder.`,
      );
    await rm(this.#temporary, { recursive: true, force: true });
    for (const each of [folder, this.#temporary, this.#journalFolder]) await makeFolder(each);
    await recallUnsentGoals(this.#journalFolder, this.goals, clock.elapsed());
    await this.#migrate().catch((error) => {
      if (error.code !== "away") throw error;
      this.#setProblem(error);
    });
    this.#journal = await Journal.open({
      folder: this.#journalFolder,
      header: EVENTS_HEADER,
      prefix: String(epoch).padStart(9, "0"),
      maxWaiting,
      maxFile,
    });
    this.#timer = setInterval(() => this.#tick(), loadEveryMs).unref();
  }

  append(events: readonly Event[]): Promise<void> {
    return this.#append(() => this.#encoder.encode(events), events.length);
  }

  appendKeyed(events: readonly KeyedEvent[]): Promise<void> {
    const encode = () => events.map(({ key, event }) => this.#encoder.encode([event], key)).join("");
    return this.#append(encode, events.length);
  }

  async writeAnswer({ query, plan, describe }: AnswerJob, signal: AbortSignal): Promise<string> {
    await this.#shipInTime();
    const { url, keysKeptMs } = this.#options;
    const sources = await findSources(this.#clickhouse, query, keysKeptMs);
    const path = join(this.#temporary, `answer-${randomUUID()}`);
    const call: AnswerCall = { url, query, sources, plan, path };
    try {
      await this.#startWriter().call(call, { signal, answer: describe });
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw new StoreError(findErrorCode(error) === "away" ? "away" : "failed", describeThrown(error), error);
    }
  }

  #startWriter(): ProcessCalls {
    if (!this.#writer?.isAlive)
      this.#writer = new ProcessCalls(startProcess("answer-process", "./answerProcess.ts", import.meta.url), {
        createError: () => new StoreError("failed", "The process that writes responses exited."),
      });
    return this.#writer;
  }

  get isAway(): boolean {
    const since = this.#sendingSince;
    return (
      this.#problem !== undefined ||
      (since !== undefined && this.#options.clock.elapsed() - since > ANSWERS_WITHIN_MS)
    );
  }

  get unfitSums(): number {
    return this.#rollups.unfit;
  }

  async readDelivered(now: number): Promise<Delivered[] | undefined> {
    try {
      await this.#ship();
      return await readDelivered(this.#clickhouse, now);
    } catch (error) {
      if (asStoreError(error).code === "away") return undefined;
      throw error;
    }
  }

  async recallGoals(): Promise<GoalDeduplication> {
    const { clock, keysKeptMs } = this.#options;
    await this.#migrate();
    const since = clock.now() - computeGoalKeysKept(keysKeptMs);
    return recallGoals(this.#clickhouse, this.goals, { since, countedAt: clock.elapsed() });
  }

  rollUp(): Promise<void> {
    this.#rollingUp ??= this.#rollUp().finally(() => {
      this.#rollingUp = undefined;
    });
    return this.#rollingUp;
  }

  async #rollUp(): Promise<void> {
    const { clock, keepEventsMs } = this.#options;
    await this.#rollups.run(clock.now());
    if (keepEventsMs > 0)
      await forgetEvents({ clickhouse: this.#clickhouse, keepMs: keepEventsMs }, clock.now());
  }

  status(): StoreStatus {
    const journal = this.#journal;
    const problem = journal ? (journal.problem ?? this.#findLimit()) : new StoreError("closed", "");
    return {
      ready: problem === undefined,
      ...(problem && { problem: describeProblem(problem) }),
      waiting: journal?.lines ?? 0,
      setAside: this.#setAside.counts,
      bytes: this.#bytes,
      writes: journal?.writes ?? { count: 0, seconds: 0 },
      loads: this.#loads,
    };
  }

  async close(): Promise<void> {
    const journal = this.#journal;
    if (!journal) return;
    clearInterval(this.#timer);
    await journal.close();
    // Events that cannot be sent now stay in the journal and are sent after the next start.
    await this.#ship().catch(() => {});
    await this.#rollingUp?.catch(() => {});
    this.#journal = undefined;
    await this.#writer?.end();
    await this.#clickhouse.close();
  }

  async #append(encode: () => string, count: number): Promise<void> {
    if (!this.#journal) throw new StoreError("closed", "The store is closed.");
    const limit = this.#findLimit();
    if (limit) throw limit;
    await this.#journal.append(encode(), count);
  }

  #findLimit(): StoreError | undefined {
    return this.#bytes > this.#options.maxJournal
      ? new StoreError("full", "Too many events are queued for ClickHouse: the journal is full.")
      : undefined;
  }

  async #migrate(): Promise<void> {
    if (this.#isMigrated) return;
    await migrate(this.#clickhouse);
    this.#isMigrated = true;
  }

  #tick(): void {
    const { clock, rollUpEveryMs, keysKeptMs } = this.#options;
    const clocks = { runningTime: clock.elapsed(), now: clock.now() };
    this.deduplication.dropBefore(computeAge(clocks, keysKeptMs));
    this.goals.dropBefore(computeAge(clocks, computeGoalKeysKept(keysKeptMs)));
    if (this.#journal?.problem) this.#journal.probe().catch(() => {});
    // `status()` reports the failure.
    this.#ship().catch(() => {});
    if (rollUpEveryMs === 0 || clock.elapsed() - this.#rolledUpAt < rollUpEveryMs) return;
    this.#rolledUpAt = clock.elapsed();
    if (this.#isMigrated) void this.#rollUpAgain();
  }

  /** Sums up; a failure is retried at the next interval. */
  async #rollUpAgain(): Promise<void> {
    if (!(await this.#options.claimMaintenance())) return;
    const problem = await this.rollUp().then(() => undefined, asStoreError);
    // The upload reports that ClickHouse is away.
    if (problem?.code === "away") return;
    if (!problem !== !this.#rollUpProblem) this.#options.onSummingUp(problem);
    this.#rollUpProblem = problem;
  }

  /** Sends everything acknowledged so far. */
  #ship(): Promise<void> {
    return this.#shipping.run(() => this.#shipFiles());
  }

  /**
   * Sends with a short timeout: on a network that drops packets, reports would otherwise wait as long as an insert may
   * take.
   */
  async #shipInTime(): Promise<void> {
    const ending = new AbortController();
    const late = delay(ANSWERS_WITHIN_MS, undefined, { signal: ending.signal, ref: false }).then(() => {
      throw new StoreError("away", "ClickHouse does not answer in time.");
    });
    try {
      await Promise.race([this.#ship(), late]);
    } finally {
      late.catch(() => {});
      ending.abort();
    }
  }

  async #shipFiles(): Promise<void> {
    const journal = this.#journal;
    if (!journal) throw new StoreError("closed", "The store is closed.");
    try {
      await this.#migrate();
      for (const file of await journal.seal()) {
        const startedAt = performance.now();
        this.#sendingSince = this.#options.clock.elapsed();
        await this.#shipper.ship(file);
        journal.forget(file.path);
        this.#loads.count += 1;
        this.#loads.seconds += (performance.now() - startedAt) / 1000;
      }
      this.#bytes = 0;
      this.#setProblem(undefined);
    } catch (error) {
      this.#bytes = await measureFiles(this.#journalFolder);
      this.#setProblem(asStoreError(error));
      throw this.#problem;
    } finally {
      this.#sendingSince = undefined;
    }
  }

  #setProblem(problem: StoreError | undefined): void {
    if (!problem !== !this.#problem) this.#options.onShipping(problem);
    this.#problem = problem;
  }
}

async function measureFiles(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return sizes.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}
