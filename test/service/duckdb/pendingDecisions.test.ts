import { expect, test } from "vitest";
import { countPending } from "../../../src/service/duckdb/pendingDecisions.ts";
import { openTestDatabase } from "./support.ts";

test("pending decisions are those filled since the given second minus their impressions", async () => {
  const { database } = await openTestDatabase();
  await database.query(
    `INSERT INTO facts (time, campaign_id, filled) VALUES
     (TIMESTAMP '2026-11-20 09:59:59', 1, 100), (TIMESTAMP '2026-11-20 10:00:00', 1, 3),
     (TIMESTAMP '2026-11-20 10:00:05', 1, 4), (TIMESTAMP '2026-11-20 10:00:05', 2, 1),
     (TIMESTAMP '2026-11-20 10:00:05', 3, 2), (TIMESTAMP '2026-11-20 10:00:05', NULL, 9)`,
  );
  // Impressions: two of campaign 1, one of them decided too early, and one of campaign 2. Click: one of campaign 3.
  await database.query(
    `INSERT INTO deduplication_keys VALUES
     (1, 1, 1, 0, TIMESTAMP '2026-11-20 10:00:00', 1), (1, 2, 1, 0, TIMESTAMP '2026-11-20 09:59:59', 1),
     (1, 3, 1, 0, TIMESTAMP '2026-11-20 10:00:05', 2), (1, 4, 2, 0, TIMESTAMP '2026-11-20 10:00:05', 3)`,
  );
  const pending = await countPending(
    (sql, parameters) => database.query(sql, parameters),
    new Date("2026-11-20T10:00:00.900Z"),
  );
  expect(pending).toEqual(
    new Map([
      [1, 6],
      [3, 2],
    ]),
  );
});
