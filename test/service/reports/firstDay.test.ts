/** First day with facts of an account, `data_from` in `/v2/account`. */
import { expect, test } from "vitest";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { useService } from "../statisticsRoutes/support.ts";

let clock = Date.parse("2026-11-20T12:00:00Z");

const fact = (time: string, publisher_id: number, advertiser_id?: number): Fact => ({
  time: new Date(time),
  publisher_id,
  ...(advertiser_id !== undefined && { advertiser_id }),
  site_id: publisher_id,
  ad_requests: 1,
});

const store = (...facts: Fact[]) => service.store.transaction(({ append }) => append(facts));
const read = async (as: string, query = "?detailed=1") =>
  (await service.send(`/v2/account${query}`, { as })).json;

const service = await useService({ now: () => clock });
await store(
  fact("2026-11-03T23:00:00Z", 1),
  fact("2026-11-05T01:00:00Z", 1, 12),
  // 04:45 of the 5th in Kathmandu.
  fact("2026-11-04T23:00:00Z", 2, 11),
);

test.each([
  ["publisher-one", "2026-11-03"],
  ["publisher-two", "2026-11-05"],
  ["advertiser-one", "2026-11-04"],
  // 20:00 of the 4th in New York.
  ["advertiser-two", "2026-11-04"],
  ["network-one", "2026-11-03"],
  ["publisher-three", undefined],
  ["network-two", undefined],
])("data_from of %s is %s, in the account's time zone and from its own data only", async (as, day) => {
  expect((await read(as)).data_from).toBe(day);
});

test("without detailed=1 the account has no data_from", async () => {
  expect(await read("publisher-one", "")).not.toHaveProperty("data_from");
  expect(await read("publisher-one", "?detailed=0")).not.toHaveProperty("data_from");
});

test("data_from is updated a minute after older facts are stored", async () => {
  await store(fact("2026-10-01T12:00:00Z", 3));
  expect((await read("publisher-three")).data_from).toBe(undefined);
  clock += 60_000;
  expect((await read("publisher-three")).data_from).toBe("2026-10-01");
});

test("data_from of a shared link is the first day with facts for its role", async () => {
  const share = { name: "Link", role: "publisher", view: "?role=publisher", days: 7 };
  const { json } = await service.send("/v2/shares", { as: "network-one", body: share });
  const headers = { Authorization: `Bearer ${json.token}` };
  const shared = await service.send("/v2/account?detailed=1", { headers });
  expect(shared.json).toMatchObject({ data_from: "2026-11-03", share: { name: "Link" } });
});
