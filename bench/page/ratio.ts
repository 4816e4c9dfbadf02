/** Medians, and the confidence interval of their ratio. */
import { seededRandom } from "../../src/service/placement/random.ts";

export interface Ratio {
  value: number;
  /** The 95 % interval; absent with fewer than three rounds. */
  low?: number;
  high?: number;
}

const RESAMPLES = 2000;

/** Returns the median; NaN for an empty list. */
export function median(values: number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 ? half : half - 1], sorted[half]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/**
 * Computes the ratio of two medians and its bootstrap interval. The two values of a round stay together, because they
 * were measured in sequence under the same conditions.
 */
export function computeRatio(above: number[], below: number[]): Ratio {
  const rounds = Math.min(above.length, below.length);
  const [a, b] = [above.slice(0, rounds), below.slice(0, rounds)];
  const value = median(a) / median(b);
  if (rounds < 3) return { value };
  // Seeded, so that the same measurements always give the same interval.
  const random = seededRandom(1);
  const drawn = Array.from({ length: RESAMPLES }, () => {
    const picks = a.map(() => Math.floor(random() * rounds));
    const pick = (from: number[]) => picks.map((at) => from[at] ?? Number.NaN);
    return median(pick(a)) / median(pick(b));
  }).sort((x, y) => x - y);
  const at = (part: number) => drawn[Math.floor(part * (RESAMPLES - 1))] ?? Number.NaN;
  return { value, low: at(0.025), high: at(0.975) };
}
