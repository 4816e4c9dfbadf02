/** Tests whether counts match expected shares: https://en.wikipedia.org/wiki/Pearson%27s_chi-squared_test */

/** Computes the statistic. `expected` may be in any unit; a count where it is 0 gives infinity. */
export function computeChiSquare(counts: readonly number[], expected: readonly number[]): number {
  const scale = sum(counts) / sum(expected);
  return sum(
    expected.map((share, at) => {
      const count = counts[at] ?? 0;
      if (share === 0) return count === 0 ? 0 : Number.POSITIVE_INFINITY;
      return (count - share * scale) ** 2 / (share * scale);
    }),
  );
}

/** Computes the highest plausible statistic: five standard deviations above the mean. */
export function mostChiSquare(expected: readonly number[]): number {
  const freedom = expected.filter((share) => share > 0).length - 1;
  return freedom + 5 * Math.sqrt(2 * freedom);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
