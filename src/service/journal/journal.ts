/**
 * Makes events durable: appends lines to a file and syncs it before the caller's promise resolves.
 *
 * Callers that arrive while the disk is busy share the next write, so the rate of syncs does not limit the rate of
 * events. The file format is in `journalFile.ts`.
 */
import { constants, type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { StoreError, type WorkDone } from "../facts/eventStore.ts";
import { asStoreError } from "../facts/storeErrors.ts";
import { makeFolder, syncFolder } from "../files/files.ts";
import { MARK_BYTES, writeMark } from "./journalFile.ts";

const SUFFIX = ".csv";
/** Maximum bytes of a UTF-16 unit in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** Number of waiting callers at which a write starts at once. */
const ENOUGH = 64;

const FIRST_BYTES = 64 * 1024;

/**
 * Content of one write: space for its mark, then lines. The memory is reused, because the garbage collector would
 * repeatedly copy strings that are kept until the write.
 */
class Batch {
  #memory: Buffer;
  #length = MARK_BYTES;
  /** Number of event lines. */
  lines = 0;
  /** Settles with the write. */
  readonly written: Promise<void>;
  /** Settles `written`; afterwards `memory` may be reused. */
  settle: (problem: StoreError | undefined) => void = () => {};
  callers = 0;
  /** Ends the wait for more callers. */
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

  /** Adds the mark and returns the whole write. */
  mark(): Buffer {
    this.#memory.write(writeMark(this.#memory.subarray(MARK_BYTES, this.#length)), 0, "latin1");
    return this.#memory.subarray(0, this.#length);
  }

  /** Length of the lines in bytes. */
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
  /** First line of every file: the column names. */
  header: string;
  /** Prefix of this start's file names; sorts by start. */
  prefix: string;
  /** Maximum bytes queued for a write. */
  maxWaiting?: number;
  /** Size in bytes at which a file is ended; by default, only `seal` ends a file. */
  maxFile?: number;
  /**
   * Flag for `open` that makes each write wait for the disk, which saves a sync call; 0 on platforms without such a
   * flag.
   */
  dsync?: number;
}

/** A file that receives no more lines. */
export interface EndedFile {
  path: string;
  /** Number of lines that this start of the service wrote to the file. */
  lines: number;
  /** False when the file may have damaged bytes, as after a crash or a full disk. */
  isWhole: boolean;
}

export class Journal {
  readonly #options: Required<JournalOptions>;
  #next = new Batch(Buffer.allocUnsafe(FIRST_BYTES));
  /** Memory for the batch after the next one. */
  #spare: Buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #draining: Promise<void> | undefined;
  #file: FileHandle | undefined;
  #path = "";
  #size = 0;
  #lines = 0;
  #count = 0;
  #ended: EndedFile[] = [];
  /** Callers waiting for the end of the current file. */
  readonly #sealing: ((files: readonly EndedFile[]) => void)[] = [];
  #problem: StoreError | undefined;
  #closed = false;
  readonly writes: WorkDone = { count: 0, seconds: 0 };

  private constructor(options: Required<JournalOptions>) {
    this.#options = options;
  }

  /** Opens the folder; files of earlier starts remain to be loaded. */
  static async open(options: JournalOptions): Promise<Journal> {
    const journal = new Journal({
      maxWaiting: 32 * 1024 * 1024,
      maxFile: Number.POSITIVE_INFINITY,
      dsync: constants.O_DSYNC ?? 0,
      ...options,
    });
    await makeFolder(options.folder);
    const names = (await readdir(options.folder)).filter((name) => name.endsWith(SUFFIX)).sort();
    for (const name of names) {
      journal.#ended.push({ path: join(options.folder, name), lines: 0, isWhole: false });
    }
    return journal;
  }

  /** Error of the last write; undefined after a success. */
  get problem(): StoreError | undefined {
    return this.#problem;
  }

  /** Number of durable lines of this start that are not yet loaded. */
  get lines(): number {
    return this.#ended.reduce((sum, { lines }) => sum + lines, this.#lines);
  }

  /** Appends `count` complete lines; resolves when they are durable. */
  append(lines: string, count: number): Promise<void> {
    if (this.#closed) return Promise.reject(new StoreError("closed", "The store is closed."));
    const batch = this.#next;
    if (batch.length > this.#options.maxWaiting) {
      return Promise.reject(new StoreError("busy", "Too many events are waiting for the disk."));
    }
    batch.add(lines);
    batch.lines += count;
    batch.callers += 1;
    if (batch.callers === ENOUGH) batch.gathered();
    this.#draining ??= this.#drain();
    return batch.written;
  }

  /** Appends no lines: tests whether the disk accepts writes again. */
  probe(): Promise<void> {
    return this.append("", 0);
  }

  /** Ends the current file and resolves with all ended files, oldest first. Later lines go to a new file. */
  seal(): Promise<readonly EndedFile[]> {
    return new Promise((done) => {
      this.#sealing.push(done);
      this.#draining ??= this.#drain();
    });
  }

  /** Forgets an ended file; call it once the file is loaded and removed. */
  forget(path: string): void {
    this.#ended = this.#ended.filter((other) => other.path !== path);
  }

  close(): Promise<readonly EndedFile[]> {
    this.#closed = true;
    return this.seal();
  }

  /**
   * Writes until the queue is empty. Files are ended between two writes, because under load the queue is never empty.
   */
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
   * Waits for the callers of the same turn of the event loop, so that they share a write. Stops at `ENOUGH`, since a
   * turn with thousands of requests takes seconds.
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
      if (this.#options.dsync === 0) await this.#file.datasync();
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
   * Writes a batch and resolves with the bytes written. Syncs the folder while the first line is written with the first
   * batch, because each wait for the disk delays placements. Waits for both to settle, so that no late write follows an
   * undo.
   */
  async #writeBatch(file: FileHandle, batch: Batch): Promise<number> {
    const { folder, header } = this.#options;
    const lines = batch.mark();
    if (this.#size > 0) return writeAll(file, lines, this.#size);
    const writing = writeAll(file, Buffer.concat([Buffer.from(`${header}\n`), lines]), 0);
    const [, synced] = await Promise.allSettled([writing, syncFolder(folder)]);
    if (synced.status === "rejected") throw synced.reason;
    return writing;
  }

  /** Truncates to the last complete write. If that fails too, loading the file finds the partial write. */
  async #undo(): Promise<void> {
    try {
      await this.#file?.truncate(this.#size);
    } catch {
      await this.#endFile(false);
    }
  }

  async #startFile(): Promise<FileHandle> {
    const { folder, prefix, dsync } = this.#options;
    this.#count += 1;
    this.#path = join(folder, `${prefix}-${String(this.#count).padStart(9, "0")}${SUFFIX}`);
    this.#size = 0;
    return open(this.#path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | dsync, 0o600);
  }

  async #endFile(isWhole = true): Promise<void> {
    const file = this.#file;
    if (!file) return;
    this.#file = undefined;
    this.#ended.push({ path: this.#path, lines: this.#lines, isWhole });
    this.#lines = 0;
    // Acknowledged lines are already durable.
    await file.close().catch(() => {});
  }
}

/** Writes all bytes at a position. Resolves with the number of bytes written. */
async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<number> {
  let written = 0;
  while (written < bytes.length)
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
  return written;
}
