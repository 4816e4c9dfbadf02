/**
 * A fact as a line of comma-separated values, and how the database reads it back.
 */
import { formatMoney } from "../money.ts";
import { COUNTERS, DIMENSIONS, type Fact } from "./schema.ts";
import type { Claim, ClaimKind } from "./store.ts";

const MONEY_TYPE = COUNTERS.cost;
const FACT_KEYS = [...Object.keys(DIMENSIONS), ...Object.keys(COUNTERS)] as (keyof Fact)[];

/** Columns that say which claim a line counts; empty for facts without one. */
const CLAIM_COLUMNS = { claim_series: "INTEGER", claim_number: "BIGINT", claim_kind: "TINYINT" };

export const KINDS: Record<ClaimKind, number> = { impression: 1, click: 2 };

/** Types by column as they stand in a line. The time is in milliseconds since 1970. */
const COLUMNS: Record<string, string> = { time_ms: "BIGINT", ...DIMENSIONS, ...COUNTERS, ...CLAIM_COLUMNS };

/** First line of a file of lines. */
export const HEADER = Object.keys(COLUMNS).join(",");

export function encode(fact: Fact, claim?: Claim): string {
  let line = String(fact.time.getTime());
  for (const key of FACT_KEYS) line += `,${cell(fact[key])}`;
  return claim ? `${line},${claim.series},${claim.number},${KINDS[claim.kind]}\n` : `${line},,,\n`;
}

function cell(value: Fact[keyof Fact]): string {
  if (value === undefined) return "";
  if (typeof value === "bigint") return formatMoney(value);
  if (typeof value !== "string") return String(value);
  return `"${value.replaceAll('"', '""')}"`;
}

/** The table expression that reads a file of lines; its first line names the columns, so an older file stays readable. */
export function readLines(path: string, header: string): string {
  const columns = header.split(",").map((name) => `'${name}': '${COLUMNS[name] ?? "VARCHAR"}'`);
  const options = [
    `header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', comment = '#', nullstr = ''`,
    `columns = {${columns.join(", ")}}`,
  ];
  return `read_csv('${path.replaceAll("'", "''")}', ${options.join(", ")})`;
}

/** SELECT list that turns lines into facts: one row a second for facts that differ in nothing but their counters. */
export function summed(header: string): { columns: string; select: string } {
  const present = new Set(header.split(","));
  const dimensions = Object.keys(DIMENSIONS).filter((name) => present.has(name));
  const counters = Object.keys(COUNTERS).filter((name) => present.has(name));
  const sums = counters.map((name) => {
    const zero = COUNTERS[name as keyof typeof COUNTERS] === MONEY_TYPE ? "0::DECIMAL(18,9)" : "0";
    return `coalesce(sum(${name}), ${zero}) AS ${name}`;
  });
  return {
    columns: ["time", ...dimensions, ...counters].join(", "),
    select: ["date_trunc('second', make_timestamp(time_ms * 1000)) AS time", ...dimensions, ...sums].join(
      ", ",
    ),
  };
}
