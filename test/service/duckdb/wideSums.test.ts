import { expect, test } from "vitest";
import { writeSums } from "../../../src/service/duckdb/wideSums.ts";
import { openTestDatabase } from "./support.ts";

test("counters are summed by group, with zero for missing ones", async () => {
  const { database } = await openTestDatabase();
  await database.query(
    `INSERT INTO facts (campaign_id, zone_id, impressions, cost) VALUES
     (1, 5, 1, 0.5), (1, 5, 2, 0.25), (1, 6, 4, 0), (NULL, 5, 8, 1), (2, 5, 100, 1)`,
  );
  const select = writeSums(["campaign_id AS campaign", "zone_id"], "impressions < 100");
  const sql = `SELECT campaign, zone_id, impressions, cost, clicks FROM (${select}) ORDER BY ALL NULLS LAST`;
  expect(await database.query(sql)).toEqual([
    { campaign: 1, zone_id: 5n, impressions: 3n, cost: "0.750000000", clicks: 0n },
    { campaign: 1, zone_id: 6n, impressions: 4n, cost: "0.000000000", clicks: 0n },
    { campaign: null, zone_id: 5n, impressions: 8n, cost: "1.000000000", clicks: 0n },
  ]);
});

test("a sum that exceeds its column is split over several rows without repeating other sums", async () => {
  const { database } = await openTestDatabase();
  const most = "9223372036854775807";
  await database.query(
    `INSERT INTO facts (campaign_id, impressions, clicks, cost)
     VALUES (1, ${most}, 1, 999999999.999999999), (1, ${most}, 1, 999999999.999999999), (1, 1, 1, 0), (2, 1, 1, 1)`,
  );
  const sql = `SELECT campaign_id AS campaign, count(*)::INTEGER AS "rows", sum(impressions) AS impressions,
    sum(clicks) AS clicks, sum(cost) AS cost FROM (${writeSums(["campaign_id"], "true")}) GROUP BY ALL ORDER BY ALL`;
  expect(await database.query(sql)).toEqual([
    {
      campaign: 1,
      rows: 3,
      impressions: 2n * BigInt(most) + 1n,
      clicks: 3n,
      cost: "1999999999.999999998",
    },
    { campaign: 2, rows: 1, impressions: 1n, clicks: 1n, cost: "1.000000000" },
  ]);
});
