import { expect, test } from "vitest";
import { createMetrics, type Metrics } from "../../../src/service/telemetry/metrics.ts";
import { type MetricSources, registerSources } from "../../../src/service/telemetry/sourceMetrics.ts";

const SOURCES: MetricSources = {
  store: () => ({
    ready: true,
    waiting: 3,
    bytes: 4096,
    setAside: { damaged: 2, files: 1 },
    writes: { count: 5, seconds: 0.25 },
    loads: { count: 6, seconds: 1.5 },
  }),
  reports: () => ({ running: 1, waiting: 7 }),
  droppedLines: () => 8,
};

function createAll(more: Partial<MetricSources> = {}) {
  const metrics = createMetrics();
  registerSources(metrics.registry, { ...SOURCES, ...more });
  return metrics;
}

/** Reads the service's own metrics, without help texts and types. */
async function readLines(more?: Partial<MetricSources>, use?: (metrics: Metrics) => void) {
  const metrics = createAll(more);
  use?.(metrics);
  const text = await metrics.registry.metrics();
  return text.split("\n").filter((line) => line.startsWith("zonetag_"));
}

test.each([
  ["zonetag_store_ready", "1"],
  ["zonetag_store_waiting_events", "3"],
  ["zonetag_store_bytes", "4096"],
  ['zonetag_set_aside_total{what="damaged"}', "2"],
  ['zonetag_set_aside_total{what="files"}', "1"],
  ["zonetag_journal_writes_total", "5"],
  ["zonetag_journal_write_seconds_total", "0.25"],
  ["zonetag_store_loads_total", "6"],
  ["zonetag_store_load_seconds_total", "1.5"],
  ["zonetag_reports_running", "1"],
  ["zonetag_reports_waiting", "7"],
  ["zonetag_log_dropped_total", "8"],
  ["zonetag_clickhouse_away", "0"],
  ["zonetag_clickhouse_unfit_sums", "0"],
  ["zonetag_redis_away", "0"],
  ["zonetag_redis_data_lost", "0"],
  ["zonetag_redis_outages_total", "0"],
])("without Redis and ClickHouse, the metric %s is %s", async (name, value) => {
  expect(await readLines()).toContain(`${name} ${value}`);
});

test("metrics show that the store is not ready and that Redis and ClickHouse are away", async () => {
  const lines = await readLines({
    store: () => ({ ...SOURCES.store(), ready: false }),
    clickHouse: () => ({ isAway: true, unfitSums: 5 }),
    redis: () => ({ isAway: true, outages: 4, isDataLost: true, refusals: new Map([["OOM", 3]]) }),
  });
  for (const line of [
    "zonetag_store_ready 0",
    "zonetag_clickhouse_away 1",
    "zonetag_clickhouse_unfit_sums 5",
    "zonetag_redis_away 1",
    "zonetag_redis_data_lost 1",
    "zonetag_redis_outages_total 4",
    'zonetag_redis_refusals_total{code="OOM"} 3',
  ])
    expect(lines).toContain(line);
});

test("metrics show that Redis and ClickHouse are reachable", async () => {
  const redis = () => ({ isAway: false, outages: 1, isDataLost: false, refusals: new Map() });
  const lines = await readLines({ redis, clickHouse: () => ({ isAway: false, unfitSums: 0 }) });
  expect(lines).toContain("zonetag_redis_away 0");
  expect(lines).toContain("zonetag_redis_data_lost 0");
  expect(lines).toContain("zonetag_clickhouse_away 0");
});

test("reading metrics twice does not add to their totals", async () => {
  const { registry } = createAll();
  await registry.metrics();
  const text = await registry.metrics();
  expect(text).toContain("\nzonetag_journal_writes_total 5\n");
  expect(text).toContain('\nzonetag_set_aside_total{what="damaged"} 2\n');
});

test("each result starts with the count 0, so that alerts notice the first one", async () => {
  const lines = await readLines();
  for (const result of ["filled", "empty", "unknown"])
    expect(lines).toContain(`zonetag_zones_total{result="${result}"} 0`);
  for (const result of ["succeeded", "failed", "refused"])
    expect(lines).toContain(`zonetag_sign_ins_total{result="${result}"} 0`);
  for (const result of ["answered", "refused", "failed", "cancelled"])
    expect(lines).toContain(`zonetag_report_seconds_count{result="${result}"} 0`);
});

test("counting functions increment the metric with the matching labels", async () => {
  const lines = await readLines({}, (metrics) => {
    metrics.countAnswer("placement", 200, 0.004);
    metrics.countAnswer("placement", 200, 0.2);
    metrics.countAnswer("click", 302, 7);
    metrics.countException("click");
    metrics.countZones("filled", 3);
    metrics.countZones("empty", 2);
    metrics.countZones("unknown", 1);
    metrics.countFetch("click", "counted");
    metrics.countRefusal("limit");
    metrics.countReload("used");
    metrics.countReport("answered", 3);
    metrics.countSignIn("failed");
  });
  for (const line of [
    'zonetag_requests_total{route="placement",status="200"} 2',
    'zonetag_requests_total{route="click",status="302"} 1',
    'zonetag_request_seconds_bucket{le="0.0025",route="placement"} 0',
    'zonetag_request_seconds_bucket{le="0.005",route="placement"} 1',
    'zonetag_request_seconds_bucket{le="0.25",route="placement"} 2',
    'zonetag_request_seconds_bucket{le="5",route="click"} 0',
    'zonetag_request_seconds_sum{route="click"} 7',
    'zonetag_exceptions_total{route="click"} 1',
    'zonetag_zones_total{result="filled"} 3',
    'zonetag_zones_total{result="empty"} 2',
    'zonetag_zones_total{result="unknown"} 1',
    'zonetag_events_total{kind="click",result="counted"} 1',
    'zonetag_refused_total{reason="limit"} 1',
    'zonetag_catalogue_reloads_total{result="used"} 1',
    'zonetag_report_seconds_bucket{le="2.5",result="answered"} 0',
    'zonetag_report_seconds_bucket{le="5",result="answered"} 1',
    'zonetag_sign_ins_total{result="failed"} 1',
  ])
    expect(lines).toContain(line);
});

test("each of the service's metrics has a help text", async () => {
  const { registry } = createAll();
  const own = (await registry.getMetricsAsJSON()).filter(({ name }) => name.startsWith("zonetag_"));
  expect(own.length).toBeGreaterThan(20);
  for (const { name, help } of own)
    expect([name, help]).toEqual([name, expect.stringMatching(/^[A-Z\d]\w* \w/)]);
});

test("metrics include those of the Node process", async () => {
  const text = await createAll().registry.metrics();
  for (const name of [
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "nodejs_eventloop_lag_seconds",
  ])
    expect(text).toContain(`\n${name} `);
});

test("exactly the metrics whose names end with _total are counters", async () => {
  const own = await createAll().registry.getMetricsAsJSON();
  for (const { name, type } of own.filter(({ name }) => name.startsWith("zonetag_")))
    expect([name, String(type) === "counter"]).toEqual([name, name.endsWith("_total")]);
});
