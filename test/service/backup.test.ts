// @programs Starts a process for each command.
/** Backup, restore and repair with the built program, also while a service runs. */
import { spawnSync } from "node:child_process";
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type RunningService, startService } from "../../e2e/support/service.ts";
import type { AdResponse } from "../../src/protocol/placement.ts";
import { SENT_MAILS_FILE } from "../../src/service/accounts/localSentMarks.ts";
import { SESSIONS_FILE } from "../../src/service/accounts/localSessions.ts";
import { toDocument } from "../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../src/service/catalogue/liveCatalogue.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import { restoreBackup } from "../../src/service/duckdb/folderBackup.ts";
import { LivePeople } from "../../src/service/people/livePeople.ts";
import { createLiveData, requireWholeLogs } from "../../src/service/people/takeSignIns.ts";
import { createImpression } from "../cluster/support/facts.ts";
import { useEmptyFolder } from "../support/folder.ts";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { anAuthor, putCampaign } from "./support/changes.ts";
import { runProgram } from "./support/program.ts";

const CATALOGUE = aCatalogueObject({ campaigns: [1, 2, 3].map((id) => aCampaign({ id })) });

const folder = useEmptyFolder();

const run = (...args: string[]) => runProgram(args);

/** Requests and shows one banner. Resolves with the impression's path if it was counted. */
async function visit(service: RunningService): Promise<string | undefined> {
  const body = JSON.stringify({ user: { ip: "127.0.0.1" }, zones: [{ id: 1 }] });
  const response = await fetch(service.endpoint, { method: "POST", body });
  const { pathname } = new URL(((await response.json()) as AdResponse).zones[0]?.data.impression ?? "");
  const shown = await fetch(service.origin + pathname);
  return shown.headers.get("x-event") === "counted" ? pathname : undefined;
}

test("a service restored from a backup made under load counts no impression twice", async () => {
  const data = join(folder, "data");
  const service = await startService({ catalogue: CATALOGUE, data, args: ["--limit-ip", "0"] });
  const counted: string[] = [];
  let isOver = false;
  const load = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const path = await visit(service);
      if (path) counted.push(path);
    }
  });
  await expect.poll(() => counted.length).toBeGreaterThan(50);
  const before = [...counted];
  const backup = join(folder, "backup");
  expect(await run("backup", backup, "--data", data)).toMatchObject({ code: 0, error: "" });
  isOver = true;
  await Promise.all(load);
  await service.stop("SIGKILL");

  expect((await run("backup", backup, "--data", data)).error).toMatch(/is not empty/);
  const restored = join(folder, "restored");
  expect(await run("restore", backup, "--data", restored)).toMatchObject({ code: 0, error: "" });
  expect((await run("restore", backup, "--data", restored)).error).toMatch(/is not empty/);
  const store = await openStore({ folder: restored });
  const [row] = await store.query<{ impressions: bigint; keys: bigint }>(
    `SELECT sum(impressions)::BIGINT AS impressions,
       (SELECT count(*) FROM deduplication_keys WHERE kind = 1) AS keys FROM facts`,
  );
  const { epoch } = store;
  await store.close();
  expect(row?.impressions).toBe(row?.keys);
  expect(Number(row?.impressions)).toBeGreaterThanOrEqual(before.length);
  expect(Number(row?.impressions)).toBeLessThanOrEqual(counted.length);
  expect(epoch).toBeGreaterThan(500_000_000);

  // The catalogue comes from the backup; this one is used only in a folder without a catalogue.
  const catalogue = aCatalogueObject({ campaigns: [] });
  const again = await startService({ catalogue, data: restored, args: ["--limit-ip", "0"] });
  expect((await fetch(again.origin + before[0])).headers.get("x-event")).toBe("repeated");
  expect(await visit(again)).toBeDefined();
  await again.stop();
});

test("the data of a killed service can be backed up, and restore accepts only backups", async () => {
  const data = join(folder, "data");
  const service = await startService({ catalogue: CATALOGUE, data });
  await visit(service);
  await service.stop("SIGKILL");
  const backup = join(folder, "backup");
  expect(await run("restore", data, "--data", join(folder, "restored"))).toMatchObject({
    code: 1,
    error: expect.stringContaining("events that are not in its database yet. Make a backup of it"),
  });
  expect((await run("backup", backup, "--data", data)).code).toBe(0);
  expect((await readdir(backup)).sort()).toEqual([
    ...["catalogue", "events.duckdb", "format.json", "identity", "ids.json", "people", "secret"],
  ]);
  const missing = join(folder, "missing");
  expect(await run("backup", join(folder, "other"), "--data", missing)).toMatchObject({
    code: 1,
    error: `ad service: There are no events in ${missing}.\n`,
  });
  expect(await readdir(folder)).not.toContain("missing");
  const { code, error } = await run("restore", folder, "--data", join(folder, "restored"));
  expect([code, error]).toEqual([1, `ad service: There is no backup in ${folder}.\n`]);
});

test("a backup contains shared links, changes, uploaded images and set-aside files, but no sessions and marks of mails", async () => {
  const data = join(folder, "data");
  const store = await openStore({ folder: data });
  const files = ["shares.json", "changes.jsonl", "creatives/image-1.png", "set-aside/000000001.csv"];
  for (const name of files) {
    await mkdir(dirname(join(data, name)), { recursive: true });
    await writeFile(join(data, name), name, { mode: 0o600 });
  }
  const left = [SESSIONS_FILE, SENT_MAILS_FILE];
  for (const name of left) await writeFile(join(data, name), "[]");
  const [backup, restored] = [join(folder, "backup"), join(folder, "restored")];
  await store.backUp(backup);
  await store.close();
  await restoreBackup(backup, restored);
  for (const name of files) {
    expect(await readFile(join(restored, name), "utf8")).toBe(name);
    expect((await stat(join(restored, name))).mode & 0o777).toBe(0o600);
  }
  expect((await readdir(backup)).filter((name) => left.includes(name))).toEqual([]);
});

/** Moves parts of a data folder to another disk and links to them, each part by a link and one by a link inside it. */
async function linkAway(data: string, names: readonly string[]): Promise<string> {
  const disk = join(folder, "disk");
  await mkdir(disk, { recursive: true });
  for (const name of names) {
    const target = join(disk, name.replaceAll("/", "-"));
    await rename(join(data, name), target);
    await symlink(target, join(data, name));
  }
  return disk;
}

test("a backup of a folder with linked parts contains what the links point to", async () => {
  const data = join(folder, "data");
  await createLiveData(data, toDocument(CATALOGUE));
  const store = await openStore({ folder: data });
  const files = ["secret", "creatives/image-1.png", "creatives/deep/image-2.png"];
  for (const name of files) {
    await mkdir(dirname(join(data, name)), { recursive: true });
    await writeFile(join(data, name), name);
  }
  await store.appendKeyed([createImpression(1)]);
  await store.close();
  const parts = ["secret", "people", "catalogue", "events.duckdb", "creatives"];
  const disk = await linkAway(data, parts);
  await symlink("deep/image-2.png", join(disk, "creatives", "image-3.png"));
  const [backup, restored] = [join(folder, "backup"), join(folder, "restored")];
  const linked = await openStore({ folder: data });
  await linked.backUp(backup, requireWholeLogs);
  await linked.close();
  await rm(disk, { recursive: true });
  const entries = await readdir(backup, { recursive: true });
  for (const name of entries) expect((await lstat(join(backup, name))).isSymbolicLink()).toBe(false);
  await restoreBackup(backup, restored);
  for (const name of files) expect(await readFile(join(restored, name), "utf8")).toBe(name);
  expect(await readFile(join(restored, "creatives/image-3.png"), "utf8")).toBe(files[2]);
  const live = await LiveCatalogue.open({ data: restored });
  expect(live.document.campaigns).toHaveLength(3);
  await live.close();
});

test.each(["secret", "catalogue", "creatives/image-1.png"])(
  "a backup with the link %s to a missing disk fails and copies nothing",
  async (name) => {
    const data = join(folder, "data");
    await createLiveData(data, toDocument(CATALOGUE));
    await mkdir(join(data, "creatives"));
    for (const file of ["secret", "creatives/image-1.png"]) await writeFile(join(data, file), file);
    const store = await openStore({ folder: data });
    await rm(await linkAway(data, [name]), { recursive: true });
    await expect(store.backUp(join(folder, "backup"))).rejects.toThrow(
      /cannot be copied: .*Nothing was copied/,
    );
    await store.close();
    expect((await readdir(folder)).filter((entry) => entry.startsWith("backup"))).toEqual([]);
  },
);

test.each([
  ["a file", "image-1.png", "../secret"],
  ["a file of another disk", "deep/image-1.png", "/etc/hostname"],
  ["the data folder", "deep/all", "../.."],
])("a backup with a link from the images to %s fails and copies nothing", async (_what, name, target) => {
  const data = join(folder, "data");
  await createLiveData(data, toDocument(CATALOGUE));
  const store = await openStore({ folder: data });
  await mkdir(join(data, "creatives/deep"), { recursive: true });
  await writeFile(join(data, "secret"), "secret");
  await symlink(target, join(data, "creatives", name));
  await expect(store.backUp(join(folder, "backup"))).rejects.toThrow(
    `${join(data, "creatives", name)} is a link that leads out of its folder.`,
  );
  await store.close();
  expect((await readdir(folder)).filter((entry) => entry.startsWith("backup"))).toEqual([]);
});

test.each(["identity", "creatives", "creatives/image-1.png", "events.duckdb"])(
  "restore refuses a backup in which %s is a link, and creates nothing",
  async (name) => {
    const backup = await makeBackup();
    await mkdir(join(backup, "creatives"));
    await writeFile(join(backup, "creatives", "image-1.png"), "");
    await linkAway(backup, [name]);
    const restored = join(folder, "restored");
    await expect(restoreBackup(backup, restored)).rejects.toThrow(
      `${join(backup, name)} is a link, so the backup is incomplete.`,
    );
    expect(await readdir(folder)).not.toContain("restored");
    await symlink(backup, join(folder, "latest"));
    await expect(restoreBackup(join(folder, "latest"), restored)).rejects.toThrow(/is a link/);
  },
);

test("a backup that is named by a link can be restored", async () => {
  await symlink(await makeBackup(), join(folder, "latest"));
  await restoreBackup(join(folder, "latest"), join(folder, "restored"));
  expect(await readdir(join(folder, "restored"))).toContain("events.duckdb");
});

test("several backups at once are each whole; a second one to the same folder is refused", async () => {
  const store = await openStore({ folder: join(folder, "data") });
  await store.appendKeyed([createImpression(1)]);
  const names = ["one", "two", "three"];
  await Promise.all([
    ...names.map((name) => store.backUp(join(folder, name))),
    expect(store.backUp(join(folder, "one"))).rejects.toThrow(/Another copy to .*one is being made/),
  ]);
  await store.close();
  const epochs = new Set<number>();
  for (const name of names) {
    const restored = join(folder, `restored-${name}`);
    await restoreBackup(join(folder, name), restored);
    const copy = await openStore({ folder: restored });
    epochs.add(copy.epoch);
    expect(await copy.query("SELECT count(*)::INTEGER AS facts FROM facts")).toEqual([{ facts: 1 }]);
    await copy.backUp(join(folder, `${name}-again`));
    await copy.close();
    await restoreBackup(join(folder, `${name}-again`), `${restored}-again`);
    const again = await openStore({ folder: `${restored}-again` });
    epochs.add(again.epoch);
    await again.close();
  }
  expect(epochs.size).toBe(2 * names.length);
});

test.each(["catalogue", "people"])(
  "a backup with a damaged line in the %s log fails, names the line and copies nothing",
  async (log) => {
    const data = join(folder, "data");
    await createLiveData(data, toDocument(CATALOGUE));
    const live = await LiveCatalogue.open({ data });
    await live.change(putCampaign({ id: 1, name: "Renamed" }), anAuthor());
    await live.close();
    const people = await LivePeople.open({ data });
    await people.change(() => [{ list: "taken", entry: { id: 1 } }], anAuthor());
    await people.close();
    const store = await openStore({ folder: data });
    await store.backUp(join(folder, "whole"), requireWholeLogs);
    const file = join(data, log, "changes-000000000001.log");
    await appendFile(file, "0123456789abcdef {}\n");
    const lines = (await readFile(file, "utf8")).split("\n").length - 1;
    const backup = join(folder, "backup");
    await expect(store.backUp(backup, requireWholeLogs)).rejects.toThrow(
      `${file}:${lines}: the line is damaged: its checksum differs. Restore a backup. Nothing was copied.`,
    );
    await store.close();
    expect((await readdir(folder)).filter((name) => name.startsWith("backup"))).toEqual([]);
  },
);

/** Makes a backup of a store that counted one impression. */
async function makeBackup(): Promise<string> {
  const store = await openStore({ folder: join(folder, "data") });
  await store.appendKeyed([createImpression(1)]);
  await store.backUp(join(folder, "backup"));
  await store.close();
  return join(folder, "backup");
}

test("restoring into an existing empty folder keeps its permissions", async () => {
  const backup = await makeBackup();
  const restored = join(folder, "restored");
  await mkdir(join(restored, "lost+found"), { recursive: true });
  await chmod(restored, 0o750);
  await expect(restoreBackup(join(folder, "data"), join(folder, "data"))).rejects.toThrow(/is not empty/);
  await expect(restoreBackup(folder, restored)).rejects.toThrow(/no backup/);
  await restoreBackup(backup, restored);
  expect((await stat(restored)).mode & 0o777).toBe(0o750);
  expect((await readdir(restored)).sort()).toEqual([
    "events.duckdb",
    "format.json",
    "identity",
    "lost+found",
  ]);
});

test("a backup can be restored into an empty mount point, such as a container's volume", async (context) => {
  const restored = join(folder, "restored");
  await mkdir(restored);
  const { status } = spawnSync("mount", ["-t", "tmpfs", "tmpfs", restored]);
  context.skip(status !== 0, "needs to mount a file system, which takes root");
  try {
    await restoreBackup(await makeBackup(), restored);
    const store = await openStore({ folder: restored });
    const sums = await store.query("SELECT sum(impressions)::BIGINT AS impressions FROM facts");
    await store.close();
    expect(sums).toEqual([{ impressions: 1n }]);
  } finally {
    spawnSync("umount", ["--lazy", restored]);
  }
});

test("a folder with an interrupted copy cannot be opened or used as a backup until it is emptied and filled", async () => {
  const backup = await makeBackup();
  const restored = join(folder, "restored");
  // A kill leaves this folder behind while copying (now) or while moving the copy into place (below).
  await mkdir(join(restored, "unfinished"), { recursive: true });
  await expect(openStore({ folder: restored })).rejects.toThrow(/interrupted copy. Empty the folder/);
  await restoreBackup(backup, restored);
  await mkdir(join(restored, "unfinished"));
  await expect(openStore({ folder: restored })).rejects.toThrow(/interrupted copy. Empty the folder/);
  await expect(restoreBackup(restored, join(folder, "other"))).rejects.toThrow(/interrupted/);
  await expect(restoreBackup(backup, restored)).rejects.toThrow(/is not empty/);
  await rm(restored, { recursive: true });
  await restoreBackup(backup, restored);
  expect(await readdir(restored)).not.toContain("unfinished");
});

test("repair names the damaged bytes that it set aside, and refuses to run beside the service", async () => {
  const data = join(folder, "data");
  const service = await startService({ catalogue: CATALOGUE, data });
  await visit(service);
  expect((await run("repair", "--data", data)).error).toMatch(/in use by another process/);
  await service.stop("SIGKILL");
  expect((await run("repair", "--data", data)).out).toMatch(/^Nothing had to be set aside\.\n/);
  await appendFile(
    join(data, "journal", "000000009-000000001.csv"),
    "time_s,key_epoch,key_number,key_kind\n#damage\n1,1\n",
  );
  const { code, out } = await run("repair", "--data", data);
  expect(code).toBe(0);
  expect(out).toMatch(/000000009-000000001\.csv: damaged, 12 bytes from 37\. Kept in .*set-aside/);
});
