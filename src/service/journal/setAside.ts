/** Moves unreadable or rejected data to a separate folder, so that nothing acknowledged is lost silently. */
import { existsSync } from "node:fs";
import { copyFile, link, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import type { SetAsideCounts } from "../facts/eventStore.ts";
import { makeFolder, syncFolder, writeDurably } from "../files/files.ts";
import { readSavedBytes } from "../files/savedFile.ts";
import { encodeJournalFile, readJournalFile } from "./journalFile.ts";

/** Report about data that was set aside. */
export interface SetAsideNotice {
  reason: string;
  /** Original path. */
  file: string;
  /** New path. */
  setAside: string;
  offset?: number;
  bytes?: number;
  events?: number;
}

/** Content of a file of which only the part before a position is used. */
interface Cut {
  content: Buffer;
  at: number;
  reason: string;
  /** Name of the copy; by default that of the file. */
  name?: string;
}

export class SetAside {
  readonly counts: SetAsideCounts = { damaged: 0, files: 0, events: 0 };
  readonly #folder: string;
  readonly #notify: (notice: SetAsideNotice) => void;

  constructor(folder: string, notify: (notice: SetAsideNotice) => void) {
    this.#folder = folder;
    this.#notify = notify;
  }

  /** Reduces a journal file to its complete writes. Sets the original aside when it contains anything else. */
  async repair(file: string): Promise<void> {
    const read = readJournalFile(await readSavedBytes(file));
    if (read.damage.length === 0) return;
    const setAside = await this.#choose(basename(file));
    // The original has both names until the repaired file replaces it.
    await link(file, setAside).catch(() => copyFile(file, setAside));
    await syncFolder(this.#folder);
    await writeDurably(file, encodeJournalFile(read));
    for (const damage of read.damage) {
      this.counts.damaged += 1;
      this.#notify({ reason: "damaged", file, setAside, ...damage });
    }
  }

  /** Keeps a copy of a file's content, then cuts the file off at a position. */
  async cut(file: string, cut: Cut): Promise<void> {
    await this.keep(file, cut);
    await writeDurably(file, [cut.content.subarray(0, cut.at)]);
  }

  /** Keeps a copy of the content of a file that is used up to a position. */
  async keep(file: string, { content, at, reason, name = basename(file) }: Cut): Promise<void> {
    const setAside = await this.#choose(name);
    await writeDurably(setAside, [content]);
    this.counts.damaged += 1;
    this.#notify({ reason, file, setAside, offset: at, bytes: content.length - at });
  }

  async moveUnknown(file: string): Promise<void> {
    const setAside = await this.#choose(basename(file));
    await rename(file, setAside);
    await syncFolder(this.#folder);
    this.counts.files += 1;
    this.#notify({ reason: "unknown columns", file, setAside });
  }

  /** Saves lines that the database rejected. */
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
