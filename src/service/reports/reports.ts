/**
 * Runs reports. The process that reads the rows also writes the answer. This process schedules the report, limits its
 * time and supplies the names of groups. An answer is complete before its first byte is sent: a slow client occupies a
 * file, but no slot.
 */

import type { Role } from "../../protocol/statistics.ts";
import type { DescribeGroups } from "../answers/answer.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { EventStore } from "../facts/eventStore.ts";
import { type SumQuery, sumFacts } from "../facts/sumFacts.ts";
import { BusyError } from "../runtime/gate.ts";
import type { Metrics, ReportResult } from "../telemetry/metrics.ts";
import { BoundedMap } from "../values/boundedMap.ts";
import { DAY_MS } from "../values/day.ts";
import { offsetsBetween } from "../values/timezones.ts";
import { CancelledError, streamOnce } from "./answerStream.ts";
import { describeGroup, nameReader } from "./details.ts";
import type { Encoding, ReportFormat } from "./formats.ts";
import { HeldAnswers } from "./heldAnswers.ts";
import { planAnswer } from "./plan.ts";
import { reportQuery, type Scope } from "./query.ts";
import { describeShape, ReportTurns, type Turn, type Work } from "./reportTurns.ts";
import type { ReportRequest } from "./request.ts";

interface ReportSettings {
  /** Maximum heavy reports at once, beside one light report; further ones are queued. */
  maxReports: number;
  /** Maximum milliseconds of a report, including its wait. */
  reportTimeout: number;
}

/** Milliseconds for which a first day is cached, because it is read from all facts of an account. */
const FIRST_DAY_MS = 60_000;
const MAX_FIRST_DAYS = 1_000;
const MAX_KEY_LENGTH = 200;

/** Days before this moment use its UTC offset. */
const OFFSETS_FROM = Date.UTC(2000, 0, 1);

interface FirstDayRequest {
  role: Role;
  accounts: readonly number[];
  /** Time zone of the days. */
  timezone: string;
  now: number;
}

interface KnownDay {
  day: string | undefined;
  until: number;
}

type CountReport = Metrics["countReport"];

function nameResult(error: unknown): ReportResult {
  if (error instanceof CancelledError) return "cancelled";
  return error instanceof BusyError ? "refused" : "failed";
}

/** Methods of the store that reports use. */
type ReportStore = Pick<EventStore, "writeAnswer" | "hasParquet">;

/** Options of an answer besides its format. */
interface AnswerOptions {
  /** Account under which the report is queued. */
  owner?: number;
  /** Ends the report when its caller has disconnected. */
  cancelled?: AbortSignal;
  encoding?: Encoding;
  /** Whether records also have flat fields; only in JSON. */
  isFlat?: boolean;
}

export class Reports {
  readonly #store: ReportStore;
  readonly #settings: ReportSettings;
  readonly #count: CountReport;
  readonly #turns: ReportTurns;
  readonly #held: HeldAnswers;
  readonly #firstDays = new BoundedMap<KnownDay>(MAX_FIRST_DAYS, MAX_KEY_LENGTH);

  /** `count`: called for each report. */
  constructor(
    store: ReportStore,
    settings: ReportSettings,
    count: CountReport = () => {},
    held = new HeldAnswers(),
  ) {
    this.#store = store;
    this.#settings = settings;
    this.#count = count;
    this.#held = held;
    this.#turns = new ReportTurns(settings.maxReports);
  }

  /** Whether the store can make Parquet files. */
  get hasParquet(): boolean {
    return this.#store.hasParquet;
  }

  /** Number of running and of waiting reports. */
  get load(): { running: number; waiting: number } {
    return this.#turns.load;
  }

  /**
   * Resolves with the bytes of the answer once it is complete. Rejects with `BusyError` when that takes too long or
   * unread answers have reached their limit, with `CancelledError` once the caller's signal aborts, or as the store
   * does.
   */
  async open(
    request: ReportRequest,
    scope: Scope,
    catalogue: Catalogue,
    format: ReportFormat,
    {
      owner = 0,
      cancelled = new AbortController().signal,
      encoding = "identity",
      isFlat,
    }: AnswerOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const query = reportQuery(request, scope);
    const job = {
      query: query.facts,
      plan: planAnswer(request, query, format, encoding === "gzip", isFlat),
      describe: createDescriber(request, catalogue),
    };
    const make: Work<ReadableStream<Uint8Array>> = async (signal, isLight) => {
      // Checked after waiting, so that reports that waited together are limited, too.
      this.#held.checkSpace(owner);
      const path = await this.#store.writeAnswer({ ...job, isLight }, signal);
      return streamOnce(path, (bytes) => this.#held.hold(owner, bytes));
    };
    const turn = { owner, shape: describeShape(owner, request) };
    return this.#measure(() => this.#takeTurn(make, turn, cancelled));
  }

  /**
   * Finds the first day with facts of some accounts; undefined without facts. The result may be a minute old. Rejects
   * as `open` does.
   */
  async findFirstDay(request: FirstDayRequest, owner: number): Promise<string | undefined> {
    const { role, timezone, now } = request;
    const key = `${owner} ${role} ${timezone}`;
    const known = this.#firstDays.get(key);
    if (known && known.until > now) return known.day;
    const make = (signal: AbortSignal) => sumFacts(this.#store, firstDayQuery(request), signal);
    const turn = { owner, shape: `first day of ${owner}` };
    const [row] = await this.#takeTurn(make, turn, new AbortController().signal);
    this.#firstDays.set(key, { day: row?.[0], until: now + FIRST_DAY_MS });
    return row?.[0];
  }

  async #takeTurn<T>(make: Work<T>, turn: Omit<Turn, "signal">, cancelled: AbortSignal): Promise<T> {
    const late = AbortSignal.timeout(this.#settings.reportTimeout);
    const signal = AbortSignal.any([late, cancelled]);
    try {
      return await this.#turns.run(make, { ...turn, signal });
    } catch (error) {
      if (cancelled.aborted) throw new CancelledError("Nobody waits for the report.", { cause: error });
      throw late.aborted ? new BusyError("late", { cause: error }) : error;
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
}

function createDescriber({ detailed, viewer }: ReportRequest, names: Catalogue): DescribeGroups {
  const context = { names, detailed, kind: nameReader(viewer) };
  return ({ grouping, values }) => values.map((value) => describeGroup(grouping, value, context));
}

/** Returns a query whose first row is the first day, YYYY-mm-dd. Without facts it has no rows. */
function firstDayQuery({ role, accounts, timezone, now }: FirstDayRequest): SumQuery {
  const until = now + DAY_MS;
  return {
    from: 0,
    until,
    conditions: [{ value: { column: `${role}_id` }, within: accounts }],
    groups: [{ unit: "date", offsets: offsetsBetween(timezone, OFFSETS_FROM, until) }],
    counters: [],
    limit: 1,
  };
}
