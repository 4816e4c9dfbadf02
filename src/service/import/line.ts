/** Converts the values of an imported line to a fact, or reports every problem. */
import { isOneOf } from "../../protocol/tables.ts";
import { UNFILLED_REASONS } from "../../protocol/unfilled.ts";
import { COUNTERS, DIMENSIONS, type Fact } from "../facts/factTable.ts";
import { isCountry } from "../net/countries.ts";
import { isDay } from "../values/day.ts";
import { parseDecimal } from "../values/money.ts";
import { applyOwners, type Owners } from "./lineOwners.ts";

type Value = Fact[keyof Fact];

interface Column {
  /** Reads a value; undefined when it is invalid. */
  read(value: unknown): Value | undefined;
  /** Describes the expected value. */
  explain(value: unknown): string;
}

const INTEGER_MAX = 2 ** 31 - 1;
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** Known columns; any other column is a problem. */
const COLUMNS = new Map<string, Column>([
  ["time", { read: parseEventTime, explain: explainTime }],
  ...Object.entries(DIMENSIONS).map(([name, type]) => [name, createDimension(name, type)] as const),
  ...Object.entries(COUNTERS).map(
    ([name, type]) =>
      [name, type === "BIGINT" ? createInteger(Number.MAX_SAFE_INTEGER) : createMoney()] as const,
  ),
]);

/** Names of the columns, for messages. */
export const COLUMN_NAMES: readonly string[] = [...COLUMNS.keys()];

/** Returns a fact, or the problems of the line. */
export function parseLine(
  values: Record<string, unknown>,
  owners: Owners | undefined,
): { fact: Fact } | { problems: string[] } {
  const fact: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const name of Object.keys(values)) {
    const value = values[name];
    // An empty cell means unknown, like null.
    if (value === null || value === "" || value === undefined) continue;
    const column = COLUMNS.get(name);
    const read = column?.read(value);
    if (read !== undefined) fact[name] = read;
    else problems.push(`${name}: ${column?.explain(value) ?? "This column is not known."}`);
  }
  if (owners) applyOwners(fact, owners, problems);
  if (problems.length === 0) listMissing(fact, problems);
  return isFact(fact, problems) ? { fact } : { problems };
}

function isFact(values: Record<string, unknown>, problems: readonly string[]): values is Fact {
  return problems.length === 0 && values.time instanceof Date;
}

function listMissing(fact: Record<string, unknown>, problems: string[]): void {
  if (!fact.time) problems.push("time: This column is missing.");
  if (fact.publisher_id === undefined && fact.advertiser_id === undefined)
    problems.push(
      "No account is named: add publisher_id or advertiser_id, or a zone_id or campaign_id that is in the catalogue.",
    );
  if (!COUNTER_NAMES.some((name) => fact[name]))
    problems.push("Nothing is counted: every counter is absent or zero.");
}

const COUNTER_NAMES = Object.keys(COUNTERS);

function createDimension(name: string, type: string): Column {
  if (name === "country_iso") return createText(isCountry, "a three-letter country code");
  if (name === "size") return createText((text) => /^\d{1,5}x\d{1,5}$/.test(text), "a size as WIDTHxHEIGHT");
  if (name === "site_hostname")
    return createText((text) => /^[a-z0-9.-]{1,253}$/.test(text), "letters a-z, digits, hyphens and dots");
  if (name === "unfilled_reason")
    return createText((text) => isOneOf(UNFILLED_REASONS, text), `one of: ${UNFILLED_REASONS.join(", ")}`);
  if (name === "adblock") return createAdblock();
  if (name === "sub") return createInteger(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  return createInteger(type === "INTEGER" ? INTEGER_MAX : Number.MAX_SAFE_INTEGER);
}

function createText(fits: (text: string) => boolean, what: string): Column {
  return {
    read: (value) => (typeof value === "string" && fits(value) ? value : undefined),
    explain: () => `Expected ${what}.`,
  };
}

function createInteger(most: number, least = 0): Column {
  return {
    read(value) {
      const number = typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
      if (typeof number !== "number" || !Number.isInteger(number)) return undefined;
      return number >= least && number <= most ? number : undefined;
    },
    explain: () => `Expected a whole number from ${least} to ${most}.`,
  };
}

function createMoney(): Column {
  return {
    read: (value) => parseDecimal(toText(value)),
    explain: () => "Expected a decimal number below 1000000000 with at most 9 decimal places.",
  };
}

/** Converts a number or text to text; undefined for lists and objects, which JavaScript would convert. */
function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Accepts the words of the statistics interface, too. */
const ADBLOCK_WORDS = new Map([
  ["true", true],
  ["1", true],
  ["adblock", true],
  ["false", false],
  ["0", false],
  ["standard", false],
]);

function createAdblock(): Column {
  return {
    read: (value) => (typeof value === "object" ? undefined : ADBLOCK_WORDS.get(String(value).toLowerCase())),
    explain: () => "Expected adblock or standard, or true or false.",
  };
}

const TIME_FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Last day that was found valid: most lines have the same day as the one before. */
let knownDay = "";

/** Reads a day or an ISO 8601 time, in UTC unless it has an offset; undefined for any other value. */
function parseTime(value: unknown): Date | undefined {
  const [, day = "", clock = "00:00", offset = "Z"] = TIME_FORM.exec(toText(value)) ?? [];
  const time = new Date(`${day}T${clock}${offset}`);
  if ((day !== knownDay && !isDay(day)) || Number.isNaN(time.getTime())) return undefined;
  knownDay = day;
  return time;
}

function parseEventTime(value: unknown): Date | undefined {
  const time = parseTime(value);
  return time && time.getTime() >= EARLIEST && time.getTime() < LATEST ? time : undefined;
}

function explainTime(value: unknown): string {
  return parseTime(value) ? "Expected a time from 2000 to 2099." : "Expected an ISO 8601 date or time.";
}
