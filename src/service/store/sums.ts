/**
 * Sums of the counters of many facts, in as many rows as it takes: each fact fits its columns, and the sum of several may
 * not, as when a file says of every line that it cost hundreds of millions.
 */
import { COUNTERS } from "./schema.ts";

/** Most of a sum that one row takes. Money goes by whole units, whose multiples need no more digits than there are. */
const MOST = { BIGINT: "9223372036854775807::HUGEINT", "DECIMAL(18,9)": "999999999::HUGEINT" } as const;

const ENTRIES = Object.entries(COUNTERS);
/** Counters that were added later are NULL in earlier facts. */
const SUMS = ENTRIES.map(([name]) => `coalesce(sum(${name}), 0) AS ${name}`);
/** Division of a decimal gives the nearest binary number, which is no less than the whole number below. */
const COUNTS = ENTRIES.map(([name, type]) => `floor(${name} / ${MOST[type]})`);
const PARTS = ENTRIES.map(([name, type]) => {
  const upTo = (part: string) => `least(${name}, ${part} * ${MOST[type]})`;
  return `CAST(${upTo("(part + 1)")} - ${upTo("part")} AS ${type}) AS ${name}`;
});

/** The statement that gives the groups, and after them all counters; `groups` are columns, or others with a name. */
export function writeSums(groups: readonly string[], where: string): string {
  return `SELECT * EXCLUDE (part) REPLACE (${PARTS.join(", ")}) FROM (
    SELECT *, unnest(range(greatest(${COUNTS.join(", ")})::BIGINT + 1)) AS part FROM (
      SELECT ${[...groups, ...SUMS].join(", ")} FROM facts WHERE ${where} GROUP BY ALL))`;
}
