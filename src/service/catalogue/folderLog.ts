/**
 * Lines of a live collection in a subfolder of the data folder; see `logFiles.ts`. Once the lines have grown enough,
 * a thread creates a snapshot.
 */
import { once } from "node:events";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makeFolder, syncFolder, writeDurably } from "../files/files.ts";
import type { SetAside } from "../journal/setAside.ts";
import { startThread } from "../runtime/thread.ts";
import { nameSegment, openNewestSegment, type Replayed, readChanges, replay } from "./logFiles.ts";
import { isSamePosition, type KeptLine, type Position, type Snapshot } from "./logLine.ts";
import { NOTHING, type ReplicatedLog } from "./replicatedLog.ts";
import { readSnapshot, readSnapshotFile, writeSnapshot } from "./snapshotFile.ts";
import type { SnapshotJob, SnapshotOutcome } from "./snapshotThread.ts";

export interface FolderOptions {
  /** Folder of the files. The caller must hold the lock of the data folder. */
  folder: string;
  /** Milliseconds for which changes stay readable after a snapshot includes them. */
  keepMs: number;
  /** Minimum size in bytes of a change file before a snapshot is created. */
  segmentBytes: number;
  onProblem: (error: unknown) => void;
  /** Keeps a copy of a file whose end is cut off. */
  setAside: SetAside;
  /** Called with each new snapshot. */
  onSnapshot?: (snapshot: Position, text: Buffer) => Promise<void>;
}

export class FolderLog implements ReplicatedLog {
  readonly #options: FolderOptions;
  #head: Position = NOTHING;
  /** State read when the folder was opened; cleared by the first `load`, so that it can be garbage collected. */
  #opened: Replayed | undefined;
  /** File that the next change is appended to. */
  #path = "";
  #bytes = 0;
  #file: FileHandle | undefined;
  /** Set when the end of the file is unknown; appending then fails. */
  #broken: unknown;
  #snapshotBytes = 0;
  #snapshot: Promise<void> = Promise.resolve();

  /** Rejects with an error that names file and line when the folder is damaged. */
  static async open(options: FolderOptions): Promise<FolderLog> {
    const lines = new FolderLog(options);
    await lines.#open();
    return lines;
  }

  private constructor(options: FolderOptions) {
    this.#options = options;
  }

  get folder(): string {
    return this.#options.folder;
  }

  async #open(): Promise<void> {
    const newest = await openNewestSegment(this.folder, this.#options.setAside);
    this.#opened = await replay(this.folder);
    const { sequence, digest, snapshotBytes } = this.#opened;
    this.#head = { sequence, digest };
    this.#snapshotBytes = snapshotBytes;
    this.#path = newest?.path ?? nameSegment(this.folder, sequence + 1);
    this.#bytes = newest?.bytes ?? 0;
    this.#broken = undefined;
  }

  /** Resolves with the collection after the last change. */
  async load(): Promise<Omit<Snapshot, "format">> {
    const opened = this.#opened ?? (await replay(this.folder));
    this.#opened = undefined;
    return opened;
  }

  async readHead(): Promise<Position> {
    return this.#head;
  }

  read(from: number): Promise<KeptLine[]> {
    return readChanges(this.folder, from);
  }

  /** Appends changes; resolves once they are on disk. When it rejects, none of them is stored. */
  async append(after: Position, lines: readonly KeptLine[]): Promise<boolean> {
    const last = lines.at(-1);
    if (!isSamePosition(after, this.#head) || !last) return false;
    if (this.#broken) throw this.#broken;
    this.#opened = undefined;
    await this.#write(Buffer.from(writeTexts(lines)));
    this.#head = { sequence: last.sequence, digest: last.digest };
    // To spread the cost of snapshots, the next one waits for at least as many bytes of changes as the last snapshot
    // had.
    if (this.#bytes > Math.max(this.#options.segmentBytes, this.#snapshotBytes)) await this.#rotate();
    return true;
  }

  readSnapshot(): Promise<Snapshot> {
    return readSnapshot(this.folder);
  }

  async fill(snapshot: Snapshot, lines: readonly KeptLine[]): Promise<boolean> {
    if (!isSamePosition(this.#head, NOTHING)) return false;
    await this.close();
    await rm(this.folder, { recursive: true, force: true });
    await writeSnapshot(this.folder, snapshot);
    const [first] = lines;
    if (first) await writeDurably(nameSegment(this.folder, first.sequence), writeTexts(lines));
    await this.#open();
    return true;
  }

  /** Moves the files away and starts empty. Resolves with the folder of the moved files. */
  async setAside(): Promise<string> {
    await this.close();
    const { sequence, digest } = this.#head;
    const parent = join(dirname(this.folder), "set-aside");
    const aside = join(parent, `${basename(this.folder)}-${sequence}-${digest}`);
    await makeFolder(parent);
    await rm(aside, { recursive: true, force: true });
    await rename(this.folder, aside);
    await syncFolder(parent);
    await this.#open();
    return aside;
  }

  /** Closes the file, and waits for the current snapshot. */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    await this.#snapshot;
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#bytes === 0) {
      // A file that is created with its first change is never empty, so an empty one is known to be damaged.
      await writeDurably(this.#path, [bytes]);
    } else {
      this.#file ??= await open(this.#path, "a");
      try {
        await this.#file.appendFile(bytes);
        await this.#file.datasync();
      } catch (error) {
        await this.#undo(this.#file);
        throw error;
      }
    }
    this.#bytes += bytes.length;
  }

  /** Removes the remains of a failed write, as on a full disk. */
  async #undo(file: FileHandle): Promise<void> {
    try {
      await file.truncate(this.#bytes);
      await file.datasync();
    } catch (error) {
      this.#broken = error;
    }
  }

  /** Starts a new file, and creates a snapshot of the changes so far in the background. */
  async #rotate(): Promise<void> {
    const { onProblem } = this.#options;
    const { sequence } = this.#head;
    // The change is already durable, even if closing fails.
    await this.#file?.close().catch(onProblem);
    this.#file = undefined;
    this.#path = nameSegment(this.folder, sequence + 1);
    this.#bytes = 0;
    this.#snapshot = this.#snapshot.then(() => this.#makeSnapshot(sequence)).catch(onProblem);
  }

  async #makeSnapshot(sequence: number): Promise<void> {
    const { folder, keepMs, onSnapshot } = this.#options;
    const thread = startThread("snapshot-thread", "./snapshotThread.ts", import.meta.url);
    try {
      const done = once(thread, "message");
      const job: SnapshotJob = { folder, sequence, keepMs };
      thread.postMessage(job);
      const [outcome]: SnapshotOutcome[] = await done;
      if (!outcome || "error" in outcome) throw new Error(outcome?.error);
      this.#snapshotBytes = outcome.bytes;
      const file = onSnapshot && (await readSnapshotFile(folder));
      if (file) await onSnapshot({ sequence, digest: outcome.digest }, file.bytes.subarray(0, -1));
    } finally {
      await thread.terminate();
    }
  }
}

function writeTexts(lines: readonly KeptLine[]): string {
  return lines.map(({ text }) => `${text}\n`).join("");
}
