/**
 * Change files of a live collection, in a subfolder of the data folder: `changes-N.log` contains the changes from
 * number N on.
 */
import { rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { readSavedBytes } from "../values/savedFile.ts";
import { createSlices, type SliceOptions } from "../values/slices.ts";
import { readMessage } from "../values/thrown.ts";
import { type ChangeLine, type KeptLine, readChange, type Snapshot } from "./changeLine.ts";
import { putEntries } from "./document.ts";
import { listNumbered, type NumberedFile, padNumber } from "./numberedFiles.ts";
import { hasSnapshot, parseSnapshot, readSnapshotFile } from "./snapshotFile.ts";

const CHANGES = {
  form: /^changes-(\d{12})\.log$/,
  name: (first: number) => `changes-${padNumber(first)}.log`,
};
const NEWLINE = 0x0a;

/** The collection after the last change in the files. */
export interface Replayed extends Omit<Snapshot, "format"> {
  /** Bytes of the snapshot. */
  snapshotBytes: number;
}

/** Subfolder of the data folder. */
export const CATALOGUE_FOLDER = "catalogue";

export function locateLiveCatalogue(data: string): string {
  return join(data, CATALOGUE_FOLDER);
}

/** Returns the path of the file whose first change has the number `first`. */
export function nameSegment(folder: string, first: number): string {
  return join(folder, CHANGES.name(first));
}

/** Whether a data folder has a live catalogue. */
export async function hasLiveCatalogue(data: string): Promise<boolean> {
  return hasSnapshot(locateLiveCatalogue(data));
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

/** Checks all changes, including old ones. Rejects with an error that names the file and line of a damaged change. */
export async function requireWhole(folder: string): Promise<void> {
  await replay(folder);
  const history = readFrom(folder, 0);
  while (!(await history.next()).done);
}

/** Reads the changes from number `from` on, as far as their files still exist. */
export async function readChanges(folder: string, from: number): Promise<KeptLine[]> {
  const found: KeptLine[] = [];
  for await (const { line } of readFrom(folder, from)) found.push(line);
  return found;
}

/** Yields changes from number `from` on. Throws an error that names the file and line of an unreadable change. */
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
 * Yields changes, newest first. `needle`: text in the wanted lines, see `writeNeedle`; lines without it are skipped
 * unparsed. Throws an error that names the file and line of a damaged change. Runs in slices, including the caller's
 * work on each change.
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
 * Returns the newest change file and its size; undefined without files. Removes an incomplete last line left by a
 * crash, because that change was not acknowledged.
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

/**
 * Removes change files that the snapshot of change `sequence` includes and that were last written before the time
 * `before`, milliseconds since 1970.
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
  return listNumbered(folder, CHANGES.form);
}
