/**
 * Reports off the thread that answers placements: the database writes the rows of a query to a file on threads of its
 * own, and another thread makes a file of the answer. What is left here is sending it.
 *
 * Both have their turn together, so that on a machine of two processors one is left to placements. A client that reads
 * slowly keeps nothing but a file.
 */
import { MessageChannel, type Worker } from "node:worker_threads";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { EventStore } from "../store/store.ts";
import type { Metrics, ReportResult } from "../telemetry/metrics.ts";
import { BusyError, Gate } from "../values/gate.ts";
import { startThread } from "../values/thread.ts";
import { CancelledError, streamOnce } from "./answerStream.ts";
import type { Names } from "./details.ts";
import { planReport, type ReportFormat } from "./plan.ts";
import { reportQuery, type Scope } from "./query.ts";
import type { ReportJob, ReportOutcome } from "./reportThread.ts";
import type { ReportRequest } from "./request.ts";

export interface ReportSettings {
  /** Made at once; more wait. */
  maxReports: number;
  /** Milliseconds that a report may wait for its turn and be made. */
  reportTimeout: number;
}

type CountReport = Metrics["countReport"];

/** Reports that wait for their turn; more are refused. */
const MAX_WAITING = 64;

function nameResult(error: unknown): ReportResult {
  if (error instanceof CancelledError) return "cancelled";
  return error instanceof BusyError ? "refused" : "failed";
}

export class Reports {
  readonly #store: Pick<EventStore, "exportRows">;
  readonly #settings: ReportSettings;
  readonly #count: CountReport;
  readonly #gate: Gate;
  #thread: Worker | undefined;
  /** The catalogue whose names the thread has. */
  #known: Catalogue | undefined;

  /** `count`: told of each report. */
  constructor(
    store: Pick<EventStore, "exportRows">,
    settings: ReportSettings,
    count: CountReport = () => {},
  ) {
    this.#store = store;
    this.#settings = settings;
    this.#count = count;
    this.#gate = new Gate(settings.maxReports, MAX_WAITING);
  }

  /** Reports that are made, and those that wait for their turn. */
  get load(): { running: number; waiting: number } {
    return { running: this.#gate.running, waiting: this.#gate.waiting };
  }

  /**
   * The answer, a stream of bytes, once it is made. Rejects with `BusyError` when that takes too long, with
   * `CancelledError` once the caller's signal ends it, or as the store does.
   */
  async open(
    request: ReportRequest,
    scope: Scope,
    catalogue: Catalogue,
    format: ReportFormat,
    cancelled = new AbortController().signal,
  ): Promise<ReadableStream<Uint8Array>> {
    const query = reportQuery(request, scope);
    const plan = planReport(request, query, format);
    const make = async (signal: AbortSignal) => {
      const rows = await this.#store.exportRows(query.facts, signal);
      return this.#write({ rows, plan, answer: `${rows.path}.answer` }, catalogue, signal);
    };
    return this.#measure(() => this.#takeTurn(make, cancelled));
  }

  async #takeTurn<T>(make: (signal: AbortSignal) => Promise<T>, cancelled: AbortSignal): Promise<T> {
    const late = AbortSignal.timeout(this.#settings.reportTimeout);
    const signal = AbortSignal.any([late, cancelled]);
    try {
      return await this.#gate.run(() => make(signal), signal);
    } catch (error) {
      if (cancelled.aborted) throw new CancelledError("Nobody waits for the report.", { cause: error });
      throw late.aborted ? new BusyError("The report took too long.", { cause: error }) : error;
    }
  }

  async #measure<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const finish = (result: ReportResult) => this.#count(result, (performance.now() - start) / 1000);
    try {
      const done = await work();
      finish("answered");
      return done;
    } catch (error) {
      finish(nameResult(error));
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
    this.#thread = undefined;
  }

  /** The answer that the thread makes of the rows. */
  async #write(
    job: Omit<ReportJob, "port" | "names">,
    catalogue: Catalogue,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const thread = this.#startThread();
    const { port1: port, port2: far } = new MessageChannel();
    const names = this.#known === catalogue ? {} : { names: selectNames(catalogue) };
    this.#known = catalogue;
    const outcome = new Promise<ReportOutcome>((resolve, reject) => {
      port.once("message", resolve);
      port.once("close", () => reject(new Error("The thread that writes the answer ended.")));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      signal.throwIfAborted();
    });
    thread.postMessage({ ...job, ...names, port: far }, [far]);
    try {
      const { error } = await outcome;
      if (error) throw new Error(error);
      return await streamOnce(job.answer);
    } finally {
      port.close();
    }
  }

  #startThread(): Worker {
    if (this.#thread) return this.#thread;
    const thread = startThread("report-thread", "./reportThread.ts", import.meta.url);
    const forget = () => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#known = undefined;
    };
    // What is being written ends with its port; the next report starts another thread.
    thread.on("error", forget).on("exit", forget);
    this.#thread = thread;
    return thread;
  }
}

/** What groups are named by, without the rest of the catalogue, which would have to be copied for the thread as well. */
function selectNames(catalogue: Catalogue): Names {
  const { accounts, campaigns, variations, sites, zones } = catalogue;
  const { categories, carriers, regions, offers, offerLandingPages } = catalogue;
  return {
    ...{ categories, carriers, regions, offers, offerLandingPages },
    accounts: mapValues(accounts, ({ id, name }) => ({ id, name })),
    campaigns: mapValues(campaigns, ({ id, name, account, active, deleted }) => ({
      ...{ id, name, account, active, deleted },
    })),
    variations: mapValues(variations, ({ variation, campaign }) => ({
      variation: { name: variation.name, size: variation.size },
      campaign: { id: campaign.id, name: campaign.name },
    })),
    sites: mapValues(sites, ({ id, name, account, hostname }) => ({ id, name, account, hostname })),
    zones: mapValues(zones, ({ id, name, site, size }) => ({ id, name, site, size })),
  };
}

function mapValues<T, U>(map: ReadonlyMap<number, T>, change: (value: T) => U): Map<number, U> {
  return new Map([...map].map(([id, value]) => [id, change(value)]));
}
