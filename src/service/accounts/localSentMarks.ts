/** Marks of sent mails on a single machine, in a file of the data folder that backups leave out. */
import * as v from "valibot";

import { readSavedJson } from "../files/savedFile.ts";
import type { SentMarks } from "../mail/regularMails.ts";
import { SavedMap } from "./savedMap.ts";

/** Name of the file in the data folder. */
export const SENT_MAILS_FILE = "sent-mails.json";

interface LocalSentMarksOptions {
  file: string;
  /** Reports a damaged file. */
  onProblem: (error: unknown) => void;
}

const fileSchema = v.array(v.tuple([v.string(), v.string()]));

export class LocalSentMarks implements SentMarks {
  readonly #marks: SavedMap<string, string>;

  /** Opens the file. When it is unreadable, mails of current periods are sent again. */
  static async open({ file, onProblem }: LocalSentMarksOptions): Promise<LocalSentMarks> {
    const reading = readSavedJson(
      file,
      fileSchema,
      "The latest mail of each subscription may be sent again, up to a week late.",
    );
    const saved = await reading.catch((error) => void onProblem(error));
    return new LocalSentMarks(new SavedMap(saved ?? [], { file, format: (map) => [...map] }));
  }

  private constructor(marks: SavedMap<string, string>) {
    this.#marks = marks;
  }

  async read(key: string): Promise<string | undefined> {
    return this.#marks.get(key);
  }

  async write(key: string, mark: string): Promise<void> {
    this.#marks.set(key, mark);
    await this.#marks.save();
  }

  async keep(isKept: (key: string) => boolean): Promise<void> {
    const dropped = [...this.#marks.keys()].filter((key) => !isKept(key));
    for (const key of dropped) this.#marks.delete(key);
    if (dropped.length > 0) await this.#marks.save();
  }
}
