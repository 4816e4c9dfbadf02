import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LocalStore, openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { findFirstMonth } from "../../../src/service/duckdb/sumUpMonths.ts";
import { importParts, listImports, removeImport } from "../../../src/service/import/import.ts";
import { splitFile } from "../../../src/service/import/splitFile.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { TestClock } from "../support/service.ts";

const folder = useEmptyFolder();
let store: LocalStore;

beforeEach(async () => {
  const clock = new TestClock(Date.parse("2026-11-20T10:00:00Z"));
  store = await openStore({ folder: join(folder, "data"), clock });
});
afterEach(() => store.close());

const DAYS = ["2026-07-31", "2026-08-31T23:59:59Z", "2026-09-01", "2026-11-20"];

test("retention keeps the facts of the last months and sums up earlier ones by campaign", async () => {
  const fact = (day: string, campaign_id: number | undefined) => ({
    time: new Date(day),
    advertiser_id: 1,
    impressions: 2,
    cost: 5n,
    ...(campaign_id && { campaign_id }),
  });
  await store.transaction(({ append }) =>
    append([...DAYS.map((day) => fact(day, 7)), fact("2026-08-01", undefined), fact("2026-08-01", 8)]),
  );
  const list = () =>
    store.query(
      "SELECT campaign_id AS campaign, advertiser_id AS account, impressions FROM facts ORDER BY time, campaign_id",
    );
  const expected = [
    { campaign: 7, account: null, impressions: 4n },
    { campaign: 8, account: null, impressions: 2n },
    { campaign: 7, account: 1, impressions: 2n },
    { campaign: 7, account: 1, impressions: 2n },
  ];
  await store.forgetMonthsBefore(2);
  expect(await list()).toEqual(expected);
  // Repeating it sums up earlier sums without changing them.
  await store.forgetMonthsBefore(2);
  expect(await list()).toEqual(expected);
  expect(await store.query("SELECT sum(cost) AS cost FROM facts WHERE campaign_id = 7")).toEqual([
    { cost: "0.000000020" },
  ]);
});

test.each([
  ["2026-11-20T10:00:00Z", 2, ["UTC"], "2026-09-01T00:00:00Z"],
  ["2027-01-01T00:00:00Z", 1, ["UTC"], "2026-12-01T00:00:00Z"],
  ["2027-01-15T00:00:00Z", 13, ["UTC"], "2025-12-01T00:00:00Z"],
  ["2027-01-15T00:00:00Z", 1, ["UTC", "Asia/Kathmandu"], "2026-11-30T18:15:00Z"],
  ["2027-01-15T00:00:00Z", 1, ["Pacific/Kiritimati", "Asia/Kathmandu"], "2026-11-30T10:00:00Z"],
  // It is still December in New York.
  ["2027-01-01T03:00:00Z", 1, ["UTC", "America/New_York"], "2026-11-01T04:00:00Z"],
  ["2027-01-01T06:00:00Z", 1, ["UTC", "America/New_York"], "2026-12-01T00:00:00Z"],
  // Clocks that change on the first of a month; in Asunción at midnight, which is skipped.
  ["2026-11-20T00:00:00Z", 0, ["America/New_York"], "2026-11-01T04:00:00Z"],
  ["2023-10-20T00:00:00Z", 0, ["America/Asuncion"], "2023-10-01T04:00:00Z"],
])("at %s, the %d kept months in the time zones %j begin at %s", (now, months, timezones, first) => {
  expect(findFirstMonth(Date.parse(now), months, timezones)).toEqual(new Date(first));
});

test("retention keeps sums that exceed their column in several rows", async () => {
  const days = Array.from({ length: 30 }, (_, at) => new Date(Date.UTC(2026, 5, 1 + at)));
  const cost = 999_999_999_999_999_999n;
  await store.transaction(({ append }) =>
    append(
      days.flatMap((time) => [
        { time, advertiser_id: 1, campaign_id: 7, cost, impressions: Number.MAX_SAFE_INTEGER },
        { time, advertiser_id: 1, campaign_id: 8, cost: 1n, clicks: 2 },
      ]),
    ),
  );
  const sums = `SELECT campaign_id, sum(cost) AS cost, sum(impressions) AS impressions, sum(clicks) AS clicks
    FROM facts GROUP BY ALL ORDER BY ALL`;
  const before = await store.query(sums);
  await store.forgetMonthsBefore(2);
  expect(await store.query(sums)).toEqual(before);
  // Each row holds as many whole units as fit, and one more row holds the fractions of all thirty.
  const rows = `SELECT count(*)::INTEGER AS "rows" FROM facts WHERE campaign_id = $1`;
  expect([...(await store.query(rows, [7])), ...(await store.query(rows, [8]))]).toEqual([
    { rows: 31 },
    { rows: 1 },
  ]);
  await store.forgetMonthsBefore(2);
  expect(await store.query(sums)).toEqual(before);
});

/** Imports facts of two campaigns and of a publisher for each of the days above. */
async function importDays(impressions: number, name = "facts"): Promise<void> {
  const owners = [
    { advertiser_id: 1, campaign_id: 7 },
    { advertiser_id: 1, campaign_id: 8 },
    { publisher_id: 2 },
  ];
  const lines = DAYS.flatMap((time) =>
    owners.map((owner) => JSON.stringify({ time, ...owner, impressions, cost: "0.5" })),
  );
  const file = join(folder, `${name}.ndjson`);
  await writeFile(file, lines.join("\n"));
  const parts = splitFile({ file, temporary: store.temporary, batch: 100 });
  expect(await importParts(store, parts, { name })).toMatchObject({ added: lines.length, rejected: 0 });
}

async function sumCampaigns(): Promise<object> {
  const rows = await store.query<{ campaign: number; impressions: number }>(
    `SELECT campaign_id AS campaign, sum(impressions)::INTEGER AS impressions FROM facts
     WHERE campaign_id IS NOT NULL GROUP BY ALL`,
  );
  return Object.fromEntries(rows.map(({ campaign, impressions }) => [campaign, impressions]));
}

test("an import into summed-up months is added to the sums at once and says so", async () => {
  await importDays(1);
  await store.forgetMonthsBefore(2);
  const months = () =>
    store.query(
      "SELECT time::DATE::VARCHAR AS day, count(*)::INTEGER AS facts FROM facts GROUP BY ALL ORDER BY ALL",
    );
  const before = await months();
  expect(before).toMatchObject([{ day: "1970-01-01" }, { day: "2026-09-01" }, { day: "2026-11-20" }]);
  const file = join(folder, "late.ndjson");
  const lines = [...DAYS, ...DAYS].map((time) =>
    JSON.stringify({ time, advertiser_id: 1, campaign_id: 7, impressions: 10 }),
  );
  await writeFile(file, lines.join("\n"));
  const parts = splitFile({ file, temporary: store.temporary, batch: 3 });
  expect(await importParts(store, parts, { name: "late" })).toMatchObject({ added: 8, summedUp: 4 });
  expect((await months()).map(({ day }) => day)).toEqual(before.map(({ day }) => day));
  const sums = { 7: 4 * 1 + 80, 8: 4 };
  expect(await sumCampaigns()).toEqual(sums);
  await store.forgetMonthsBefore(2);
  expect(await sumCampaigns()).toEqual(sums);
  expect(await removeImport(store, "late")).toBe(true);
  expect(await sumCampaigns()).toEqual({ 7: 4, 8: 4 });
  expect(await months()).toEqual(before);
});

test("an import into kept months has nothing summed up", async () => {
  await store.forgetMonthsBefore(2);
  const file = join(folder, "new.ndjson");
  await writeFile(file, JSON.stringify({ time: "2026-09-01", advertiser_id: 1, impressions: 10 }));
  const parts = splitFile({ file, temporary: store.temporary, batch: 3 });
  expect(await importParts(store, parts, { name: "new" })).not.toHaveProperty("summedUp");
});

test("an import in summed-up months can still be replaced and removed completely", async () => {
  await store.transaction(({ append }) =>
    append(DAYS.map((day) => ({ time: new Date(day), advertiser_id: 1, campaign_id: 7, impressions: 1000 }))),
  );
  await importDays(1);
  await importDays(100, "others");
  const expectSums = async (ours: number, others: number) =>
    expect(await sumCampaigns()).toEqual({ 7: 4 * (1000 + ours + others), 8: 4 * (ours + others) });
  for (const impressions of [1, 3]) {
    await store.forgetMonthsBefore(2);
    await expectSums(impressions, 100);
    await importDays(impressions + 2);
    await expectSums(impressions + 2, 100);
  }
  await store.forgetMonthsBefore(1);
  await store.fold();
  const [others, ours] = await listImports(store);
  expect([others?.name, others?.impressions, others?.cost]).toEqual(["others", 1200n, "6.000000000"]);
  expect([ours?.name, ours?.impressions]).toEqual(["facts", 60n]);
  expect(await removeImport(store, "others")).toBe(true);
  await expectSums(5, 0);
  expect(await removeImport(store, "facts")).toBe(true);
  expect(await sumCampaigns()).toEqual({ 7: 4000 });
});

test("the database file stops growing because retention reuses the space of deleted months", async () => {
  const count = 60_000;
  // Random values cannot be compressed.
  const addMonth = () =>
    store.transaction(({ query }) =>
      query(
        `INSERT INTO facts (time, campaign_id, zone_id, sub, impressions)
         SELECT TIMESTAMP '2026-07-01' + to_seconds(range * 30), 7, hash(range) >> 2, hash(-range) >> 2, 1
         FROM range(${count})`,
      ),
    );
  const sizes: number[] = [];
  for (let month = 0; month < 4; month++) {
    await addMonth();
    await store.forgetMonthsBefore(2);
    await store.query("CHECKPOINT");
    sizes.push(store.status().bytes);
  }
  expect(
    await store.query("SELECT count(*)::INTEGER AS n, sum(impressions)::INTEGER AS i FROM facts"),
  ).toEqual([{ n: 1, i: 4 * count }]);
  expect(sizes.at(-1)).toBeLessThan(1.5 * (sizes[0] ?? 0));
}, 300_000);
