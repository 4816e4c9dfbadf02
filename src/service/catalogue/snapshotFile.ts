/** Snapshot of a live collection: `snapshot-N.json` contains the entries after change N. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, writeDurably } from "../files/files.ts";
import { listNumbered, padNumber } from "../files/numberedFiles.ts";
import { readSavedBytes } from "../files/savedFile.ts";
import { encodeLine, parseSnapshotLine, type Snapshot } from "./logLine.ts";
import { EMPTY_SNAPSHOT } from "./replicatedLog.ts";
import { atPlace } from "./storedChange.ts";

const SNAPSHOT = {
  form: /^snapshot-(\d{12})\.json$/,
  name: (last: number) => `snapshot-${padNumber(last)}.json`,
};

/** Whether a folder has the files of a live collection. */
export async function hasSnapshot(folder: string): Promise<boolean> {
  return (await listNumbered(folder, SNAPSHOT.form)).length > 0;
}

/** Reads the newest snapshot; an empty snapshot when none is stored. */
export async function readSnapshot(folder: string): Promise<Snapshot> {
  return parseSnapshot(await readSnapshotFile(folder));
}

interface SnapshotFile {
  path: string;
  bytes: Buffer;
}

/** Reads the newest snapshot as stored; undefined when none is stored. */
export async function readSnapshotFile(folder: string): Promise<SnapshotFile | undefined> {
  const path = (await listNumbered(folder, SNAPSHOT.form)).at(-1)?.path;
  return path === undefined ? undefined : { path, bytes: await readSavedBytes(path) };
}

export function parseSnapshot(file: SnapshotFile | undefined): Snapshot {
  return file ? atPlace(file.path, () => parseSnapshotLine(file.bytes.subarray(0, -1))) : EMPTY_SNAPSHOT;
}

/** Writes a snapshot, then removes all older ones. Returns its size in bytes. */
export async function writeSnapshot(folder: string, snapshot: Snapshot): Promise<number> {
  await makeFolder(folder);
  const before = await listNumbered(folder, SNAPSHOT.form);
  const pieces = [...encodeLine(snapshot), Buffer.from("\n")];
  await writeDurably(join(folder, SNAPSHOT.name(snapshot.sequence)), pieces);
  for (const { path, number } of before) if (number < snapshot.sequence) await rm(path);
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
