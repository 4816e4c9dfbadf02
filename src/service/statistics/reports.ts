/**
 * Reports off the thread that answers placements: the database writes the rows of a query to a file on threads of its
 * own, and another thread makes the answer of them. What is left here is handing over pieces that are ready.
 */
import type { ReadableByteStreamController } from "node:stream/web";
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { EventStore, ExportedRows } from "../store/store.ts";
import type { Metrics, ReportResult } from "../telemetry/metrics.ts";
import { BusyError, Gate } from "../values/gate.ts";
import { startThread } from "../values/thread.ts";
import type { Names } from "./details.ts";
import { planReport, type ReportFormat } from "./plan.ts";
import { type ReportQuery, reportQuery, type Scope } from "./query.ts";
import type { ReportJob, ReportPiece } from "./reportThread.ts";
import type { ReportRequest } from "./request.ts";

export interface ReportSettings {
  /** Queries at once; more wait. */
  maxReports: number;
  /** Milliseconds that a report may wait for its turn and be queried. */
  reportTimeout: number;
}

type CountReport = Metrics["countReport"];

/** Reports that wait for their turn; more are refused. */
const MAX_WAITING = 64;
/** An answer that nobody reads is given up after this long; milliseconds. */
const UNREAD_MS = 60_000;
/** Bytes of an answer at once, for readers that bring no memory. */
const PIECE_BYTES = 64 * 1024;

/** The caller went away, or reads nothing any more. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
}

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

  /** Queries started and not finished, and those that wait for their turn. */
  get load(): { running: number; waiting: number } {
    return { running: this.#gate.running, waiting: this.#gate.waiting };
  }

  /**
   * The answer, a stream of bytes, once its query is done. Rejects with `BusyError` when that takes too long, with `CancelledError` once the
   * caller's signal ends it, or as the store does.
   */
  async open(
    request: ReportRequest,
    scope: Scope,
    catalogue: Catalogue,
    format: ReportFormat,
    cancelled = new AbortController().signal,
  ): Promise<ReadableStream<Uint8Array>> {
    const query = reportQuery(request, scope);
    const rows = await this.#measure(() => this.#query(query, cancelled));
    return this.#write({ rows, plan: planReport(request, query, format) }, catalogue);
  }

  async #query({ facts }: ReportQuery, cancelled: AbortSignal): Promise<ExportedRows> {
    const late = AbortSignal.timeout(this.#settings.reportTimeout);
    const signal = AbortSignal.any([late, cancelled]);
    try {
      return await this.#gate.run(() => this.#store.exportRows(facts, signal), signal);
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

  #write(job: Pick<ReportJob, "rows" | "plan">, catalogue: Catalogue): ReadableStream<Uint8Array> {
    const thread = this.#startThread();
    const { port1: port, port2: far } = new MessageChannel();
    const names = this.#known === catalogue ? {} : { names: selectNames(catalogue) };
    this.#known = catalogue;
    thread.postMessage({ ...job, ...names, port: far }, [far]);
    let end: Error = new Error("The thread that writes the answer ended.");
    const unread = setTimeout(() => {
      end = new CancelledError("Nobody reads the answer.");
      port.close();
    }, UNREAD_MS).unref();
    const finish = () => {
      clearTimeout(unread);
      port.close();
    };
    return new ReadableStream({
      type: "bytes",
      autoAllocateChunkSize: PIECE_BYTES,
      // Also between two pieces: what asks for the next would wait for ever. Once the answer has ended, it changes nothing.
      start: (controller) => {
        port.once("close", () => controller.error(end));
      },
      pull: (controller) => {
        unread.refresh();
        return pullPiece(port, controller, finish);
      },
      cancel: finish,
    });
  }

  #startThread(): Worker {
    if (this.#thread) return this.#thread;
    const thread = startThread("report-thread", "./reportThread.ts", import.meta.url);
    const forget = () => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#known = undefined;
    };
    // Open answers end with their ports; the next report starts another thread.
    thread.on("error", forget).on("exit", forget);
    this.#thread = thread;
    return thread;
  }
}

/** Has the thread fill the memory that the reader waits with. */
function pullPiece(
  port: MessagePort,
  controller: ReadableByteStreamController,
  finish: () => void,
): Promise<void> {
  const { byobRequest: request } = controller;
  if (!request?.view) throw new Error("A stream that allocates was asked for bytes without memory for them.");
  const { buffer, byteOffset, byteLength } = request.view;
  const memory = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  return new Promise((resolve) => {
    port.once("message", (piece: ReportPiece) => {
      const isEnd = !("bytes" in piece) || piece.bytes.length === 0;
      if ("error" in piece) controller.error(new Error(piece.error));
      else {
        if (isEnd) controller.close();
        request.respondWithNewView(piece.bytes);
      }
      if (isEnd) finish();
      resolve();
    });
    port.postMessage(memory, [memory.buffer]);
  });
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
