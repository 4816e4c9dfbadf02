/** Bytes of uploaded images by account, and their quota. */
import * as v from "valibot";
import { writeDurably } from "../files/files.ts";
import { readSavedJson } from "../files/savedFile.ts";
import { ChangeRefused } from "./refusal.ts";

export interface Uploads {
  /** Counts an image for an account, once per name. Throws `ChangeRefused` when it exceeds the account's quota. */
  add(account: number, name: string, bytes: number): Promise<void>;
}

/** Refuses an image that exceeds the quota. */
export function refuseUpload(used: number, quota: number): ChangeRefused {
  return new ChangeRefused(403, { code: "images-full", used, quota });
}

/** Sizes by account and name, in a file of the data folder. Calls must be made in sequence. */
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

  /** Stops counting all images except these. */
  async keep(names: ReadonlySet<string>): Promise<void> {
    const sizes = await this.#read();
    const kept = [...sizes].filter(([key]) => names.has(key.slice(key.indexOf(" ") + 1)));
    if (kept.length < sizes.size) await this.#write(new Map(kept));
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    const readFile = () => readSavedJson(this.#file, fileSchema, REMEDY);
    this.#sizes ??= new Map(Object.entries((await readFile()) ?? {}));
    return this.#sizes;
  }

  async #write(sizes: ReadonlyMap<string, number>): Promise<void> {
    await writeDurably(this.#file, `${JSON.stringify(Object.fromEntries(sizes))}\n`);
    this.#sizes = sizes;
  }
}

const fileSchema = v.record(v.string(), v.number());
const REMEDY =
  "Restore it from a backup, or remove it. Images uploaded before then no longer count towards the quota.";
