/** Metrics of requests and events, in Prometheus format. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { getOrMake } from "../values/getOrMake.ts";

/** Outcome of a zone in a placement response. */
type ZoneResult = "filled" | "empty" | "unknown";

/** Outcome of a report. refused: queue full or timeout. cancelled: the caller disconnected. */
export type ReportResult = "answered" | "refused" | "failed" | "cancelled";

/** Outcome of a sign-in attempt. refused: not checked, because of earlier failures. */
export type SignInResult = "succeeded" | "failed" | "refused";

export interface Metrics {
  registry: Registry;
  /** Counts a response by route and status, with the seconds until it was written. */
  countAnswer(route: string, status: number, seconds: number): void;
  /** Counts an exception in a request handler. */
  countException(route: string): void;
  countZones(result: ZoneResult, count: number): void;
  /** Counts a fetch of a tracking URL, or a reported conversion, by its outcome. */
  countFetch(kind: "impression" | "click" | "conversion", result: string): void;
  /** Counts a refused request by its reason. */
  countRefusal(reason: string): void;
  countReload(result: "used" | "refused"): void;
  /** Counts a report by its outcome, with its duration in seconds. */
  countReport(result: ReportResult, seconds: number): void;
  countSignIn(result: SignInResult): void;
}

/** Upper bounds of the latency buckets, seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const REPORT_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    countAnswer: createAnswerCount(registry),
    countZones: createZoneCount(registry),
    ...createReportCounts(registry),
    ...createEventCounts(registry),
  };
}

/** Caches bound labels by key: looking them up by name takes longer than choosing a campaign. */
function createAnswerCount(registry: Registry): Metrics["countAnswer"] {
  const answers = createCounter(registry, "requests_total", "Responses by route and status", [
    "route",
    "status",
  ]);
  const latency = new Histogram({
    name: "zonetag_request_seconds",
    help: "Response time in seconds, by route",
    labelNames: ["route"],
    buckets: BUCKETS,
    registers: [registry],
  });
  const boundAnswers = new Map<string, Counter.Internal>();
  const boundLatency = new Map<string, Histogram.Internal<"route">>();
  return (route, status, seconds) => {
    const key = `${route} ${status}`;
    getOrMake(boundAnswers, key, () => answers.labels(route, String(status))).inc();
    getOrMake(boundLatency, route, () => latency.labels(route)).observe(seconds);
  };
}

function createZoneCount(registry: Registry): Metrics["countZones"] {
  const help = "Zones answered; filled / all is the fill rate";
  const zones = createCounter(registry, "zones_total", help, ["result"]);
  const bound = {
    filled: zones.labels("filled"),
    empty: zones.labels("empty"),
    unknown: zones.labels("unknown"),
  };
  for (const zone of Object.values(bound)) zone.inc(0);
  return (result, count) => {
    if (count > 0) bound[result].inc(count);
  };
}

function createReportCounts(registry: Registry): Pick<Metrics, "countReport" | "countSignIn"> {
  const reports = new Histogram({
    name: "zonetag_report_seconds",
    help: "Duration of reports in seconds, by result",
    labelNames: ["result"],
    buckets: REPORT_BUCKETS,
    registers: [registry],
  });
  for (const result of ["answered", "refused", "failed", "cancelled"]) reports.zero({ result });
  const signIns = createCounter(registry, "sign_ins_total", "Attempts to sign in, by result", ["result"]);
  for (const result of ["succeeded", "failed", "refused"]) signIns.inc({ result }, 0);
  return {
    countReport: (result, seconds) => reports.observe({ result }, seconds),
    countSignIn: (result) => signIns.inc({ result }),
  };
}

function createEventCounts(
  registry: Registry,
): Pick<Metrics, "countException" | "countFetch" | "countRefusal" | "countReload"> {
  const count = <L extends string>(name: string, help: string, labels: L[]) =>
    createCounter(registry, name, help, labels);
  const exceptions = count("exceptions_total", "Exceptions in request handlers, by route", ["route"]);
  const fetches = count(
    "events_total",
    "Requests of tracking URLs and reported conversions, by kind and result",
    ["kind", "result"],
  );
  const refusals = count("refused_total", "Refused requests, by reason", ["reason"]);
  const reloads = count("catalogue_reloads_total", "Reloads of the catalogue by result", ["result"]);
  return {
    countException: (route) => exceptions.inc({ route }),
    countFetch: (kind, result) => fetches.inc({ kind, result }),
    countRefusal: (reason) => refusals.inc({ reason }),
    countReload: (result) => reloads.inc({ result }),
  };
}

function createCounter<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: L[],
): Counter<L> {
  return new Counter({ name: `zonetag_${name}`, help, labelNames, registers: [registry] });
}
