/**
 * Sums counters of many facts into as many rows as needed: each fact fits its columns, but a sum may not. An example is
 * an imported file in which every line costs hundreds of millions.
 */
import { COUNTERS } from "../facts/factTable.ts";

/** Maximum of a counter in one row. For money it is a whole number, so that its multiples have no decimals. */
const MOST = { BIGINT: "9223372036854775807::HUGEINT", "DECIMAL(18,9)": "999999999::HUGEINT" } as const;

const ENTRIES = Object.entries(COUNTERS);
/** Counters added later are NULL in earlier facts. */
const SUMS = ENTRIES.map(([name]) => `coalesce(sum(${name}), 0) AS ${name}`);
/** Dividing a decimal returns the nearest binary number, which is never below the whole part of the quotient. */
const COUNTS = ENTRIES.map(([name, type]) => `floor(${name} / ${MOST[type]})`);
const PARTS = ENTRIES.map(([name, type]) => {
  const upTo = (part: string) => `least(${name}, ${part} * ${MOST[type]})`;
  return `CAST(${upTo("(part + 1)")} - ${upTo("part")} AS ${type}) AS ${name}`;
});

/**
 * Writes the statement that returns the groups and then all counters; `groups` are columns or expressions with names.
 */
export function writeSums(groups: readonly string[], where: string): string {
  return `SELECT * EXCLUDE (part) REPLACE (${PARTS.join(", ")}) FROM (
    SELECT *, unnest(range(greatest(${COUNTS.join(", ")})::BIGINT + 1)) AS part FROM (
      SELECT ${[...groups, ...SUMS].join(", ")} FROM facts WHERE ${where} GROUP BY ALL))`;
}
