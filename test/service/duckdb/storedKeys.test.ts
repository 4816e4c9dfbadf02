import { expect, test } from "vitest";
import type { Database } from "../../../src/service/duckdb/database.ts";
import { deleteKeys, recallKeys } from "../../../src/service/duckdb/storedKeys.ts";
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
    deleteKeys(connection, { countedAt: 100, decidedAt: DECIDED + 2000 }),
  );
  expect(await database.query("SELECT number FROM deduplication_keys ORDER BY ALL")).toEqual([
    { number: 1n },
    { number: 2n },
  ]);
});
