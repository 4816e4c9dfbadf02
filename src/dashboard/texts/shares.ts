/** Writes the parts of a whole as percent that add up. */
import type { Locale } from "./locale.ts";

export function formatShares(parts: readonly number[], { tag }: Pick<Locale, "tag">): string[] {
  const format = new Intl.NumberFormat(tag, { style: "percent" });
  return roundToWhole(parts).map((percent) =>
    percent === undefined ? `< ${format.format(0.01)}` : format.format(percent / 100),
  );
}

/**
 * Returns whole percent by the largest remainders: https://en.wikipedia.org/wiki/Largest_remainders_method. A part below
 * 1 % is undefined, and leaves the others so much less than 100 % that the sum remains true.
 */
function roundToWhole(parts: readonly number[]): (number | undefined)[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const exact = parts.map((part) => (100 * part) / whole);
  const small = exact.reduce((sum, percent) => sum + (percent < 1 ? percent : 0), 0);
  const percents = exact.map((percent) => (percent < 1 ? undefined : Math.floor(percent)));
  // Sums of decimals may differ from a whole number in their last binary digits.
  const missing =
    100 - Math.ceil(small - 1e-9) - percents.reduce<number>((sum, percent = 0) => sum + percent, 0);
  const byRemainder = [...exact.keys()]
    .filter((at) => percents[at] !== undefined)
    .sort((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1));
  for (const at of byRemainder.slice(0, missing)) percents[at] = (percents[at] ?? 0) + 1;
  return percents;
}
