/** Writes facts to files for the database. */
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FactsFile } from "../facts/eventStore.ts";
import type { Fact } from "../facts/factTable.ts";
import { FactColumns } from "../journal/lines.ts";

/** Maximum characters that are kept as a string. */
const MAX_TEXT = 16 * 1024;

export class PartWriter {
  readonly #folder: string;
  /** Columns of the current file, which include those of all earlier files. */
  readonly #columns = new FactColumns();
  /** Content of the current file as bytes: the garbage collector would copy facts, or their text, several times. */
  #bytes = Buffer.allocUnsafe(1024 * 1024);
  #size = 0;
  #text = "";
  #lines = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Facts in the current file. */
  get lines(): number {
    return this.#lines;
  }

  /** Whether the current file has all columns of the fact; if not, a new file must begin. */
  fits(fact: Fact): boolean {
    return this.#lines === 0 || this.#columns.has(fact);
  }

  add(fact: Fact): void {
    this.#columns.add(fact);
    this.#text +=
      this.#lines === 0 ? `${this.#columns.header}${this.#columns.encode(fact)}` : this.#columns.encode(fact);
    this.#lines += 1;
    if (this.#text.length >= MAX_TEXT) this.#keepText();
  }

  /** Writes the current file, and begins another one. */
  async finish(): Promise<FactsFile> {
    this.#keepText();
    const part = { path: join(this.#folder, `import-${randomUUID()}.csv`), columns: this.#columns.names };
    try {
      await writeFile(part.path, this.#bytes.subarray(0, this.#size), { mode: 0o600 });
    } catch (error) {
      await rm(part.path, { force: true });
      throw error;
    }
    this.#size = 0;
    this.#lines = 0;
    return part;
  }

  #keepText(): void {
    const needed = this.#size + Buffer.byteLength(this.#text);
    if (needed > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * needed);
    this.#size += this.#bytes.write(this.#text, this.#size);
    this.#text = "";
  }
}
