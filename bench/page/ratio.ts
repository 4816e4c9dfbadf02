/** Medians, and how far their ratio may be off. */
import { seededRandom } from "../../src/service/placement/random.ts";

export interface Ratio {
  value: number;
  /** The 95 % interval; absent with fewer than three rounds. */
  low?: number;
  high?: number;
}

const RESAMPLES = 2000;

/** The middle value; NaN of none. */
export function median(values: number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 ? half : half - 1], sorted[half]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/**
 * The ratio of two medians, with its interval by bootstrap: rounds are drawn again and again. A round's two values stay
 * together, since they were measured one after the other and share what the machine was doing then.
 */
export function computeRatio(above: number[], below: number[]): Ratio {
  const rounds = Math.min(above.length, below.length);
  const [a, b] = [above.slice(0, rounds), below.slice(0, rounds)];
  const value = median(a) / median(b);
  if (rounds < 3) return { value };
  // The same numbers every time, so that one set of measurements has one interval.
  const random = seededRandom(1);
  const drawn = Array.from({ length: RESAMPLES }, () => {
    const picks = a.map(() => Math.floor(random() * rounds));
    const pick = (from: number[]) => picks.map((at) => from[at] ?? Number.NaN);
    return median(pick(a)) / median(pick(b));
  }).sort((x, y) => x - y);
  const at = (part: number) => drawn[Math.floor(part * (RESAMPLES - 1))] ?? Number.NaN;
  return { value, low: at(0.025), high: at(0.975) };
}
