/** Bytes of images that each account uploaded, and their quota. */

import { readFileIfThere, writeDurably } from "../values/files.ts";
import { isObject } from "../values/object.ts";
import { ChangeRefused } from "./refusal.ts";

export interface Uploads {
  /**
   * Counts an image for an account, once for the same name. Throws `ChangeRefused` when the account's quota does not
   * suffice.
   */
  add(account: number, name: string, bytes: number): Promise<void>;
}

/** The refusal of an image for which the quota does not suffice. */
export function refuseUpload(used: number, quota: number): ChangeRefused {
  return new ChangeRefused(
    403,
    `This account has uploaded ${used} of ${quota} bytes of images, and this one is too large for the rest.`,
  );
}

/** In a file of the data folder: sizes by account and name. Its owner makes one call after the other. */
export class UploadFile implements Uploads {
  readonly #file: string;
  readonly #quota: number;
  #sizes: ReadonlyMap<string, number> | undefined;

  /** `quota`: maximum bytes of each account. */
  constructor(file: string, quota: number) {
    this.#file = file;
    this.#quota = quota;
  }

  async add(account: number, name: string, bytes: number): Promise<void> {
    const sizes = await this.#read();
    const key = `${account} ${name}`;
    if (sizes.has(key)) return;
    let used = 0;
    for (const [other, size] of sizes) if (other.startsWith(`${account} `)) used += size;
    if (used + bytes > this.#quota) throw refuseUpload(used, this.#quota);
    await this.#write(new Map(sizes).set(key, bytes));
  }

  /** Counts only these images from now on. */
  async keep(names: ReadonlySet<string>): Promise<void> {
    const sizes = await this.#read();
    const kept = [...sizes].filter(([key]) => names.has(key.slice(key.indexOf(" ") + 1)));
    if (kept.length < sizes.size) await this.#write(new Map(kept));
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    this.#sizes ??= await readSizes(this.#file);
    return this.#sizes;
  }

  async #write(sizes: ReadonlyMap<string, number>): Promise<void> {
    await writeDurably(this.#file, `${JSON.stringify(Object.fromEntries(sizes))}\n`);
    this.#sizes = sizes;
  }
}

async function readSizes(file: string): Promise<Map<string, number>> {
  const text = await readFileIfThere(file);
  const saved: unknown = text === undefined ? {} : JSON.parse(text);
  return new Map(Object.entries(isObject(saved) ? saved : {}).map(([key, size]) => [key, Number(size)]));
}
