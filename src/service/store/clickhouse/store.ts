/**
 * The store of several machines: each keeps a journal of its own, and sends it to ClickHouse by the file.
 *
 * While ClickHouse does not answer, files wait on disk up to a limit, and reports are refused.
 */

import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Clock, systemClock } from "../../values/clock.ts";
import { makeFolder } from "../../values/files.ts";
import { SerialQueue } from "../../values/serialQueue.ts";
import { DATABASE_FILE } from "../database.ts";
import { Deduplication } from "../deduplication.ts";
import type { Delivered } from "../delivered.ts";
import { asStoreError, describeProblem } from "../errors.ts";
import type { FactsQuery } from "../factsQuery.ts";
import { Journal } from "../journal.ts";
import { EVENTS_HEADER, EventEncoder } from "../lines.ts";
import { SetAside, type SetAsideNotice } from "../setAside.ts";
import {
  type Event,
  type EventStore,
  type ExportedRows,
  type KeyedEvent,
  StoreError,
  type StoreStatus,
  type WorkDone,
} from "../store.ts";
import { type ClickHouse, connect } from "./clickhouse.ts";
import { readDelivered } from "./delivered.ts";
import { exportRows } from "./exportRows.ts";
import { forgetEvents } from "./forgetting.ts";
import { Rollups, type UnfitNotice } from "./rollups.ts";
import { migrate } from "./schema.ts";
import { Shipper } from "./shipping.ts";
import { findSources } from "./sources.ts";

export interface ClickHouseStoreOptions {
  /** `http://user:password@host:8123/database` */
  url: string;
  /** Of this node's journal; made when it does not exist. */
  folder: string;
  /** Number of this start among those of all nodes. */
  epoch: number;
  /** How long after its decision an event may happen. Milliseconds. */
  keysKeptMs?: number;
  /** How often the journal is sent. Milliseconds. */
  loadEveryMs?: number;
  /** How often hours that are over are summed up, and events deleted; 0: never. Milliseconds. */
  rollUpEveryMs?: number;
  /** Events of days that ended so long ago are deleted once they are summed up; 0: never. Milliseconds. */
  keepEventsMs?: number;
  /** Most bytes of events that may wait for the disk. */
  maxWaiting?: number;
  /** Bytes after which a file of the journal ends: one is sent from memory, in a statement of its own. */
  maxFile?: number;
  /** Most bytes of files that may wait for ClickHouse. */
  maxJournal?: number;
  clock?: Clock;
  /** Called with what is set aside. */
  onSetAside?: (notice: SetAsideNotice) => void;
  /** Called with the first failure to send, and without a problem at the first success after it. */
  onShipping?: (problem: StoreError | undefined) => void;
  /** Called with the first failure to sum up, or to delete events, while ClickHouse answers, and without a problem at the first success after it. */
  onSummingUp?: (problem: StoreError | undefined) => void;
  /** Called with hours and days whose sums do not fit their columns: reports go on reading their parts. */
  onUnfit?: (notice: UnfitNotice) => void;
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
};

/** Events and files of one hour arrive until then, as a rule; later ones make it be summed up again. */
const CLOSE_AFTER_MS = 10 * 60_000;

/** What takes longer counts as no answer: reports are refused, and the metric says so. */
const ANSWERS_WITHIN_MS = 5000;

export interface ClickHouseStore extends EventStore {
  /** Knows the keys that this start counted. */
  readonly deduplication: Deduplication;
  /** What all nodes delivered, as far as it was sent. Undefined while ClickHouse does not answer. */
  readDelivered(now: number): Promise<Delivered[] | undefined>;
  /** Whether ClickHouse took what it was sent last. */
  readonly isAway: boolean;
  /** Hours and days whose sums do not fit their columns, of those that this start looked at. */
  readonly unfitSums: number;
  /** Sums up hours that are over; it happens by itself as well. */
  rollUp(): Promise<void>;
}

/** Resolves also while ClickHouse does not answer. */
export async function openClickHouseStore(options: ClickHouseStoreOptions): Promise<ClickHouseStore> {
  const store = new JournalToClickHouse({ ...DEFAULTS, ...options });
  await store.open();
  return store;
}

class JournalToClickHouse implements ClickHouseStore {
  readonly #options: Required<ClickHouseStoreOptions>;
  readonly #clickhouse: ClickHouse;
  readonly #setAside: SetAside;
  readonly #shipper: Shipper;
  readonly #rollups: Rollups;
  readonly #encoder = new EventEncoder();
  readonly deduplication = new Deduplication(() => this.#options.clock.elapsed());
  readonly #loads: WorkDone = { count: 0, seconds: 0 };
  #journal: Journal | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Files are sent one after the other. */
  readonly #shipping = new SerialQueue();
  /** Why the last file could not be sent. */
  #problem: StoreError | undefined;
  /** Since when a file is being sent, by a clock that only runs forward. */
  #sendingSince: number | undefined;
  /** Bytes of files that wait. */
  #bytes = 0;
  #isMigrated = false;
  #rolledUpAt = Number.NEGATIVE_INFINITY;
  #rollingUp: Promise<void> | undefined;
  #rollUpProblem: StoreError | undefined;
  /** Files of rows so far. */
  #exports = 0;

  constructor(options: Required<ClickHouseStoreOptions>) {
    const { url, folder, keysKeptMs, onSetAside, onUnfit } = options;
    this.#options = options;
    this.#clickhouse = connect({ url });
    this.#setAside = new SetAside(join(folder, "set-aside"), onSetAside);
    this.#shipper = new Shipper({ clickhouse: this.#clickhouse, setAside: this.#setAside });
    const closeAfterMs = keysKeptMs + CLOSE_AFTER_MS;
    this.#rollups = new Rollups({ clickhouse: this.#clickhouse, closeAfterMs, onUnfit });
  }

  async open(): Promise<void> {
    const { folder, epoch, maxWaiting, maxFile, loadEveryMs } = this.#options;
    if (existsSync(join(folder, DATABASE_FILE)))
      throw new StoreError(
        "failed",
        `The data folder ${folder} has events of a service without ClickHouse. Bring them over with \`zonetag-service move-events\`, or name another folder.`,
      );
    await rm(this.#temporary, { recursive: true, force: true });
    for (const each of [folder, this.#temporary]) await makeFolder(each);
    await this.#migrate().catch((error) => {
      if (error.code !== "away") throw error;
      this.#setProblem(error);
    });
    this.#journal = await Journal.open({
      folder: this.#journalFolder,
      header: EVENTS_HEADER,
      prefix: String(epoch).padStart(9, "0"),
      ...{ maxWaiting, maxFile },
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

  async exportRows(query: FactsQuery, signal: AbortSignal): Promise<ExportedRows> {
    await this.#shipInTime();
    const sources = await findSources(this.#clickhouse, query, this.#options.keysKeptMs);
    this.#exports += 1;
    const path = join(this.#temporary, `rows-${this.#exports}.tsv`);
    return exportRows(this.#clickhouse, path, query, sources, signal);
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
    // What cannot be sent now is safe in the journal, and is sent after the next start.
    await this.#ship().catch(() => {});
    await this.#rollingUp?.catch(() => {});
    this.#journal = undefined;
    await this.#clickhouse.close();
  }

  get #temporary(): string {
    return join(this.#options.folder, "temporary");
  }

  get #journalFolder(): string {
    return join(this.#options.folder, "journal");
  }

  async #append(encode: () => string, count: number): Promise<void> {
    if (!this.#journal) throw new StoreError("closed", "The store is closed.");
    const limit = this.#findLimit();
    if (limit) throw limit;
    await this.#journal.append(encode(), count);
  }

  #findLimit(): StoreError | undefined {
    return this.#bytes > this.#options.maxJournal
      ? new StoreError("full", "More events wait for ClickHouse than the journal may hold.")
      : undefined;
  }

  async #migrate(): Promise<void> {
    if (this.#isMigrated) return;
    await migrate(this.#clickhouse);
    this.#isMigrated = true;
  }

  #tick(): void {
    const { clock, rollUpEveryMs, keysKeptMs } = this.#options;
    this.deduplication.dropBefore({
      countedAt: clock.elapsed() - keysKeptMs,
      decidedAt: clock.now() - keysKeptMs,
    });
    if (this.#journal?.problem) this.#journal.probe().catch(() => {});
    // The failure is kept for `status()`.
    this.#ship().catch(() => {});
    if (rollUpEveryMs === 0 || clock.elapsed() - this.#rolledUpAt < rollUpEveryMs) return;
    this.#rolledUpAt = clock.elapsed();
    if (this.#isMigrated) void this.#rollUpAgain();
  }

  /** What cannot be summed up now is next time. */
  async #rollUpAgain(): Promise<void> {
    const problem = await this.rollUp().then(() => undefined, asStoreError);
    // That it is away is reported by what is sent to it.
    if (problem?.code === "away") return;
    if (!problem !== !this.#rollUpProblem) this.#options.onSummingUp(problem);
    this.#rollUpProblem = problem;
  }

  /** Brings everything acknowledged here so far to ClickHouse. */
  #ship(): Promise<void> {
    return this.#shipping.run(() => this.#shipFiles());
  }

  /** A network that swallows packets would keep reports for as long as an insert may take. */
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
