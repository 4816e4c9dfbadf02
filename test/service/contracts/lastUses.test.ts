/** Contract of the stores of last uses, on one machine and in Redis, and their behaviour while Redis is away. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import {
  LAST_USES_FILE,
  type LastUses,
  LocalLastUses,
  nameSignIn,
  nameTokenUse,
} from "../../../src/service/accounts/lastUses.ts";
import { LAST_USES } from "../../../src/service/redis/names.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { openKnownAddresses } from "../support/knownAddresses.ts";
import { Cluster } from "./engines.ts";
import { type Engine, testEach, testWithRedis } from "./tests.ts";

const folder = useEmptyFolder();
const MINUTE = 60_000;
let cluster: Cluster | undefined;
let now = 0;
const opened: LocalLastUses[] = [];

beforeEach(() => {
  now = Date.parse("2026-11-29T12:00:00Z");
});
afterEach(async () => {
  for (const uses of opened.splice(0)) await uses.waitForWrites();
  await cluster?.stop();
  cluster = undefined;
});

async function openLocal(where = `${folder}`): Promise<LocalLastUses> {
  const uses = await LocalLastUses.open({
    file: join(where, LAST_USES_FILE),
    now: () => now,
    onProblem: () => {},
  });
  opened.push(uses);
  return uses;
}

/** Opens the store of another node. */
async function openShared(): Promise<LastUses> {
  cluster ??= await Cluster.start();
  const { state, folder } = await cluster.addNode({ timeout: 200 });
  const options = { known: await openKnownAddresses(folder), uploads: folder, quota: 1, maxKeys: 1 };
  return (await state.openManaged({ ...options, lastUses: await openLocal(folder) })).lastUses;
}

const STORES: Engine<() => Promise<LastUses>>[] = [
  ["on one machine", () => openLocal(), false],
  ["in Redis", openShared, true],
];
const [ANN, BOB, TOKEN] = [nameSignIn(1, 2), nameSignIn(3, 2), nameTokenUse(4)];

testEach(STORES, "%s, last uses are read by their names, to the minute", async (open) => {
  const uses = await open();
  const first = now;
  for (const name of [ANN, TOKEN]) uses.note(name);
  now += MINUTE - 1;
  uses.note(TOKEN);
  expect(await uses.read([TOKEN, BOB])).toEqual(new Map([[TOKEN, first]]));
  now += 1;
  uses.note(TOKEN);
  expect(await uses.read([ANN, TOKEN])).toEqual(
    new Map([
      [ANN, first],
      [TOKEN, now],
    ]),
  );
  expect(await uses.read([])).toEqual(new Map());
});

testEach(
  STORES,
  "%s, uses that are not kept are dropped, and a dropped name can be used again",
  async (open) => {
    const uses = await open();
    for (const name of [ANN, BOB, TOKEN]) uses.note(name);
    await uses.keep((name) => name === BOB);
    expect(await uses.read([ANN, BOB, TOKEN])).toEqual(new Map([[BOB, now]]));
    uses.note(TOKEN);
    expect(await uses.read([ANN, TOKEN])).toEqual(new Map([[TOKEN, now]]));
    await uses.keep(() => true);
    expect((await uses.read([ANN, BOB, TOKEN])).size).toBe(2);
  },
);

testEach([["on one machine", openLocal, false]], "%s, dropped uses are removed from the file", async () => {
  const uses = await openLocal();
  for (const name of [ANN, BOB]) uses.note(name);
  await uses.keep((name) => name === ANN);
  expect(JSON.parse(await readFile(join(folder, LAST_USES_FILE), "utf8"))).toEqual([[ANN, now]]);
});

testWithRedis("each node reads the uses on all nodes, and drops them for all", async () => {
  const [one, two] = [await openShared(), await openShared()];
  one.note(ANN);
  two.note(TOKEN);
  await expect.poll(async () => (await one.read([ANN, TOKEN])).size).toBe(2);
  await two.keep((name) => name !== TOKEN);
  expect(await one.read([TOKEN])).toEqual(new Map());
  expect(await cluster?.redis.send("HKEYS", LAST_USES)).toEqual([ANN]);
  // The other node drops its own copy when it learns of the change.
  await two.keep(() => false);
  expect(await one.read([ANN])).toEqual(new Map([[ANN, now]]));
  await one.keep(() => false);
  expect(await one.read([ANN])).toEqual(new Map());
});

testWithRedis("while Redis is away, a node records, reads and drops its own uses", async () => {
  const [one, two] = [await openShared(), await openShared()];
  two.note(BOB);
  await expect.poll(async () => (await one.read([BOB])).size).toBe(1);
  cluster?.redis.freeze();
  one.note(ANN);
  one.note(TOKEN);
  expect(await one.read([ANN, BOB, TOKEN])).toEqual(
    new Map([
      [ANN, now],
      [TOKEN, now],
    ]),
  );
  await one.keep((name) => name === ANN);
  expect([...(await one.read([ANN, TOKEN])).keys()]).toEqual([ANN]);
});
