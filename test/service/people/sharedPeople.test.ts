// @cluster Starts Redis.
/** Users shared by several nodes: a removed user stays removed on all nodes even if Redis loses the change. */
import { afterEach, beforeEach, expect, onTestFinished } from "vitest";
import type { Entry } from "../../../src/service/catalogue/document.ts";
import { LivePeople } from "../../../src/service/people/livePeople.ts";
import { Cluster, manage } from "../contracts/engines.ts";
import { hasRedis, testWithRedis } from "../contracts/tests.ts";
import { anAuthor } from "../support/changes.ts";

const ANN = { id: 1, email: "ann@site.example", name: "Ann", accounts: [{ account: 2, role: "owner" }] };
const KEYS = ["zonetag:{people}", "zonetag:{people}:lines", "zonetag:{people}:snapshot"];

let cluster: Cluster;
beforeEach(async () => {
  if (hasRedis) cluster = await Cluster.start();
});
afterEach(() => cluster?.stop());

async function open(timeout?: number): Promise<LivePeople> {
  const node = await cluster.addNode({ ...(timeout && { timeout }) });
  const { peopleLines } = await manage(node);
  const people = await LivePeople.open({ data: node.folder, shared: peopleLines });
  onTestFinished(people.watch(async () => () => {}).close);
  return people;
}

const put = (people: LivePeople, entry: Entry) => people.change(() => [{ list: "users", entry }], anAuthor());
const readNames = (people: LivePeople) => [...people.value.users.values()].map(({ name }) => name);

testWithRedis("a user created or removed on one node is created or removed on the other", async () => {
  const [one, two] = [await open(), await open()];
  await put(one, ANN);
  await expect.poll(() => readNames(two)).toEqual(["Ann"]);
  await put(two, { id: 1, deleted: true });
  await expect.poll(() => readNames(one)).toEqual([]);
});

testWithRedis("a removed user stays removed after Redis restores an older state", async () => {
  const [one, two] = [await open(), await open()];
  await put(one, ANN);
  for (const key of KEYS) await cluster.redis.send("COPY", key, `${key}:old`);
  await put(one, { id: 1, deleted: true });
  await expect.poll(() => readNames(two)).toEqual([]);
  for (const key of KEYS) await cluster.redis.send("COPY", `${key}:old`, key, "REPLACE");
  await two.refresh();
  await one.refresh();
  const third = await open();
  expect([one, two, third].map(readNames)).toEqual([[], [], []]);
  expect([one, two, third].map(({ sequence }) => sequence)).toEqual([2, 2, 2]);
});

testWithRedis("while Redis is away, users cannot be changed and a removed user stays removed", async () => {
  const people = await open(100);
  await put(people, ANN);
  await put(people, { id: 1, deleted: true });
  cluster.redis.freeze();
  onTestFinished(() => cluster.redis.thaw());
  await expect(put(people, { ...ANN, id: 2 })).rejects.toThrow(/Redis (did|does) not answer/);
  await expect(put(people, { ...ANN, id: 3 })).rejects.toThrow(
    "The list of people cannot be changed at the moment: Redis does not answer.",
  );
  expect(readNames(people)).toEqual([]);
});
