/** Contract of the records of conversion tests, in memory and in Redis. */
import { afterEach, expect } from "vitest";
import { TEST_LIFE_MS, type TestRecords } from "../../../src/service/tracking/conversionTests.ts";
import { LocalTestRecords } from "../../../src/service/tracking/localTestRecords.ts";
import { Cluster, manage } from "./engines.ts";
import { type Engine, testEach, testWithRedis } from "./tests.ts";

let cluster: Cluster | undefined;
afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
});

async function openShared(): Promise<TestRecords> {
  cluster ??= await Cluster.start();
  return (await manage(await cluster.addNode())).testRecords;
}

const STORES: Engine<() => Promise<TestRecords>>[] = [
  ["in memory", async () => new LocalTestRecords(), false],
  ["in Redis", openShared, true],
];
const NOW = Date.parse("2026-11-29T12:00:00Z");
const END = NOW + TEST_LIFE_MS;
const aTest = (id: number, account = 3) => ({ account, campaign: 1, id, endsAt: END });
const CLICK = { click: { time: NOW, url: "https://a.example/?id=ü", clickId: "" } };
const conversion = (goal: string) => ({ conversion: { time: NOW, goal, outcome: "test" as const } });

testEach(STORES, "%s, a record has the last click and the last conversion of its test", async (open) => {
  const records = await open();
  expect(await records.find(aTest(1), NOW)).toBeUndefined();
  await records.add(aTest(1), NOW);
  await records.add(aTest(2), NOW);
  expect(await records.find(aTest(1), NOW)).toEqual({});
  await records.note(aTest(1), conversion("1"), NOW);
  await records.note(aTest(1), CLICK, NOW);
  await records.note(aTest(1), conversion("2"), NOW);
  expect(await records.find(aTest(1), NOW)).toEqual({ ...CLICK, ...conversion("2") });
  expect(await records.find(aTest(2), NOW)).toEqual({});
  expect(await records.find({ campaign: 2, id: 1 }, NOW)).toBeUndefined();
});

testEach(
  [["in memory", async () => new LocalTestRecords(), false]] as const,
  "%s, tests end and are bounded",
  async (open) => {
    const records = await open();
    await records.add(aTest(1, 4), NOW);
    for (let id = 2; id <= 53; id++) await records.add(aTest(id), NOW);
    const isKnown = async (id: number) => (await records.find(aTest(id), NOW)) !== undefined;
    // An advertiser's tests drop its own oldest ones, and none of others.
    expect(await Promise.all([1, 2, 3, 4, 53].map(isKnown))).toEqual([true, false, false, true, true]);
    expect(await records.find(aTest(53), END - 1)).toEqual({});
    expect(await records.find(aTest(53), END)).toBeUndefined();
    await records.note(aTest(53), CLICK, NOW);
    expect(await isKnown(53)).toBe(false);
  },
);

testWithRedis("a record in Redis ends by itself, and is that of all nodes", async () => {
  const [one, two] = [await openShared(), await openShared()];
  await one.add(aTest(1), NOW);
  await two.note(aTest(1), CLICK, NOW);
  expect(await one.find(aTest(1), NOW)).toEqual(CLICK);
  const life = Number(await cluster?.redis.send("PTTL", "zonetag:test:1:1"));
  expect(life).toBeGreaterThan(TEST_LIFE_MS - 60_000);
  expect(life).toBeLessThanOrEqual(TEST_LIFE_MS);
});
