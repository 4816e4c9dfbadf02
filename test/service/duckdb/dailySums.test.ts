/** Reports read from daily sums equal reports read from facts. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chooseSource, DAILY_SUMS, noteDays } from "../../../src/service/duckdb/dailySums.ts";
import { Database } from "../../../src/service/duckdb/database.ts";
import { FACTS, type FactSource, writeDuckDB } from "../../../src/service/duckdb/duckdbSql.ts";
import { type LocalStore, openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import type {
  Clock,
  Condition,
  FactsQuery,
  FactValue,
  Order,
} from "../../../src/service/facts/factsQuery.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { ROWS_PLAN } from "../../../src/service/facts/sumFacts.ts";
import { encodeFacts } from "../../../src/service/journal/lines.ts";
import { offsetsBetween } from "../../../src/service/values/timezones.ts";
import { defer } from "../../support/defer.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { TestClock } from "../support/service.ts";

const NOW = Date.parse("2025-04-02T05:00:00Z");
const FROM = Date.parse("2025-02-01");
const HOUR_MS = 3_600_000;

const folder = useEmptyFolder();
let store: LocalStore;
let clock: TestClock;
beforeEach(async () => {
  clock = new TestClock(NOW);
  store = await openStore({ folder, clock, threads: 1 });
});
afterEach(() => store.close());

const MONTHS: FactsQuery = {
  from: FROM,
  until: NOW,
  conditions: [{ value: { column: "advertiser_id" }, within: [3] }],
  groups: [createClock("month", "UTC"), { column: "campaign_id" }],
  metrics: [{ sum: [{ counter: "impressions", minus: false }] }],
  orders: [{ by: 0, direction: "asc" }],
  totals: true,
  count: false,
  limit: 1000,
  offset: 0,
};

const MARCH: FactsQuery = { ...MONTHS, until: Date.UTC(2025, 3, 1) };

function createClock(unit: Clock["unit"], timezone: string): Clock {
  return { unit, offsets: offsetsBetween(timezone, FROM, NOW) };
}

/** Creates a fact with an advertiser's campaign and a publisher's zone. */
function createFact(time: string, impressions: number, values: Partial<Fact> = {}): Fact {
  const owners = { advertiser_id: 3, campaign_id: 7, publisher_id: 2, site_id: 1, zone_id: 9 };
  return { time: new Date(time), ...owners, impressions, ...values };
}

const append = (facts: Fact[]) => store.transaction(({ append }) => append(facts));
const removeImport = (id: number) => store.longTransaction(({ remove }) => remove(id));

async function importFacts(id: number, facts: Fact[]): Promise<void> {
  const { columns, text } = encodeFacts(facts);
  const path = join(folder, "part.csv");
  await writeFile(path, text);
  await store.longTransaction(({ load }) => load({ path, columns }, id));
}

async function ask(query: FactsQuery): Promise<string> {
  const plan = { ...ROWS_PLAN, totals: query.totals, count: query.count, limit: query.limit };
  const path = await store.writeAnswer({ query, plan, describe: () => [] }, new AbortController().signal);
  return readFile(path, "utf8");
}

/** Returns the source that a report would read now. */
async function findSource(query: FactsQuery): Promise<FactSource> {
  await store.query("SELECT 1");
  const run = (sql: string, parameters = []) => store.query(sql, parameters);
  return chooseSource({ run, close: () => {}, writeAnswer: async () => {} } as never, query);
}

/** Lists the ranges of days whose facts a report reads in addition to sums; "facts" if it reads no sums. */
async function findFacts(query: FactsQuery = MONTHS): Promise<"facts" | string[]> {
  const { from } = await findSource(query);
  if (from === "facts") return from;
  const [where = ""] = /FROM facts WHERE .*/.exec(from) ?? [];
  return [...where.matchAll(/epoch_ms\((\d+)\)/g)].map(([, time]) =>
    new Date(Number(time)).toISOString().slice(0, 10),
  );
}

/** Runs a report over its chosen source and over facts alone. */
async function askBoth(query: FactsQuery): Promise<{ read: unknown; expected: unknown; isSummed: boolean }> {
  const source = await findSource(query);
  const rows = async (from: FactSource) => {
    const { sql, parameters } = writeDuckDB(query, from);
    return store.query(sql, parameters);
  };
  return { read: await rows(source), expected: await rows(FACTS), isSummed: source !== FACTS };
}

test("a report reads sums of past days, and facts only of today", async () => {
  await append([createFact("2025-03-05T10:00:00Z", 4), createFact("2025-04-02T01:00:00Z", 5)]);
  await store.fold();
  expect(await findFacts()).toEqual(["2025-04-02", "2025-04-02"]);
  expect(await findFacts(MARCH)).toEqual([]);
  expect(await ask(MONTHS)).toBe('["2025-03-01","7","4"]\n["2025-04-01","7","5"]\n');
});

const LATE = createFact("2025-03-05T11:00:00Z", 2);
const EVENT = { zone: LATE, campaign: LATE, visitor: {}, counters: LATE };

test.each<[string, () => Promise<unknown>, number]>([
  ["late events", () => store.append([{ ...EVENT, time: LATE.time.getTime() }]), 7],
  ["appended facts", () => append([LATE]), 7],
  ["facts of an import", () => importFacts(2, [LATE]), 7],
  ["removed facts of an import", () => removeImport(1), 4],
])("%s on a summed-up day change the next report", async (_, change, impressions) => {
  await append([createFact("2025-03-05T10:00:00Z", 4)]);
  await importFacts(1, [createFact("2025-03-05T10:00:00Z", 1)]);
  await store.fold();
  expect(await findFacts(MARCH)).toEqual([]);
  await change();
  expect(await ask(MARCH)).toBe(`["2025-03-01","7","${impressions}"]\n`);
  expect(await findFacts(MARCH)).toEqual(["2025-03-05", "2025-03-06"]);
  await store.fold();
  expect(await findFacts(MARCH)).toEqual([]);
  expect(await ask(MARCH)).toBe(`["2025-03-01","7","${impressions}"]\n`);
});

test("partial days at both ends of a report are read from facts", async () => {
  await append(["01:00", "03:00", "21:00", "23:00"].map((time) => createFact(`2025-03-05T${time}:00Z`, 1)));
  await append(["01:00", "03:00", "21:00", "23:00"].map((time) => createFact(`2025-03-07T${time}:00Z`, 10)));
  await append([createFact("2025-03-06T12:00:00Z", 100)]);
  await store.fold();
  const query = { ...MARCH, from: Date.UTC(2025, 2, 5, 2), until: Date.UTC(2025, 2, 7, 22) };
  expect(await findFacts(query)).toEqual(["2025-03-05", "2025-03-06", "2025-03-07", "2025-03-07"]);
  expect(await ask(query)).toBe('["2025-03-01","7","133"]\n');
});

test("forgetting months removes their daily sums", async () => {
  await append([createFact("2025-01-05T10:00:00Z", 4), createFact("2025-03-05T10:00:00Z", 1)]);
  await store.fold();
  await store.forgetMonthsBefore(1);
  const all = { ...MARCH, from: 0 };
  expect(await ask(all)).toBe('["2025-03-01","7","1"]\n');
  await store.fold();
  expect(await ask(all)).toBe('["2025-03-01","7","1"]\n');
});

test.each<[string, Partial<FactsQuery>]>([
  ["a grouping without daily sums", { groups: [{ column: "country_iso" }] }],
  ["a filter without daily sums", { conditions: [{ value: { column: "size" }, within: ["300x250"] }] }],
  ["groupings of advertisers and publishers", { groups: [{ column: "campaign_id" }, { column: "zone_id" }] }],
  ["hours", { groups: [createClock("hour", "UTC")] }],
  ["quarter-hours", { groups: [createClock("quarterHour", "UTC")] }],
  ["less than a day", { from: NOW - 10 * HOUR_MS }],
])("a report with %s reads only facts", async (_, change) => {
  await append([createFact("2025-03-05T10:00:00Z", 4)]);
  await store.fold();
  expect(await findFacts({ ...MONTHS, ...change })).toBe("facts");
});

test("a report by months of a time zone reads the facts of UTC days that span two months", async () => {
  await append(
    ["2025-02-28T22:59:59Z", "2025-02-28T23:00:00Z", "2025-03-10T12:00:00Z"].map((time) =>
      createFact(time, 1),
    ),
  );
  await store.fold();
  const query = { ...MARCH, groups: [createClock("month", "Europe/Berlin")] };
  expect(await findFacts(query)).toEqual(["2025-02-28", "2025-03-01"]);
  expect(await ask(query)).toBe('["2025-02-01","1"]\n["2025-03-01","2"]\n');
});

const DAYS = [
  "2025-02-01",
  "2025-02-28",
  "2025-03-01",
  "2025-03-09",
  "2025-03-30",
  "2025-03-31",
  "2025-04-01",
  "2025-04-02",
];
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Australia/Lord_Howe",
];

const fact: fc.Arbitrary<Fact> = fc
  .record({
    day: fc.constantFrom(...DAYS),
    second: fc.oneof(fc.constantFrom(0, 86_399), fc.integer({ min: 0, max: 86_399 })),
    advertiser_id: fc.constantFrom(3, 4),
    publisher_id: fc.constantFrom(1, 2),
    campaign_id: fc.option(fc.constantFrom(7, 8), { nil: undefined }),
    site_id: fc.constantFrom(1, 5),
    zone_id: fc.constantFrom(9, 2 ** 40),
    country_iso: fc.constantFrom("DEU", "USA"),
    impressions: fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER),
    clicks: fc.nat(3),
    cost: fc.constantFrom(0n, 1n, 999_999_999_999_999_999n),
  })
  .map(
    ({ day, second, ...values }) => ({ ...values, time: new Date(Date.parse(day) + second * 1000) }) as Fact,
  );

const facts = fc.array(fact, { minLength: 1, maxLength: 30 });

/** Random change of the store between reports. */
const work: fc.Arbitrary<() => Promise<unknown>> = fc.oneof(
  facts.map((some) => () => append(some)),
  fc.tuple(fc.integer({ min: 1, max: 3 }), facts).map(
    ([id, some]) =>
      () =>
        importFacts(id, some),
  ),
  fc.integer({ min: 1, max: 3 }).map((id) => () => removeImport(id)),
  facts.map(
    (some) => () =>
      store.append(
        some.map((one) => ({ time: one.time.getTime(), zone: one, campaign: {}, visitor: {}, counters: {} })),
      ),
  ),
  fc.constant(() => store.fold()),
  fc.constant(() => store.fold()),
  fc.constantFrom(0, 1).map((months) => () => store.forgetMonthsBefore(months, ["America/New_York"])),
  fc.constant(async () => {
    await store.close();
    store = await openStore({ folder, clock, threads: 1 });
  }),
);

const query: fc.Arbitrary<FactsQuery> = fc
  .record({
    names: fc.constantFrom(...Object.values(DAILY_SUMS)).chain((names) => fc.subarray([...names])),
    unit: fc.option(fc.constantFrom<Clock["unit"]>("date", "week", "month", "quarter", "year"), {
      nil: undefined,
    }),
    timezone: fc.constantFrom(...ZONES),
    from: fc.integer({ min: -30, max: 60 * 24 }),
    hours: fc.integer({ min: 1, max: 70 * 24 }),
    isWhole: fc.boolean(),
    within: fc.option(fc.constantFrom(3, 4, 1, 2, 7), { nil: undefined }),
    days: fc.option(fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS)), { nil: undefined }),
    isLeftOut: fc.boolean(),
    bounds: fc.boolean(),
    totals: fc.boolean(),
    count: fc.boolean(),
  })
  .map(({ names, unit, timezone, from, hours, isWhole, within, days, isLeftOut, bounds, totals, count }) => {
    const clockOf = (of: Clock["unit"]) => createClock(of, timezone);
    const groups: FactValue[] = [...(unit ? [clockOf(unit)] : []), ...names.map((column) => ({ column }))];
    const [column] = names;
    const conditions: Condition[] = [];
    if (column && within && isLeftOut) conditions.push({ value: { column }, without: [within] });
    if (column && within && !isLeftOut) conditions.push({ value: { column }, within: [within] });
    if (days) conditions.push({ value: clockOf("date"), fromDay: days[0], toDay: days[1] });
    const start = FROM + (isWhole ? Math.floor(from / 24) * 24 : from) * HOUR_MS;
    const cost = { sum: [{ counter: "cost", minus: false }] } as const;
    const ratio = {
      of: [{ counter: "clicks", minus: false }],
      per: [{ counter: "impressions", minus: false }],
      times: 100,
      whenZero: 0,
    } as const;
    return {
      ...MONTHS,
      from: start,
      until: start + (isWhole ? Math.ceil(hours / 24) * 24 : hours) * HOUR_MS,
      conditions,
      groups,
      metrics: [cost, ratio, ...MONTHS.metrics],
      bounds: bounds ? [{ metric: cost, min: 1 }] : [],
      orders: groups.map((_, by): Order => ({ by, direction: "desc" })),
      totals,
      count,
    };
  });

test("after random changes, random reports read from sums equal those read from facts", async () => {
  let summed = 0;
  const steps = fc.array(fc.tuple(work, fc.array(query, { minLength: 4, maxLength: 4 })), {
    minLength: 3,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (several) => {
      for (const [change, queries] of several) {
        await change();
        for (const one of queries) {
          const { read, expected, isSummed } = await askBoth(one);
          if (isSummed) summed += 1;
          expect(read).toEqual(expected);
        }
      }
    }),
    { numRuns: 4 },
  );
  expect(summed).toBeGreaterThan(10);
}, 120_000);

test("a day that changes while it is summed up is read from facts and summed up again", async () => {
  await append([createFact("2025-03-05T10:00:00Z", 4)]);
  const [change, beginning] = [defer(), defer()];
  const late = store.transaction(async ({ append }) => {
    await append([createFact("2025-03-05T11:00:00Z", 2)]);
    beginning.resolve();
    await change.promise;
  });
  await beginning.promise;
  await store.fold();
  change.resolve();
  await late;
  expect(await findFacts(MARCH)).toEqual(["2025-03-05", "2025-03-06"]);
  expect(await ask(MONTHS)).toBe('["2025-03-01","7","6"]\n');
  await store.fold();
  expect(await findFacts(MARCH)).toEqual([]);
  expect(await ask(MONTHS)).toBe('["2025-03-01","7","6"]\n');
});

test("sums are rebuilt after an earlier version, which does not record changed days, used the folder", async () => {
  await append([createFact("2025-03-05T10:00:00Z", 4)]);
  await store.fold();
  await store.close();
  const database = await Database.open({ folder, memory: "256MB", threads: 1 });
  await database.query("INSERT INTO epochs SELECT max(epoch) + 1, max(started) FROM epochs");
  await database.query(
    "INSERT INTO facts (time, advertiser_id, campaign_id, impressions) VALUES ('2025-03-05', 3, 7, 2)",
  );
  await database.close();
  store = await openStore({ folder, clock });
  expect(await ask(MONTHS)).toBe('["2025-03-01","7","6"]\n');
  await store.fold();
  expect(await ask(MONTHS)).toBe('["2025-03-01","7","6"]\n');
});

test("a folder of an earlier version without daily sums gets them", async () => {
  await append([createFact("2025-03-05T10:00:00Z", 4)]);
  await store.close();
  const database = await Database.open({ folder, memory: "256MB", threads: 1 });
  for (const table of [...Object.keys(DAILY_SUMS), "changed_days", "noted_starts"])
    await database.query(`DROP TABLE ${table}`);
  await database.close();
  store = await openStore({ folder, clock });
  expect(await ask(MONTHS)).toBe('["2025-03-01","7","4"]\n');
  await store.fold();
  expect(await findFacts(MARCH)).toEqual([]);
});

test("a day that ended less than three hours ago is not summed up", async () => {
  await append([createFact("2025-04-01T10:00:00Z", 4)]);
  clock.time = Date.parse("2025-04-02T02:59:59Z");
  await store.fold();
  const days = () => store.query("SELECT day FROM changed_days");
  expect(await days()).toHaveLength(1);
  clock.time += 1000;
  await store.fold();
  expect(await days()).toEqual([]);
});

test("deleting facts removes their daily sums", async () => {
  await append([createFact("2025-03-05T10:00:00Z", 4)]);
  await store.fold();
  await store.transaction(async ({ query }) => {
    await query(noteDays("facts"));
    await query("DELETE FROM facts");
  });
  expect(await ask(MONTHS)).toBe("");
  await store.fold();
  expect(await store.query("SELECT * FROM daily_campaigns")).toEqual([]);
});
