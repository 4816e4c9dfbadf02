/** Session store of a single machine, in a file of the data folder. */
import * as v from "valibot";
import { readSavedJson } from "../files/savedFile.ts";
import { nameHolder } from "./login.ts";
import { createSavedRecords, type SavedMap } from "./savedMap.ts";
import { isAlive, type SessionRecord, type SessionStore } from "./sessions.ts";

/** Name of the file in the data folder. */
export const SESSIONS_FILE = "sessions.json";

interface LocalSessionsOptions {
  file: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Reports a damaged file. */
  onProblem: (error: unknown) => void;
}

const number = v.number();
const text = v.string();
const fileSchema = v.array(
  v.strictObject({
    id: text,
    account: number,
    user: v.exactOptional(number),
    token: v.exactOptional(number),
    credential: text,
    created: number,
    used: number,
    browser: v.exactOptional(text),
    operating_system: v.exactOptional(text),
    country: v.exactOptional(text),
  }),
) satisfies v.GenericSchema<unknown, SessionRecord[]>;

export class LocalSessions implements SessionStore {
  readonly #now: () => number;
  readonly #records: SavedMap<string, SessionRecord>;

  /** Opens the file. A damaged file ends all sessions: users sign in again. */
  static async open(options: LocalSessionsOptions): Promise<LocalSessions> {
    const reading = readSavedJson(options.file, fileSchema, "All sessions have ended.");
    const saved = await reading.catch((error) => void options.onProblem(error));
    return new LocalSessions(options, saved ?? []);
  }

  private constructor({ file, now }: LocalSessionsOptions, records: readonly SessionRecord[]) {
    this.#now = now;
    this.#records = createSavedRecords(file, records);
  }

  list(owner: string): SessionRecord[] {
    return [...this.#records.values()].filter((record) => nameHolder(record) === owner);
  }

  find(id: string): SessionRecord | undefined {
    return this.#records.get(id);
  }

  async add(record: SessionRecord): Promise<void> {
    const now = this.#now();
    for (const known of this.#records.values()) if (!isAlive(known, now)) this.#records.delete(known.id);
    this.#records.set(record.id, record);
    await this.#records.save();
  }

  async note(record: SessionRecord): Promise<void> {
    if (!this.#records.has(record.id)) return;
    // A use that cannot be stored keeps the session alive in this process.
    this.#records.setAnyway(record.id, record);
    await this.#records.save();
  }

  async end(records: readonly SessionRecord[]): Promise<SessionRecord[]> {
    const ended = records.filter(({ id }) => this.#records.delete(id));
    await this.#records.save();
    return ended;
  }

  requireReachable(): void {}

  /** Resolves once all changes made before the call are written. */
  waitForWrites(): Promise<void> {
    return this.#records.waitForWrites();
  }
}
