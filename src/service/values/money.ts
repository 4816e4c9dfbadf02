/** Money, so that sums are exact. */

/** Whole billionths of the currency unit: the last place that the store keeps. */
export type Nano = bigint;

const PLACES = 9;
const UNIT = 10n ** BigInt(PLACES);
/** What a DECIMAL(18,9) holds. */
const MOST = 10n ** 18n - 1n;

/** Reads a decimal such as `"2.50"`; undefined when it is none or has more than nine places. */
export function parseMoney(text: string): Nano | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? 0) * UNIT + BigInt((match[2] ?? "").padEnd(PLACES, "0"));
}

/** Reads any decimal of at most nine places, as JSON writes numbers, exponents included: `"1.5e-7"`. */
export function parseDecimal(text: string): Nano | undefined {
  // What some programs write for nothing.
  const unsigned = text.replace(/^-(?=0[.0]*$)/, "");
  const match = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(unsigned);
  if (!match) return undefined;
  const [, whole = "", fraction = "", exponent = ""] = match;
  // The digits as a whole number, and by how many places its point is to move from behind the ninth.
  const shift = Number(exponent) - fraction.length + PLACES;
  const digits = BigInt(`${whole}${fraction}`);
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const nano = (digits * 10n ** BigInt(Math.max(0, shift))) / divisor;
  const isExact = shift >= 0 || nano * divisor === digits;
  return isExact && nano <= MOST ? nano : undefined;
}

/** Writes billionths as a decimal with nine places: `2500000n` is `"0.002500000"`. */
export function formatMoney(nano: Nano): string {
  const sign = nano < 0n ? "-" : "";
  const digits = String(nano)
    .replace("-", "")
    .padStart(PLACES + 1, "0");
  return `${sign}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}
