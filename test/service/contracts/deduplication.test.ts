/** Contract of event deduplication, in this process and in Redis. */
import { beforeEach, expect, vi } from "vitest";
import type {
  DeduplicationKey,
  EventDeduplication,
  KeyKind,
  Keys,
  WriteNew,
} from "../../../src/service/facts/eventStore.ts";
import { Deduplication } from "../../../src/service/journal/localDeduplication.ts";
import { defer } from "../../support/defer.ts";
import { Cluster } from "./engines.ts";
import { testEach, testWithRedis } from "./tests.ts";

const cluster = await Cluster.use();
let epoch = 0;

beforeEach(() => {
  epoch += 1;
});

type Make = () => Promise<EventDeduplication>;
const LOCAL: Make = async () => new Deduplication(() => 0);
const SHARED: Make = async () =>
  (await cluster.addNode()).state.shareDeduplication(new Deduplication(() => 0));

const makeKey = (number: number, kind: KeyKind = "impression"): DeduplicationKey => ({
  epoch,
  number,
  kind,
  decidedAt: Date.now(),
});
const writeAll: WriteNew = async (fresh) => fresh;

const DEDUPLICATIONS = [
  ["deduplication in this process", LOCAL, false],
  ["deduplication in Redis", SHARED, true],
] as const;

testEach(DEDUPLICATIONS, "%s writes an event once when 30 callers write it concurrently", async (make) => {
  const deduplication = await make();
  const key = makeKey(1);
  const write = vi.fn(writeAll);
  const results = await Promise.all(Array.from({ length: 30 }, () => deduplication.writeOnce([key], write)));
  expect(write).toHaveBeenCalledOnce();
  expect(results.flat()).toEqual([key]);
});

testEach(
  DEDUPLICATIONS,
  "%s distinguishes kinds of events and decision numbers, even at the edges of a page",
  async (make) => {
    const deduplication = await make();
    for (const key of [makeKey(0), makeKey(4095), makeKey(4096), makeKey(0, "click")])
      expect(await deduplication.writeOnce([key], writeAll)).toEqual([key]);
    expect(await deduplication.writeOnce([makeKey(4095)], writeAll)).toEqual([]);
  },
);

testEach(DEDUPLICATIONS, "%s counts an omitted event when it is written later", async (make) => {
  const deduplication = await make();
  const [click, impression] = [makeKey(8, "click"), makeKey(8)];
  const keys = [click, impression];
  expect(await deduplication.writeOnce(keys, async () => [click])).toEqual([click]);
  expect(await deduplication.writeOnce(keys, async () => [])).toEqual([]);
  expect(await deduplication.writeOnce(keys, writeAll)).toEqual([impression]);
  expect(await deduplication.writeOnce(keys, writeAll)).toEqual([]);
});

testEach(DEDUPLICATIONS, "%s writes only the new ones of several events", async (make) => {
  const deduplication = await make();
  const [click, impression] = [makeKey(7, "click"), makeKey(7)];
  await deduplication.writeOnce([impression], writeAll);
  const write = vi.fn(writeAll);
  expect(await deduplication.writeOnce([click, impression], write)).toEqual([click]);
  expect(write.mock.calls.map(([fresh]) => fresh)).toEqual([[click]]);
});

testEach(DEDUPLICATIONS, "%s counts an event on retry after its first write failed", async (make) => {
  const deduplication = await make();
  const failing = deduplication.writeOnce([makeKey(9)], () => Promise.reject(new Error("disk full")));
  await expect(failing).rejects.toThrow("disk full");
  expect(await deduplication.writeOnce([makeKey(9)], writeAll)).toHaveLength(1);
});

testWithRedis("three nodes that get the same event concurrently write it once", async () => {
  const nodes = await Promise.all([SHARED(), SHARED(), SHARED()]);
  const write = vi.fn(writeAll);
  const results = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      (nodes[at % 3] as EventDeduplication).writeOnce([makeKey(1)], write),
    ),
  );
  expect(write).toHaveBeenCalledOnce();
  expect(results.flat()).toHaveLength(1);
});

const countClaims = () => cluster.redis.send("HLEN", `zonetag:events:{${epoch}.0}:claims`);

testWithRedis(
  "while a node writes an event too long, another can write it, and only that one counts",
  async () => {
    const [first, second] = await Promise.all([SHARED(), SHARED()]);
    const writing = defer<Keys>();
    const late = first.writeOnce([makeKey(2)], () => writing.promise);
    await expect.poll(countClaims).toBe(1);
    expect(await second.writeOnce([makeKey(2)], writeAll)).toHaveLength(1);
    writing.resolve([makeKey(2)]);
    expect(await late).toEqual([]);
  },
);

testWithRedis("the claims of events that were not written are released at once", async () => {
  const node = await SHARED();
  const [click, impression] = [makeKey(5, "click"), makeKey(5)];
  await expect(node.writeOnce([impression], () => Promise.reject(new Error("disk full")))).rejects.toThrow();
  expect(await countClaims()).toBe(0);
  expect(await node.writeOnce([click, impression], async () => [click])).toEqual([click]);
  expect(await countClaims()).toBe(0);
});

testWithRedis("an event that another node counted is known while Redis does not answer", async () => {
  const own = await Cluster.startOwn();
  const start = async () =>
    (await own.addNode({ timeout: 300 })).state.shareDeduplication(new Deduplication(() => 0));
  const [first, second] = await Promise.all([start(), start()]);
  await first.writeOnce([makeKey(6)], writeAll);
  expect(await second.writeOnce([makeKey(6)], writeAll)).toEqual([]);
  own.redis.freeze();
  expect(await second.writeOnce([makeKey(6)], writeAll)).toEqual([]);
  own.redis.thaw();
});

testWithRedis(
  "an event in a node's local store is shared at its start, so other nodes do not count it again",
  async () => {
    const own = new Deduplication(() => 0);
    own.add(makeKey(3));
    await (await cluster.addNode()).state.shareDeduplication(own);
    expect(await (await SHARED()).writeOnce([makeKey(3)], writeAll)).toEqual([]);
  },
);

testWithRedis("events counted while Redis does not answer are shared afterwards", async () => {
  const own = await Cluster.startOwn();
  const { state } = await own.addNode({ timeout: 300 });
  const deduplication = await state.shareDeduplication(new Deduplication(() => 0));
  own.redis.freeze();
  expect(await deduplication.writeOnce([makeKey(4)], writeAll)).toHaveLength(1);
  expect(await deduplication.writeOnce([makeKey(4)], writeAll)).toEqual([]);
  own.redis.thaw();
  await expect.poll(() => state.status.isAway).toBe(false);
  const other = await (await own.addNode()).state.shareDeduplication(new Deduplication(() => 0));
  expect(await other.writeOnce([makeKey(4)], writeAll)).toEqual([]);
});
