/**
 * Money as whole billionths of the currency unit (`Nano`), so that sums are exact.
 */
import type { Nano } from "./store/schema.ts";

const PLACES = 9;
const UNIT = 10n ** BigInt(PLACES);

/** Reads a decimal such as `"2.50"`; undefined when it is none or has more than nine places. */
export function parseMoney(text: string): Nano | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? 0) * UNIT + BigInt((match[2] ?? "").padEnd(PLACES, "0"));
}

/** Writes billionths as a decimal with nine places: `2500000n` is `"0.002500000"`. */
export function formatMoney(nano: Nano): string {
  const sign = nano < 0n ? "-" : "";
  const digits = (nano < 0n ? -nano : nano).toString().padStart(PLACES + 1, "0");
  return `${sign}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}
