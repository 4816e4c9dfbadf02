/** Encodes events and facts as comma-separated lines. */

import { listKeys } from "../../protocol/tables.ts";
import type { DeduplicationKey, DimensionValues, Event, KeyKind } from "../facts/eventStore.ts";
import { COUNTERS, DIMENSIONS, EVENT_COUNTERS, type Fact } from "../facts/factTable.ts";
import { formatMoney } from "../values/money.ts";

type Column = Exclude<keyof Fact, "time">;

/** Columns of the parts of an event; all other dimensions belong to the zone. */
const CAMPAIGN: Column[] = [
  "advertiser_id",
  "campaign_id",
  "variation_id",
  "offer_id",
  "offer_landing_page_id",
  "advertiser_ad_type_id",
  "unfilled_reason",
  "excluded_campaign_id",
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
const ZONE: Column[] = listKeys(DIMENSIONS).filter(
  (column) => ![...CAMPAIGN, ...VISITOR, ...OWN].includes(column),
);
const ALL_COUNTERS = listKeys(COUNTERS);

/** Deduplication key and the time of its decision or conversion, seconds since 1970; empty for events without a key. */
export const KEY_COLUMNS = {
  key_epoch: "INTEGER",
  key_number: "BIGINT",
  key_kind: "TINYINT",
  key_decided_s: "BIGINT",
};
const NO_KEY = ",,,,";

/** Never renumber: stored keys contain these numbers. */
export const KINDS: Record<KeyKind, number> = {
  impression: 1,
  click: 2,
  invalid_impression: 3,
  invalid_click: 4,
  robot_impression: 5,
  robot_click: 6,
  goal_1: 7,
  goal_2: 8,
  goal_3: 9,
  goal_4: 10,
  goal_5: 11,
  goal_6: 12,
  goal_7: 13,
  goal_8: 14,
  goal_9: 15,
  goal_10: 16,
};

/**
 * Impression that a frequency cap counts: keyed digest of the visitor, and number of seconds to keep the impression.
 */
export const FREQUENCY_COLUMNS = { viewer: "VARCHAR", frequency_s: "INTEGER" };
const NO_FREQUENCY = ",,";

const FACT_COLUMNS = [...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...ALL_COUNTERS];

/**
 * First line of an events file: the column names. `time_s`: seconds since 1970. Counters that events never set have no
 * column, because each column slows down loading.
 */
export const EVENTS_HEADER = [
  ...["time_s", ...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...EVENT_COUNTERS],
  ...Object.keys(KEY_COLUMNS),
  ...Object.keys(FREQUENCY_COLUMNS),
].join(",");

/** Caches the encoded columns of one part of events: its values are created once and shared by many events. */
class TextCache {
  readonly #columns: readonly Column[];
  readonly #texts = new WeakMap<DimensionValues, string>();

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  /** Encodes values without line breaks, because equal lines are counted before they are parsed. */
  encode(values: DimensionValues): string {
    let text = this.#texts.get(values);
    if (text === undefined) {
      text = encodeCells(this.#columns, values).replace(/\p{Cc}/gu, " ");
      this.#texts.set(values, text);
    }
    return text;
  }
}

export class EventEncoder {
  readonly #visitors = new TextCache(VISITOR);
  readonly #zones = new TextCache(ZONE);
  readonly #campaigns = new TextCache(CAMPAIGN);
  readonly #counters = new TextCache(EVENT_COUNTERS);

  /** Encodes each event as a line, with its newline. */
  encode(events: readonly Event[], key?: DeduplicationKey): string {
    const keyCells = key ? encodeKey(key) : NO_KEY;
    let text = "";
    let start = "";
    let before: Event | undefined;
    for (const event of events) {
      const { time, sub, zone, campaign, visitor, counters, frequency } = event;
      // Events of one response share the beginning of their lines.
      if (visitor !== before?.visitor || time !== before.time) {
        start = `${Math.floor(time / 1000)}${this.#visitors.encode(visitor)},`;
      }
      before = event;
      const dimensions = `${this.#zones.encode(zone)}${this.#campaigns.encode(campaign)}`;
      text += `${start}${sub ?? ""}${dimensions}${this.#counters.encode(counters)}${keyCells}`;
      text += frequency ? `,${frequency.viewer},${frequency.seconds}\n` : `${NO_FREQUENCY}\n`;
    }
    return text;
  }
}

function encodeKey({ epoch, number, kind, decidedAt }: DeduplicationKey): string {
  return `,${epoch},${number},${KINDS[kind]},${Math.floor(decidedAt / 1000)}`;
}

/** Encodes facts as a file with only the columns that some fact has, because each column slows down loading. */
export function encodeFacts(facts: readonly Fact[]): { columns: string[]; text: string } {
  const columns = new FactColumns();
  for (const fact of facts) columns.add(fact);
  return {
    columns: columns.names,
    text: `${columns.header}${facts.map((fact) => columns.encode(fact)).join("")}`,
  };
}

/** Columns of a file of facts. */
export class FactColumns {
  readonly #used = new Set<string>();
  #present: readonly Column[] = [];

  get names(): string[] {
    return ["time_s", ...this.#present];
  }

  /** First line of the file. */
  get header(): string {
    return `${this.names.join(",")}\n`;
  }

  /** Whether the columns include all values of the fact. */
  has(fact: Fact): boolean {
    for (const name in fact) if (!this.#used.has(name)) return false;
    return true;
  }

  add(fact: Fact): void {
    if (this.has(fact)) return;
    for (const name in fact) this.#used.add(name);
    this.#present = FACT_COLUMNS.filter((column) => this.#used.has(column));
  }

  encode(fact: Fact): string {
    return `${Math.floor(fact.time.getTime() / 1000)}${encodeCells(this.#present, fact)}\n`;
  }
}

/** Encodes each value after a comma. */
function encodeCells(columns: readonly Column[], values: DimensionValues): string {
  let text = "";
  for (const column of columns) text += `,${encodeCell(values[column])}`;
  return text;
}

function encodeCell(value: DimensionValues[Column]): string {
  if (value === undefined) return "";
  if (typeof value === "bigint") return formatMoney(value);
  if (typeof value !== "string") return String(value);
  return `"${value.replaceAll('"', '""')}"`;
}
