/** What an embedded store has counted goes on in ClickHouse, and nothing of it counts twice. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connect } from "../../src/service/store/clickhouse/clickhouse.ts";
import { moveFacts } from "../../src/service/store/clickhouse/move.ts";
import { migrate } from "../../src/service/store/clickhouse/schema.ts";
import { openClickHouseStore } from "../../src/service/store/clickhouse/store.ts";
import { openStore } from "../../src/service/store/duckdb.ts";
import { encodeFacts } from "../../src/service/store/lines.ts";
import { asked, fact } from "../service/statistics/arbitrary.ts";
import { Reporter } from "../service/statistics/reportContract.ts";
import { missing, openDatabase, type TestDatabase } from "./support/clickhouse.ts";
import { createImpression, readSums } from "./support/facts.ts";

// Engines write through to disks, which on a busy machine takes long.
vi.setConfig({ testTimeout: 180_000 });

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  if (missing) return;
  database = await openDatabase();
}, 120_000);
afterAll(() => database?.[Symbol.asyncDispose]());
beforeEach(async ({ skip, onTestFinished }) => {
  skip(missing !== undefined, missing);
  folder = await mkdtemp(join(tmpdir(), "zonetag-move-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

test("facts that are moved give the same reports, also when the move ended early and is repeated", async () => {
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
  const moved = [await moveFacts(store, folder, clickhouse), await moveFacts(store, folder, clickhouse)];
  expect(moved).toEqual([
    { facts: 200, keys: 0 },
    { facts: 200, keys: 0 },
  ]);
  await store.close();
  const cluster = await openClickHouseStore({ url: database.url, folder: join(folder, "node"), epoch: 9 });
  const reporter = new Reporter(cluster);
  for (const one of fc.sample(asked, { numRuns: 20, seed: 12 })) await reporter.expectRight(facts, one);
  await reporter.close();
  await cluster.close();
  await clickhouse.close();
});

test("an impression that was counted before the move does not count again after it", async () => {
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
  expect(done.stdout).toMatch(/^1 rows of facts and 2 deduplication keys are in ClickHouse/);
  expect(existsSync(join(data, "events.duckdb"))).toBe(false);
  const again = move();
  expect(again.stderr).toContain("in ClickHouse already");
  expect(again.status).toBe(1);
  const store = await openClickHouseStore({ url: database.url, folder: data, epoch: 9 });
  const before = await readSums(store);
  await store.appendKeyed([createImpression(1, now, 1), createImpression(3, now, 1)]);
  const { impressions } = await readSums(store);
  expect(impressions - before.impressions).toBe(1);
  await store.close();
}, 120_000);
