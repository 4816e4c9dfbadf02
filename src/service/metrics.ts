/**
 * What `/metrics` shows, in Prometheus form.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** By how much a count goes up; one when left out. */
type Count = (amount?: number) => void;

export interface Metrics {
  registry: Registry;
  /** One answer: its route, its status, and the seconds until it was written. */
  answered(route: string, status: number, seconds: number): void;
  /** Zones answered, by what they got. */
  zones: Record<"filled" | "empty" | "unknown", Count>;
  /** Fetches of tracking addresses, by kind and by what became of them. */
  events: Counter<"kind" | "result">;
  /** Requests turned away, by why. */
  refused: Counter<"reason">;
  reloads: Counter<"result">;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** `waiting`: events on disk that queries do not see yet. */
export function createMetrics(store: () => { ready: boolean; waiting: number }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `zonetag_${name}`, help, labelNames, registers });
  new Gauge({
    name: "zonetag_store_waiting_events",
    help: "Events safe on disk and not yet where queries look",
    registers,
    collect() {
      this.set(store().waiting);
    },
  });
  new Gauge({
    name: "zonetag_store_ready",
    help: "1 when events can be kept",
    registers,
    collect() {
      this.set(store().ready ? 1 : 0);
    },
  });
  const requests = counter("requests_total", "Answers by route and status", ["route", "status"]);
  const latency = new Histogram({
    name: "zonetag_request_seconds",
    help: "Seconds until the answer, by route",
    labelNames: ["route"],
    buckets: SECONDS,
    registers,
  });
  const zones = counter("zones_total", "Zones answered, by result; filled / all is the fill rate", [
    "result",
  ]);
  const zonesBy = (result: string): Count => {
    const child = zones.labels(result);
    return (amount) => child.inc(amount);
  };
  // Looking a child up by its labels costs more than counting.
  const answers = new Map<string, Counter.Internal>();
  const seconds = new Map<string, Histogram.Internal<"route">>();
  return {
    registry,
    answered(route, status, took) {
      const key = `${route} ${status}`;
      kept(answers, key, () => requests.labels(route, String(status))).inc();
      kept(seconds, route, () => latency.labels(route)).observe(took);
    },
    zones: { filled: zonesBy("filled"), empty: zonesBy("empty"), unknown: zonesBy("unknown") },
    events: counter("events_total", "Fetches of tracking addresses by kind and result", ["kind", "result"]),
    refused: counter("refused_total", "Requests turned away, by reason", ["reason"]),
    reloads: counter("catalogue_reloads_total", "Reloads of the catalogue by result", ["result"]),
  };
}

function kept<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key);
  if (found) return found;
  const made = make();
  map.set(key, made);
  return made;
}
