import { expect, test } from "vitest";
import { skipEpochs, startEpoch } from "../../../src/service/duckdb/epoch.ts";
import { openTestDatabase } from "./support.ts";

const STARTED = new Date("2026-11-20T10:00:00Z");

test("each start gets the next epoch from 1 on and is recorded with its time", async () => {
  const { database } = await openTestDatabase();
  expect(await startEpoch(database, STARTED, undefined)).toBe(1);
  expect(await startEpoch(database, STARTED, undefined)).toBe(2);
  expect(await database.query("SELECT * FROM epochs ORDER BY ALL")).toEqual([
    { epoch: 1, started: STARTED },
    { epoch: 2, started: STARTED },
  ]);
});

test("a start with a given epoch uses and records it", async () => {
  const { database } = await openTestDatabase();
  for (const given of [0, 7]) expect(await startEpoch(database, STARTED, given)).toBe(given);
  expect(await startEpoch(database, STARTED, undefined)).toBe(8);
  expect(await database.query("SELECT count(*)::INTEGER AS noted FROM epochs")).toEqual([{ noted: 3 }]);
});

test("a restored folder continues from a random epoch, far from all that its database knows", async () => {
  const { database } = await openTestDatabase();
  await startEpoch(database, STARTED, 700_000_000);
  const drawn = [700_999_999, 699_000_001, 600_000_000];
  await skipEpochs(database, (from, to) => drawn.shift() ?? (from + to) / 2);
  expect(drawn).toEqual([]);
  expect(await startEpoch(database, STARTED, undefined)).toBe(600_000_001);
  expect(await startEpoch(database, STARTED, undefined)).toBe(600_000_002);
});
