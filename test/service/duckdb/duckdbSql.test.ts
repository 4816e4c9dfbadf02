/** Queries on a small database; `reports/reportContract.ts` has the queries of reports on all databases. */
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
const CLICKS = sum("clicks");
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

/** The rows of a question about all facts, in all the impressions of one group unless it says more. */
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

/** The last value of each row. */
async function askLast(query: Partial<FactsQuery>): Promise<unknown[]> {
  return (await ask(query)).map((row) => row.at(-1));
}

test("facts are summed from the first second up to, not including, the last", async () => {
  const from = Date.UTC(2026, 10, 1, 6, 30, 0, 999);
  expect(await ask({ from, until: Date.UTC(2027) })).toEqual([[1n, 25n]]);
  expect(await ask({ from: from + 1, until: Date.UTC(2027, 0, 1, 0, 0, 1) })).toEqual([[1n, 25n]]);
});

test("without facts an ungrouped report has one empty row, and a grouped one none", async () => {
  const until = Date.UTC(2026);
  expect(await ask({ until })).toEqual([[1n, 0n]]);
  expect(await ask({ until, totals: true, groups: [ZONE] })).toEqual([[0n, 0n, null, null]]);
});

test("groups are ordered, those without a value last, each row with their number", async () => {
  expect(await ask({ groups: [COUNTRY] })).toEqual([
    [3n, "DEU", 30n],
    [3n, "FRA", 20n],
    [3n, null, 5n],
  ]);
  expect(await ask({ groups: [ZONE, COUNTRY] })).toEqual([
    [4n, 1n, "DEU", 10n],
    [4n, 1n, "FRA", 20n],
    [4n, 2n, "DEU", 20n],
    [4n, 2n, null, 5n],
  ]);
});

test("metrics are sums, differences and ratios of counters, exact where they are amounts", async () => {
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

test("a counter that facts lack is zero", async () => {
  expect(await ask({ metrics: [sum("goal_1"), sum("ad_requests", true)] })).toEqual([[1n, 0n, -160n]]);
});

test("rows are ordered by metrics, shown or not, and then by groups", async () => {
  const groups = [ZONE, COUNTRY];
  const find = async (orders: FactsQuery["orders"]) =>
    (await ask({ groups, orders })).map(([, zone, country]) => `${zone} ${country}`);
  expect(await find([{ by: IMPRESSIONS, direction: "desc" }])).toEqual(["1 FRA", "2 DEU", "1 DEU", "2 null"]);
  expect(await find([{ by: CLICKS, direction: "asc" }])).toEqual(["1 FRA", "1 DEU", "2 DEU", "2 null"]);
  expect(await find([{ by: 1, direction: "desc" }])).toEqual(["1 FRA", "1 DEU", "2 DEU", "2 null"]);
  expect(
    await find([
      { by: 0, direction: "desc" },
      { by: IMPRESSIONS, direction: "asc" },
    ]),
  ).toEqual(["2 null", "2 DEU", "1 DEU", "1 FRA"]);
});

test("a page of rows has the number and totals of all, also when it is empty", async () => {
  const query: Partial<FactsQuery> = {
    groups: [COUNTRY],
    metrics: [IMPRESSIONS, CLICKS],
    totals: true,
    orders: [{ by: CLICKS, direction: "desc" }],
  };
  const totals = [3n, 55n, 8n];
  expect(await ask({ ...query, limit: 2, offset: 1 })).toEqual([
    [...totals, "DEU", 30n, 3n, 3n],
    [...totals, "FRA", 20n, 0n, 0n],
  ]);
  expect(await ask({ ...query, limit: 1 })).toEqual([[...totals, null, 5n, 5n, 5n]]);
  expect(await ask({ ...query, limit: 1, offset: 3 })).toEqual([[...totals, null, null, null, null]]);
});

test("groups are counted without being listed", async () => {
  expect(await ask({ count: true, groups: [ZONE] })).toEqual([[2n]]);
  expect(await ask({ count: true, groups: [ZONE, COUNTRY] })).toEqual([[4n]]);
  expect(await ask({ count: true, groups: [ZONE, COUNTRY], from: Date.UTC(2026, 11) })).toEqual([[2n]]);
  const conditions = [{ value: COUNTRY, within: ["DEU"] }];
  expect(await ask({ count: true, groups: [COUNTRY], conditions })).toEqual([[1n]]);
  expect(await ask({ count: true })).toEqual([[1]]);
});

const CONDITIONS: [string, Condition[], bigint][] = [
  ["of some values", [{ value: COUNTRY, within: ["FRA", "ESP"] }], 20n],
  ["of several values", [{ value: COUNTRY, within: ["FRA", "DEU"] }], 50n],
  ["of no value at all", [{ value: COUNTRY, within: [] }], 0n],
  ["without some values", [{ value: COUNTRY, without: ["DEU", "ESP"] }], 25n],
  ["without nothing", [{ value: COUNTRY, without: [] }], 55n],
  ["that are so", [{ value: { column: "adblock" }, is: true }], 30n],
  ["that are not so", [{ value: { column: "adblock" }, is: false }], 20n],
  [
    "of some days",
    [{ value: { unit: "date", offsets: UTC }, fromDay: "2026-11-01", toDay: "2026-12-31" }],
    35n,
  ],
  ["of a clock's hours", [{ value: { unit: "hour", offsets: NEW_YORK }, within: [1, 18] }], 35n],
  [
    "of all that is asked",
    [
      { value: COUNTRY, within: ["DEU"] },
      { value: ZONE, within: [1] },
    ],
    10n,
  ],
];

test.each(CONDITIONS)("facts %s alone are summed", async (_, conditions, impressions) => {
  expect(await askLast({ conditions })).toEqual([impressions]);
});

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const CLOCKS: [string, Clock, unknown[]][] = [
  ["hours of UTC", { unit: "hour", offsets: UTC }, [0n, 5n, 6n, 23n]],
  ["hours of no offset", { unit: "hour", offsets: [] }, [0n, 5n, 6n, 23n]],
  // The hour before the change and the one after it have one name.
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
