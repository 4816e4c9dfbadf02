/** Records in a file of the data folder. */
import { readFileIfThere, writeDurably } from "../values/files.ts";
import { SerialQueue } from "../values/serialQueue.ts";
import type { RecordStore } from "./recordStore.ts";

/** In the data folder. */
export const SHARES_FILE = "shares.json";
export const VIEWS_FILE = "views.json";
export const IDS_FILE = "ids.json";

export class RecordFile<R extends { id: string }> implements RecordStore<R> {
  readonly #file: string;
  #records: Promise<Map<string, R>> | undefined;
  readonly #writes = new SerialQueue();

  constructor(file: string) {
    this.#file = file;
  }

  async list(): Promise<R[]> {
    return [...(await this.#load()).values()];
  }

  async find(id: string): Promise<R | undefined> {
    return (await this.#load()).get(id);
  }

  async add(record: R): Promise<void> {
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

  #load(): Promise<Map<string, R>> {
    this.#records ??= readRecordFile<R>(this.#file).then(
      (records = []) => new Map(records.map((record) => [record.id, record])),
    );
    return this.#records;
  }

  /** One after another, so that the last one to be asked for is the one that stays. */
  #save(records: ReadonlyMap<string, R>): Promise<void> {
    const write = () => writeDurably(this.#file, `${JSON.stringify([...records.values()])}\n`);
    return this.#writes.run(write);
  }
}

/** The records in a file; undefined when there is none. */
export async function readRecordFile<R>(file: string): Promise<R[] | undefined> {
  const text = await readFileIfThere(file);
  return text === undefined ? undefined : JSON.parse(text);
}
