/**
 * Files of a live collection, in a folder of the data folder: `changes-N.log` has the changes from number N on, and
 * `snapshot-N.json` the collection after change N.
 */
import { readdir, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, writeDurably } from "../values/files.ts";
import { readSavedBytes } from "../values/savedFile.ts";
import { createSlices, type SliceOptions } from "../values/slices.ts";
import { readCode, readMessage } from "../values/thrown.ts";
import {
  type ChangeLine,
  type KeptLine,
  readChange,
  readLine,
  type Snapshot,
  writeLine,
} from "./changeLine.ts";
import { EMPTY_SNAPSHOT } from "./changeLines.ts";
import { putEntries } from "./document.ts";

const CHANGES = { form: /^changes-(\d{12})\.log$/, name: (first: number) => `changes-${pad(first)}.log` };
const SNAPSHOT = { form: /^snapshot-(\d{12})\.json$/, name: (last: number) => `snapshot-${pad(last)}.json` };
const NEWLINE = 0x0a;

interface NumberedFile {
  path: string;
  number: number;
}

/** The collection after the last change in the files. */
export interface Replayed extends Omit<Snapshot, "format"> {
  /** Bytes of the snapshot. */
  snapshotBytes: number;
}

/** In the data folder. */
export const CATALOGUE_FOLDER = "catalogue";

export function locateLiveCatalogue(data: string): string {
  return join(data, CATALOGUE_FOLDER);
}

/** Names the file whose first change has the number `first`. */
export function nameSegment(folder: string, first: number): string {
  return join(folder, CHANGES.name(first));
}

/** Whether a data folder has a live catalogue. */
export async function hasLiveCatalogue(data: string): Promise<boolean> {
  return hasSnapshot(locateLiveCatalogue(data));
}

/** Whether a folder has the files of a live collection. */
export async function hasSnapshot(folder: string): Promise<boolean> {
  return (await listFiles(folder, SNAPSHOT.form)).length > 0;
}

/**
 * Reads the newest snapshot and the changes after it, up to number `upTo`. Rejects with an error that names the file and
 * line of a change that cannot be read.
 */
export async function replay(folder: string, upTo = Number.POSITIVE_INFINITY): Promise<Replayed> {
  const file = await readSnapshotFile(folder);
  const snapshot = parseSnapshot(file);
  let { sequence, digest } = snapshot;
  const changes: ChangeLine[] = [];
  for await (const { line, path } of readFrom(folder, sequence + 1)) {
    if (line.sequence > upTo) break;
    if (line.sequence !== sequence + 1)
      throw new Error(`${path}: change ${sequence + 1} is missing before change ${line.sequence}.`);
    if (line.change.previous !== digest)
      throw new Error(`${path}: change ${line.sequence} does not follow the one before it.`);
    changes.push(line.change);
    ({ sequence, digest } = line);
  }
  const document = putEntries(
    snapshot.document,
    changes.flatMap(({ put }) => put),
  );
  return { sequence, digest, document, snapshotBytes: file?.bytes.length ?? 0 };
}

/** Rejects with an error that names the file and line of any damaged change, including old ones. */
export async function requireWhole(folder: string): Promise<void> {
  await replay(folder);
  const history = readFrom(folder, 0);
  while (!(await history.next()).done);
}

/** Reads the newest snapshot; an empty one if there is none. */
export async function readSnapshot(folder: string): Promise<Snapshot> {
  return parseSnapshot(await readSnapshotFile(folder));
}

interface SnapshotFile {
  path: string;
  bytes: Buffer;
}

/** Reads the newest snapshot as stored; undefined if there is none. */
export async function readSnapshotFile(folder: string): Promise<SnapshotFile | undefined> {
  const path = (await listFiles(folder, SNAPSHOT.form)).at(-1)?.path;
  return path === undefined ? undefined : { path, bytes: await readSavedBytes(path) };
}

function parseSnapshot(file: SnapshotFile | undefined): Snapshot {
  if (!file) return EMPTY_SNAPSHOT;
  try {
    return readLine<Snapshot>(file.bytes.subarray(0, -1));
  } catch (error) {
    throw new Error(`${file.path}: ${readMessage(error)}`);
  }
}

/** Reads the changes from number `from` on that the files still have. */
export async function readChanges(folder: string, from: number): Promise<KeptLine[]> {
  const found: KeptLine[] = [];
  for await (const { line } of readFrom(folder, from)) found.push(line);
  return found;
}

/** Yields changes from number `from` on. Throws an error that names the file and line of one that cannot be read. */
async function* readFrom(folder: string, from: number): AsyncGenerator<{ line: KeptLine; path: string }> {
  const segments = await listSegments(folder);
  const later = segments.filter((_, at) => (segments[at + 1]?.number ?? Number.POSITIVE_INFINITY) > from);
  for (const { path } of later)
    for (const [at, text] of splitLines(await readSavedBytes(path)).entries()) {
      const line = readAt(text, `${path}:${at + 1}`);
      if (line.sequence >= from) yield { line, path };
    }
}

function readAt(line: Buffer, place: string): KeptLine {
  try {
    return readChange(line);
  } catch (error) {
    throw new Error(`${place}: ${readMessage(error)}`);
  }
}

/**
 * Yields changes, newest first, without parsing unwanted ones. Throws an error that names the file and line of a
 * damaged one. `needle`: text that the wanted lines contain, see `writeNeedle`; absent: all lines. Runs in slices,
 * including the caller's work on each change.
 */
export async function* readHistory(
  folder: string,
  needle = "",
  options?: SliceOptions,
): AsyncGenerator<ChangeLine> {
  const endSlice = createSlices(options);
  for (const { path } of (await listSegments(folder)).reverse()) {
    const content = await readSavedBytes(path);
    if (!content.includes(needle)) continue;
    const lines = [...splitLines(content).entries()].filter(([, line]) => line.includes(needle));
    for (const [at, line] of lines.reverse()) {
      yield readAt(line, `${path}:${at + 1}`).change;
      await endSlice();
    }
  }
}

/** Returns complete lines, without their newlines. */
function splitLines(content: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0, end = content.indexOf(NEWLINE); end >= 0; end = content.indexOf(NEWLINE, at)) {
    lines.push(content.subarray(at, end));
    at = end + 1;
  }
  return lines;
}

/**
 * Finds the file of the last changes and its size; undefined if there is none. Removes an incomplete last line, as left
 * by a crash: that change was not acknowledged.
 */
export async function openNewestSegment(
  folder: string,
): Promise<{ path: string; bytes: number } | undefined> {
  const path = (await listSegments(folder)).at(-1)?.path;
  if (path === undefined) return undefined;
  const content = await readSavedBytes(path);
  const bytes = content.lastIndexOf(NEWLINE) + 1;
  if (bytes < content.length) await truncate(path, bytes);
  return { path, bytes };
}

/** Writes a snapshot, then removes the one before it. Returns its size in bytes. */
export async function writeSnapshot(folder: string, snapshot: Snapshot): Promise<number> {
  await makeFolder(folder);
  const before = await listFiles(folder, SNAPSHOT.form);
  const bytes = Buffer.from(`${writeLine(snapshot)}\n`);
  await writeDurably(join(folder, SNAPSHOT.name(snapshot.sequence)), [bytes]);
  for (const { path, number } of before) if (number < snapshot.sequence) await rm(path);
  return bytes.length;
}

/**
 * Removes files of changes that are included in the snapshot of change `sequence` and were last written before a time,
 * milliseconds since 1970.
 */
export async function forgetSegments(folder: string, sequence: number, before: number): Promise<void> {
  const segments = await listSegments(folder);
  for (const [at, { path }] of segments.entries()) {
    const next = segments[at + 1];
    if (!next || next.number > sequence + 1) return;
    if ((await stat(path)).mtimeMs < before) await rm(path);
  }
}

function listSegments(folder: string): Promise<NumberedFile[]> {
  return listFiles(folder, CHANGES.form);
}

/** Lists files, oldest first. */
async function listFiles(folder: string, form: RegExp): Promise<NumberedFile[]> {
  const names = await readdir(folder).catch((error) => {
    if (["ENOENT", "ENOTDIR"].includes(readCode(error) ?? "")) return [];
    throw error;
  });
  const found = names.flatMap((name) => {
    const [, number] = form.exec(name) ?? [];
    return number === undefined ? [] : [{ path: join(folder, name), number: Number(number) }];
  });
  return found.sort((a, b) => a.number - b.number);
}

function pad(number: number): string {
  return String(number).padStart(12, "0");
}
