/** Contract of failed sign-ins, shared links, images and the change log, on one machine and in Redis. */
import { existsSync } from "node:fs";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished } from "vitest";
import { type FailedSignIns, LocalFailedSignIns } from "../../../src/service/accounts/failedSignIns.ts";
import { RecordFile, SHARES_FILE } from "../../../src/service/accounts/recordFile.ts";
import type { ShareRecord, ShareStore } from "../../../src/service/accounts/shareStore.ts";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { type CatalogueEditor, LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { type ChangeLog, FolderChanges } from "../../../src/service/management/changeLog.ts";
import { ImageFolder, type Images } from "../../../src/service/management/images.ts";
import { UploadFile } from "../../../src/service/management/uploads.ts";
import { createLiveData } from "../../../src/service/people/takeSignIns.ts";
import { makeFolder, useEmptyFolder } from "../../support/folder.ts";
import { SAMPLES } from "../management/sampleImages.ts";
import { aCatalogueObject } from "../support/catalogue.ts";
import { anAuthor, putCampaign } from "../support/changes.ts";
import { openKnownAddresses, waitForKnownAddresses } from "../support/knownAddresses.ts";
import { Cluster, manage, QUOTA } from "./engines.ts";
import { testEach, testWithRedis } from "./tests.ts";

interface Managed {
  changes: ChangeLog;
  editor: CatalogueEditor;
  failures: FailedSignIns;
  images: Images;
  shares: ShareStore;
}

const folder = useEmptyFolder();
const file = join(folder, "catalogue.json");
let cluster: Cluster | undefined;

beforeEach(async () => {
  await writeFile(file, JSON.stringify(aCatalogueObject({ campaigns: [] })));
});
afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
  await waitForKnownAddresses();
});

async function openLocal(): Promise<Managed> {
  const known = await openKnownAddresses(folder);
  await createLiveData(folder, toDocument(aCatalogueObject({ campaigns: [] })));
  const editor = await LiveCatalogue.open({ data: folder });
  onTestFinished(() => editor.close());
  return {
    changes: new FolderChanges(folder, editor),
    editor,
    images: new ImageFolder(folder, new UploadFile(join(folder, "uploads.json"), QUOTA)),
    failures: new LocalFailedSignIns({ elapsed: () => performance.now(), maxKeys: 100, known }),
    shares: await RecordFile.open(folder, SHARES_FILE),
  };
}

async function openShared(own?: string): Promise<Managed> {
  cluster ??= await Cluster.start();
  const { catalogue, ...managed } = await manage(
    await cluster.addNode(own === undefined ? {} : { folder: own }),
    file,
  );
  return { ...managed, editor: catalogue };
}

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const aShare = (id: string): ShareRecord => ({
  id,
  name: "For Tom",
  role: "publisher",
  view: "?",
  expires_at: "2999-01-01T00:00:00Z",
  account: 1,
  bounds: { filter: {}, exclude: {} },
});
const listAll = async (changes: ChangeLog) => {
  const { entries } = await changes.list({ isVisible: () => true, limit: 50, offset: 0 });
  return entries.map(({ id }) => id);
};

const LATER = Date.parse("2026-11-20T12:00:01Z");

const nameOf = ({ image }: { image: string }) => image.slice("/creatives/".length);
const DAY_MS = 86_400_000;

/** Makes an image look as if it had been uploaded `milliseconds` ago. */
async function age({ folder }: Images, name: string, milliseconds = DAY_MS): Promise<void> {
  const then = new Date(Date.now() - milliseconds);
  await utimes(join(folder, name), then, then);
  if (cluster && milliseconds >= DAY_MS) await cluster.redis.send("DEL", nameMark(name));
}
const nameMark = (name: string) => `zonetag:retained:{zonetag:image:${name}}`;
const listNames = async ({ folder }: Images) =>
  (await readdir(folder)).filter((name) => name.startsWith("image-"));

const MANAGED = [
  ["on one machine", openLocal, false],
  ["in Redis", () => openShared(), true],
] as const;

testEach(
  MANAGED,
  "%s, the fifth failed sign-in delays the next, and each further one doubles the delay",
  async (open) => {
    const { failures } = await open();
    const ann = { name: "ann", address: "a" };
    for (let count = 0; count < 5; count++) {
      expect(await failures.delay(ann)).toBe(0);
      await failures.fail(ann);
    }
    const first = await failures.delay(ann);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(1000);
    await failures.fail(ann);
    expect(await failures.delay(ann)).toBeGreaterThan(1000);
    expect(await failures.delay({ name: "ben", address: "a" })).toBeGreaterThan(1000);
    expect(await failures.delay({ name: "ben", address: "b" })).toBe(0);
  },
);

testEach(
  MANAGED,
  "%s, failures from unknown addresses delay a user name except at known addresses",
  async (open) => {
    const { failures } = await open();
    const home = { name: "ann", address: "home" };
    await failures.fail(home);
    await failures.succeed(home);
    expect(await failures.isKnown(home)).toBe(true);
    for (let at = 0; at < 20; at++) await failures.fail({ name: "ann", address: `stranger ${at}` });
    expect(await failures.delay(home)).toBe(0);
    const elsewhere = { name: "ann", address: "elsewhere" };
    expect(await failures.isKnown(elsewhere)).toBe(false);
    expect(await failures.delay(elsewhere)).toBeGreaterThan(1000);
    for (let at = 0; at < 20; at++) await failures.succeed({ name: "ann", address: `office ${at}` });
    expect(await failures.isKnown({ name: "ann", address: "office 0" })).toBe(true);
  },
);

testEach(MANAGED, "%s, uploads count towards the account's quota, equal images once", async (open) => {
  const { images } = await open();
  const first = SAMPLES.png;
  await images.store(1, first);
  await images.store(1, first);
  await images.store(1, SAMPLES.avif);
  const used = first.length + SAMPLES.avif.length;
  const message = `This account has uploaded ${used} of ${QUOTA} bytes of images, and this one is too large for the rest.`;
  const refused = { status: 403, message };
  await expect(images.store(1, SAMPLES.jpg)).rejects.toMatchObject(refused);
  // The same image also counts for another account.
  await images.store(2, SAMPLES.jpg);
  await expect(images.store(2, SAMPLES.avif)).rejects.toMatchObject({ status: 403 });
  // A smaller image still fits the quota.
  await images.store(1, SAMPLES.gif);
  const { images: again } = await open();
  await expect(again.store(1, SAMPLES.jpg)).rejects.toMatchObject({ status: 403 });
});

testEach(MANAGED, "%s, an unused image is deleted and no longer counts towards the quota", async (open) => {
  const { images } = await open();
  const [png, avif] = [await images.store(1, SAMPLES.png), await images.store(1, SAMPLES.avif)].map(nameOf);
  await images.store(2, SAMPLES.avif);
  for (const name of [png, avif]) await age(images, name ?? "");
  await images.sweep(new Set([png ?? ""]), [1, 2]);
  expect(await listNames(images)).toEqual([png]);
  await images.bring(avif ?? "");
  expect(await listNames(images)).toEqual([png]);
  await images.store(1, SAMPLES.jpg);
  const used = SAMPLES.png.length + SAMPLES.jpg.length;
  await expect(images.store(1, SAMPLES.avif)).rejects.toThrow(`uploaded ${used} of`);
  await images.store(2, SAMPLES.jpg);
});

testEach(MANAGED, "%s, an image is kept for a day after its last upload", async (open) => {
  const { images } = await open();
  const name = nameOf(await images.store(1, SAMPLES.png));
  await age(images, name);
  await images.store(1, SAMPLES.png);
  await images.sweep(new Set(), [1]);
  await age(images, name, DAY_MS - 600_000);
  await images.sweep(new Set(), [1]);
  expect(await listNames(images)).toEqual([name]);
  await age(images, name);
  await images.sweep(new Set(), [1]);
  expect(await listNames(images)).toEqual([]);
});

testEach(MANAGED, "%s, an image is kept for a day after a pending change refers to it", async (open) => {
  const { images } = await open();
  const name = nameOf(await images.store(1, SAMPLES.png));
  await age(images, name);
  await images.retain(`{"image": "/creatives/${name}"}`);
  await images.sweep(new Set(), [1]);
  expect(await listNames(images)).toEqual([name]);
});

testEach(MANAGED, "%s, a change may refer to an image that was never uploaded", async (open) => {
  const { images } = await open();
  const name = `image-${"0".repeat(32)}.png`;
  await images.retain(`/creatives/${name}`);
  expect(existsSync(join(images.folder, name))).toBe(false);
});

testEach(
  MANAGED,
  "%s, a sweep keeps files that were not uploaded, and deletes temporary ones",
  async (open) => {
    const { images } = await open();
    const name = nameOf(await images.store(1, SAMPLES.png));
    const temporary = `${name}.4711`;
    for (const other of ["logo.png", `my-${name}`, `${name}.txt`, temporary]) {
      await writeFile(join(images.folder, other), "");
      await age(images, other);
    }
    await images.sweep(new Set([name]), [1]);
    const left = await readdir(images.folder);
    expect(left).toEqual(expect.arrayContaining(["logo.png", `my-${name}`, `${name}.txt`, name]));
    // A crash during an upload leaves a temporary file.
    expect(left).not.toContain(temporary);
  },
);

testEach(MANAGED, "%s, a shared link is found until it is revoked", async (open) => {
  const { shares } = await open();
  await shares.add(aShare("one"));
  await shares.add(aShare("two"));
  expect(await shares.find("one")).toEqual(aShare("one"));
  expect((await shares.list()).map(({ id }) => id).sort()).toEqual(["one", "two"]);
  await shares.remove(["one", "unknown"]);
  expect(await shares.find("one")).toBeUndefined();
  expect(await shares.list()).toEqual([aShare("two")]);
});

testEach(MANAGED, "%s, an uploaded image is stored, and other bytes are refused with 415", async (open) => {
  const { images } = await open();
  const { image, width } = await images.store(1, PIXEL);
  expect(width).toBe(1);
  expect(await readFile(join(images.folder, image.slice("/creatives/".length)))).toEqual(PIXEL);
  await expect(images.store(1, Buffer.from("no image"))).rejects.toMatchObject({ status: 415 });
});

testEach(
  MANAGED,
  "%s, the change log lists effective changes, newest first, without refused or empty ones",
  async (open) => {
    const { changes, editor } = await open();
    await editor.change(putCampaign({ id: 1 }), anAuthor());
    await editor.change(putCampaign({ id: 2 }), anAuthor(LATER));
    await editor.change(() => [], anAuthor());
    await editor.change(putCampaign({ id: 1 }), anAuthor());
    const refused = () => {
      throw new Error("refused");
    };
    await expect(editor.change(refused, anAuthor())).rejects.toThrow("refused");
    expect(await listAll(changes)).toEqual([2, 1]);
    const one = { kind: "campaigns", id: 1, isVisible: () => true, limit: 50, offset: 0 };
    expect(await changes.list(one)).toMatchObject({ count: 1, entries: [{ id: 1 }] });
  },
);

testWithRedis("nodes share failed sign-ins and known addresses, whose Redis keys are digests", async () => {
  const [one, two] = [await openShared(), await openShared()];
  const attempt = { name: "ann", address: "192.0.2.1" };
  await one.failures.succeed(attempt);
  expect(await two.failures.isKnown(attempt)).toBe(true);
  for (let at = 0; at < 5; at++)
    await (at % 2 ? one : two).failures.fail({ name: "ann", address: `stranger ${at}` });
  expect(await one.failures.delay({ name: "ann", address: "elsewhere" })).toBeGreaterThan(0);
  expect(await two.failures.delay({ name: "ann", address: "elsewhere" })).toBeGreaterThan(0);
  expect(await two.failures.delay(attempt)).toBe(0);
  const keys = (await cluster?.redis.send("KEYS", "zonetag:*")) as string[];
  expect(keys.join()).not.toMatch(/ann|192\.0/);
});

testWithRedis("while Redis is away, a node delays sign-ins by the failures that it saw itself", async () => {
  const { failures } = await openShared();
  const home = { name: "ann", address: "home" };
  await failures.succeed(home);
  cluster?.redis.freeze();
  for (let at = 0; at < 5; at++) await failures.fail({ name: "ann", address: `stranger ${at}` });
  expect(await failures.delay({ name: "ann", address: "elsewhere" })).toBeGreaterThan(0);
  expect(await failures.delay(home)).toBe(0);
});

testWithRedis("a link created on one node is valid on the other until it is revoked", async () => {
  const [one, two] = [await openShared(), await openShared()];
  await one.shares.add(aShare("one"));
  expect(await two.shares.find("one")).toEqual(aShare("one"));
  await two.shares.remove(["one"]);
  expect(await one.shares.find("one")).toBeUndefined();
});

testWithRedis("while Redis is away, looking up a link fails instead of reporting it missing", async () => {
  const { shares } = await openShared();
  cluster?.redis.freeze();
  await expect(shares.find("one")).rejects.toMatchObject({ code: "away" });
});

testWithRedis(
  "a node that joins a Redis shares its links, and a revoked one does not return when it joins again",
  async () => {
    const own = makeFolder();
    await (await RecordFile.open(own, SHARES_FILE)).add(aShare("one"));
    const { shares } = await openShared(own);
    expect(await shares.list()).toEqual([aShare("one")]);
    await shares.remove(["one"]);
    expect(await (await openShared(own)).shares.list()).toEqual([]);
  },
);

testWithRedis(
  "an image uploaded to one node is copied to another that needs it, and restored to Redis after a loss",
  async () => {
    const [one, two] = [await openShared(), await openShared()];
    const { image } = await one.images.store(1, PIXEL);
    const name = image.slice("/creatives/".length);
    await two.images.bring(JSON.stringify({ variations: [{ image }] }));
    expect(await readFile(join(two.images.folder, name))).toEqual(PIXEL);
    await cluster?.redis.send("FLUSHALL");
    await expect
      .poll(() => cluster?.redis.send("KEYS", "zonetag:image:*"))
      .toEqual([`zonetag:image:${name}`]);
  },
);

testWithRedis("an image deleted on one node is deleted on the others and freed once", async () => {
  const [one, two] = [await openShared(), await openShared()];
  const name = nameOf(await one.images.store(1, SAMPLES.png));
  await two.images.bring(name);
  expect(Number(await cluster?.redis.send("PTTL", nameMark(name)))).toBeGreaterThan(DAY_MS - 600_000);
  // An old file date alone does not delete a copy; the retention mark in Redis decides.
  await age(two.images, name, DAY_MS - 1);
  const old = new Date(0);
  await utimes(join(two.images.folder, name), old, old);
  await two.images.sweep(new Set(), [1]);
  expect(await listNames(two.images)).toEqual([name]);
  await age(one.images, name);
  await one.images.sweep(new Set(), [1]);
  expect(await cluster?.redis.send("EXISTS", `zonetag:image:${name}`)).toBe(0);
  await two.images.sweep(new Set(), [1]);
  expect([await listNames(one.images), await listNames(two.images)]).toEqual([[], []]);
  expect(await cluster?.redis.send("HGETALL", "zonetag:uploads:1")).toEqual(["used", "0"]);
});

testWithRedis("references to images that were never uploaded leave no key in Redis", async () => {
  const { images } = await openShared();
  await images.retain(`/creatives/image-${"0".repeat(32)}.png`);
  expect(await cluster?.redis.send("KEYS", "zonetag:retained:*")).toEqual([]);
});

testWithRedis(
  "while Redis is away, changes that refer to images fail with 503 and no image is deleted",
  async () => {
    const { images } = await openShared();
    const name = nameOf(await images.store(1, SAMPLES.png));
    await age(images, name);
    cluster?.redis.freeze();
    await expect(images.retain(name)).rejects.toMatchObject({ status: 503 });
    await expect(images.sweep(new Set(), [1])).rejects.toThrow();
    expect(await listNames(images)).toEqual([name]);
  },
);

testWithRedis("an image in Redis whose bytes do not match the digest in its name is ignored", async () => {
  const { images } = await openShared();
  const name = `image-${"0".repeat(32)}.png`;
  await cluster?.redis.send("SET", `zonetag:image:${name}`, PIXEL.toString("base64"));
  await images.bring(name);
  await expect(readFile(join(images.folder, name))).rejects.toThrow("ENOENT");
});

testWithRedis("the change log lists changes of all nodes, even after Redis lost them", async () => {
  const [one, two] = [await openShared(), await openShared()];
  await one.editor.change(putCampaign({ id: 1 }), anAuthor());
  await two.editor.change(putCampaign({ id: 2 }), anAuthor(LATER));
  await one.editor.change(putCampaign({ id: 3 }), anAuthor(LATER + 1000));
  expect(await listAll(two.changes)).toEqual([3, 2, 1]);
  await cluster?.redis.send("FLUSHALL");
  await expect.poll(() => listAll(two.changes)).toEqual([3, 2, 1]);
});
