/**
 * What cannot be read or stored is moved to a folder of its own, whole and under its own name: nothing that was
 * acknowledged is ever thrown away in silence.
 */
import { existsSync } from "node:fs";
import { copyFile, link, readFile, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { makeFolder, syncFolder, writeDurably } from "../values/files.ts";
import { encodeJournalFile, readJournalFile } from "./journalFile.ts";
import type { SetAsideCounts } from "./store.ts";

/** Something that was set aside. */
export interface SetAsideNotice {
  reason: string;
  /** Where it was. */
  file: string;
  /** Where it is now. */
  setAside: string;
  offset?: number;
  bytes?: number;
  events?: number;
}

export class SetAside {
  readonly counts: SetAsideCounts = { damaged: 0, files: 0, events: 0 };
  readonly #folder: string;
  readonly #notify: (notice: SetAsideNotice) => void;

  constructor(folder: string, notify: (notice: SetAsideNotice) => void) {
    this.#folder = folder;
    this.#notify = notify;
  }

  /** Leaves only whole writes in a file of the journal; the original is set aside when it had anything else. */
  async repair(file: string): Promise<void> {
    const read = readJournalFile(await readFile(file));
    if (read.damage.length === 0) return;
    const setAside = await this.#choose(basename(file));
    // Both names are the original's until the repaired file takes one of them.
    await link(file, setAside).catch(() => copyFile(file, setAside));
    await syncFolder(this.#folder);
    await writeDurably(file, encodeJournalFile(read));
    for (const damage of read.damage) {
      this.counts.damaged += 1;
      this.#notify({ reason: "damaged", file, setAside, ...damage });
    }
  }

  /** Moves a file away that is not known. */
  async moveUnknown(file: string): Promise<void> {
    const setAside = await this.#choose(basename(file));
    await rename(file, setAside);
    await syncFolder(this.#folder);
    this.counts.files += 1;
    this.#notify({ reason: "unknown columns", file, setAside });
  }

  /** Keeps lines that the database did not take. */
  async addLines(file: string, header: string, lines: readonly string[], reason: string): Promise<void> {
    const setAside = await this.#choose(basename(file));
    await writeDurably(setAside, `${header}\n${lines.join("\n")}\n`);
    this.counts.events += lines.length;
    this.#notify({ reason, file, setAside, events: lines.length });
  }

  async #choose(name: string): Promise<string> {
    await makeFolder(this.#folder);
    let path = join(this.#folder, name);
    for (let count = 2; existsSync(path); count++) path = join(this.#folder, `${name}.${count}`);
    return path;
  }
}
