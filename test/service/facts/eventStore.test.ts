import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LocalStore, openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import type { DeduplicationKey, Event } from "../../../src/service/facts/eventStore.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { countOnce } from "../support/countOnce.ts";
import { TestClock } from "../support/service.ts";

const folder = useEmptyFolder();
let store: LocalStore;

beforeEach(async () => {
  store = await openStore({ folder, clock });
});

afterEach(() => store.close());

const TIME = new Date("2026-11-20T10:00:00.250Z");
/** Deduplication keys expire by age, so the store's clock starts at the events' time. */
const clock = new TestClock(TIME.getTime());
const fact: Fact = { time: TIME, zone_id: 101, campaign_id: 7, impressions: 1, cost: 2_500_000n };
const impression = event({});

/** Creates an event with the values of `fact`, some of which can be replaced. */
function event({ sub, ...zone }: Omit<Fact, "time">): Event {
  const { cost = 0n } = fact;
  return {
    time: TIME.getTime(),
    sub,
    visitor: { adblock: false },
    zone: { zone_id: 101, ...zone },
    campaign: { campaign_id: 7 },
    counters: { impressions: 1, cost },
  };
}

async function counts(): Promise<unknown> {
  const [row] = await store.query(
    "SELECT count(*) AS records, sum(impressions) AS impressions, sum(cost) AS cost FROM facts",
  );
  return row;
}

test("the next query returns an appended event with its exact cost and line breaks replaced by spaces", async () => {
  const odd = 'a,"b"\n#c é';
  await store.append([event({ site_hostname: odd, sub: 2 ** 40 })]);
  const rows = await store.query("SELECT time, zone_id, site_hostname, adblock, sub, size, cost FROM facts");
  const time = new Date("2026-11-20T10:00:00Z");
  expect(rows).toEqual([
    {
      time,
      zone_id: 101n,
      site_hostname: 'a,"b" #c é',
      adblock: false,
      sub: 2n ** 40n,
      size: null,
      cost: "0.002500000",
    },
  ]);
});

test("equal events of one second become one row", async () => {
  await Promise.all(Array.from({ length: 500 }, () => store.append([impression, impression])));
  expect(await counts()).toEqual({ records: 1n, impressions: 1000n, cost: "2.500000000" });
});

test("an object used as several parts of an event fills the columns of each part", async () => {
  const part = { zone_id: 101, campaign_id: 7, country_iso: "DEU", impressions: 2 };
  const parts = { zone: part, campaign: part, visitor: part, counters: part };
  const both = [parts, { ...parts, visitor: {} }];
  await store.append(both.map((one) => ({ time: TIME.getTime(), ...one })));
  const rows = await store.query(
    "SELECT zone_id, campaign_id, country_iso, impressions FROM facts ORDER BY country_iso NULLS LAST",
  );
  const same = { zone_id: 101n, campaign_id: 7, impressions: 2n };
  expect(rows).toEqual([
    { ...same, country_iso: "DEU" },
    { ...same, country_iso: null },
  ]);
});

test("appended events survive closing and opening", async () => {
  await store.append([impression]);
  await store.close();
  store = await openStore({ folder, clock });
  expect(await counts()).toMatchObject({ impressions: 1n });
  expect(await readdir(join(folder, "journal"))).toEqual([]);
});

test("append to a closed store rejects with a code", async () => {
  await store.close();
  await expect(store.append([impression])).rejects.toMatchObject({ code: "closed" });
});

const key: DeduplicationKey = { epoch: 1, number: 3, kind: "impression", decidedAt: TIME.getTime() };

test("an event appended concurrently by 50 callers counts once", async () => {
  const entry = { key, event: impression };
  const results = await Promise.all(Array.from({ length: 50 }, () => countOnce(store, [entry])));
  expect(results.flat()).toEqual([key]);
  expect(await counts()).toMatchObject({ impressions: 1n });
});

test("when several events are appended, only those with new keys count", async () => {
  const clicked = { ...impression, counters: { clicks: 1 } };
  const click = { key: { ...key, kind: "click" as const }, event: clicked };
  const shown = { key, event: impression };
  const both = await Promise.all([countOnce(store, [shown]), countOnce(store, [click, shown])]);
  expect(both).toEqual([[key], [click.key]]);
  expect(await countOnce(store, [click, shown])).toEqual([]);
  const sums = "SELECT sum(impressions) AS impressions, sum(clicks) AS clicks FROM facts";
  expect(await store.query(sums)).toEqual([{ impressions: 1n, clicks: 1n }]);
});

test("an event appended again after a restart does not count again", async () => {
  await countOnce(store, [{ key, event: impression }]);
  await store.close();
  store = await openStore({ folder, clock });
  expect(await countOnce(store, [{ key, event: impression }])).toEqual([]);
  expect(await counts()).toMatchObject({ impressions: 1n });
});

test("a transaction commits the facts that it appended and the table that it created", async () => {
  await store.transaction(async ({ query, append }) => {
    await query("CREATE TABLE imports (digest VARCHAR)");
    await query("INSERT INTO imports VALUES ($1)", ["abc"]);
    await append([fact, { ...fact, zone_id: 102 }]);
  });
  expect(await store.query("SELECT digest FROM imports")).toEqual([{ digest: "abc" }]);
  expect(await counts()).toMatchObject({ records: 2n });
});

test("a transaction whose work rejects is rolled back", async () => {
  const failing = store.transaction(async ({ append }) => {
    await append([fact]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await counts()).toMatchObject({ records: 0n });
});

test("a query accepts lists of numbers, times and lists of texts as parameters", async () => {
  const far = { ...event({ zone_id: 5_000_000_000 }), visitor: { country_iso: "DEU" } };
  await store.append([impression, far]);
  const sql = "SELECT zone_id FROM facts WHERE zone_id = ANY($1) AND time >= $2 AND country_iso = ANY($3)";
  const rows = await store.query(sql, [[101, 5_000_000_000], new Date("2026-11-20"), ["DEU", "FRA"]]);
  expect(rows).toEqual([{ zone_id: 5_000_000_000n }]);
});

test("opening a path that is not a folder is refused", async () => {
  await writeFile(join(folder, "file"), "");
  const opening = openStore({ folder: join(folder, "file") });
  await expect(opening).rejects.toMatchObject({ code: "unwritable" });
  await expect(openStore({ folder: "" })).rejects.toThrow("The name of the data folder is empty.");
});
