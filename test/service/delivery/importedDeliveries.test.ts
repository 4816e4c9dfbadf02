import { pino } from "pino";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  createNoter,
  type ImportedChange,
  ImportedDeliveries,
} from "../../../src/service/delivery/importedDeliveries.ts";
import { recallDelivered } from "../../../src/service/delivery/recallDelivered.ts";
import { type LocalStore, openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const TODAY = Math.floor(NOW / 86_400_000);

const folder = useEmptyFolder();
let store: LocalStore;
beforeEach(async () => {
  store = await openStore({ folder });
});
afterEach(() => store.close());

/** Notes an import of 5 impressions of campaign 7 today, and of one yesterday. */
async function note(importId: number): Promise<void> {
  await store.transaction(async ({ query }) => {
    const facts = ["2026-11-20 01:00:00", "2026-11-19 01:00:00"].map(
      (time, at) => `(TIMESTAMP '${time}', ${importId}, 7, ${at === 0 ? 5 : 1}, 0.5)`,
    );
    await query(
      `INSERT INTO facts (time, import_id, campaign_id, impressions, cost) VALUES ${facts.join(", ")}`,
    );
    await createNoter(query)(importId, 1);
  });
}

function create(addImported: (change: ImportedChange) => Promise<void>) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => lines.push(line) });
  const imported = new ImportedDeliveries({ store, budgets: { addImported }, now: () => NOW, log });
  onTestFinished(() => imported.close());
  return { imported, lines };
}

test("noted sums are added in order by change, then forgotten", async () => {
  await note(1);
  await note(2);
  const seen: ImportedChange[] = [];
  const { imported } = create(async (change) => void seen.push(change));
  await imported.settle();
  const sums = [
    { campaign: 7, day: TODAY, shown: 5, cost: 500_000_000n },
    { campaign: 7, day: TODAY - 1, shown: 1, cost: 500_000_000n },
  ];
  expect(seen.map((change) => change.sums.toSorted((a, b) => b.day - a.day))).toEqual([sums, sums]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(2);
  await imported.settle();
  expect(seen).toHaveLength(2);
});

test("sums that could not be added are added again under the same id, and reported once", async () => {
  await note(1);
  const ids: string[] = [];
  const { imported, lines } = create(async ({ id }) => {
    ids.push(id);
    if (ids.length < 3) throw new Error("Redis is away.");
  });
  await imported.settle();
  await expect.poll(() => store.query("SELECT * FROM imported_sums"), { timeout: 10_000 }).toEqual([]);
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  expect(lines).toEqual([expect.stringContaining("imports not yet counted towards budgets and caps")]);
});

test("deliveries read from the store lack the sums that are added later", async () => {
  await note(1);
  const { imported } = create(async () => {});
  const read = () => recallDelivered(store, { now: NOW, reservationLife: 1000 });
  expect(await read()).toMatchObject([{ shownTotal: 0, shownToday: 0, costToday: 0n, costTotal: 0n }]);
  await imported.settle();
  expect(await read()).toMatchObject([{ shownTotal: 6, shownToday: 5, costToday: 500_000_000n }]);
});

test("nothing is retried after closing", async () => {
  await note(1);
  const add = vi.fn(() => Promise.reject(new Error("away")));
  const { imported } = create(add);
  await imported.close();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await imported.settle();
  expect([add.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});
