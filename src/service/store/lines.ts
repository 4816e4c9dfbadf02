/**
 * Facts and events as lines of comma-separated values, and how the database reads them back.
 */
import { formatMoney } from "../money.ts";
import { COUNTERS, DIMENSIONS, type Fact } from "./schema.ts";
import type { Claim, ClaimKind, Event, Part } from "./store.ts";

type Column = Exclude<keyof Fact, "time">;

/** Columns by the part of an event that they are in; a column that no part claims is in the first. */
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
const COUNTED = Object.keys(COUNTERS) as Column[];
const ZONE = (Object.keys(DIMENSIONS) as Column[]).filter(
  (column) => ![...CAMPAIGN, ...VISITOR, ...OWN].includes(column),
);

/** What makes an event count once; empty for events without a claim. */
const CLAIM_COLUMNS = { claim_series: "INTEGER", claim_number: "BIGINT", claim_kind: "TINYINT" };
const NO_CLAIM = ",,,";

export const KINDS: Record<ClaimKind, number> = { impression: 1, click: 2 };

/** `time_s`: seconds since 1970. `times`: how many equal lines this one stands for. */
const TYPES: Record<string, string> = {
  ...{ time_s: "BIGINT", times: "INTEGER" },
  ...DIMENSIONS,
  ...COUNTERS,
  ...CLAIM_COLUMNS,
};

/** First line of a file of lines: names of the columns. */
export const HEADER = [
  "time_s",
  ...[...OWN, ...ZONE, ...CAMPAIGN, ...VISITOR, ...COUNTED],
  ...Object.keys(CLAIM_COLUMNS),
  "times",
].join(",");

/** A line lacks its last column, `times`, and its newline. */
export function encodeEvent(event: Event, claim?: Claim): string {
  const { time, sub, zone, campaign, visitor, counters } = event;
  const dimensions = `${cells(ZONE, zone)}${cells(CAMPAIGN, campaign)}${cells(VISITOR, visitor)}`;
  return `${Math.floor(time / 1000)},${sub ?? ""}${dimensions}${cells(COUNTED, counters)}${claimed(claim)}`;
}

export function encodeFact(fact: Fact): string {
  const { time, sub } = fact;
  const parts = { zone: fact, campaign: fact, visitor: fact, counters: fact };
  return encodeEvent({ time: time.getTime(), sub, ...parts });
}

function claimed(claim: Claim | undefined): string {
  return claim ? `,${claim.series},${claim.number},${KINDS[claim.kind]}` : NO_CLAIM;
}

/** By columns, since a whole fact is encoded as each of its parts. */
const known = new Map(
  [ZONE, CAMPAIGN, VISITOR, COUNTED].map((columns) => [columns, new WeakMap<Part, string>()]),
);

/** Each value after a comma. Parts are made once and used for many events, so the text is kept. */
function cells(columns: readonly Column[], part: Part): string {
  const kept = known.get(columns as Column[]);
  const found = kept?.get(part);
  if (found !== undefined) return found;
  let text = "";
  for (const column of columns) text += `,${cell(part[column])}`;
  kept?.set(part, text);
  return text;
}

function cell(value: Part[Column]): string {
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
  return `read_csv('${path.replaceAll("'", "''")}', ${options.join(", ")})`;
}

/** SELECT list that turns lines into facts: one row a second for what differs in nothing but its counters. */
export function summed(header: string): { columns: string; select: string } {
  const present = new Set(header.split(","));
  const dimensions = Object.keys(DIMENSIONS).filter((name) => present.has(name));
  const counters = Object.keys(COUNTERS).filter((name) => present.has(name));
  const sums = counters.map((name) => `coalesce(sum(${name} * times), 0) AS ${name}`);
  return {
    columns: ["time", ...dimensions, ...counters].join(", "),
    select: ["make_timestamp(time_s * 1000000) AS time", ...dimensions, ...sums].join(", "),
  };
}
