/** SQL that loads files of facts and events into the database. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadEvents, loadFacts } from "../../../src/service/duckdb/loadSql.ts";
import type { DeduplicationKey, Event } from "../../../src/service/facts/eventStore.ts";
import { COUNTERS } from "../../../src/service/facts/factTable.ts";
import { EVENTS_HEADER, EventEncoder, encodeFacts } from "../../../src/service/journal/lines.ts";
import { openTestDatabase, type TestDatabase } from "./support.ts";

const TIME = Date.parse("2026-11-20T10:00:00Z");
const KEY: DeduplicationKey = { epoch: 1, number: 7, kind: "impression", decidedAt: TIME - 60_000 };
const RUNNING_TIME = 5000;

function impression(more: Partial<Event> = {}): Event {
  return {
    time: TIME,
    zone: { zone_id: 101 },
    campaign: { campaign_id: 5 },
    visitor: {},
    counters: { impressions: 1, cost: 2_500_000n },
    ...more,
  };
}

/** Loads lines of events. Resolves with whether a temporary file was written. */
async function load({ folder, database }: TestDatabase, header: string, lines: string): Promise<boolean> {
  const [path, temporary] = ["it's events.csv", "it's counted.csv"].map((name) => join(folder, name));
  await writeFile(path ?? "", `${header}\n${lines}`);
  const columns = header.split(",");
  const options = { path: path ?? "", columns, temporary: temporary ?? "", runningTime: RUNNING_TIME };
  await database.connect(async (connection) => {
    for (const statement of loadEvents(options)) await connection.run(statement);
  });
  return existsSync(temporary ?? "");
}

test("loaded facts keep their values, and missing counters become zero", async () => {
  const { folder, database } = await openTestDatabase();
  const time = new Date(TIME);
  const { columns, text } = encodeFacts([
    { time, zone_id: 101, site_hostname: 'a "b", c', clicks: 2, cost: 1n },
    { time, zone_id: 102, impressions: 3 },
  ]);
  const file = join(folder, "it's facts.csv");
  await writeFile(file, text);
  for (const importId of [undefined, 0, 9]) {
    await database.query("DELETE FROM facts");
    await database.query(loadFacts(file, columns, importId));
    const sql = `SELECT time, import_id, zone_id, site_hostname, size, clicks, cost, impressions FROM facts
      ORDER BY zone_id`;
    const shared = { time, import_id: importId ?? null, size: null };
    expect(await database.query(sql)).toEqual([
      {
        ...shared,
        zone_id: 101n,
        site_hostname: 'a "b", c',
        clicks: 2n,
        cost: "0.000000001",
        impressions: 0n,
      },
      { ...shared, zone_id: 102n, site_hostname: null, clicks: 0n, cost: "0.000000000", impressions: 3n },
    ]);
    const nulls = Object.keys(COUNTERS).map((name) => `count(*) FILTER (${name} IS NULL)`);
    expect(await database.query(`SELECT (${nulls.join(" + ")})::INTEGER AS nulls FROM facts`)).toEqual([
      { nulls: 0 },
    ]);
  }
});

test("equal events of a file are summed up in one fact", async () => {
  const files = await openTestDatabase();
  const encoder = new EventEncoder();
  const lines = encoder.encode([
    ...[impression(), impression(), impression()],
    ...[impression({ sub: 1 }), impression({ time: TIME + 1000 }), impression({ counters: { clicks: 1 } })],
  ]);
  expect(await load(files, EVENTS_HEADER, `#0000000001 mark\n${lines}#0000000002 mark\n`)).toBe(true);
  const sql = `SELECT time, zone_id, campaign_id, sub, impressions, clicks, cost FROM facts
    ORDER BY time, sub NULLS FIRST`;
  const shared = { zone_id: 101n, campaign_id: 5, sub: null, clicks: 0n, time: new Date(TIME) };
  expect(await files.database.query(sql)).toEqual([
    { ...shared, impressions: 3n, clicks: 1n, cost: "0.007500000" },
    { ...shared, sub: 1n, impressions: 1n, cost: "0.002500000" },
    { ...shared, time: new Date(TIME + 1000), impressions: 1n, cost: "0.002500000" },
  ]);
  expect(await files.database.query("SELECT * FROM deduplication_keys")).toEqual([]);
  expect(await files.database.query("SELECT * FROM frequency")).toEqual([]);
});

test("an event with a known or repeated key counts once", async () => {
  const files = await openTestDatabase();
  const { database } = files;
  await database.query("INSERT INTO deduplication_keys VALUES (1, 7, 2, 0, TIMESTAMP '2026-11-20', 5)");
  const encoder = new EventEncoder();
  const viewed = impression({ frequency: { viewer: "reader", seconds: 60 } });
  const click = impression({ counters: { clicks: 1 } });
  const lines = [
    encoder.encode([viewed], KEY),
    encoder.encode([viewed], KEY),
    encoder.encode([impression({ sub: 2 })], KEY),
    encoder.encode([click], { ...KEY, kind: "click" }),
    encoder.encode([click], { ...KEY, number: 8, kind: "click" }),
    encoder.encode([click], { ...KEY, epoch: 2, kind: "click" }),
  ];
  await load(files, EVENTS_HEADER, lines.join(""));
  const sums = "SELECT sum(impressions)::INTEGER AS impressions, sum(clicks)::INTEGER AS clicks FROM facts";
  expect(await database.query(sums)).toEqual([{ impressions: 1, clicks: 2 }]);
  const keys = "SELECT * FROM deduplication_keys WHERE counted_at > 0 ORDER BY epoch, number";
  const noted = { counted_at: BigInt(RUNNING_TIME), decided: new Date(KEY.decidedAt), campaign_id: 5 };
  expect(await database.query(keys)).toEqual([
    { ...noted, epoch: 1, number: 7n, kind: 1 },
    { ...noted, epoch: 1, number: 8n, kind: 2 },
    { ...noted, epoch: 2, number: 7n, kind: 2 },
  ]);
});

test("a conversion counts for the goal of its key's kind, once", async () => {
  const files = await openTestDatabase();
  const encoder = new EventEncoder();
  const conversion = impression({ counters: {} });
  const lines = [
    encoder.encode([conversion], { ...KEY, kind: "goal_1" }),
    encoder.encode([conversion], { ...KEY, kind: "goal_1" }),
    encoder.encode([conversion], { ...KEY, number: 8, kind: "goal_1" }),
    encoder.encode([conversion], { ...KEY, kind: "goal_10" }),
    encoder.encode([impression()], KEY),
    encoder.encode([impression()]),
  ];
  await load(files, EVENTS_HEADER, lines.join(""));
  const sums = ["goal_1", "goal_2", "goal_10", "impressions", "clicks"].map(
    (name) => `sum(${name})::INTEGER AS ${name}`,
  );
  expect(await files.database.query(`SELECT ${sums.join(", ")} FROM facts`)).toEqual([
    { goal_1: 2, goal_2: 0, goal_10: 1, impressions: 2, clicks: 0 },
  ]);
});

test("an impression of a frequency-capped campaign is stored with its viewer and expiry", async () => {
  const files = await openTestDatabase();
  const viewed = impression({ frequency: { viewer: "reader", seconds: 60 } });
  await load(files, EVENTS_HEADER, new EventEncoder().encode([viewed], KEY));
  expect(await files.database.query("SELECT * FROM frequency")).toEqual([
    { viewer: "reader", campaign_id: 5, time: new Date(TIME), expires: new Date(TIME + 60_000) },
  ]);
});
