/** Exact decimal arithmetic for money. */

/** Billionths of the currency unit, the precision of the store. */
export type Nano = bigint;

const PLACES = 9;
const UNIT = 10n ** BigInt(PLACES);
/** Maximum of DECIMAL(18,9). */
const MOST = 10n ** 18n - 1n;

/** Reads a decimal such as `"2.50"`; undefined when it is invalid or has more than nine places. */
export function parseMoney(text: string): Nano | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? 0) * UNIT + BigInt((match[2] ?? "").padEnd(PLACES, "0"));
}

/** Reads a decimal of at most nine places in JSON notation, exponents included: `"1.5e-7"`. */
export function parseDecimal(text: string): Nano | undefined {
  const plain = parseMoney(text);
  if (plain !== undefined) return plain;
  // Some programs write negative zeros.
  const unsigned = text.replace(/^-(?=0[.0]*$)/, "");
  const match = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(unsigned);
  if (!match) return undefined;
  const [, whole = "", fraction = "", exponent = ""] = match;
  // The digits as an integer, and the shift of its decimal point to the ninth place.
  const shift = Number(exponent) - fraction.length + PLACES;
  const digits = BigInt(`${whole}${fraction}`);
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const nano = (digits * 10n ** BigInt(Math.max(0, shift))) / divisor;
  const isExact = shift >= 0 || nano * divisor === digits;
  return isExact && nano <= MOST ? nano : undefined;
}

/** Formats billionths as a decimal with nine places: `2500000n` is `"0.002500000"`. */
export function formatMoney(nano: Nano): string {
  const sign = nano < 0n ? "-" : "";
  const digits = String(nano)
    .replace("-", "")
    .padStart(PLACES + 1, "0");
  return `${sign}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}
