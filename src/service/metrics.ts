/**
 * What `/metrics` shows, in Prometheus form.
 *
 * What every request counts is kept in plain numbers and handed over when somebody asks: the library's own counters took
 * longer than the choice of a campaign.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { Latency, type Observe } from "./latency.ts";
import type { ZoneOutcome } from "./placement/response.ts";

export interface Metrics {
  registry: Registry;
  /** One answer: its route, its status, and the seconds until it was written. */
  answered(route: string, status: number, seconds: number): void;
  /** The zones of one answer. */
  zones(outcomes: readonly ZoneOutcome[]): void;
  /** Fetches of tracking addresses, by kind and by what became of them. */
  events: Counter<"kind" | "result">;
  /** One request turned away, and why. */
  refused(reason: string): void;
  reloads: Counter<"result">;
}

/** `waiting`: events on disk that queries do not see yet. */
export function createMetrics(store: () => { ready: boolean; waiting: number }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `zonetag_${name}`, help, labelNames, registers });
  /** Handed over when somebody asks: counts by their labels. */
  const tallied = <L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    tally: () => Iterable<readonly [labels: Record<L, string>, count: number]>,
  ) =>
    new Counter({
      name: `zonetag_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, count] of tally()) this.inc(labels, count);
      },
    });
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
  const answers = new Map<string, Answers>();
  tallied("requests_total", "Answers by route and status", ["route", "status"], () =>
    [...answers].flatMap(([route, { statuses }]) =>
      [...statuses].map(([status, count]) => [{ route, status: String(status) }, count] as const),
    ),
  );
  const latency = new Latency(registry, "zonetag_request_seconds");
  const zones = { filled: 0, empty: 0, unknown: 0 };
  tallied("zones_total", "Zones answered, by result; filled / all is the fill rate", ["result"], () =>
    Object.entries(zones).map(([result, count]) => [{ result }, count]),
  );
  const refused = new Map<string, number>();
  tallied("refused_total", "Requests turned away, by reason", ["reason"], () =>
    [...refused].map(([reason, count]) => [{ reason }, count]),
  );
  return {
    registry,
    answered(route, status, took) {
      let of = answers.get(route);
      if (!of) {
        of = { statuses: new Map(), observe: latency.of(route) };
        answers.set(route, of);
      }
      of.statuses.set(status, (of.statuses.get(status) ?? 0) + 1);
      of.observe(took);
    },
    zones(outcomes) {
      for (const outcome of outcomes) zones[typeof outcome === "string" ? outcome : "filled"] += 1;
    },
    refused(reason) {
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    events: counter("events_total", "Fetches of tracking addresses by kind and result", ["kind", "result"]),
    reloads: counter("catalogue_reloads_total", "Reloads of the catalogue by result", ["result"]),
  };
}

/** The answers of one route. */
interface Answers {
  statuses: Map<number, number>;
  observe: Observe;
}
