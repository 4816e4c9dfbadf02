/** Counts of invalid and robot events are shown only to networks, on request. */
import { expect, test } from "vitest";
import { startService } from "../statisticsRoutes/support.ts";

const SEPARATE = {
  invalid_impressions: 1,
  invalid_clicks: 2,
  robot_requests: 3,
  robot_impressions: 4,
  robot_clicks: 5,
};
const NAMES = Object.keys(SEPARATE);

test("invalid and robot events appear only in a network's detailed statistics and in no other metric", async () => {
  await using service = await startService();
  const event = {
    time: Date.now(),
    visitor: {},
    counters: SEPARATE,
    zone: { zone_id: 101, site_id: 1, publisher_id: 1 },
    campaign: { campaign_id: 1, advertiser_id: 11 },
  };
  await service.store.append([event]);
  for (const role of ["advertiser", "publisher"] as const) {
    const ask = async (username: string, request: object) =>
      (await service.report(username, role, { group_by: ["zone_id"], ...request })).json.result[0];
    const detailed = await ask("network-one", { detailed: 1 });
    expect(detailed).toMatchObject({ ...SEPARATE, impressions: 0, clicks: 0, ad_requests: 0 });
    expect(await ask("network-one", { detailed: 1, projection: ["base"] })).toMatchObject(SEPARATE);
    for (const name of NAMES) expect(await ask("network-one", {})).not.toHaveProperty(name);
    expect(await ask("network-one", { projection: { base: ["robot_clicks"] } })).toMatchObject({
      robot_clicks: 5,
    });
    const own = await ask(`${role}-one`, { detailed: 1 });
    for (const name of NAMES) expect(own).not.toHaveProperty(name);
  }
});
