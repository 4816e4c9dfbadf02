/** Metrics of reports, over queries that the test ends. */
import { expect, test } from "vitest";
import { CancelledError } from "../../../src/service/reports/answerStream.ts";
import { Reports } from "../../../src/service/reports/reports.ts";
import { BusyError } from "../../../src/service/runtime/gate.ts";
import { createMetrics } from "../../../src/service/telemetry/metrics.ts";
import { registerSources } from "../../../src/service/telemetry/sourceMetrics.ts";
import { CATALOGUE, prepareReport } from "../statisticsRoutes/support.ts";

const NO_WORK = { count: 0, seconds: 0 };
const STORE = { ready: true, waiting: 0, bytes: 0, setAside: {}, writes: NO_WORK, loads: NO_WORK };

/** Creates reports over a store whose queries run until `fail` is called or they are aborted. */
function createReports(reportTimeout: number) {
  const fail: ((error: Error) => void)[] = [];
  const writeAnswer = (_job: unknown, signal: AbortSignal) =>
    new Promise<string>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      fail.push(reject);
    });
  const metrics = createMetrics();
  const settings = { maxReports: 1, reportTimeout };
  const reports = new Reports({ writeAnswer, hasParquet: false }, settings, metrics.countReport);
  registerSources(metrics.registry, {
    store: () => STORE,
    reports: () => reports.load,
    droppedLines: () => 0,
  });
  const { request, scope } = prepareReport("publisher-one", "publisher", { group_by: ["date"] });
  const open = (cancelled = new AbortController().signal) =>
    reports.open(request, scope, CATALOGUE, "json", { cancelled });
  const readMetric = async (name: string) => {
    const text = await metrics.registry.metrics();
    const line = text.split("\n").find((one) => one.startsWith(`zonetag_${name} `));
    return Number(line?.split(" ")[1]);
  };
  return { fail, open, readMetric, text: () => metrics.registry.metrics() };
}

test("running, waiting and ended reports are counted, ended ones with their duration", async () => {
  const { fail, open, readMetric, text } = createReports(60_000);
  const failing = [open(), open()].map((report) => expect(report).rejects.toThrow("broken"));
  expect([await readMetric("reports_running"), await readMetric("reports_waiting")]).toEqual([1, 1]);
  for (const at of [0, 1]) {
    await expect.poll(() => fail.length).toBe(at + 1);
    fail[at]?.(new Error("broken"));
  }
  await Promise.all(failing);
  expect([await readMetric("reports_running"), await readMetric("reports_waiting")]).toEqual([0, 0]);
  expect(await readMetric('report_seconds_count{result="failed"}')).toBe(2);
  expect(await readMetric('report_seconds_sum{result="failed"}')).toBeGreaterThan(0);
  for (const name of ["reports_running", "reports_waiting", "report_seconds"])
    expect(await text()).toMatch(new RegExp(`^# HELP zonetag_${name} [A-Z].+`, "m"));
});

test("a report that exceeds the time limit counts as refused and not as answered", async () => {
  const { open, readMetric } = createReports(5);
  await expect(open()).rejects.toThrow(BusyError);
  expect(await readMetric('report_seconds_count{result="refused"}')).toBe(1);
  expect(await readMetric('report_seconds_count{result="answered"}')).toBe(0);
});

test("a report whose client disconnects counts as cancelled and not as refused", async () => {
  const { fail, open, readMetric } = createReports(60_000);
  const caller = new AbortController();
  const left = expect(open(caller.signal)).rejects.toThrow(CancelledError);
  await expect.poll(() => fail.length).toBe(1);
  caller.abort();
  await left;
  expect(await readMetric('report_seconds_count{result="cancelled"}')).toBe(1);
  expect(await readMetric('report_seconds_count{result="refused"}')).toBe(0);
});
