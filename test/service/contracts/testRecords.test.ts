/** Contract of the records of conversion tests, in memory and in Redis. */
import { afterEach, expect, test } from "vitest";
import { SharedTestRecords } from "../../../src/service/redis/redisTestRecords.ts";
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
const aTest = (id: number) => ({ campaign: 1, id, endsAt: END });
const CLICK = { click: { time: NOW, url: "https://a.example/?id=ü", clickId: "" } };
const conversion = (goal: string) => ({ conversion: { time: NOW, goal } });

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

testEach(STORES, "%s, a record ends with its test, whenever something arrived", async (open) => {
  const records = await open();
  for (const id of [1, 2]) await records.add(aTest(id), NOW);
  await records.note(aTest(1), CLICK, END - 1);
  expect(await records.find(aTest(2), END - 1)).toEqual({});
  for (const id of [1, 2]) expect(await records.find(aTest(id), END)).toBeUndefined();
  await records.note(aTest(1), CLICK, END);
  expect(await records.find(aTest(1), NOW)).toBeUndefined();
});

testWithRedis("a record in Redis is that of all nodes, and expires with its test", async () => {
  const [one, two] = [await openShared(), await openShared()];
  await one.add(aTest(1), NOW);
  await two.note(aTest(1), CLICK, NOW + TEST_LIFE_MS / 2);
  expect(await one.find(aTest(1), NOW)).toEqual(CLICK);
  const life = Number(await cluster?.redis.send("PTTL", "zonetag:test:1:1"));
  expect(life).toBeGreaterThan(TEST_LIFE_MS / 2 - 60_000);
  expect(life).toBeLessThanOrEqual(TEST_LIFE_MS / 2);
  // Redis lost the record.
  await cluster?.redis.send("DEL", "zonetag:test:1:1");
  await two.note(aTest(1), CLICK, END - 60_000);
  const rest = Number(await cluster?.redis.send("PTTL", "zonetag:test:1:1"));
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThanOrEqual(60_000);
});

test("a node that ends while it writes to Redis leaves no record without an expiry", () => {
  const sent: string[] = [];
  const redis = {
    send: ([name]: readonly (string | Buffer)[]) => {
      sent.push(String(name));
      return new Promise<never>(() => {});
    },
  };
  void new SharedTestRecords(redis).add(aTest(1), NOW);
  expect(sent).toEqual(["HSET", "PEXPIRE"]);
});
