/** Contract of event and goal deduplication, in this process and in Redis. */
import { beforeEach, expect, vi } from "vitest";
import type {
  DeduplicationKey,
  EventDeduplication,
  KeyKind,
  Keys,
  WriteNew,
} from "../../../src/service/facts/eventStore.ts";
import { GoalDeduplication } from "../../../src/service/journal/goalDeduplication.ts";
import { Deduplication } from "../../../src/service/journal/localDeduplication.ts";
import { defer } from "../../support/defer.ts";
import { Cluster, LIFE } from "./engines.ts";
import { testEach, testWithRedis } from "./tests.ts";

const cluster = await Cluster.use();
let epoch = 0;
const DAY_MS = 86_400_000;

beforeEach(() => {
  epoch += 1;
});

interface Tested {
  make(options?: { of?: Cluster; timeout?: number; own?: DeduplicationKey }): Promise<EventDeduplication>;
  /** Two kinds of events that it deduplicates. */
  kinds: readonly [KeyKind, KeyKind];
  /** Name of its Redis keys. */
  name: string;
}

const createOwn = (key?: DeduplicationKey) => {
  const own = new Deduplication(() => 0);
  if (key) own.add(key);
  return own;
};
const createOwnGoals = (key?: DeduplicationKey) => {
  const own = new GoalDeduplication(() => 0);
  if (key) own.add(key);
  return own;
};
const EVENTS = { kinds: ["impression", "click"], name: "events" } as const;
const GOALS = { kinds: ["goal_1", "goal_10"], name: "goals" } as const;
const LOCAL: Tested = { ...EVENTS, make: async () => createOwn() };
const LOCAL_GOALS: Tested = { ...GOALS, make: async () => createOwnGoals() };
const SHARED: Tested = {
  ...EVENTS,
  make: async ({ of = cluster, timeout = 2000, own } = {}) =>
    (await of.addNode({ timeout })).state.shareDeduplication(createOwn(own)),
};
const SHARED_GOALS: Tested = {
  ...GOALS,
  make: async ({ of = cluster, timeout = 2000, own } = {}) =>
    (await of.addNode({ timeout })).state.shareGoals(createOwnGoals(own)),
};

const makeKey = (number: number, kind: KeyKind = "impression"): DeduplicationKey => ({
  epoch,
  number,
  kind,
  decidedAt: Date.now(),
});
const writeAll: WriteNew = async (fresh) => fresh;

const DEDUPLICATIONS = [
  ["deduplication in this process", LOCAL, false],
  ["deduplication of goals in this process", LOCAL_GOALS, false],
  ["deduplication in Redis", SHARED, true],
  ["deduplication of goals in Redis", SHARED_GOALS, true],
] as const;
const IN_REDIS = DEDUPLICATIONS.filter(([, , needsRedis]) => needsRedis);

testEach(DEDUPLICATIONS, "%s writes an event once when 30 callers write it concurrently", async (tested) => {
  const deduplication = await tested.make();
  const key = makeKey(1, tested.kinds[0]);
  const write = vi.fn(writeAll);
  const results = await Promise.all(Array.from({ length: 30 }, () => deduplication.writeOnce([key], write)));
  expect(write).toHaveBeenCalledOnce();
  expect(results.flat()).toEqual([key]);
});

testEach(
  DEDUPLICATIONS,
  "%s distinguishes kinds of events and decision numbers, even at the edges of a page",
  async ({ make, kinds: [kind, other] }) => {
    const deduplication = await make();
    const numbers = [0, 4095, 4096, 2 ** 20 - 1, 2 ** 20];
    for (const key of [...numbers.map((number) => makeKey(number, kind)), makeKey(0, other)])
      expect(await deduplication.writeOnce([key], writeAll)).toEqual([key]);
    for (const number of numbers)
      expect(await deduplication.writeOnce([makeKey(number, kind)], writeAll)).toEqual([]);
  },
);

testEach(
  DEDUPLICATIONS,
  "%s counts an omitted event when it is written later",
  async ({ make, kinds: [kind, other] }) => {
    const deduplication = await make();
    const [first, second] = [makeKey(8, other), makeKey(8, kind)];
    const keys = [first, second];
    expect(await deduplication.writeOnce(keys, async () => [first])).toEqual([first]);
    expect(await deduplication.writeOnce(keys, async () => [])).toEqual([]);
    expect(await deduplication.writeOnce(keys, writeAll)).toEqual([second]);
    expect(await deduplication.writeOnce(keys, writeAll)).toEqual([]);
  },
);

testEach(
  DEDUPLICATIONS,
  "%s writes only the new ones of several events",
  async ({ make, kinds: [kind, other] }) => {
    const deduplication = await make();
    const [fresh, known] = [makeKey(7, other), makeKey(7, kind)];
    await deduplication.writeOnce([known], writeAll);
    const write = vi.fn(writeAll);
    expect(await deduplication.writeOnce([fresh, known], write)).toEqual([fresh]);
    expect(write.mock.calls.map(([keys]) => keys)).toEqual([[fresh]]);
  },
);

testEach(
  DEDUPLICATIONS,
  "%s counts an event on retry after its first write failed",
  async ({ make, kinds: [kind] }) => {
    const deduplication = await make();
    const failing = deduplication.writeOnce([makeKey(9, kind)], () => Promise.reject(new Error("disk full")));
    await expect(failing).rejects.toThrow("disk full");
    expect(await deduplication.writeOnce([makeKey(9, kind)], writeAll)).toHaveLength(1);
  },
);

testEach(
  IN_REDIS,
  "%s writes an event once that three nodes get concurrently",
  async ({ make, kinds: [kind] }) => {
    const nodes = await Promise.all([make(), make(), make()]);
    const write = vi.fn(writeAll);
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, at) => nodes[at % 3]?.writeOnce([makeKey(1, kind)], write)),
    );
    expect(write).toHaveBeenCalledOnce();
    expect(results.flat()).toHaveLength(1);
  },
);

const countClaims = ({ name }: Tested) => cluster.redis.send("HLEN", `zonetag:${name}:{${epoch}.0}:claims`);

testEach(
  IN_REDIS,
  "%s counts an event once, on another node, while the first writes it too long",
  async (tested) => {
    const key = makeKey(2, tested.kinds[0]);
    const [first, second] = await Promise.all([tested.make(), tested.make()]);
    const writing = defer<Keys>();
    const late = first.writeOnce([key], () => writing.promise);
    await expect.poll(() => countClaims(tested)).toBe(1);
    expect(await second.writeOnce([key], writeAll)).toHaveLength(1);
    writing.resolve([key]);
    expect(await late).toEqual([]);
  },
);

testEach(IN_REDIS, "%s releases the claims of events that were not written at once", async (tested) => {
  const node = await tested.make();
  const [first, second] = [makeKey(5, tested.kinds[1]), makeKey(5, tested.kinds[0])];
  await expect(node.writeOnce([second], () => Promise.reject(new Error("disk full")))).rejects.toThrow();
  expect(await countClaims(tested)).toBe(0);
  expect(await node.writeOnce([first, second], async () => [first])).toEqual([first]);
  expect(await countClaims(tested)).toBe(0);
});

testEach(
  IN_REDIS,
  "%s knows an event that another node counted while Redis does not answer",
  async ({ make, kinds: [kind] }) => {
    const of = await Cluster.startOwn();
    const [first, second] = await Promise.all([make({ of, timeout: 300 }), make({ of, timeout: 300 })]);
    await first.writeOnce([makeKey(6, kind)], writeAll);
    expect(await second.writeOnce([makeKey(6, kind)], writeAll)).toEqual([]);
    of.redis.freeze();
    expect(await second.writeOnce([makeKey(6, kind)], writeAll)).toEqual([]);
    of.redis.thaw();
  },
);

testEach(
  IN_REDIS,
  "%s shares the events of a node's local store at its start, so other nodes do not count them again",
  async ({ make, kinds: [kind] }) => {
    // Beyond the first page of each layout.
    for (const number of [3, 5000, 2 ** 20 + 3]) {
      await make({ own: makeKey(number, kind) });
      expect(await (await make()).writeOnce([makeKey(number, kind)], writeAll)).toEqual([]);
    }
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

testWithRedis(
  "a conversion is refused unwritten while Redis does not answer, and counts afterwards",
  async () => {
    const own = await Cluster.startOwn();
    const { state } = await own.addNode({ timeout: 300 });
    const goals = await state.shareGoals(createOwnGoals());
    const write = vi.fn(writeAll);
    const key = makeKey(4, "goal_1");
    own.redis.freeze();
    for (let again = 0; again < 2; again++)
      await expect(goals.writeOnce([key], write)).rejects.toMatchObject({ name: "StoreError", code: "away" });
    expect(write).not.toHaveBeenCalled();
    own.redis.thaw();
    await expect.poll(() => state.status.isAway).toBe(false);
    expect(await goals.writeOnce([key], write)).toEqual([key]);
  },
);

testWithRedis(
  "a conversion whose claim was settled while Redis did not answer is shared afterwards",
  async () => {
    const own = await Cluster.startOwn();
    const { state } = await own.addNode({ timeout: 300 });
    const goals = await state.shareGoals(createOwnGoals());
    const key = makeKey(4, "goal_1");
    const counting = goals.writeOnce([key], async (fresh) => {
      own.redis.freeze();
      return fresh;
    });
    expect(await counting).toEqual([key]);
    own.redis.thaw();
    await expect.poll(() => state.status.isAway).toBe(false);
    const other = await (await own.addNode()).state.shareGoals(createOwnGoals());
    expect(await other.writeOnce([key], writeAll)).toEqual([]);
  },
);

const countStored = async () => {
  const info = String(await cluster.redis.send("INFO", "memory"));
  return Number(/^used_memory:(\d+)/m.exec(info)?.[1]);
};

testWithRedis(
  "300,000 conversions spread over 30 days take less than 20 MB of Redis, and expire",
  async () => {
    const spread = new GoalDeduplication(() => 0);
    const now = Date.now();
    const last = 30 * 10_000;
    for (let at = 0; at < last; at++) {
      const kind: KeyKind = at % 3 === 0 ? "goal_2" : "goal_1";
      // One of 10,000 decisions converts; three nodes were restarted once a week.
      spread.add({
        epoch: 1000 * epoch + (at % 3) + 3 * Math.floor(at / 70_000),
        number: at * 3333,
        kind,
        decidedAt: now - (at % 30) * DAY_MS,
      });
    }
    const before = await countStored();
    await (await cluster.addNode()).state.shareGoals(spread);
    expect((await countStored()) - before).toBeLessThan(20_000_000);
    const [, names] = (await cluster.redis.send(
      "SCAN",
      "0",
      "MATCH",
      "zonetag:goals:*:goal_1",
      "COUNT",
      "10000",
    )) as [string, string[]];
    const life = Number(await cluster.redis.send("PTTL", names[0] ?? ""));
    expect(life).toBeGreaterThan(30 * DAY_MS);
    expect(life).toBeLessThanOrEqual(30 * DAY_MS + LIFE + 60_000);
  },
);
