/** Damage at the end of the write-ahead log of a killed service. */
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { IMPORT_DATABASE } from "../../../src/service/commands/sendImport.ts";
import { openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import type { SetAsideNotice } from "../../../src/service/journal/setAside.ts";
import { createImpression } from "../../cluster/support/facts.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();
const LOG = "events.duckdb.wal";
const ZEROS = "zero bytes at the end";

/** Makes the data folder of a service that counted five impressions, each in its own commit, and was killed. */
async function makeKilled(): Promise<{ data: string; log: Buffer }> {
  const [running, data] = [join(folder, "running"), join(folder, "data")];
  const store = await openStore({ folder: running, ...IMPORT_DATABASE });
  for (let number = 1; number <= 5; number++) {
    await store.appendKeyed([createImpression(number)]);
    await store.query("SELECT 1");
  }
  await cp(running, data, { recursive: true });
  await store.close();
  await rm(join(data, "journal"), { recursive: true });
  return { data, log: await readFile(join(data, LOG)) };
}

/** Opens the store. Resolves with the number of its facts, and what was set aside. */
async function open(data: string, options: { cutsDamage?: boolean; isApart?: boolean } = {}) {
  const notices: SetAsideNotice[] = [];
  const onSetAside = (notice: SetAsideNotice) => notices.push(notice);
  const store = await openStore({ folder: data, ...IMPORT_DATABASE, ...options, onSetAside });
  const [row] = await store.query<{ facts: number }>("SELECT count(*)::INTEGER AS facts FROM facts");
  const { epoch } = store;
  await store.close();
  return { facts: row?.facts, epoch, notices };
}

const zeros = (bytes: number) => Buffer.alloc(bytes);
/** Bytes at the end that are all within the last commit. */
const LAST = 300;

test.each<[string, (log: Buffer) => Buffer, number]>([
  ["after the last entry", (log) => Buffer.concat([log, zeros(4096)]), 5],
  ["after the last entry, few", (log) => Buffer.concat([log, zeros(100)]), 5],
  ["over the end of the last entries", (log) => Buffer.concat([log.subarray(0, -LAST), zeros(LAST)]), 4],
  [
    "over the end of the last entries and after them",
    (log) => Buffer.concat([log.subarray(0, -LAST), zeros(8192)]),
    4,
  ],
  ["over the whole log", (log) => zeros(log.length), 0],
])("zero bytes %s are cut off at a start, and the original is kept", async (_where, damage, facts) => {
  const { data, log } = await makeKilled();
  const damaged = damage(log);
  await writeFile(join(data, LOG), damaged);
  const opened = await open(data);
  const setAside = join(data, "set-aside", LOG);
  const notice = { reason: ZEROS, file: join(data, LOG), setAside };
  expect(opened).toMatchObject({ facts, notices: [expect.objectContaining(notice)] });
  expect((await readFile(setAside)).equals(damaged)).toBe(true);
  // The part that was cut off may have recorded starts, whose epochs must not be used again.
  expect(opened.epoch).toBeGreaterThan(500_000_000);
  expect(await open(data)).toMatchObject({ facts, epoch: opened.epoch + 1, notices: [] });
});

test("a database in a separate process is opened with zero bytes at the end of its log", async () => {
  const { data, log } = await makeKilled();
  await writeFile(join(data, LOG), Buffer.concat([log, zeros(4096)]));
  expect(await open(data, { isApart: true })).toMatchObject({ facts: 5, notices: [{ offset: log.length }] });
});

test("damage other than zeros at the end stops the start, and repair keeps what precedes it", async () => {
  const { data, log } = await makeKilled();
  log.fill(0, log.length - 900, log.length - 600);
  await writeFile(join(data, LOG), log);
  await expect(open(data)).rejects.toThrow(
    /WAL file.*Restore a backup, or run `zonetag-service repair`, which keeps everything before the damage\.$/,
  );
  expect((await readFile(join(data, LOG))).equals(log)).toBe(true);
  expect(await readdir(data)).not.toContain("set-aside");
  const { facts, notices } = await open(data, { cutsDamage: true });
  expect(facts).toBe(4);
  expect(notices).toMatchObject([{ reason: "damaged entry", setAside: join(data, "set-aside", LOG) }]);
});

test("a whole log sets nothing aside", async () => {
  const { data } = await makeKilled();
  expect(await open(data)).toMatchObject({ facts: 5, epoch: 2, notices: [] });
  expect(await readdir(data)).not.toContain("set-aside");
});
