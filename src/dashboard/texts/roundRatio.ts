/** Rounds a ratio for a file as it is shown: two decimals, or two significant digits below 0.1. */
export function roundRatio(value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  return Number(Math.abs(value) < 0.1 ? value.toPrecision(2) : value.toFixed(2));
}
