/**
 * Facts and events as lines of comma-separated values, and how the database reads them back.
 */
import { formatMoney } from "../money.ts";
import { COUNTERS, DIMENSIONS, EVENT_COUNTERS, type Fact } from "./schema.ts";
import type { Claim, ClaimKind, Event, Part, Values } from "./store.ts";

type Column = Exclude<keyof Fact, "time">;

/** Columns by the part of an event that they are in; a dimension that no other part has is the zone's. */
const CAMPAIGN: Column[] = [
  "advertiser_id",
  "campaign_id",
  "variation_id",
  "offer_id",
  "offer_landing_page_id",
  "advertiser_ad_type_id",
];
const VISITOR: Column[] = [
  "country_iso",
  "region_id",
  "language_id",
  "browser_id",
  "carrier_id",
  "device_id",
  "device_type_id",
  "operating_system_id",
  "adblock",
];
const OWN: Column[] = ["sub"];
const ZONE = (Object.keys(DIMENSIONS) as Column[]).filter(
  (column) => ![...CAMPAIGN, ...VISITOR, ...OWN].includes(column),
);
const ALL_COUNTERS = Object.keys(COUNTERS) as Column[];

/** What makes an event count once; empty for events without a claim. */
const CLAIM_COLUMNS = { claim_series: "INTEGER", claim_number: "BIGINT", claim_kind: "TINYINT" };
const NO_CLAIM = ",,,";

export const KINDS: Record<ClaimKind, number> = { impression: 1, click: 2 };

/** `time_s`: seconds since 1970. `times`: how many equal events a line stands for. */
const TYPES: Record<string, string> = {
  ...{ time_s: "BIGINT", times: "INTEGER" },
  ...DIMENSIONS,
  ...COUNTERS,
  ...CLAIM_COLUMNS,
};

const FACT_COLUMNS = [...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...ALL_COUNTERS];

/** First line of a file of facts: names of the columns. */
export const FACTS_HEADER = ["time_s", ...FACT_COLUMNS].join(",");

/** The same of a file of events. Reading a line costs by its columns, so it has no counters that events never set. */
export const EVENTS_HEADER = [
  ...["time_s", ...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...EVENT_COUNTERS],
  ...Object.keys(CLAIM_COLUMNS),
].join(",");

/** A line, with its newline, for each event. */
export function encodeEvents(events: readonly Event[], claim?: Claim): string {
  const claimed = claim ? `,${claim.series},${claim.number},${KINDS[claim.kind]}` : NO_CLAIM;
  let text = "";
  let start = "";
  let before: Event | undefined;
  for (const event of events) {
    const { time, sub, zone, campaign, visitor, counters } = event;
    // Events of one response share how their lines start.
    if (visitor !== before?.visitor || time !== before.time) {
      start = `${Math.floor(time / 1000)}${written(visitor, VISITOR)},`;
    }
    before = event;
    const dimensions = `${written(zone, ZONE)}${written(campaign, CAMPAIGN)}`;
    text += `${start}${sub ?? ""}${dimensions}${written(counters, EVENT_COUNTERS)}${claimed}\n`;
  }
  return text;
}

/** A line with its newline. */
export function encodeFact(fact: Fact): string {
  return `${Math.floor(fact.time.getTime() / 1000)}${cells(FACT_COLUMNS, fact)}\n`;
}

/**
 * The same object may be several parts of an event, so the text is kept with the columns that it is for. Events are
 * counted by the whole line before it is read, so no text may end one.
 */
function written(part: Part, columns: readonly Column[]): string {
  if (part.written === undefined || part.writtenAs !== columns) {
    part.written = cells(columns, part.values).replace(/\p{Cc}/gu, " ");
    part.writtenAs = columns;
  }
  return part.written;
}

/** Each value after a comma. */
function cells(columns: readonly Column[], values: Values): string {
  let text = "";
  for (const column of columns) text += `,${cell(values[column])}`;
  return text;
}

function cell(value: Values[Column]): string {
  if (value === undefined) return "";
  if (typeof value === "bigint") return formatMoney(value);
  if (typeof value !== "string") return String(value);
  return `"${value.replaceAll('"', '""')}"`;
}

/** The table expression that reads a file of lines; its first line names the columns, so an older file stays readable. */
export function readLines(path: string, header: string): string {
  const columns = header.split(",").map((name) => `'${name}': '${TYPES[name] ?? "VARCHAR"}'`);
  const options = [
    `header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', comment = '#', nullstr = ''`,
    `columns = {${columns.join(", ")}}`,
  ];
  return `read_csv(${quoted(path)}, ${options.join(", ")})`;
}

/**
 * The statement that writes each different line of a file once, `times` after it; `header` is the new file's. To read the
 * columns of a line costs ten times as much as to compare it, and events are much alike.
 */
export function countLines(from: string, to: string, header: string): string {
  // One column to the end of the line: what would separate columns is a character that no line has.
  const whole = `auto_detect = false, delim = '\x01', quote = '', escape = ''`;
  const lines = `read_csv(${quoted(from)}, header = true, ${whole}, columns = {'line': 'VARCHAR'})`;
  const select = `SELECT line || ',' || count(*) AS "${header}" FROM ${lines} WHERE line[1] <> '#' GROUP BY line`;
  return `COPY (${select}) TO ${quoted(to)} (FORMAT csv, HEADER true, DELIMITER '\x01', QUOTE '', ESCAPE '')`;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "''")}'`;
}

/** SELECT list that turns lines into facts: one row a second for what differs in nothing but its counters. */
export function summed(header: string): { columns: string; select: string } {
  const present = new Set(header.split(","));
  const dimensions = Object.keys(DIMENSIONS).filter((name) => present.has(name));
  const counters = Object.keys(COUNTERS);
  const each = present.has("times") ? " * times" : "";
  const sums = counters.map((name) =>
    present.has(name) ? `coalesce(sum(${name}${each}), 0) AS ${name}` : `0 AS ${name}`,
  );
  return {
    columns: ["time", ...dimensions, ...counters].join(", "),
    select: ["make_timestamp(time_s * 1000000) AS time", ...dimensions, ...sums].join(", "),
  };
}
