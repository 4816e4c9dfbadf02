import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../../src/service/store/duckdb.ts";
import { TestClock } from "../support/service.ts";

test("retention keeps the facts of the last months, and of earlier ones the sums of each campaign", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-retention-"));
  const clock = new TestClock(Date.parse("2026-11-20T10:00:00Z"));
  const store = await openStore({ folder, clock });
  const fact = (day: string, campaign_id: number | undefined) => ({
    ...{ time: new Date(day), advertiser_id: 1, impressions: 2, cost: 5n },
    ...(campaign_id && { campaign_id }),
  });
  const days = ["2026-07-31", "2026-08-31T23:59:59Z", "2026-09-01", "2026-11-20"];
  await store.transaction(({ append }) =>
    append([...days.map((day) => fact(day, 7)), fact("2026-08-01", undefined), fact("2026-08-01", 8)]),
  );
  const list = () =>
    store.query(
      "SELECT campaign_id AS campaign, advertiser_id AS account, impressions FROM facts ORDER BY time, campaign_id",
    );
  const expected = [
    { campaign: 7, account: null, impressions: 4n },
    { campaign: 8, account: null, impressions: 2n },
    { campaign: 7, account: 1, impressions: 2n },
    { campaign: 7, account: 1, impressions: 2n },
  ];
  await store.forgetMonthsBefore(2);
  expect(await list()).toEqual(expected);
  // What was summed up is summed up with what follows.
  await store.forgetMonthsBefore(2);
  expect(await list()).toEqual(expected);
  expect(await store.query("SELECT sum(cost) AS cost FROM facts WHERE campaign_id = 7")).toEqual([
    { cost: "0.000000020" },
  ]);
  await store.close();
  await rm(folder, { recursive: true });
});
