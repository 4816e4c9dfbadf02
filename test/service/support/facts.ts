/** Sums up events in memory like a store, for tests of code that reads sums. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FindIds } from "../../../src/service/catalogue/document.ts";
import type { Condition, FactsQuery, FactValue } from "../../../src/service/facts/factsQuery.ts";
import type { Counter, Dimension } from "../../../src/service/facts/factTable.ts";
import type { Facts } from "../../../src/service/facts/sumFacts.ts";
import { makeFolder } from "../../support/folder.ts";

export interface CountedEvent {
  /** Milliseconds since 1970. */
  time: number;
  values: Partial<Record<Dimension, string | number>>;
  counted: Partial<Record<Counter, number>>;
}

/** Returns ids as a service without statistics does: none are in use. */
export const findIds: FindIds = async (_kind, { above = 0 } = {}) => ({ start: above + 1, used: new Set() });

/** Supports only sums by columns, days and hours. */
export async function createFacts(events: readonly CountedEvent[]): Promise<Facts> {
  const folder = makeFolder();
  let files = 0;
  return {
    async writeAnswer({ query }) {
      const path = join(folder, String(files++));
      await writeFile(
        path,
        addUp(events, query)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(""),
      );
      return path;
    },
  };
}

function addUp(events: readonly CountedEvent[], query: FactsQuery): string[][] {
  const { totals, count, limit, offset } = query;
  if (totals !== false || count !== false || limit !== Number.POSITIVE_INFINITY || offset !== 0)
    throw new Error("Only all rows are asked for, and nothing beside them.");
  const groups = new Map<string, { keys: string[]; events: CountedEvent[] }>();
  for (const event of events) {
    if (event.time < query.from || event.time >= query.until) continue;
    if (!query.conditions.every((condition) => holds(condition, event))) continue;
    const keys = query.groups.map((group) => String(readValue(group, event)));
    const group = groups.get(keys.join()) ?? { keys, events: [] };
    group.events.push(event);
    groups.set(keys.join(), group);
  }
  return [...groups.values()].map(({ keys, events: counted }) => [
    ...keys,
    ...query.metrics.map((metric) => {
      if (!("sum" in metric)) throw new Error("Only sums are asked for.");
      const [term] = metric.sum;
      if (!term) throw new Error("A sum has a counter.");
      const sign = term.minus ? -1 : 1;
      const sum = counted.reduce((total, event) => total + sign * (event.counted[term.counter] ?? 0), 0);
      return term.counter === "cost" ? sum.toFixed(9) : String(sum);
    }),
  ]);
}

function holds(condition: Condition, event: CountedEvent): boolean {
  if (!("within" in condition)) throw new Error("Only lists of values are asked for.");
  const value = readValue(condition.value, event);
  return value !== undefined && condition.within.includes(value);
}

function readValue(value: FactValue, { time, values }: CountedEvent): string | number | undefined {
  if ("column" in value) return values[value.column];
  const offset = value.offsets.find(({ until }) => time < until) ?? value.offsets.at(-1);
  const text = new Date(time + (offset?.minutes ?? 0) * 60_000).toISOString();
  if (value.unit === "date") return text.slice(0, 10);
  if (value.unit === "hour") return Number(text.slice(11, 13));
  throw new Error("Only days and hours are asked for.");
}
