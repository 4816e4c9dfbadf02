/** Links that share reports, in a file of the data folder. */
import { readFileIfThere, writeDurably } from "../values/files.ts";
import { SerialQueue } from "../values/serialQueue.ts";
import type { ShareRecord, ShareStore } from "./shareStore.ts";

/** In the data folder. */
export const SHARES_FILE = "shares.json";

export class ShareFile implements ShareStore {
  readonly #file: string;
  #records: Promise<Map<string, ShareRecord>> | undefined;
  readonly #writes = new SerialQueue();

  constructor(file: string) {
    this.#file = file;
  }

  async list(): Promise<ShareRecord[]> {
    return [...(await this.#load()).values()];
  }

  async find(id: string): Promise<ShareRecord | undefined> {
    return (await this.#load()).get(id);
  }

  async add(record: ShareRecord): Promise<void> {
    const records = await this.#load();
    records.set(record.id, record);
    await this.#save(records);
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const records = await this.#load();
    for (const id of ids) records.delete(id);
    await this.#save(records);
  }

  #load(): Promise<Map<string, ShareRecord>> {
    this.#records ??= readShareFile(this.#file).then(
      (records = []) => new Map(records.map((record) => [record.id, record])),
    );
    return this.#records;
  }

  /** One after another, so that the last one to be asked for is the one that stays. */
  #save(records: ReadonlyMap<string, ShareRecord>): Promise<void> {
    const write = () => writeDurably(this.#file, `${JSON.stringify([...records.values()])}\n`);
    return this.#writes.run(write);
  }
}

/** The links in a file; undefined when there is none. */
export async function readShareFile(file: string): Promise<ShareRecord[] | undefined> {
  const text = await readFileIfThere(file);
  return text === undefined ? undefined : JSON.parse(text);
}
