/** Markdown tables from numbers. */
import type { Ratio } from "./ratio.ts";

export type Row = (string | number)[];

/** Formats a table with the first column left-aligned, the others right-aligned. */
export function formatTable(head: string[], rows: Row[]): string {
  const rule = head.map((_, at) => (at ? "---:" : "---"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Formats a number to about three digits; a dash for a missing measurement. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(size >= 10 ? 1 : 2);
}

export function formatRatio({ value, low, high }: Ratio): string {
  if (!Number.isFinite(value)) return "–";
  if (low === undefined || high === undefined) return `${formatNumber(value)}×`;
  return `${formatNumber(value)}× (${formatNumber(low)}–${formatNumber(high)})`;
}
