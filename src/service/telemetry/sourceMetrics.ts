/** Metrics of what other parts say of themselves, read when `/metrics` is asked for. */
import { Counter, Gauge, type Registry } from "prom-client";

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

/** A metric without labels: its name, its help, and its value now. */
type Reading = [name: string, help: string, read: () => number];

export function registerSources(registry: Registry, sources: MetricSources): void {
  const registers = [registry];
  for (const [name, help, read] of listGauges(sources))
    new Gauge({
      ...{ name: `zonetag_${name}`, help, registers },
      collect() {
        this.set(read());
      },
    });
  for (const [name, help, read] of listCounters(sources))
    new Counter({
      ...{ name: `zonetag_${name}_total`, help, registers },
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  registerSetAside(registry, sources.store);
}

/** Values that rise and fall. */
function listGauges({ store, reports, redis, clickHouse }: MetricSources): Reading[] {
  const readRedis = () => redis?.() ?? ALONE;
  return [
    ["redis_away", "1 while Redis does not answer", () => Number(readRedis().isAway)],
    [
      "redis_data_lost",
      "1 while Redis has lost its data and grants nothing of budgets",
      () => Number(readRedis().isDataLost),
    ],
    ["clickhouse_away", "1 while ClickHouse takes no events", () => Number(clickHouse?.().isAway ?? false)],
    [
      "clickhouse_unfit_sums",
      "Hours and days whose sums do not fit their columns in ClickHouse, so that reports read their parts",
      () => clickHouse?.().unfitSums ?? 0,
    ],
    ["store_waiting_events", "Events safe on disk that queries do not see yet", () => store().waiting],
    ["store_ready", "1 when events can be stored", () => Number(store().ready)],
    ["store_bytes", "Bytes that the database takes on disk", () => store().bytes],
    ["reports_running", "Reports that are made", () => reports().running],
    ["reports_waiting", "Reports that wait for their turn", () => reports().waiting],
  ];
}

/** Sums since the start. */
function listCounters({ store, redis, droppedLines }: MetricSources): Reading[] {
  return [
    ["journal_writes", "Writes to the journal", () => store().writes.count],
    ["journal_write_seconds", "Seconds that writes to the journal took", () => store().writes.seconds],
    ["store_loads", "Loads from the journal into the database", () => store().loads.count],
    ["store_load_seconds", "Seconds that these loads took", () => store().loads.seconds],
    ["redis_outages", "Times that Redis went away", () => (redis?.() ?? ALONE).outages],
    ["log_dropped", "Log lines that could not be written", droppedLines],
  ];
}

function registerSetAside(registry: Registry, store: MetricSources["store"]): void {
  new Counter({
    name: "zonetag_set_aside_total",
    help: "What could not be read or stored and was set aside, by what it is",
    labelNames: ["what"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [what, count] of Object.entries(store().setAside)) this.inc({ what }, count);
    },
  });
}
