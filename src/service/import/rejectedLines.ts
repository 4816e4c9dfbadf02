/** Rejected lines of an import: the first reasons for the summary, and all lines for a file on request. */
import { type FileHandle, open, rm } from "node:fs/promises";

/** Maximum reasons in the summary. */
const SHOWN = 100;
/** Maximum characters per write. */
const WRITTEN_AT_ONCE = 64 * 1024;

interface RejectedLine {
  line: number;
  reason: string;
  values: Record<string, unknown> | undefined;
}

export class RejectedLines {
  /** Reasons with line numbers. */
  readonly reasons: string[] = [];
  readonly #path: string | undefined;
  readonly #file: FileHandle | undefined;
  #waiting = "";
  #isEmpty = true;

  private constructor(path?: string, file?: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async open(path: string | undefined): Promise<RejectedLines> {
    return path === undefined ? new RejectedLines() : new RejectedLines(path, await open(path, "w", 0o600));
  }

  async add(rejected: RejectedLine): Promise<void> {
    this.#isEmpty = false;
    if (this.reasons.length < SHOWN) this.reasons.push(`${rejected.line}: ${rejected.reason}`);
    if (!this.#file) return;
    this.#waiting += `${JSON.stringify(rejected)}\n`;
    if (this.#waiting.length >= WRITTEN_AT_ONCE) await this.#write(this.#file);
  }

  /** Removes the file when it is empty. */
  async close(): Promise<void> {
    if (!this.#file || !this.#path) return;
    try {
      await this.#write(this.#file);
    } finally {
      await this.#file.close();
    }
    if (this.#isEmpty) await rm(this.#path, { force: true });
  }

  async #write(file: FileHandle): Promise<void> {
    const text = this.#waiting;
    this.#waiting = "";
    await file.appendFile(text);
  }
}
