import { expect, test } from "vitest";
import { skipEpochs, startEpoch } from "../../../src/service/duckdb/epoch.ts";
import { openTestDatabase } from "./support.ts";

const STARTED = new Date("2026-11-20T10:00:00Z");

test("starts are numbered from one and recorded with their time", async () => {
  const { database } = await openTestDatabase();
  expect(await startEpoch(database, STARTED, undefined)).toBe(1);
  expect(await startEpoch(database, STARTED, undefined)).toBe(2);
  expect(await database.query("SELECT * FROM epochs ORDER BY ALL")).toEqual([
    { epoch: 1, started: STARTED },
    { epoch: 2, started: STARTED },
  ]);
});

test("a start with a given number has it and is recorded", async () => {
  const { database } = await openTestDatabase();
  for (const given of [0, 7]) expect(await startEpoch(database, STARTED, given)).toBe(given);
  expect(await startEpoch(database, STARTED, undefined)).toBe(8);
  expect(await database.query("SELECT count(*)::INTEGER AS noted FROM epochs")).toEqual([{ noted: 3 }]);
});

test("a restored folder continues with numbers far beyond its backup's", async () => {
  const { database } = await openTestDatabase();
  await startEpoch(database, STARTED, 7);
  await skipEpochs(database);
  expect(await startEpoch(database, STARTED, undefined)).toBe(10_008);
});
