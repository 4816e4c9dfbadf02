/**
 * Writes the catalogue's file, which people edit by hand at the same time: neither loses the other's change, and the
 * file is whole at every moment that a crash can leave behind.
 */
import { link, open, readFile, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Catalogue, CatalogueError, readCatalogue } from "../catalogue/catalogue.ts";
import { parseJsonText } from "../catalogue/jsonText.ts";
import { SerialQueue } from "../values/serialQueue.ts";
import { readCode, readMessage } from "../values/thrown.ts";
import type { AuditEntry, ChangeNotes } from "./auditLog.ts";
import { ChangeRefused } from "./refusal.ts";

/** Makes the new text, and what goes with it, from the newest one. Throws `ChangeRefused`. */
export type EditText<E extends { text: string }> = (text: string, catalogue: Catalogue) => E;

/** What the log says of a change. */
export type DescribeEdit<E> = (edit: E) => AuditEntry;

/** Some editors write one; it is no part of the JSON. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** How often a change is made again because somebody saved the file meanwhile. */
const MAX_TRIES = 10;

/** Changes the catalogue's text, whoever else does at the same time. */
export interface CatalogueEditor {
  /** `edit` runs again when somebody else made a change meanwhile. There is no change that the log does not have. */
  change<E extends { text: string }>(edit: EditText<E>, describe: DescribeEdit<E>): Promise<E>;
}

export class CatalogueFile implements CatalogueEditor {
  readonly #file: string;
  readonly #notes: ChangeNotes;
  /** Changes of this process come one after the other. */
  readonly #changes = new SerialQueue();

  constructor(file: string, notes: ChangeNotes) {
    this.#file = file;
    this.#notes = notes;
  }

  change<E extends { text: string }>(edit: EditText<E>, describe: DescribeEdit<E>): Promise<E> {
    return this.#changes.run(() => this.#change(edit, describe));
  }

  async #change<E extends { text: string }>(edit: EditText<E>, describe: DescribeEdit<E>): Promise<E> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const current = await readFile(this.#file, "utf8");
      const text = current.replace(BYTE_ORDER_MARK, "");
      const edited = edit(text, readSavedText(text));
      if (edited.text === text) return edited;
      const entry = describe(edited);
      await this.#notes.append(entry);
      if (await this.#write(current, edited.text, entry)) return edited;
    }
    throw new ChangeRefused(503, "The catalogue's file is being changed all the time. Try again.");
  }

  async #write(current: string, text: string, { catalogue }: AuditEntry): Promise<boolean> {
    let isWritten = false;
    try {
      const [mark = ""] = BYTE_ORDER_MARK.exec(current) ?? [];
      isWritten = await replaceFile(this.#file, current, mark + text);
    } catch (error) {
      throw new ChangeRefused(503, `The catalogue's file cannot be written: ${readMessage(error)}`);
    } finally {
      if (!isWritten) await this.#notes.withdraw(catalogue);
    }
    return isWritten;
  }
}

function readSavedText(text: string): Catalogue {
  try {
    return readCatalogue(parseJsonText(text));
  } catch (error) {
    const [problem] = error instanceof CatalogueError ? error.problems : [readMessage(error)];
    throw new ChangeRefused(
      409,
      `Somebody is editing the catalogue's file, which is not valid now: ${problem}.`,
    );
  }
}

/**
 * Puts a text in the place of `expected`; false when the file holds something else by now.
 *
 * The old file is renamed away before it is compared, and the new one is linked to the free name, which fails when a
 * file is there: both steps are atomic, so a version that somebody saves in between is never overwritten.
 */
export async function replaceFile(name: string, expected: string, text: string): Promise<boolean> {
  // A symbolic link stays one, and what it leads to is replaced.
  const file = await realpath(name);
  const [fresh, taken] = [`${file}.new`, takenName(file)];
  const { mode } = await stat(file);
  await writeThrough(fresh, text, mode);
  await rename(file, taken);
  if ((await readFile(taken, "utf8")) !== expected) {
    await restoreFile(file);
    await rm(fresh);
    return false;
  }
  const isFree = await linkIfFree(fresh, file).catch(async (error) => {
    // Some file systems have no links: the catalogue must not stay away.
    await rename(taken, file);
    throw error;
  });
  await rm(fresh);
  await rm(taken);
  await syncFolder(dirname(file));
  return isFree;
}

/** Gives the file its name back when a crash came while it was renamed away. */
export async function restoreFile(name: string): Promise<void> {
  // What a symbolic link leads to is missing then, so that its path cannot be asked for as a whole.
  const target = await readlink(name).catch(() => undefined);
  const file = target === undefined ? name : resolve(dirname(name), target);
  try {
    if (!(await linkIfFree(takenName(file), file))) return;
    await rm(takenName(file));
  } catch (error) {
    if (readCode(error) !== "ENOENT") throw error;
  }
}

const takenName = (file: string) => `${file}.replaced`;

async function linkIfFree(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (readCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function writeThrough(file: string, text: string, mode: number): Promise<void> {
  const handle = await open(file, "w", mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name lasts through a power cut only once its folder is on disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
