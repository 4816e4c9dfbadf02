/** Contract of session stores, on one machine and in Redis, and their behaviour while Redis is away. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { LocalSessions, SESSIONS_FILE } from "../../../src/service/accounts/localSessions.ts";
import { IDLE_MS, type SessionRecord, type SessionStore } from "../../../src/service/accounts/sessions.ts";
import { nameSession } from "../../../src/service/redis/names.ts";
import { type SharedSessions, TRUSTED_MS } from "../../../src/service/redis/redisSessions.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { Cluster } from "./engines.ts";
import { type Engine, testEach, testWithRedis } from "./tests.ts";

const folder = useEmptyFolder();
let cluster: Cluster | undefined;
/** Monotonic milliseconds of all nodes. */
let elapsed = 0;

beforeEach(() => {
  elapsed = 0;
});
afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
});

const openLocal = (onProblem: (error: unknown) => void = () => {}) =>
  LocalSessions.open({ file: join(folder, SESSIONS_FILE), now: Date.now, onProblem });

async function openShared(): Promise<SharedSessions> {
  cluster ??= await Cluster.start();
  const { state } = await cluster.addNode({ timeout: 200 });
  return state.openSessions({ now: Date.now, elapsed: () => elapsed });
}

function aSession(id: string, more: Partial<SessionRecord> = {}): SessionRecord {
  const now = Date.now();
  return { id, account: 1, user: 7, credential: "credential", created: now, used: now, ...more };
}

const listIds = async (store: SessionStore, owner = "user 7") =>
  (await store.list(owner)).map(({ id }) => id).sort();

const LOCAL: Engine<() => Promise<SessionStore>> = ["on one machine", () => openLocal(), false];
const STORES: Engine<() => Promise<SessionStore>>[] = [LOCAL, ["in Redis", openShared, true]];

testEach(STORES, "%s, a session is found by its id and its owner until it ends", async (open) => {
  const store = await open();
  const [one, two, other] = [aSession("one"), aSession("two"), aSession("other", { user: 8 })];
  for (const each of [one, two, other]) await store.add(each);
  expect([await store.find("one"), await store.find("none")]).toEqual([one, undefined]);
  expect([await listIds(store), await listIds(store, "user 8")]).toEqual([["one", "two"], ["other"]]);
  await store.end([one, two]);
  expect([await store.find("one"), await listIds(store), await store.find("other")]).toEqual([
    undefined,
    [],
    other,
  ]);
  expect(await listIds(await open(), "user 8")).toEqual(["other"]);
});

testEach(
  STORES,
  "%s, recording a use updates an active session and does not restore an ended one",
  async (open) => {
    const store = await open();
    const session = aSession("one");
    await store.add(session);
    const used = { ...session, used: session.used + 1000 };
    await store.note(used);
    expect(await store.find("one")).toEqual(used);
    await store.end([session]);
    await store.note(used);
    expect(await (await open()).find("one")).toBe(undefined);
  },
);

testEach(STORES, "%s, only one of simultaneous calls ends a session", async (open) => {
  const [store, session, other] = [await open(), aSession("one"), aSession("two")];
  await store.add(session);
  const ends = Array.from({ length: 10 }, () => store.end([session]));
  expect((await Promise.all(ends)).flat()).toEqual([session]);
  await store.add(other);
  expect(await store.end([session, other])).toEqual([other]);
});

testEach(
  [LOCAL],
  "%s, idle sessions are removed from the file, and a damaged file is reported and ends all sessions",
  async () => {
    const problems: unknown[] = [];
    const store = await openLocal();
    await store.add(aSession("idle", { used: Date.now() - IDLE_MS }));
    await store.add(aSession("one"));
    const file = join(folder, SESSIONS_FILE);
    expect(JSON.parse(await readFile(file, "utf8")).map(({ id }: SessionRecord) => id)).toEqual(["one"]);
    await writeFile(file, "[{");
    expect(await listIds(await openLocal((error) => problems.push(error)))).toEqual([]);
    expect(problems).toEqual([
      new Error(`${file}: It is damaged: this is not JSON. All sessions have ended.`),
    ]);
  },
);

testEach([LOCAL], "%s, a session stays valid when writing its end fails", async () => {
  const store = await openLocal();
  await store.add(aSession("one"));
  await rm(folder, { recursive: true });
  await expect(store.end([aSession("one")])).rejects.toThrow("ENOENT");
  expect(store.find("one")).toMatchObject({ id: "one" });
});

testWithRedis("a session's key in Redis expires with the session", async () => {
  const store = await openShared();
  await store.add(aSession("one"));
  const life = async () => Number(await cluster?.redis.send("PTTL", nameSession("one")));
  expect(await life()).toBeGreaterThan(IDLE_MS - 60_000);
  await store.note(aSession("one", { created: Date.now() - 29.9 * 86_400_000 }));
  expect(await life()).toBeLessThan(IDLE_MS / 2);
});

testWithRedis("a session that one node ends is invalid for the next request on another", async () => {
  const [one, two] = [await openShared(), await openShared()];
  await one.add(aSession("one"));
  expect(await two.find("one")).toMatchObject({ id: "one" });
  await one.end([aSession("one")]);
  expect([await two.find("one"), await listIds(two)]).toEqual([undefined, []]);
});

testWithRedis(
  "while Redis is away, a node accepts only sessions that it checked within ten minutes",
  async () => {
    const [one, two] = [await openShared(), await openShared()];
    await one.add(aSession("one"));
    expect(await two.find("one")).toMatchObject({ id: "one" });
    cluster?.redis.freeze();
    expect(await two.find("one")).toMatchObject({ id: "one" });
    // This node never checked the session.
    await expect(one.find("one")).rejects.toMatchObject({ code: "away" });
    elapsed = TRUSTED_MS;
    await expect(two.find("one")).rejects.toMatchObject({ code: "away" });
  },
);

testWithRedis("a session that ended before Redis went away is invalid on all nodes", async () => {
  const [one, two] = [await openShared(), await openShared()];
  await one.add(aSession("one"));
  await two.find("one");
  await one.end([aSession("one")]);
  // Redis flushes pending messages before it reads the next command, so the other node will get the end.
  await cluster?.redis.send("PING");
  cluster?.redis.freeze();
  await expect.poll(() => two.find("one").catch(() => "unknown")).toBe(undefined);
  expect(await one.find("one")).toBe(undefined);
});

testWithRedis(
  "while Redis is away, adding and ending sessions fails, and a failed end is not applied later",
  async () => {
    const [one, two] = [await openShared(), await openShared()];
    for (const id of ["one", "two"]) await one.add(aSession(id));
    await two.find("one");
    cluster?.redis.freeze();
    await expect(one.end([aSession("one")])).rejects.toMatchObject({ code: "away" });
    await expect(one.add(aSession("three"))).rejects.toMatchObject({ code: "away" });
    await expect(one.list("user 7")).rejects.toMatchObject({ code: "away" });
    expect(() => one.requireReachable()).toThrow("Redis does not answer.");
    expect(await two.find("one")).toMatchObject({ id: "one" });
    cluster?.redis.thaw();
    await expect.poll(() => listIds(one).catch(() => "away")).toEqual(["one", "two"]);
    expect(await two.find("one")).toMatchObject({ id: "one" });
    one.requireReachable();
  },
);

testWithRedis("an ended session stays invalid after Redis restores an older state", async () => {
  const [one, two] = [await openShared(), await openShared()];
  await one.add(aSession("one"));
  const kept = String(await cluster?.redis.send("GET", nameSession("one")));
  await two.find("one");
  await one.end([aSession("one")]);
  await cluster?.redis.send("SET", nameSession("one"), kept);
  expect(await one.find("one")).toBe(undefined);
  await expect.poll(() => two.find("one")).toBe(undefined);
});
