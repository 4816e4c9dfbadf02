/** What accounts manage promises the same on one machine and on several: sign-ins, links, images, the log of changes. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { AuditLog, type ChangeLog } from "../../../src/service/management/auditLog.ts";
import { type CatalogueEditor, CatalogueFile } from "../../../src/service/management/catalogueFile.ts";
import { ImageFolder, type Images } from "../../../src/service/management/images.ts";
import { type FailedSignIns, LocalFailedSignIns } from "../../../src/service/statistics/failedSignIns.ts";
import { ShareFile } from "../../../src/service/statistics/shareFile.ts";
import type { ShareRecord, ShareStore } from "../../../src/service/statistics/shareStore.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";
import { describeEdit } from "../support/changes.ts";
import { Cluster, manage } from "./engines.ts";
import { hasRedis, testEach, testWithRedis } from "./tests.ts";

interface Managed {
  changes: ChangeLog;
  editor: CatalogueEditor;
  failures: FailedSignIns;
  images: Images;
  shares: ShareStore;
}

let folder: string;
let file: string;
let cluster: Cluster | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-managed-"));
  file = join(folder, "catalogue.json");
  await writeFile(file, JSON.stringify(aCatalogueObject({ campaigns: [] })));
});
afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function openLocal(): Promise<Managed> {
  const changes = await AuditLog.open(join(folder, "changes.jsonl"), file);
  return {
    ...{ changes, editor: new CatalogueFile(file, changes), images: new ImageFolder(folder) },
    failures: new LocalFailedSignIns({ elapsed: () => performance.now(), maxKeys: 10 }),
    shares: new ShareFile(join(folder, "shares.json")),
  };
}

async function openShared(own?: string): Promise<Managed> {
  cluster ??= await Cluster.start();
  const { catalogue, ...managed } = await manage(
    await cluster.addNode(own === undefined ? {} : { folder: own }),
    file,
  );
  await catalogue.load();
  return { ...managed, editor: catalogue };
}

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const aShare = (id: string): ShareRecord => ({
  ...{ id, name: "For Tom", role: "publisher", view: "?", expires_at: "2999-01-01T00:00:00Z", account: 1 },
  bounds: { filter: {}, exclude: {} },
});
const addCampaign = (id: number) => (text: string) => {
  const catalogue = JSON.parse(text);
  catalogue.campaigns.push(aCampaign({ id }));
  return { text: JSON.stringify(catalogue) };
};
const describeAs =
  (id: number, time = "2026-11-20T12:00:00Z") =>
  () => ({ ...describeEdit(), id, time });
const listAll = async (changes: ChangeLog) =>
  (await changes.list(() => true, 50, 0)).entries.map(({ id }) => id);

const MANAGED = [
  ["on one machine", openLocal, true],
  ["in Redis", () => openShared(), hasRedis],
] as const;

testEach(
  MANAGED,
  "%s, five failed sign-ins pass, after each further one the wait doubles, and success ends it",
  async (open) => {
    const { failures } = await open();
    for (let count = 0; count < 5; count++) expect(await failures.begin(["name a", "address"])).toBe(0);
    const first = await failures.delay(["name a"]);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(1000);
    expect(await failures.begin(["name b", "address"])).toBeGreaterThan(0);
    await expect.poll(() => failures.begin(["name a", "address"]), { timeout: 5000 }).toBe(0);
    expect(await failures.delay(["address"])).toBeGreaterThan(1000);
    await failures.forget("name a");
    expect(await failures.delay(["name a"])).toBe(0);
    expect(await failures.delay(["name b"])).toBe(0);
  },
);

testEach(
  MANAGED,
  "%s, an attempt to sign in that succeeded is no failure, and many at once do not all pass",
  async (open) => {
    const { failures } = await open();
    for (let count = 0; count < 20; count++) {
      expect(await failures.begin(["name", "address"])).toBe(0);
      await failures.withdraw(["name", "address"]);
    }
    const waits = await Promise.all(Array.from({ length: 20 }, () => failures.begin(["name", "address"])));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  },
);

testEach(MANAGED, "%s, the link of a shared report is found until it is revoked", async (open) => {
  const { shares } = await open();
  await shares.add(aShare("one"));
  await shares.add(aShare("two"));
  expect(await shares.find("one")).toEqual(aShare("one"));
  expect((await shares.list()).map(({ id }) => id).sort()).toEqual(["one", "two"]);
  await shares.remove(["one", "unknown"]);
  expect(await shares.find("one")).toBeUndefined();
  expect(await shares.list()).toEqual([aShare("two")]);
});

testEach(MANAGED, "%s, an uploaded image is kept under its digest", async (open) => {
  const { images } = await open();
  const { image, width } = await images.store(PIXEL);
  expect(width).toBe(1);
  expect(await readFile(join(images.folder, image.slice("/creatives/".length)))).toEqual(PIXEL);
  await expect(images.store(Buffer.from("no image"))).rejects.toMatchObject({ status: 415 });
});

testEach(
  MANAGED,
  "%s, the log has each change that was made, the newest first, and none that was not",
  async (open) => {
    const { changes, editor } = await open();
    await editor.change(addCampaign(1), describeAs(1));
    await editor.change(addCampaign(2), describeAs(2));
    await editor.change((text) => ({ text }), describeAs(3));
    const refused = () => {
      throw new Error("refused");
    };
    await expect(editor.change(refused, describeAs(4))).rejects.toThrow("refused");
    expect(await listAll(changes)).toEqual([2, 1]);
    expect(await changes.list(({ id }) => id === 1, 50, 0)).toMatchObject({ count: 1, entries: [{ id: 1 }] });
  },
);

testWithRedis("failed sign-ins on one node make somebody wait on the other", async () => {
  const [one, two] = [await openShared(), await openShared()];
  for (const { failures } of [one, two, one, two, one]) expect(await failures.begin(["name"])).toBe(0);
  expect(await one.failures.delay(["name"])).toBeGreaterThan(0);
  expect(await two.failures.begin(["name"])).toBeGreaterThan(0);
  const keys = (await cluster?.redis.send("KEYS", "zonetag:failures:*")) as string[];
  expect(keys.join()).not.toContain("name");
});

testWithRedis("while Redis is away, each node goes on by the failed sign-ins that it saw", async () => {
  const { failures } = await openShared();
  cluster?.redis.freeze();
  for (let count = 0; count < 5; count++) expect(await failures.begin(["name"])).toBe(0);
  expect(await failures.begin(["name"])).toBeGreaterThan(0);
});

testWithRedis("a link that one node made the other reads, and does not once it is revoked", async () => {
  const [one, two] = [await openShared(), await openShared()];
  await one.shares.add(aShare("one"));
  expect(await two.shares.find("one")).toEqual(aShare("one"));
  await two.shares.remove(["one"]);
  expect(await one.shares.find("one")).toBeUndefined();
});

testWithRedis("while Redis is away a link can neither be read nor be taken for none", async () => {
  const { shares } = await openShared();
  cluster?.redis.freeze();
  await expect(shares.find("one")).rejects.toMatchObject({ code: "away" });
});

testWithRedis(
  "links of a node that was alone are those of all, and one that was revoked does not come back",
  async () => {
    const own = await mkdtemp(join(tmpdir(), "zonetag-node-"));
    await new ShareFile(join(own, "shares.json")).add(aShare("one"));
    const { shares } = await openShared(own);
    expect(await shares.list()).toEqual([aShare("one")]);
    await shares.remove(["one"]);
    expect(await (await openShared(own)).shares.list()).toEqual([]);
  },
);

testWithRedis(
  "an image that one node took is there on the other when a text names it, also after Redis lost it",
  async () => {
    const [one, two] = [await openShared(), await openShared()];
    const { image } = await one.images.store(PIXEL);
    const name = image.slice("/creatives/".length);
    await two.images.bring(JSON.stringify({ variations: [{ image }] }));
    expect(await readFile(join(two.images.folder, name))).toEqual(PIXEL);
    await cluster?.redis.send("FLUSHALL");
    await expect
      .poll(() => cluster?.redis.send("KEYS", "zonetag:image:*"))
      .toEqual([`zonetag:image:${name}`]);
  },
);

testWithRedis("an image whose bytes are not those of its name is not taken from Redis", async () => {
  const { images } = await openShared();
  const name = `image-${"0".repeat(32)}.png`;
  await cluster?.redis.send("SET", `zonetag:image:${name}`, PIXEL.toString("base64"));
  await images.bring(name);
  await expect(readFile(join(images.folder, name))).rejects.toThrow("ENOENT");
});

testWithRedis("the log has the changes of all nodes, and gets them back after Redis lost them", async () => {
  const [one, two] = [await openShared(), await openShared()];
  await one.editor.change(addCampaign(1), describeAs(1, "2026-11-20T12:00:00Z"));
  await two.editor.change(addCampaign(2), describeAs(2, "2026-11-20T12:00:01Z"));
  await one.editor.change(addCampaign(3), describeAs(3, "2026-11-20T12:00:02Z"));
  expect(await listAll(two.changes)).toEqual([3, 2, 1]);
  await cluster?.redis.send("FLUSHALL");
  await expect.poll(() => listAll(two.changes)).toEqual([3, 2, 1]);
});

testWithRedis("the log has each change once where Redis lost other data than the log", async () => {
  const { changes, editor } = await openShared();
  await editor.change(addCampaign(1), describeAs(1));
  await cluster?.redis.send("DEL", "zonetag:mark:{3}");
  await expect.poll(() => cluster?.redis.send("LLEN", "zonetag:{catalogue}:changes")).toBe(2);
  expect(await listAll(changes)).toEqual([1]);
});

testWithRedis("the log of a node that was alone goes on", async () => {
  const own = await mkdtemp(join(tmpdir(), "zonetag-node-"));
  await new AuditLog(join(own, "changes.jsonl")).append(describeEdit());
  expect(await listAll((await openShared(own)).changes)).toEqual([1]);
  expect(await listAll((await openShared(own)).changes)).toEqual([1]);
});
