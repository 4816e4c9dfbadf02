/**
 * JSON whose numbers keep every digit. `JSON.stringify` knows only binary numbers; sums of money and counts past 2^53
 * would lose digits in them.
 */

/** Marks a text that is to be written as the number it is; no other text may hold it. */
const MARK = "\u0000";
const MARKED = /"\\u0000(-?\d+(?:\.\d+)?)"/g;

/** A number by its digits, such as `"12.500000000"`; zeros at the end of a fraction are dropped. */
export type ExactNumber = string & { readonly exact: unique symbol };

export function exact(digits: string | bigint): ExactNumber {
  const text = String(digits);
  const shown = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return `${MARK}${shown}` as ExactNumber;
}

/** As `JSON.stringify`, with exact numbers written out. */
export function stringify(value: unknown): string {
  return JSON.stringify(value).replace(MARKED, "$1");
}
