/** What `/metrics` shows, in Prometheus form. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What the store says of itself. */
export interface StoreStatus {
  /** Whether events can be stored. */
  ready: boolean;
  /** Events on disk that queries do not see yet. */
  waiting: number;
  /** Bytes that the database takes on disk. */
  bytes: number;
  /** What could not be read or stored, by what it is. */
  setAside: object;
  /** Writes to the journal, and loads from it, since the start. */
  writes: WorkDone;
  loads: WorkDone;
}

interface WorkDone {
  count: number;
  seconds: number;
}

/** What is read when `/metrics` is asked for. */
export interface MetricSources {
  store: () => StoreStatus;
  /** Reports that are queried, and those that wait for their turn. */
  reports: () => { running: number; waiting: number };
  /** Log lines that could not be written so far. */
  droppedLines: () => number;
  /** Of the ClickHouse that has the events; absent when they stay here. */
  clickHouse?: (() => { isAway: boolean; unfitSums: number }) | undefined;
  /** Of what several nodes share; absent when this is the only one. */
  redis?: (() => { isAway: boolean; outages: number; isDataLost: boolean }) | undefined;
}

const ALONE = { isAway: false, outages: 0, isDataLost: false };

/** What became of a zone in a placement response. */
export type ZoneResult = "filled" | "empty" | "unknown";

/** What became of a report; refused: too many waited, or it took too long. */
/** cancelled: by its caller, who went away. */
export type ReportResult = "answered" | "refused" | "failed" | "cancelled";

/** What became of an attempt to sign in; refused: not tried, because of failures before. */
export type SignInResult = "succeeded" | "failed" | "refused";

export interface Metrics {
  registry: Registry;
  /** Counts an answer: its route, its status, and the seconds until it was written. */
  countAnswer(route: string, status: number, seconds: number): void;
  /** Counts an exception while a request was answered. */
  countException(route: string): void;
  countZones(result: ZoneResult, count: number): void;
  /** Counts a fetch of a tracking address by what became of it. */
  countFetch(kind: "impression" | "click", result: string): void;
  /** Counts a refused request by the reason. */
  countRefusal(reason: string): void;
  countReload(result: "used" | "refused"): void;
  /** Counts a report by what became of it, and the seconds until then. */
  countReport(result: ReportResult, seconds: number): void;
  countSignIn(result: SignInResult): void;
}

/** Upper bounds of the latency's buckets, seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const REPORT_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics({ store, reports, droppedLines, redis, clickHouse }: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `zonetag_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `zonetag_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const readRedis = () => redis?.() ?? ALONE;
  gauge("redis_away", "1 while Redis does not answer", () => (readRedis().isAway ? 1 : 0));
  gauge("redis_data_lost", "1 while Redis has lost its data and grants nothing of budgets", () =>
    readRedis().isDataLost ? 1 : 0,
  );
  gauge("clickhouse_away", "1 while ClickHouse takes no events", () => (clickHouse?.().isAway ? 1 : 0));
  gauge(
    "clickhouse_unfit_sums",
    "Hours and days whose sums do not fit their columns in ClickHouse, so that reports read their parts",
    () => clickHouse?.().unfitSums ?? 0,
  );
  gauge("store_waiting_events", "Events safe on disk that queries do not see yet", () => store().waiting);
  gauge("store_ready", "1 when events can be stored", () => (store().ready ? 1 : 0));

  new Counter({
    name: "zonetag_set_aside_total",
    help: "What could not be read or stored and was set aside, by what it is",
    labelNames: ["what"],
    registers,
    collect() {
      this.reset();
      for (const [what, count] of Object.entries(store().setAside)) this.inc({ what }, count);
    },
  });

  const work = (name: string, help: string, read: () => number) =>
    new Counter({
      name: `zonetag_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  work("journal_writes", "Writes to the journal", () => store().writes.count);
  work("journal_write_seconds", "Seconds that writes to the journal took", () => store().writes.seconds);
  work("store_loads", "Loads from the journal into the database", () => store().loads.count);
  work("store_load_seconds", "Seconds that these loads took", () => store().loads.seconds);
  work("redis_outages", "Times that Redis went away", () => readRedis().outages);
  work("log_dropped", "Log lines that could not be written", droppedLines);
  gauge("store_bytes", "Bytes that the database takes on disk", () => store().bytes);

  gauge("reports_running", "Reports that are queried", () => reports().running);
  gauge("reports_waiting", "Reports that wait for their turn", () => reports().waiting);
  const reportSeconds = new Histogram({
    name: "zonetag_report_seconds",
    help: "Seconds until a report was queried, or given up, by result",
    labelNames: ["result"],
    buckets: REPORT_BUCKETS,
    registers,
  });
  for (const result of ["answered", "refused", "failed", "cancelled"]) reportSeconds.zero({ result });
  const signIns = counter("sign_ins_total", "Attempts to sign in, by result", ["result"]);
  for (const result of ["succeeded", "failed", "refused"]) signIns.inc({ result }, 0);

  const answers = counter("requests_total", "Answers by route and status", ["route", "status"]);
  const latency = new Histogram({
    name: "zonetag_request_seconds",
    help: "Seconds until the answer, by route",
    labelNames: ["route"],
    buckets: BUCKETS,
    registers,
  });
  const exceptions = counter("exceptions_total", "Exceptions while a request was answered", ["route"]);
  const zones = counter("zones_total", "Zones answered; filled / all is the fill rate", ["result"]);
  const boundZones = {
    filled: zones.labels("filled"),
    empty: zones.labels("empty"),
    unknown: zones.labels("unknown"),
  };
  for (const zone of Object.values(boundZones)) zone.inc(0);
  const fetches = counter("events_total", "Fetches of tracking addresses by kind and result", [
    "kind",
    "result",
  ]);
  const refusals = counter("refused_total", "Refused requests, by reason", ["reason"]);
  const reloads = counter("catalogue_reloads_total", "Reloads of the catalogue by result", ["result"]);

  // Looking labels up by name at every request takes longer than choosing a campaign; bound ones are kept by key.
  const boundAnswers = new Map<string, Counter.Internal>();
  const boundLatency = new Map<string, Histogram.Internal<"route">>();
  return {
    registry,
    countAnswer(route, status, seconds) {
      const key = `${route} ${status}`;
      bind(boundAnswers, key, () => answers.labels(route, String(status))).inc();
      bind(boundLatency, route, () => latency.labels(route)).observe(seconds);
    },
    countException: (route) => exceptions.inc({ route }),
    countZones: (result, count) => boundZones[result].inc(count),
    countFetch: (kind, result) => fetches.inc({ kind, result }),
    countRefusal: (reason) => refusals.inc({ reason }),
    countReload: (result) => reloads.inc({ result }),
    countReport: (result, seconds) => reportSeconds.observe({ result }, seconds),
    countSignIn: (result) => signIns.inc({ result }),
  };
}

function bind<T>(bound: Map<string, T>, key: string, make: () => T): T {
  const found = bound.get(key);
  if (found !== undefined) return found;
  const made = make();
  bound.set(key, made);
  return made;
}
