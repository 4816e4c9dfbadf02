/** Whether counts follow shares: https://en.wikipedia.org/wiki/Pearson%27s_chi-squared_test */

/** `expected`: in any unit; nothing may be counted where it is 0. */
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

/** Five standard deviations above the mean of what a fair draw gives. */
export function mostChiSquare(expected: readonly number[]): number {
  const freedom = expected.filter((share) => share > 0).length - 1;
  return freedom + 5 * Math.sqrt(2 * freedom);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
