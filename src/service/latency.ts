/**
 * How long answers took, by route: a histogram of the usual exposition format.
 *
 * The library's own looks its labels and its bucket up by name at every observation, which took longer than reading a
 * user agent.
 */
import type { Metric, MetricValueWithName, Registry } from "prom-client";

/** Upper bounds of the buckets, seconds. */
export const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Notes one answer. */
export type Observe = (seconds: number) => void;

interface Taken {
  /** Answers by the first bucket that holds them; the last is past all bounds. */
  counts: Float64Array;
  sum: number;
}

export class Latency {
  readonly #name: string;
  readonly #routes = new Map<string, Taken>();

  constructor(registry: Registry, name: string) {
    this.#name = name;
    const help = "Seconds until the answer, by route";
    const about = { name, help, type: "histogram", aggregator: "sum" };
    // The registry asks nothing of a metric but this; its type names the classes that the library has.
    registry.registerMetric({
      ...about,
      get: async () => ({ ...about, values: this.#values() }),
    } as never as Metric);
  }

  of(route: string): Observe {
    const taken: Taken = { counts: new Float64Array(BOUNDS.length + 1), sum: 0 };
    this.#routes.set(route, taken);
    return (seconds) => {
      let bucket = 0;
      while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket++;
      taken.counts[bucket] = (taken.counts[bucket] as number) + 1;
      taken.sum += seconds;
    };
  }

  #values(): MetricValueWithName<string>[] {
    return [...this.#routes].flatMap(([route, { counts, sum }]) => {
      let total = 0;
      const buckets = [...counts].map((count, at) => {
        total += count;
        return {
          metricName: `${this.#name}_bucket`,
          labels: { le: BOUNDS[at] ?? "+Inf", route },
          value: total,
        };
      });
      return [
        ...buckets,
        { metricName: `${this.#name}_sum`, labels: { route }, value: sum },
        { metricName: `${this.#name}_count`, labels: { route }, value: total },
      ];
    });
  }
}
