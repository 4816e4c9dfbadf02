/** Moves the events of an embedded store to ClickHouse without counting any twice. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { type ClickHouse, connect } from "../../src/service/clickhouse/clickhouse.ts";
import { openClickHouseStore } from "../../src/service/clickhouse/clickhouseStore.ts";
import { migrate } from "../../src/service/clickhouse/clickhouseTables.ts";
import { moveFacts } from "../../src/service/clickhouse/moveFacts.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import { restoreBackup } from "../../src/service/duckdb/folderBackup.ts";
import { encodeFacts } from "../../src/service/journal/lines.ts";
import { asked, fact } from "../service/reports/arbitrary.ts";
import { Reporter } from "../service/reports/reportContract.ts";
import { useEmptyFolder } from "../support/folder.ts";
import { createImpression, readSums } from "./support/facts.ts";
import { useDatabase } from "./support/useDatabase.ts";

// The engines sync every write to disk, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const { database } = await useDatabase();
const folder = useEmptyFolder();

test("repeating an interrupted move gives the same reports as before the move", async () => {
  const facts = fc.sample(fact, { numRuns: 200, seed: 11 });
  const store = await openStore({ folder });
  await store.transaction(({ append }) => append(facts.slice(100)));
  const part = encodeFacts(facts.slice(0, 100));
  const path = join(folder, "import.csv");
  await writeFile(path, part.text);
  await store.longTransaction(({ load }) => load({ path, columns: part.columns }, 1));
  const clickhouse = connect({ url: database.url });
  await migrate(clickhouse);
  const insert = () => Promise.reject(new Error("killed"));
  await expect(moveFacts(store, folder, { ...clickhouse, insert })).rejects.toThrow("killed");
  // Fails after the last row, before the move is recorded as complete.
  const command: ClickHouse["command"] = (text, parameters) =>
    text.includes("INTO moves") ? Promise.reject(new Error("killed")) : clickhouse.command(text, parameters);
  await expect(moveFacts(store, folder, { ...clickhouse, command })).rejects.toThrow("killed");
  expect(await moveFacts(store, folder, clickhouse)).toEqual({ facts: 200, keys: 0 });
  await store.close();
  const cluster = await openClickHouseStore({ url: database.url, folder: join(folder, "node"), epoch: 9 });
  const reporter = new Reporter(cluster);
  for (const one of fc.sample(asked, { numRuns: 20, seed: 12 })) await reporter.expectRight(facts, one);
  await cluster.close();
  await clickhouse.close();
});

test("an impression counted before a move does not count again after it", async () => {
  const data = join(folder, "data");
  const now = Date.now();
  const embedded = await openStore({ folder: data });
  await embedded.appendKeyed([createImpression(1, now, 1), createImpression(2, now, 1)]);
  await embedded.close();
  const move = () =>
    spawnSync(
      process.execPath,
      [
        ...["--import", "tsx", "src/service/main.ts", "move-events"],
        ...["--data", data, "--clickhouse", database.url],
      ],
      { encoding: "utf8" },
    );
  await expect(openClickHouseStore({ url: database.url, folder: data, epoch: 9 })).rejects.toThrow(
    "move-events",
  );
  const done = move();
  expect(done.stderr).toBe("");
  expect(done.stdout).toMatch(/^Moved 1 rows of facts and 2 deduplication keys to ClickHouse/);
  expect(existsSync(join(data, "events.duckdb"))).toBe(false);
  const again = move();
  expect(again.stderr).toContain("already in ClickHouse");
  expect(again.status).toBe(1);
  const store = await openClickHouseStore({ url: database.url, folder: data, epoch: 9 });
  const before = await readSums(store);
  await store.appendKeyed([createImpression(1, now, 1), createImpression(3, now, 1)]);
  const { impressions } = await readSums(store);
  expect(impressions - before.impressions).toBe(1);
  await store.close();
}, 120_000);

/** Opens a data folder as a starting service does, and counts one more impression. */
async function countIn(data: string, number: number): Promise<void> {
  const store = await openStore({ folder: data });
  await store.appendKeyed([createImpression(number, Date.now(), 1)]);
  await store.close();
}

async function moveFolder(data: string): Promise<unknown> {
  const clickhouse = connect({ url: database.url });
  await migrate(clickhouse);
  const store = await openStore({ folder: data });
  try {
    return await moveFacts(store, data, clickhouse);
  } finally {
    await store.close();
    await clickhouse.close();
  }
}

async function countMoved(): Promise<number> {
  const store = await openClickHouseStore({ url: database.url, folder: join(folder, "reader"), epoch: 9 });
  const { impressions } = await readSums(store);
  await store.close();
  return impressions;
}

test("a copied data folder is moved only if it contains all counts that were moved before", async () => {
  const [data, early, late, other, backup, restored] = [
    "data",
    "early",
    "late",
    "other",
    "backup",
    "restored",
  ].map((name) => join(folder, name)) as [string, string, string, string, string, string];
  const before = await countMoved();
  await countIn(data, 101);
  await cp(data, early, { recursive: true });
  await cp(data, other, { recursive: true });
  const running = await openStore({ folder: data });
  await running.backUp(backup);
  await running.close();
  await restoreBackup(backup, restored);
  await countIn(data, 102);
  await cp(data, late, { recursive: true });
  await moveFolder(data);
  expect((await countMoved()) - before).toBe(2);
  await expect(moveFolder(early)).rejects.toThrow("already in ClickHouse: it is a copy from before the move");
  await countIn(other, 103);
  await expect(moveFolder(other)).rejects.toThrow(/has counted its own events since start 2 20\d\d-/);
  await expect(moveFolder(restored)).rejects.toThrow("has counted its own events since start");
  expect((await countMoved()) - before).toBe(2);
  await countIn(late, 104);
  await moveFolder(late);
  expect((await countMoved()) - before).toBe(3);
});
