/** Metrics of the running parts of the service, read when `/metrics` is requested. Registered once all are built. */
import { Counter, Gauge, type Registry } from "prom-client";

interface StoreStatus {
  /** Whether events can be stored. */
  ready: boolean;
  /** Events in the journal that are not loaded yet. */
  waiting: number;
  /** Size of the database on disk, bytes. */
  bytes: number;
  /** Items that could not be read or stored, by kind. */
  setAside: object;
  /** Journal writes and loads since the start. */
  writes: WorkDone;
  loads: WorkDone;
}

interface WorkDone {
  count: number;
  seconds: number;
}

interface RedisState {
  isAway: boolean;
  outages: number;
  isDataLost: boolean;
  /** Error replies since the start, by code. */
  refusals: ReadonlyMap<string, number>;
}

export interface MetricSources {
  store: () => StoreStatus;
  reports: () => { running: number; waiting: number };
  /** Log lines dropped since the start. */
  droppedLines: () => number;
  /** State of ClickHouse; absent without it. */
  clickHouse?: (() => { isAway: boolean; unfitSums: number }) | undefined;
  /** State of Redis; absent without it. */
  redis?: (() => RedisState) | undefined;
  /** Digest of a declared catalogue; undefined for a live one. */
  catalogueDigest?: () => string | undefined;
  /** Images of creatives whose files are missing. */
  missingImages?: () => number;
}

const ALONE: RedisState = { isAway: false, outages: 0, isDataLost: false, refusals: new Map() };

/** Metric without labels: name, help text and current value. */
type Reading = [name: string, help: string, read: () => number];

export function registerSources(registry: Registry, sources: MetricSources): void {
  const registers = [registry];
  for (const [name, help, read] of listGauges(sources))
    new Gauge({
      name: `zonetag_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  for (const [name, help, read] of listCounters(sources))
    new Counter({
      name: `zonetag_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  registerLabelled(registry, {
    name: "zonetag_set_aside_total",
    help: "Items set aside because they could not be read or stored, by kind",
    label: "what",
    read: () => Object.entries(sources.store().setAside),
  });
  registerLabelled(registry, {
    name: "zonetag_redis_refusals_total",
    help: "Commands that Redis answered with an error, by its code",
    label: "code",
    read: () => sources.redis?.().refusals ?? [],
  });
  registerCatalogue(registry, sources.catalogueDigest);
}

function registerCatalogue(registry: Registry, read: MetricSources["catalogueDigest"]): void {
  new Gauge({
    name: "zonetag_declared_catalogue",
    help: "1 for the digest of the declared catalogue in use",
    labelNames: ["digest"],
    registers: [registry],
    collect() {
      this.reset();
      const digest = read?.();
      if (digest !== undefined) this.set({ digest }, 1);
    },
  });
}

function listGauges({ store, reports, redis, clickHouse, missingImages }: MetricSources): Reading[] {
  const readRedis = () => redis?.() ?? ALONE;
  return [
    ["redis_away", "1 while Redis does not answer or refuses to write", () => Number(readRedis().isAway)],
    [
      "redis_data_lost",
      "1 while Redis has lost its data and no budget is granted",
      () => Number(readRedis().isDataLost),
    ],
    ["clickhouse_away", "1 while ClickHouse accepts no events", () => Number(clickHouse?.().isAway ?? false)],
    [
      "clickhouse_unfit_sums",
      "Hours and days whose sums do not fit their columns in ClickHouse, so that reports read their parts",
      () => clickHouse?.().unfitSums ?? 0,
    ],
    [
      "missing_images",
      "Images whose files are missing, so that their creatives are not served",
      () => missingImages?.() ?? 0,
    ],
    ["store_waiting_events", "Events on disk that reports do not include yet", () => store().waiting],
    ["store_ready", "1 when events can be stored", () => Number(store().ready)],
    ["store_bytes", "Size of the database on disk in bytes", () => store().bytes],
    ["reports_running", "Running reports", () => reports().running],
    ["reports_waiting", "Waiting reports", () => reports().waiting],
  ];
}

function listCounters({ store, redis, droppedLines }: MetricSources): Reading[] {
  return [
    ["journal_writes", "Writes to the journal", () => store().writes.count],
    ["journal_write_seconds", "Seconds spent on writes to the journal", () => store().writes.seconds],
    ["store_loads", "Loads from the journal into the database", () => store().loads.count],
    [
      "store_load_seconds",
      "Seconds spent on loads from the journal into the database",
      () => store().loads.seconds,
    ],
    ["redis_outages", "Outages of Redis", () => (redis?.() ?? ALONE).outages],
    ["log_dropped", "Log lines that could not be written", droppedLines],
  ];
}

interface Labelled {
  name: string;
  help: string;
  label: string;
  read: () => Iterable<[value: string, count: number]>;
}

function registerLabelled(registry: Registry, { name, help, label, read }: Labelled): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, count] of read()) this.inc({ [label]: value }, count);
    },
  });
}
