/**
 * Change files of a live collection, in a subfolder of the data folder: `changes-N.log` contains the changes from
 * number N on.
 */
import { rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type FileLine, measureLines, readFileLines, readWhole } from "../files/lineFile.ts";
import { listNumbered, type NumberedFile, padNumber } from "../files/numberedFiles.ts";
import { readSavedBytes } from "../files/savedFile.ts";
import type { SetAside } from "../journal/setAside.ts";
import { createSlices, type SliceOptions } from "../runtime/slices.ts";
import { getOrMake } from "../values/getOrMake.ts";
import { type Entry, type ListsOfEntries, listEntries } from "./document.ts";
import { type KeptLine, parseLogLine, type Snapshot } from "./logLine.ts";
import { applyPut } from "./recordPuts.ts";
import { hasSnapshot, parseSnapshot, readSnapshot, readSnapshotFile } from "./snapshotFile.ts";
import { atPlace, hasText, parseStoredChange, type StoredChange } from "./storedChange.ts";

const CHANGES = {
  form: /^changes-(\d{12})\.log$/,
  name: (first: number) => `changes-${padNumber(first)}.log`,
};

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

/** Whether no change was ever made, and the collection was not created with entries. */
export async function isUnused(folder: string): Promise<boolean> {
  if ((await listSegments(folder)).length > 0) return false;
  const { sequence, document } = await readSnapshot(folder);
  return sequence === 0 && listEntries(document).length === 0;
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
  const lists = new EntryLists(snapshot.document);
  for await (const change of readFrom(folder, sequence + 1)) {
    if (change.sequence > upTo) break;
    if (change.sequence !== sequence + 1)
      throw new Error(`${change.place}: change ${sequence + 1} is missing before change ${change.sequence}.`);
    if (change.previous !== digest)
      throw new Error(`${change.place}: change ${change.sequence} does not follow the one before it.`);
    for await (const put of change.put)
      lists.put(
        put.list,
        atPlace(change.place, () => applyPut(lists.find(put.list, put.id), put)),
      );
    ({ sequence, digest } = change);
  }
  return { sequence, digest, document: lists.toDocument(), snapshotBytes: file?.bytes.length ?? 0 };
}

/** Lists of entries that are changed in place. New entries come last. */
class EntryLists {
  readonly #lists: Map<string, Map<number, Entry>>;

  constructor(document: ListsOfEntries) {
    const indexed = Object.entries(document).map(
      ([list, entries]) => [list, new Map(entries.map((entry) => [entry.id, entry]))] as const,
    );
    this.#lists = new Map(indexed);
  }

  find(list: string, id: number): Entry | undefined {
    return this.#lists.get(list)?.get(id);
  }

  put(list: string, entry: Entry): void {
    getOrMake(this.#lists, list, () => new Map<number, Entry>()).set(entry.id, entry);
  }

  toDocument(): ListsOfEntries {
    return Object.fromEntries(Array.from(this.#lists, ([list, entries]) => [list, [...entries.values()]]));
  }
}

/** Checks all changes, including old ones. Rejects with an error that names the file and line of a damaged change. */
export async function requireWhole(folder: string): Promise<void> {
  await replay(folder);
  const history = readFrom(folder, 0);
  while (!(await history.next()).done);
}

/** Reads the changes from number `from` on, as far as their files still exist. */
export async function readChanges(folder: string, from: number): Promise<KeptLine[]> {
  const changes: KeptLine[] = [];
  for (const path of await listSegmentsFrom(folder, from))
    for await (const found of readSegment(path)) {
      const bytes = await readWhole(found);
      const line = atPlace(found.place, () => parseLogLine(bytes));
      if (line.sequence >= from) changes.push(line);
    }
  return changes;
}

/** Yields changes from number `from` on. Throws an error that names the file and line of an unreadable change. */
async function* readFrom(folder: string, from: number): AsyncGenerator<StoredChange> {
  for (const path of await listSegmentsFrom(folder, from))
    for await (const line of readSegment(path)) {
      const change = await parseStoredChange(line);
      if (change.sequence >= from) yield change;
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
): AsyncGenerator<StoredChange> {
  const endSlice = createSlices(options);
  for (const { path } of (await listSegments(folder)).reverse())
    for await (const line of readFileLines(path, true)) {
      if (!(await hasText(line, needle))) continue;
      yield await parseStoredChange(line);
      await endSlice();
    }
}

/**
 * Returns the newest change file and its size; undefined without files. Cuts off what follows the last complete line: a
 * crash leaves part of a line, a power failure zero bytes.
 */
export async function openNewestSegment(
  folder: string,
  setAside: SetAside,
): Promise<{ path: string; bytes: number } | undefined> {
  const path = (await listSegments(folder)).at(-1)?.path;
  if (path === undefined) return undefined;
  const at = await measureLines(path);
  if (at === 0) throw await describeLoss(path);
  if (at < (await stat(path)).size) {
    const content = await readSavedBytes(path);
    const reason = content.at(-1) === 0 ? "zero bytes at the end" : "incomplete last line";
    await setAside.cut(path, { content, at, reason, name: `${basename(folder)}-${basename(path)}` });
  }
  return { path, bytes: at };
}

/** Yields the lines of a change file. Throws when it has no complete line: each file is created with its first change. */
async function* readSegment(path: string): AsyncGenerator<FileLine> {
  let isEmpty = true;
  for await (const line of readFileLines(path)) {
    isEmpty = false;
    yield line;
  }
  if (isEmpty) throw await describeLoss(path);
}

async function describeLoss(path: string): Promise<Error> {
  const content = await readSavedBytes(path);
  const folder = dirname(path);
  const problem = content.every((byte) => byte === 0)
    ? `It ${content.length === 0 ? "is empty" : "has only zero bytes"}, so changes are lost.`
    : "Its first change is incomplete.";
  return new Error(`${path}: ${problem} ${describeWaysOn(dirname(folder), basename(folder))}`);
}

/** Says what to do when a collection is lost. A new catalogue has no account of the earlier one, so users go as well. */
export function describeWaysOn(data: string, folder: string): string {
  const moved = folder === CATALOGUE_FOLDER ? [CATALOGUE_FOLDER, "people"] : [folder];
  const paths = moved.map((name) => join(data, name)).join(" and ");
  return `Restore a backup with \`zonetag-service restore\`. To start with an empty one on purpose, move ${paths} away.`;
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

/** Lists the paths of the files that can have changes from number `from` on. */
async function listSegmentsFrom(folder: string, from: number): Promise<string[]> {
  const segments = await listSegments(folder);
  const later = segments.filter((_, at) => (segments[at + 1]?.number ?? Number.POSITIVE_INFINITY) > from);
  return later.map(({ path }) => path);
}

function listSegments(folder: string): Promise<NumberedFile[]> {
  return listNumbered(folder, CHANGES.form);
}
