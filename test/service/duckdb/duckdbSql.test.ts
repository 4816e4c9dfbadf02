/** Queries on a small database. `reports/reportContract.ts` tests reports on every database. */
import { expect, test } from "vitest";
import { writeDuckDB } from "../../../src/service/duckdb/duckdbSql.ts";
import type {
  Clock,
  Condition,
  FactsQuery,
  FactValue,
  Metric,
} from "../../../src/service/facts/factsQuery.ts";
import { COUNTERS, type Counter, DIMENSIONS, TIME } from "../../../src/service/facts/factTable.ts";
import { useConnection } from "./support.ts";

const FACTS = [
  "('2026-11-01 05:30:00', 1, 'DEU', true, 100, 10, 1, 1.5)",
  "('2026-11-01 06:30:00', 1, 'FRA', false, 50, 20, 0, 0.25)",
  "('2026-12-31 23:00:00', 2, NULL, NULL, 0, 5, 5, 2)",
  "('2027-01-01 00:00:00', 2, 'DEU', true, 10, 20, 2, 0)",
];

const connection = await useConnection();
const columns = Object.entries({ ...TIME, ...DIMENSIONS, ...COUNTERS });
await connection.run(`CREATE TABLE facts (${columns.map((column) => column.join(" ")).join(", ")})`);
await connection.run(
  `INSERT INTO facts (time, zone_id, country_iso, adblock, ad_requests, impressions, clicks, cost)
   VALUES ${FACTS.join(", ")}`,
);

const IMPRESSIONS = sum("impressions");
const ZONE: FactValue = { column: "zone_id" };
const COUNTRY: FactValue = { column: "country_iso" };
const UTC = [{ until: Date.UTC(2028), minutes: 0 }];
const NEW_YORK = [
  { until: Date.UTC(2026, 2, 8, 7), minutes: -300 },
  { until: Date.UTC(2026, 10, 1, 6), minutes: -240 },
  { until: Date.UTC(2028), minutes: -300 },
];

function sum(counter: Counter, minus = false): { sum: { counter: Counter; minus: boolean }[] } {
  return { sum: [{ counter, minus }] };
}

/** Runs a query. By default it sums up the impressions of all facts without grouping. */
async function ask(query: Partial<FactsQuery>): Promise<unknown[][]> {
  const { sql, parameters } = writeDuckDB({
    from: 0,
    until: Date.UTC(2028),
    conditions: [],
    groups: [],
    metrics: [IMPRESSIONS],
    orders: [],
    totals: false,
    count: false,
    limit: Number.POSITIVE_INFINITY,
    offset: 0,
    ...query,
  });
  return (await connection.run(sql, parameters)).map((row) => Object.values(row));
}

/** Runs a query and returns the last value of each row. */
async function askLast(query: Partial<FactsQuery>): Promise<unknown[]> {
  return (await ask(query)).map((row) => row.at(-1));
}

test("the first second of a query's range is included, the last is not", async () => {
  const from = Date.UTC(2026, 10, 1, 6, 30, 0, 999);
  expect(await ask({ from, until: Date.UTC(2027) })).toEqual([[1n, 25n]]);
  expect(await ask({ from: from + 1, until: Date.UTC(2027, 0, 1, 0, 0, 1) })).toEqual([[1n, 25n]]);
});

test("without facts, an ungrouped report returns one row of zeros and a grouped one only totals", async () => {
  const until = Date.UTC(2026);
  expect(await ask({ until })).toEqual([[1n, 0n]]);
  expect(await ask({ until, totals: true, groups: [ZONE] })).toEqual([[0n, 0n, null, null]]);
});

test("metrics are sums, differences and ratios of counters, with exact amounts of money", async () => {
  const impressions = { counter: "impressions", minus: false } as const;
  const clicks = { counter: "clicks", minus: true } as const;
  const metrics: Metric[] = [
    sum("cost"),
    { sum: [impressions, clicks] },
    { sum: [clicks, impressions, impressions] },
    { of: [{ ...clicks, minus: false }], per: [impressions], times: 100, whenZero: 0 },
    { of: [impressions], per: [impressions, { ...impressions, minus: true }], times: 1, whenZero: -1 },
    { of: [impressions, clicks], per: [{ ...clicks, minus: false }, impressions], times: 2, whenZero: 0 },
  ];
  expect(await ask({ metrics, until: Date.UTC(2026, 11) })).toEqual([
    [1n, "1.750000000", 29n, 59n, 100 / 30, -1, 58 / 31],
  ]);
});

test("a counter missing from all facts is zero", async () => {
  expect(await ask({ metrics: [sum("goal_1"), sum("ad_requests", true)] })).toEqual([[1n, 0n, -160n]]);
});

const CONDITIONS: [string, Condition[], bigint][] = [
  ["with a known and an unknown country", [{ value: COUNTRY, within: ["FRA", "ESP"] }], 20n],
  ["with one of two countries", [{ value: COUNTRY, within: ["FRA", "DEU"] }], 50n],
  ["with a country of an empty list", [{ value: COUNTRY, within: [] }], 0n],
  ["without the given countries", [{ value: COUNTRY, without: ["DEU", "ESP"] }], 25n],
  ["without an empty list of countries", [{ value: COUNTRY, without: [] }], 55n],
  ["with ad blocking", [{ value: { column: "adblock" }, is: true }], 30n],
  ["without ad blocking", [{ value: { column: "adblock" }, is: false }], 20n],
  [
    "of a range of days",
    [{ value: { unit: "date", offsets: UTC }, fromDay: "2026-11-01", toDay: "2026-12-31" }],
    35n,
  ],
  ["of some hours in New York", [{ value: { unit: "hour", offsets: NEW_YORK }, within: [1, 18] }], 35n],
  [
    "that meet two conditions",
    [
      { value: COUNTRY, within: ["DEU"] },
      { value: ZONE, within: [1] },
    ],
    10n,
  ],
];

test.each(CONDITIONS)("only facts %s are summed", async (_, conditions, impressions) => {
  expect(await askLast({ conditions })).toEqual([impressions]);
});

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const CLOCKS: [string, Clock, unknown[]][] = [
  ["hours of UTC", { unit: "hour", offsets: UTC }, [0n, 5n, 6n, 23n]],
  ["hours without an offset", { unit: "hour", offsets: [] }, [0n, 5n, 6n, 23n]],
  // When clocks go back, the hours before and after the change are both hour 1.
  ["hours of New York", { unit: "hour", offsets: NEW_YORK }, [1n, 18n, 19n]],
  ["days of UTC", { unit: "date", offsets: UTC }, ["2026-11-01", "2026-12-31", "2027-01-01"].map(day)],
  ["days of New York", { unit: "date", offsets: NEW_YORK }, ["2026-11-01", "2026-12-31"].map(day)],
  ["weeks of UTC", { unit: "week", offsets: UTC }, ["2026-10-26", "2026-12-28"].map(day)],
  ["months of UTC", { unit: "month", offsets: UTC }, ["2026-11-01", "2026-12-01", "2027-01-01"].map(day)],
  ["quarters of UTC", { unit: "quarter", offsets: UTC }, ["2026-10-01", "2027-01-01"].map(day)],
  ["quarters of New York", { unit: "quarter", offsets: NEW_YORK }, ["2026-10-01"].map(day)],
  ["years of UTC", { unit: "year", offsets: UTC }, [2026n, 2027n]],
  ["years of New York", { unit: "year", offsets: NEW_YORK }, [2026n]],
];

test.each(CLOCKS)("facts are grouped by %s", async (_, clock, values) => {
  expect((await ask({ groups: [clock] })).map(([, value]) => value)).toEqual(values);
});
