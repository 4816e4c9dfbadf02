/** Records in a file of the data folder. */
import { join } from "node:path";
import * as v from "valibot";
import type { HighestId } from "../catalogue/highestIds.ts";
import { readSavedJson } from "../files/savedFile.ts";
import type { RecordStore } from "./recordStore.ts";
import { createSavedRecords, type SavedMap } from "./savedMap.ts";
import type { ViewsRecord } from "./savedViews.ts";
import type { ShareRecord } from "./shareStore.ts";

/** A file of the data folder with records of one kind. */
export interface RecordsFile<R> {
  name: string;
  record: v.GenericSchema<unknown, R>;
  /** Advice for a damaged file, added to the error message. */
  remedy: string;
}

const text = v.string();
const fields = v.record(text, v.unknown());

/** Fields of answers, which follow from stored ones. */
type NotStored = "created_by" | "date_from" | "date_to";
const span = { from: text, to: text };
/** Names every field of a link: a stored field that is not named here would stop the next start. */
const shareFields = {
  id: text,
  name: text,
  title: v.exactOptional(text),
  role: v.picklist(["advertiser", "publisher"]),
  view: text,
  period: v.exactOptional(v.strictObject({ ...span, compared: v.exactOptional(v.strictObject(span)) })),
  expires_at: text,
  account: v.number(),
  bounds: v.strictObject({
    filter: fields,
    exclude: fields,
    from: v.exactOptional(text),
    to: v.exactOptional(text),
    timezone: v.exactOptional(text),
  }),
  requestDigest: v.exactOptional(text),
  maker: v.exactOptional(v.number()),
} satisfies Record<Exclude<keyof ShareRecord, NotStored>, v.GenericSchema>;

export const SHARES_FILE: RecordsFile<ShareRecord> = {
  name: "shares.json",
  record: v.strictObject(shareFields),
  remedy: "Restore it from a backup, or remove it, which ends all shared links.",
};

export const VIEWS_FILE: RecordsFile<ViewsRecord> = {
  name: "views.json",
  record: v.strictObject({ id: text, views: v.array(v.strictObject({ name: text, view: text })) }),
  remedy: "Restore it from a backup, or remove it, which deletes all saved views.",
};

export const IDS_FILE: RecordsFile<HighestId> = {
  name: "ids.json",
  record: v.strictObject({ id: text, highest: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  remedy:
    "Restore it from a backup, or remove it. The service then creates it again, but may reuse ids of entries that the catalogue no longer has.",
};

export class RecordFile<R extends { id: string }> implements RecordStore<R> {
  readonly #records: SavedMap<string, R>;

  /** Opens the file. When it is unusable, rejects with an error that says what to do. */
  static async open<R extends { id: string }>(data: string, file: RecordsFile<R>): Promise<RecordFile<R>> {
    return new RecordFile(join(data, file.name), (await readRecords(data, file)) ?? []);
  }

  private constructor(file: string, records: readonly R[]) {
    this.#records = createSavedRecords(file, records);
  }

  async list(): Promise<R[]> {
    return [...this.#records.values()];
  }

  async find(id: string): Promise<R | undefined> {
    return this.#records.get(id);
  }

  async add(record: R): Promise<void> {
    this.#records.set(record.id, record);
    await this.#records.save();
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const id of ids) this.#records.delete(id);
    await this.#records.save();
  }
}

/** Reads the records in a file; undefined without a file. */
export function readRecords<R>(data: string, file: RecordsFile<R>): Promise<R[] | undefined> {
  return readSavedJson(join(data, file.name), v.array(file.record), file.remedy);
}
