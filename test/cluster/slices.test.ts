/** Hours that ClickHouse cannot sum up in time are summed up in slices, by one node only. */
import { join } from "node:path";
import { ClickHouseError } from "@clickhouse/client";
import { expect, test, vi } from "vitest";
import type { ClickHouse } from "../../src/service/clickhouse/clickhouse.ts";
import { type ClickHouseStore, openClickHouseStore } from "../../src/service/clickhouse/clickhouseStore.ts";
import { deleteUnfinished, writeBatch } from "../../src/service/clickhouse/factBatches.ts";
import { findSources } from "../../src/service/clickhouse/sources.ts";
import { Rollups } from "../../src/service/clickhouse/sumUpHours.ts";
import { StoreError } from "../../src/service/facts/eventStore.ts";
import { useEmptyFolder } from "../support/folder.ts";
import { createImpression, HOUR_MS, MORNING, readSums } from "./support/facts.ts";
import { useDatabase } from "./support/useDatabase.ts";

vi.setConfig({ testTimeout: 180_000 });

const COUNT = 40;
const span = { from: MORNING - HOUR_MS, until: MORNING + HOUR_MS };

const { database, clickhouse } = await useDatabase();
const folder = useEmptyFolder();

const openNode = (epoch: number, options: object = {}): Promise<ClickHouseStore> =>
  openClickHouseStore({
    url: database.url,
    folder: join(folder, `node-${epoch}`),
    epoch,
    rollUpEveryMs: 0,
    ...options,
  });

async function countHour(store: ClickHouseStore): Promise<void> {
  await store.appendKeyed(Array.from({ length: COUNT }, (_, number) => createImpression(number)));
  await readSums(store);
}

const tooSlow = () =>
  new StoreError(
    "away",
    "too slow",
    new ClickHouseError({ code: "159", type: "TIMEOUT_EXCEEDED", message: "too slow" }),
  );

/** A ClickHouse that times out on statements over more than `most` events. `asked` lists the events per statement. */
function createSlow(most: number, insertsFirst = false) {
  const asked: number[] = [];
  const command: ClickHouse["command"] = async (text, parameters = {}, seconds) => {
    const { from, until } = parameters;
    if (typeof from !== "bigint" || typeof until !== "bigint") return clickhouse.command(text, parameters);
    const events = Math.min(Number(until), COUNT) - Math.min(Number(from), COUNT);
    asked.push(events);
    expect(seconds).toBeGreaterThan(0);
    if (events <= most || insertsFirst) await clickhouse.command(text, parameters);
    if (events > most) throw tooSlow();
  };
  return { asked, slow: { ...clickhouse, command } };
}

const rollUp = (slow: ClickHouse) => {
  const rollups = new Rollups({ clickhouse: slow, closeAfterMs: 0, onUnfit: () => {} });
  return () => rollups.run(MORNING + 2 * HOUR_MS);
};

test("an hour that takes too long is summed up in slices within one run", async () => {
  const store = await openNode(1);
  await countHour(store);
  const { asked, slow } = createSlow(15);
  await rollUp(slow)();
  expect(Math.max(...asked)).toBe(COUNT);
  expect(asked.filter((events) => events <= 15).reduce((sum, events) => sum + events, 0)).toBe(COUNT);
  expect(await findSources(clickhouse, span, HOUR_MS)).toMatchObject({ batches: { length: 1 }, hours: [] });
  expect(await readSums(store)).toEqual({ requests: 0, impressions: COUNT });
  await store.close();
});

test("a slice that times out after its insert counts no event twice, and later runs halve it", async () => {
  const store = await openNode(1);
  await countHour(store);
  const { slow } = createSlow(15, true);
  const run = rollUp(slow);
  await expect(run()).rejects.toThrow("too slow");
  expect(await readSums(store)).toEqual({ requests: 0, impressions: COUNT });
  const tries = [run, run, run, run];
  for (const again of tries) await again().catch(() => {});
  expect(await findSources(clickhouse, span, HOUR_MS)).toMatchObject({ batches: { length: 1 }, hours: [] });
  expect(await readSums(store)).toEqual({ requests: 0, impressions: COUNT });
  await store.close();
});

test("facts of an unfinished batch are deleted once the batch is old enough", async () => {
  const store = await openNode(1);
  await countHour(store);
  const part = { name: "store of another", start: 0, version: 0n };
  const failing = writeBatch(clickhouse, part, async (batch) => {
    await clickhouse.command("INSERT INTO facts (batch, time) SELECT {batch: UInt64}, now()", { batch });
    throw new Error("killed");
  });
  await expect(failing).rejects.toThrow("killed");
  const countFacts = () => clickhouse.query("SELECT toUInt32(count()) AS rows FROM facts");
  await deleteUnfinished(clickhouse, 3600);
  expect(await countFacts()).toEqual([{ rows: 1 }]);
  await deleteUnfinished(clickhouse, 0);
  expect(await countFacts()).toEqual([{ rows: 0 }]);
  await store.close();
});

test("a node sums up hours only while it has the maintenance claim", async () => {
  let isOwn = false;
  let claims = 0;
  const store = await openNode(1, {
    rollUpEveryMs: 50,
    loadEveryMs: 50,
    claimMaintenance: async () => {
      claims += 1;
      return isOwn;
    },
  });
  await countHour(store);
  await expect.poll(() => claims).toBeGreaterThan(2);
  expect(await findSources(clickhouse, span, HOUR_MS)).toMatchObject({ batches: [], hours: { length: 1 } });
  isOwn = true;
  await expect
    .poll(() => findSources(clickhouse, span, HOUR_MS))
    .toMatchObject({ batches: { length: 1 }, hours: [] });
  await store.close();
});
