/**
 * Makes events durable: lines in a file, forced to disk before anyone is told.
 *
 * Callers that wait while the disk is busy share the next write and one promise, so the rate of commits does not bound
 * the rate of events. Each write ends with a digest; what a crash cut off has none, and is dropped when the file is read
 * again.
 */
import { createHash } from "node:crypto";
import { constants, type FileHandle, open, readdir, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { makeFolder } from "./files.ts";
import { StoreError, type StoreErrorCode } from "./store.ts";

/** Makes each write wait for the disk by itself, which saves a second call; not every system has it. */
const SYNCED = constants.O_DSYNC ?? 0;
const SUFFIX = ".csv";
const MARK = "#";
/** Of one UTF-16 unit in UTF-8. */
const MOST_BYTES = 3;

const FIRST_BYTES = 64 * 1024;

/** What one write takes. Memory is used again from write to write: texts kept until then would be copied on and on. */
class Batch {
  #memory: Buffer;
  #length = 0;
  /** Lines in it that wait to be loaded. */
  lines = 0;
  /** Settles with the write. */
  readonly written: Promise<void>;
  /** Ends the wait; `memory` may then serve another batch. */
  settle: (problem: StoreError | undefined) => void = () => {};
  isWanted = false;

  constructor(memory: Buffer) {
    this.#memory = memory;
    this.written = new Promise((done, failed) => {
      this.settle = (problem) => (problem ? failed(problem) : done());
    });
  }

  get memory(): Buffer {
    return this.#memory;
  }

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length);
  }

  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    const most = this.#length + text.length * MOST_BYTES;
    if (most > this.#memory.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, this.#memory.length * 2));
      this.#memory.copy(larger, 0, 0, this.#length);
      this.#memory = larger;
    }
    this.#length += this.#memory.write(text, this.#length);
  }
}

export interface JournalOptions {
  folder: string;
  /** First line of every file: names of the columns. */
  header: string;
  /** Distinguishes the files of this start from those of others; sorts in order of starts. */
  prefix: string;
  /** Most bytes that may wait to be written. */
  maxWaiting?: number;
}

/** A file that takes no more lines. */
interface Ended {
  path: string;
  lines: number;
}

export class Journal {
  readonly #options: Required<JournalOptions>;
  #next = new Batch(Buffer.allocUnsafe(FIRST_BYTES));
  /** What the batch after the next fills. */
  #spare: Buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #draining: Promise<void> | undefined;
  #file: FileHandle | undefined;
  #path = "";
  #size = 0;
  #lines = 0;
  #count = 0;
  #ended: Ended[] = [];
  /** Who waits for the current file's end. */
  readonly #sealing: ((paths: string[]) => void)[] = [];
  #problem: StoreError | undefined;
  #closed = false;

  private constructor(options: Required<JournalOptions>) {
    this.#options = options;
  }

  /** Opens the folder; files of earlier starts are cut to their last whole write and wait to be loaded. */
  static async open(options: JournalOptions): Promise<Journal> {
    const journal = new Journal({ maxWaiting: 32 * 1024 * 1024, ...options });
    await makeFolder(options.folder);
    const names = (await readdir(options.folder)).filter((name) => name.endsWith(SUFFIX)).sort();
    for (const name of names) {
      const path = join(options.folder, name);
      await cutToLastWholeWrite(path);
      journal.#ended.push({ path, lines: 0 });
    }
    return journal;
  }

  /** Why the last write failed; undefined when it went well. */
  get problem(): StoreError | undefined {
    return this.#problem;
  }

  /** Lines of this start that are on disk and not yet forgotten. */
  get lines(): number {
    return this.#ended.reduce((sum, { lines }) => sum + lines, this.#lines);
  }

  /** Takes `count` whole lines; resolves when they are on disk. */
  append(lines: string, count: number): Promise<void> {
    if (this.#closed) return Promise.reject(new StoreError("closed", "The store is closed."));
    const batch = this.#next;
    if (batch.length > this.#options.maxWaiting) {
      return Promise.reject(
        new StoreError("busy", "More events wait for the disk than memory is set aside for."),
      );
    }
    batch.add(lines);
    batch.lines += count;
    batch.isWanted = true;
    this.#draining ??= this.#drain();
    return batch.written;
  }

  /** Writes nothing but a mark, to learn whether the disk takes writes again. */
  probe(): Promise<void> {
    return this.append("", 0);
  }

  /** Ends the current file and gives all that are ended, oldest first. Later lines go to a new one. */
  seal(): Promise<readonly string[]> {
    return new Promise((done) => {
      this.#sealing.push(done);
      this.#draining ??= this.#drain();
    });
  }

  /** To be called when an ended file is loaded and gone. */
  forget(path: string): void {
    this.#ended = this.#ended.filter((other) => other.path !== path);
  }

  close(): Promise<readonly string[]> {
    this.#closed = true;
    return this.seal();
  }

  /** Writes while there is something to write. Files end between two writes: under load there is always another. */
  async #drain(): Promise<void> {
    while (this.#next.isWanted || this.#sealing.length > 0) {
      if (this.#sealing.length > 0) await this.#endFile();
      for (const done of this.#sealing.splice(0)) done(this.#ended.map(({ path }) => path));
      if (!this.#next.isWanted) continue;
      // What arrived in the same turn of the event loop goes in one write.
      await setImmediate();
      const batch = this.#next;
      this.#next = new Batch(this.#spare);
      batch.settle(await this.#commit(batch));
      this.#spare = batch.memory;
    }
    this.#draining = undefined;
  }

  async #commit(batch: Batch): Promise<StoreError | undefined> {
    try {
      this.#file ??= await this.#startFile();
      batch.add(`${MARK}${digest(batch.bytes)}\n`);
      const { bytes } = batch;
      await writeAll(this.#file, bytes, this.#size);
      if (SYNCED === 0) await this.#file.datasync();
      this.#size += bytes.length;
      this.#lines += batch.lines;
      this.#problem = undefined;
    } catch (error) {
      this.#problem = asStoreError(error);
      await this.#undo();
    }
    return this.#problem;
  }

  /** A file that cannot even be cut back is left as it is: its half write has no digest, so it is dropped later. */
  async #undo(): Promise<void> {
    try {
      await this.#file?.truncate(this.#size);
    } catch {
      await this.#endFile().catch(() => {});
    }
  }

  async #startFile(): Promise<FileHandle> {
    const { folder, prefix, header } = this.#options;
    this.#count += 1;
    this.#path = join(folder, `${prefix}-${String(this.#count).padStart(9, "0")}${SUFFIX}`);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | SYNCED;
    const file = await open(this.#path, flags, 0o600);
    try {
      const line = Buffer.from(`${header}\n`);
      await writeAll(file, line, 0);
      this.#size = line.length;
      await syncFolder(folder);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async #endFile(): Promise<void> {
    const file = this.#file;
    if (!file) return;
    this.#file = undefined;
    this.#ended.push({ path: this.#path, lines: this.#lines });
    this.#lines = 0;
    // What was acknowledged is on disk already.
    await file.close().catch(() => {});
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const result = await file.write(bytes, written, bytes.length - written, position + written);
    written += result.bytesWritten;
  }
}

/** A new file's name is safe only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function digest(lines: Uint8Array): string {
  return createHash("sha256").update(lines).digest("hex").slice(0, 16);
}

async function cutToLastWholeWrite(path: string): Promise<void> {
  const bytes = await readFile(path);
  const whole = lastWholeWrite(bytes);
  if (whole < bytes.length) await truncate(path, whole);
}

/** Length of the part of a file that ends with the last write whose digest is right. */
function lastWholeWrite(bytes: Buffer): number {
  let start = bytes.indexOf("\n") + 1;
  for (let mark = findMark(bytes, start); mark >= 0; mark = findMark(bytes, mark + 1)) {
    const end = bytes.indexOf("\n", mark);
    if (end < 0) break;
    // A quoted text may look like a mark; its digest is then wrong and the search goes on.
    const found = bytes.toString("latin1", mark + 1, end);
    if (found === digest(bytes.subarray(start, mark))) start = end + 1;
  }
  return start;
}

/** Where a line that starts with the mark begins; -1 when there is none. */
function findMark(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(`\n${MARK}`, Math.max(0, from - 1));
  return at < 0 ? -1 : at + 1;
}

const CODES: Record<string, StoreErrorCode> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EROFS: "unwritable",
  EACCES: "unwritable",
  EPERM: "unwritable",
};

const WORDS: Record<string, string> = {
  full: "The disk is full",
  unwritable: "The data folder cannot be written",
};

/** Any failure of the disk or the database as the store's own kind of error. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const known = CODES[(error as NodeJS.ErrnoException)?.code ?? ""];
  const code = known ?? (/no space left|out of disk/i.test(message) ? "full" : "failed");
  return new StoreError(code, `${WORDS[code] ?? "The store failed"}: ${message}`, error);
}
