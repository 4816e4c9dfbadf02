/** Scale of a chart axis with round ticks. */
export interface Scale {
  min: number;
  max: number;
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];
/** Ratio of minimum to maximum above which a rate would be a flat line on an axis from zero. */
const FLAT = 0.5;

export interface ScaleOptions {
  /** Maximum number of ticks. */
  most: number;
  /** Whether ticks are whole numbers, as for counts. */
  isWhole: boolean;
  /** Whether it is a rate, which need not start at zero. */
  isRate: boolean;
}

export function createScale(values: readonly number[], { most, isWhole, isRate }: ScaleOptions): Scale {
  const high = Math.max(0, ...values);
  const low = Math.min(high, ...values);
  const isFlat = isRate && low > high * FLAT && low < high;
  const from = isFlat ? low : Math.min(0, low);
  const step = chooseStep((high - from || 1) / Math.max(1, most - 1), isWhole);
  const first = Math.floor(round(from / step));
  const last = Math.max(first + 1, Math.ceil(round(high / step)));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => round((first + at) * step));
  return { min: round(first * step), max: round(last * step), ticks };
}

function chooseStep(least: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = STEPS.find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  const step = round(factor * power);
  return isWhole ? Math.ceil(step) : step;
}

/** Rounds away the inexact last digits of binary fractions. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}
