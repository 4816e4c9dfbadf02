/** Exclusion of values from reports, over a real socket. */
import { expect, test } from "vitest";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { type Json, useService } from "../statisticsRoutes/support.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const createFact = (zone_id: number, impressions: number, country_iso?: string): Fact => ({
  time: new Date(NOW),
  publisher_id: 1,
  advertiser_id: 11,
  site_id: 1,
  campaign_id: 1,
  zone_id,
  impressions,
  ...(country_iso && { country_iso }),
});

const service = await useService({ now: () => NOW });
const facts = [
  createFact(101, 1, "DEU"),
  createFact(102, 2, "USA"),
  createFact(101, 4),
  createFact(201, 8, "USA"),
];
await service.store.transaction(({ append }) => append(facts));

test.each([
  [{ country_iso: ["USA"] }, 5],
  [{ country_iso: ["DEU", "USA"] }, 4],
  [{ zone_id: [101] }, 10],
  [{ zone_id: [101], country_iso: ["DEU"] }, 10],
  [{ hour: [12] }, 0],
  [{ hour: [11] }, 15],
  [{}, 15],
])(
  "a report that excludes %j keeps %i impressions, including those of unknown values",
  async (exclude, impressions) => {
    const request = { group_by: ["date"], exclude, totals: 1, timezone: "UTC" };
    const { json } = await service.report("publisher-one", "publisher", request);
    expect((json as Json).result_total.impressions).toBe(impressions);
  },
);

test("excluding unsupported fields or invalid values is refused with each path", async () => {
  const request = {
    group_by: ["date"],
    exclude: { adblock: ["standard"], zone_id: "x", date_from: "2026-11-01" },
  };
  const { status, json } = await service.report("publisher-one", "publisher", request);
  const paths = json.errors.map((problem: object) => Object.keys(problem)[0]);
  expect(paths.sort()).toEqual(["[exclude][adblock]", "[exclude][date_from]", "[exclude][zone_id][0]"]);
  expect(status).toBe(400);
});
