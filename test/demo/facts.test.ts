import { afterAll, beforeAll, expect, test } from "vitest";
import { addDemoFacts } from "../../demo/facts.ts";
import { loadCatalogue } from "../../src/service/catalogue/catalogue.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import type { Row } from "../../src/service/facts/eventStore.ts";
import { makeFolder, useFolder } from "../support/folder.ts";

const NOW = new Date("2026-11-20T15:00:00Z");
const SPAN = 14;
/** Hours of the days before today, and of today up to the current hour. */
const HOURS = SPAN * 24 + 16;

const catalogue = await loadCatalogue("demo/catalogue.json");
const store = await openStore({ folder: useFolder() });
afterAll(() => store.close());
beforeAll(async () => {
  expect(await addDemoFacts(store, catalogue, NOW, SPAN)).toBe(HOURS);
}, 60_000);

const one = async (sql: string): Promise<Row> => (await store.query(sql))[0] ?? {};

test("the demo's statistics cover every hour up to the current one", async () => {
  expect(
    await one(
      "SELECT min(time) AS first, max(time) AS last, count(DISTINCT time)::INTEGER AS hours FROM facts",
    ),
  ).toEqual({
    first: new Date("2026-11-06T00:00:00Z"),
    last: new Date("2026-11-20T15:00:00Z"),
    hours: HOURS,
  });
});

test("the demo's statistics are plausible", async () => {
  const impossible = [
    "filled > ad_requests",
    "impressions > filled",
    "clicks > impressions",
    "publisher_revenue > cost",
    "video_views > video_impressions",
    "goal_2 > clicks",
    "filled < ad_requests AND unfilled_reason IS NULL",
    "filled = ad_requests AND unfilled_reason IS NOT NULL",
    "unfilled_reason IN ('budget', 'frequency') AND excluded_campaign_id IS NULL",
    ...["adv", "pub"].flatMap((side) => [
      `${side}_rtb_queries <> ${["success", "no_bid", "errors", "timeouts"].map((name) => `${side}_rtb_${name}`).join(" + ")}`,
      `${side}_rtb_wins > ${side}_rtb_success`,
      `least(${side}_rtb_no_bid, ${side}_rtb_errors, ${side}_rtb_timeouts, ${side}_rtb_skipped) < 0`,
    ]),
  ];
  for (const condition of impossible)
    expect([condition, await one(`SELECT count(*)::INTEGER AS n FROM facts WHERE ${condition}`)]).toEqual([
      condition,
      { n: 0 },
    ]);
});

test("empty requests of a zone in the demo have several reasons", async () => {
  const sql = "SELECT count(DISTINCT unfilled_reason)::INTEGER AS reasons FROM facts WHERE zone_id = 106";
  expect(await one(sql)).toEqual({ reasons: 4 });
});

test("the demo's statistics have numbers in every block for each account that can sign in", async () => {
  const counters =
    "impressions, clicks, cost, publisher_revenue, adv_rtb_wins, pub_rtb_wins, video_views, wpn_sent, goal_1";
  const sums = counters.split(", ").map((name) => `sum(${name}) > 0 AS ${name}`);
  const whole = await one(`SELECT ${sums.join(", ")} FROM facts`);
  expect(Object.values(whole).every(Boolean)).toBe(true);
  for (const { id, username, role } of catalogue.data.accounts) {
    if (!username || role === "network") continue;
    const { n } = await one(`SELECT sum(impressions)::INTEGER AS n FROM facts WHERE ${role}_id = ${id}`);
    expect([username, Number(n) > 1000]).toEqual([username, true]);
  }
});

test("the demo's statistics name only entries of the catalogue", async () => {
  for (const [column, known] of [
    ["zone_id", catalogue.zones],
    ["campaign_id", catalogue.campaigns],
    ["variation_id", catalogue.variations],
    ["site_id", catalogue.sites],
    ["region_id", catalogue.regions],
    ["carrier_id", catalogue.carriers],
  ] as const) {
    const ids = await store.query(`SELECT DISTINCT ${column} AS id FROM facts WHERE ${column} IS NOT NULL`);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter(({ id }) => !known.has(Number(id)))).toEqual([]);
  }
});

test("today's hours so far resemble yesterday's", async () => {
  const sum = async (day: string) =>
    Number(
      (
        await one(
          `SELECT sum(impressions) AS n FROM facts WHERE time BETWEEN '${day}' AND TIMESTAMP '${day} 15:00'`,
        )
      ).n,
    );
  const change = (await sum("2026-11-20")) / (await sum("2026-11-19"));
  expect(change).toBeGreaterThan(0.7);
  expect(change).toBeLessThan(1.4);
});

test("adding the demo's statistics again adds only missing hours", async () => {
  const before = await one("SELECT count(*) AS n, sum(hash(facts)) AS digest FROM facts");
  expect(await addDemoFacts(store, catalogue, NOW, SPAN)).toBe(0);
  expect(await one("SELECT count(*) AS n, sum(hash(facts)) AS digest FROM facts")).toEqual(before);
  const later = new Date(NOW.getTime() + 26 * 3_600_000);
  expect(await addDemoFacts(store, catalogue, later, SPAN)).toBe(26);
  expect(await one("SELECT max(time) AS last, count(DISTINCT time)::INTEGER AS hours FROM facts")).toEqual({
    last: new Date("2026-11-21T17:00:00Z"),
    hours: HOURS + 26,
  });
});

test("a data folder of an earlier version gets only today's hours", async () => {
  const second = await openStore({ folder: makeFolder() });
  await second.transaction(async ({ query }) => {
    await query("CREATE TABLE demo_days (day DATE)");
    await query("INSERT INTO demo_days VALUES (DATE '2026-11-18'), (DATE '2026-11-19')");
  });
  expect(await addDemoFacts(second, catalogue, NOW, 2)).toBe(16);
  await second.close();
});

test("the demo's statistics are the same in another folder", async () => {
  const second = await openStore({ folder: makeFolder() });
  const digest =
    "SELECT count(*) AS n, sum(hash(facts)) AS digest FROM facts WHERE time BETWEEN '2026-11-10' AND '2026-11-12'";
  await addDemoFacts(second, catalogue, NOW, SPAN);
  expect(await second.query(digest)).toEqual(await store.query(digest));
  await second.close();
}, 30_000);
