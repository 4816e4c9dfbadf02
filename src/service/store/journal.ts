/**
 * Makes events durable: lines in a file, forced to disk before the caller's promise resolves.
 *
 * Callers that wait while the disk is busy share the next write and one promise, so the rate of commits does not bound
 * the rate of events. What a file looks like is in `journalFile.ts`.
 */
import { constants, type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, syncFolder } from "../values/files.ts";
import { asStoreError } from "./errors.ts";
import { MARK_BYTES, writeMark } from "./journalFile.ts";
import { StoreError, type WorkDone } from "./store.ts";

/** Makes each write wait for the disk by itself, which saves a second call; not every system has it. */
const SYNCED = constants.O_DSYNC ?? 0;
const SUFFIX = ".csv";
/** Most bytes of one UTF-16 unit in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** Callers that a write is worth without waiting for more. */
const ENOUGH = 64;

const FIRST_BYTES = 64 * 1024;

/**
 * What one write takes: room for its mark, then lines. Memory is used again from write to write: texts kept until then
 * would be copied on and on.
 */
class Batch {
  #memory: Buffer;
  #length = MARK_BYTES;
  /** Lines in it that wait to be loaded. */
  lines = 0;
  /** Settles with the write. */
  readonly written: Promise<void>;
  /** Ends the wait; `memory` may then serve another batch. */
  settle: (problem: StoreError | undefined) => void = () => {};
  /** Who waits for it. */
  callers = 0;
  /** Ends the wait for more. */
  gathered: () => void = () => {};

  constructor(memory: Buffer) {
    this.#memory = memory;
    this.written = new Promise((done, failed) => {
      this.settle = (problem) => (problem ? failed(problem) : done());
    });
  }

  get memory(): Buffer {
    return this.#memory;
  }

  /** The whole write. */
  mark(): Buffer {
    this.#memory.write(writeMark(this.#memory.subarray(MARK_BYTES, this.#length)), 0, "latin1");
    return this.#memory.subarray(0, this.#length);
  }

  /** Bytes of its lines. */
  get length(): number {
    return this.#length - MARK_BYTES;
  }

  add(text: string): void {
    const most = this.#length + text.length * MAX_UNIT_BYTES;
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
  /** Bytes after which a file ends by itself; else it ends by `seal` alone. */
  maxFile?: number;
}

/** A file that takes no more lines. */
export interface EndedFile {
  path: string;
  /** Lines of this start in it. */
  lines: number;
  /** False when it may have bytes that are no whole write: what a crash or a full disk left. */
  isWhole: boolean;
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
  #ended: EndedFile[] = [];
  /** Callers that wait for the current file's end. */
  readonly #sealing: ((files: readonly EndedFile[]) => void)[] = [];
  #problem: StoreError | undefined;
  #closed = false;
  readonly writes: WorkDone = { count: 0, seconds: 0 };

  private constructor(options: Required<JournalOptions>) {
    this.#options = options;
  }

  /** Opens the folder; files of earlier starts wait to be loaded. */
  static async open(options: JournalOptions): Promise<Journal> {
    const journal = new Journal({
      maxWaiting: 32 * 1024 * 1024,
      maxFile: Number.POSITIVE_INFINITY,
      ...options,
    });
    await makeFolder(options.folder);
    const names = (await readdir(options.folder)).filter((name) => name.endsWith(SUFFIX)).sort();
    for (const name of names) {
      journal.#ended.push({ path: join(options.folder, name), lines: 0, isWhole: false });
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
    batch.callers += 1;
    if (batch.callers === ENOUGH) batch.gathered();
    this.#draining ??= this.#drain();
    return batch.written;
  }

  /** Writes no lines, to learn whether the disk takes writes again. */
  probe(): Promise<void> {
    return this.append("", 0);
  }

  /** Ends the current file and resolves with all that are ended, oldest first. Later lines go to a new one. */
  seal(): Promise<readonly EndedFile[]> {
    return new Promise((done) => {
      this.#sealing.push(done);
      this.#draining ??= this.#drain();
    });
  }

  /** To be called when an ended file is loaded and gone. */
  forget(path: string): void {
    this.#ended = this.#ended.filter((other) => other.path !== path);
  }

  close(): Promise<readonly EndedFile[]> {
    this.#closed = true;
    return this.seal();
  }

  /** Writes while there is something to write. Files end between two writes: under load there is always another. */
  async #drain(): Promise<void> {
    while (this.#next.callers > 0 || this.#sealing.length > 0) {
      if (this.#sealing.length > 0) await this.#endFile();
      for (const done of this.#sealing.splice(0)) done([...this.#ended]);
      if (this.#next.callers === 0) continue;
      await this.#gather();
      const batch = this.#next;
      this.#next = new Batch(this.#spare);
      batch.settle(await this.#commit(batch));
      this.#spare = batch.memory;
      if (this.#size >= this.#options.maxFile) await this.#endFile();
    }
    this.#draining = undefined;
  }

  /**
   * Waits for what arrives in the same turn of the event loop, so that it goes in one write; no longer than for enough,
   * since a turn in which thousands of requests arrive lasts seconds.
   */
  async #gather(): Promise<void> {
    if (this.#next.callers >= ENOUGH) return;
    await new Promise<void>((done) => {
      this.#next.gathered = done;
      setImmediate(done);
    });
  }

  async #commit(batch: Batch): Promise<StoreError | undefined> {
    try {
      const startedAt = performance.now();
      this.#file ??= await this.#startFile();
      const bytes = await this.#writeBatch(this.#file, batch);
      if (SYNCED === 0) await this.#file.datasync();
      this.writes.count += 1;
      this.writes.seconds += (performance.now() - startedAt) / 1000;
      this.#size += bytes;
      this.#lines += batch.lines;
      this.#problem = undefined;
    } catch (error) {
      this.#problem = asStoreError(error);
      await this.#undo();
    }
    return this.#problem;
  }

  /**
   * Resolves with the bytes written. The first line goes with the first batch, and the folder is forced to disk meanwhile:
   * each wait for the disk is one for the placements of that moment. Both have ended when one fails, so that no late write
   * follows what undoes it.
   */
  async #writeBatch(file: FileHandle, batch: Batch): Promise<number> {
    const { folder, header } = this.#options;
    const lines = batch.mark();
    if (this.#size > 0) return writeAll(file, [lines], this.#size);
    const writing = writeAll(file, [Buffer.from(`${header}\n`), lines], 0);
    const [, synced] = await Promise.allSettled([writing, syncFolder(folder)]);
    if (synced.status === "rejected") throw synced.reason;
    return writing;
  }

  /** A file that cannot even be cut back ends with half a write, which is found when the file is loaded. */
  async #undo(): Promise<void> {
    try {
      await this.#file?.truncate(this.#size);
    } catch {
      await this.#endFile(false);
    }
  }

  async #startFile(): Promise<FileHandle> {
    const { folder, prefix } = this.#options;
    this.#count += 1;
    this.#path = join(folder, `${prefix}-${String(this.#count).padStart(9, "0")}${SUFFIX}`);
    this.#size = 0;
    return open(this.#path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | SYNCED, 0o600);
  }

  async #endFile(isWhole = true): Promise<void> {
    const file = this.#file;
    if (!file) return;
    this.#file = undefined;
    this.#ended.push({ path: this.#path, lines: this.#lines, isWhole });
    this.#lines = 0;
    // What was acknowledged is on disk already.
    await file.close().catch(() => {});
  }
}

/** Resolves with the bytes written. */
async function writeAll(file: FileHandle, buffers: readonly Buffer[], position: number): Promise<number> {
  let written = 0;
  for (let rest = buffers; rest.length > 0; rest = skip(buffers, written))
    written += (await file.writev([...rest], position + written)).bytesWritten;
  return written;
}

/** What follows so many bytes. */
function skip(buffers: readonly Buffer[], bytes: number): Buffer[] {
  let left = bytes;
  return buffers.flatMap((buffer) => {
    const rest = buffer.subarray(left);
    left = Math.max(0, left - buffer.length);
    return rest.length > 0 ? [rest] : [];
  });
}
