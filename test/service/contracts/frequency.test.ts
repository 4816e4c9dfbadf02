/** Contract of frequency caps, in one process and shared by nodes. */
import { beforeEach, expect } from "vitest";
import type { Campaign } from "../../../src/service/catalogue/catalogue.ts";
import type { FrequencyCaps } from "../../../src/service/delivery/frequency.ts";
import { LocalFrequencyCaps } from "../../../src/service/delivery/localFrequency.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";
import { Cluster, RESERVATION_LIFE } from "./engines.ts";
import { testEach, testWithRedis } from "./tests.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const LAPSED = RESERVATION_LIFE + 10_000;
const HOUR = 3600;

const cluster = await Cluster.use();
const clock = { time: NOON };
/** Each test uses a new visitor. */
let visitors = 0;

beforeEach(() => {
  visitors += 1;
  clock.time = NOON;
});

type Make = () => Promise<FrequencyCaps>;
const LOCAL: Make = async () => new LocalFrequencyCaps({ reservationLife: RESERVATION_LIFE });
const SHARED: Make = async () => (await cluster.addNode({ now: () => clock.time })).state.frequencyCaps;
const CAPS = [
  ["frequency caps in this process", LOCAL, false],
  ["frequency caps in Redis", SHARED, true],
] as const;

function createCampaigns(...caps: [impressions: number, seconds: number][][]): Campaign[] {
  const campaigns = caps.map((rules, at) =>
    aCampaign({ id: at + 1, frequency: rules.map(([impressions, seconds]) => ({ impressions, seconds })) }),
  );
  return [...aCatalogue({ campaigns }).data.campaigns];
}

/** Decides a request: chooses as many impressions of the campaigns as zones and caps allow. */
async function decide(caps: FrequencyCaps, campaigns: readonly Campaign[], zones = 1) {
  const request = { user: `visitor ${visitors}`, time: clock.time, zones };
  const opened = await caps.open({ ...request, listCapped: () => campaigns });
  const possible = campaigns.flatMap((campaign) =>
    Array.from({ length: Math.min(zones, opened.remaining(campaign)) }, () => campaign),
  );
  const chosen = possible.slice(0, zones);
  opened.reserve(chosen);
  return { chosen, decidedAt: request.time, undo: () => opened.release(chosen) };
}

function show(caps: FrequencyCaps, campaign: Campaign, decidedAt: number): void {
  const sighting = { user: `visitor ${visitors}`, campaign: campaign.id, time: clock.time, decidedAt };
  caps.count(sighting, campaign);
}

testEach(CAPS, "%s count reservations of decisions and of each zone of one request", async (make) => {
  const caps = await make();
  const [once, thrice] = createCampaigns([[1, HOUR]], [[3, HOUR]]) as [Campaign, Campaign];
  const filled = [];
  for (let request = 0; request < 6; request++) filled.push((await decide(caps, [once])).chosen.length);
  expect(filled).toEqual([1, 0, 0, 0, 0, 0]);
  expect((await decide(caps, [thrice], 6)).chosen).toHaveLength(3);
});

testEach(CAPS, "%s replace a reservation by its impression", async (make) => {
  const caps = await make();
  const [campaign] = createCampaigns([[2, HOUR]]) as [Campaign];
  const { decidedAt } = await decide(caps, [campaign]);
  clock.time += 1000;
  show(caps, campaign, decidedAt);
  expect((await decide(caps, [campaign], 6)).chosen).toHaveLength(1);
  clock.time += LAPSED;
  // Only the reservation of the second decision has lapsed; the impression still counts.
  expect((await decide(caps, [campaign], 6)).chosen).toHaveLength(1);
  clock.time = NOON + 1000 + HOUR * 1000;
  expect((await decide(caps, [campaign], 6)).chosen).toHaveLength(2);
});

testEach(CAPS, "%s count an impression whose reservation has lapsed", async (make) => {
  const caps = await make();
  const [campaign] = createCampaigns([[1, HOUR]]) as [Campaign];
  const { decidedAt } = await decide(caps, [campaign]);
  clock.time += LAPSED;
  show(caps, campaign, decidedAt);
  expect((await decide(caps, [campaign])).chosen).toHaveLength(0);
});

testEach(
  CAPS,
  "%s release the reservations of a cancelled decision and of campaigns that were not chosen",
  async (make) => {
    const caps = await make();
    const campaigns = createCampaigns([[1, HOUR]], [[1, HOUR]]);
    const choose = async (zones: number) => (await decide(caps, campaigns, zones)).chosen.map(({ id }) => id);
    const first = await decide(caps, campaigns);
    expect(first.chosen.map(({ id }) => id)).toEqual([1]);
    // Releases are sent to Redis without waiting for the reply, hence the polling.
    await expect.poll(() => choose(1)).toEqual([2]);
    first.undo();
    await expect.poll(() => choose(6)).toEqual([1]);
  },
);

testEach(CAPS, "%s enforce all caps of a campaign", async (make) => {
  const caps = await make();
  const [campaign] = createCampaigns([
    [3, HOUR],
    [1, 200],
  ]) as [Campaign];
  const filled = [];
  for (let request = 0; request < 5; request++) {
    const { chosen, decidedAt } = await decide(caps, [campaign], 6);
    filled.push(chosen.length);
    if (chosen.length > 0) show(caps, campaign, decidedAt);
    clock.time += 200_000;
  }
  expect(filled).toEqual([1, 1, 1, 0, 0]);
});

testWithRedis("two nodes that decide for one visitor concurrently reserve at most the cap", async () => {
  const nodes = await Promise.all([SHARED(), SHARED()]);
  const [campaign] = createCampaigns([[5, HOUR]]) as [Campaign];
  const decisions = await Promise.all(
    Array.from({ length: 12 }, (_, at) => decide(nodes[at % 2] as FrequencyCaps, [campaign])),
  );
  expect(decisions.flatMap(({ chosen }) => chosen)).toHaveLength(5);
});

testWithRedis("an impression on one node replaces the reservation made by another", async () => {
  const [one, two] = await Promise.all([SHARED(), SHARED()]);
  const [campaign] = createCampaigns([[1, 60]]) as [Campaign];
  const { decidedAt } = await decide(one, [campaign]);
  show(two, campaign, decidedAt);
  expect((await decide(one, [campaign])).chosen).toHaveLength(0);
  clock.time += 60_000;
  expect((await decide(one, [campaign])).chosen).toHaveLength(1);
});

testWithRedis("while Redis is away, a node enforces frequency caps by its own reservations", async () => {
  const own = await Cluster.startOwn();
  const { state } = await own.addNode({ timeout: 300, now: () => clock.time });
  const campaigns = createCampaigns([[1, HOUR]], [[2, HOUR]]);
  expect((await decide(state.frequencyCaps, campaigns)).chosen.map(({ id }) => id)).toEqual([1]);
  own.redis.freeze();
  const away = await decide(state.frequencyCaps, campaigns, 6);
  expect(away.chosen.map(({ id }) => id)).toEqual([2, 2]);
  expect((await decide(state.frequencyCaps, campaigns)).chosen).toEqual([]);
});

testWithRedis("a request without frequency-capped campaigns does not query Redis", async () => {
  const caps = await SHARED();
  expect(caps.open({ user: "a", time: NOON, zones: 1, listCapped: () => [] })).not.toBeInstanceOf(Promise);
});
