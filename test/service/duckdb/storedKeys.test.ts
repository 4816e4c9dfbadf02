import { expect, test } from "vitest";
import type { Database } from "../../../src/service/duckdb/database.ts";
import { deleteKeys, recallGoals, recallKeys } from "../../../src/service/duckdb/storedKeys.ts";
import { GoalDeduplication } from "../../../src/service/journal/goalDeduplication.ts";
import { Deduplication } from "../../../src/service/journal/localDeduplication.ts";
import { openTestDatabase } from "./support.ts";

const DECIDED = Date.parse("2026-11-20T10:00:00Z");

/** Stores keys of epoch, number, kind and running time, each decided a second after the one before. */
async function store(database: Database, keys: readonly (readonly number[])[]): Promise<void> {
  for (const [at, key] of keys.entries())
    await database.query(
      `INSERT INTO deduplication_keys VALUES (${key.join(", ")}, make_timestamp(${(DECIDED + at * 1000) * 1000}), 5)`,
    );
}

test("stored keys of known kinds are recalled, including the first and last of a page", async () => {
  const { database } = await openTestDatabase();
  const keys = [
    [1, 0, 1, 0],
    [1, 4095, 1, 0],
    [1, 4096, 2, 0],
    [3, 10, 6, 0],
    // Goals have sets of their own.
    [3, 10, 7, 0],
    // A kind that this version does not know.
    [3, 11, 100, 0],
  ];
  await store(database, keys);
  const deduplication = new Deduplication(() => 0);
  await recallKeys(database, deduplication);
  const pages = [...deduplication.listPages()];
  const isSet = (bits: Uint8Array) =>
    Array.from({ length: 4096 }, (_, at) => at).filter((at) => ((bits[at >> 3] ?? 0) << (at & 7)) & 0x80);
  const listed = pages.map(({ epoch, page, kind, bits }) => [epoch, page, kind, isSet(bits), bits.length]);
  expect(listed).toHaveLength(3);
  expect(listed).toEqual(
    expect.arrayContaining([
      [1, 0, "impression", [0, 4095], 512],
      [1, 1, "click", [0], 512],
      [3, 0, "robot_click", [10], 512],
    ]),
  );
});

test("a recalled page of keys is dropped when its newest key is too old", async () => {
  const { database } = await openTestDatabase();
  await store(database, [
    [1, 0, 1, 900],
    [1, 1, 1, 300],
  ]);
  const key = { epoch: 1, number: 0, kind: "impression", decidedAt: DECIDED } as const;
  for (const [countedAt, decidedAt, isKept] of [
    [900, DECIDED + 1001, true],
    [901, DECIDED + 1000, true],
    [901, DECIDED + 1001, false],
  ] as const) {
    const deduplication = new Deduplication(() => 0);
    await recallKeys(database, deduplication);
    deduplication.dropBefore({ countedAt, decidedAt });
    expect(deduplication.has(key)).toBe(isKept);
  }
});

test("stored keys are deleted once both their counting and their decision are old enough", async () => {
  const { database } = await openTestDatabase();
  await store(database, [
    [1, 0, 1, 99],
    [1, 1, 1, 100],
    [1, 2, 1, 99],
  ]);
  await database.connect((connection) =>
    deleteKeys(connection, { runningTime: 150, now: DECIDED + 2050 }, 50),
  );
  expect(await database.query("SELECT number FROM deduplication_keys ORDER BY ALL")).toEqual([
    { number: 1n },
    { number: 2n },
  ]);
});

const DAY_MS = 24 * 3600_000;

test("stored keys of goals are recalled by epoch, decision and goal", async () => {
  const { database } = await openTestDatabase();
  await store(database, [
    [1, 0, 7, 0],
    [1, 0, 16, 0],
    [1, 2 ** 40, 8, 0],
    [3, 10, 7, 0],
    [3, 11, 1, 0],
  ]);
  const goals = new GoalDeduplication(() => 0);
  await recallGoals(database, goals);
  const isKnown = (epoch: number, number: number, kind: "goal_1" | "goal_2" | "goal_10") =>
    goals.has({ epoch, number, kind, decidedAt: 0 });
  expect([isKnown(1, 0, "goal_1"), isKnown(1, 0, "goal_10"), isKnown(1, 2 ** 40, "goal_2")]).toEqual(
    Array(3).fill(true),
  );
  expect([isKnown(1, 0, "goal_2"), isKnown(3, 11, "goal_1"), isKnown(2, 10, "goal_1")]).toEqual(
    Array(3).fill(false),
  );
});

test("recalled keys of goals are dropped when the newest key of their day is too old", async () => {
  const { database } = await openTestDatabase();
  await store(database, [
    [1, 0, 7, 900],
    [1, 1, 7, 300],
  ]);
  const key = { epoch: 1, number: 1, kind: "goal_1", decidedAt: DECIDED } as const;
  for (const [countedAt, decidedAt, isKept] of [
    [900, DECIDED + 1001, true],
    [901, DECIDED + 1000, true],
    [901, DECIDED + 1001, false],
  ] as const) {
    const goals = new GoalDeduplication(() => 0);
    await recallGoals(database, goals);
    goals.dropBefore({ countedAt, decidedAt });
    expect(goals.has(key)).toBe(isKept);
  }
});

test("keys of goals are deleted 30 days after those of clicks of the same time", async () => {
  const { database } = await openTestDatabase();
  await store(database, [
    [1, 0, 2, 0],
    [1, 0, 7, 0],
  ]);
  const listAfter = async (days: number) => {
    const clocks = { runningTime: days * DAY_MS, now: DECIDED + days * DAY_MS };
    await database.connect((connection) => deleteKeys(connection, clocks, DAY_MS));
    return (await database.query<{ kind: number }>("SELECT kind FROM deduplication_keys")).map(
      ({ kind }) => kind,
    );
  };
  expect(await listAfter(1)).toEqual([2, 7]);
  expect(await listAfter(2)).toEqual([7]);
  expect(await listAfter(31)).toEqual([7]);
  expect(await listAfter(32)).toEqual([]);
});
