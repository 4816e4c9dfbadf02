/**
 * Remembers since when the service has run and stored events without a long break, so that no zone counts as silent
 * because the service stood still.
 */
import * as v from "valibot";
import type { SentMarks } from "../mail/regularMails.ts";

/** Key of the mark. */
export const RUN_KEY = "run without a break";

const NOTE_EVERY_MS = 10 * 60_000;
/** Milliseconds that a break may last, as a restart does: a zone with requests is not silent all day because of it. */
const MAX_BREAK_MS = 3600_000;

interface RunParts {
  marks: Pick<SentMarks, "read" | "write">;
  /** Whether events can be stored where reports read them. */
  isStoring: () => boolean;
}

const time = v.pipe(v.number(), v.safeInteger());
const runSchema = v.pipe(v.string(), v.parseJson(), v.object({ since: time, last: time }));

export class UnbrokenRun {
  readonly #parts: RunParts;
  #noted: number | undefined;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  /** Notes that the service runs; call it at least every few minutes. */
  async note(now: number): Promise<void> {
    const { marks, isStoring } = this.#parts;
    const isRecent = this.#noted !== undefined && Math.abs(now - this.#noted) < NOTE_EVERY_MS;
    if (isRecent || !isStoring()) return;
    const since = (await this.#read(now))?.since ?? now;
    await marks.write(RUN_KEY, JSON.stringify({ since, last: now }));
    this.#noted = now;
  }

  /** Whether the service has run from a moment until now. */
  async hasRunSince(from: number, now: number): Promise<boolean> {
    const run = await this.#read(now);
    return run !== undefined && run.since <= from;
  }

  /** Reads the current run; undefined if it was broken, or the mark was lost. */
  async #read(now: number): Promise<v.InferOutput<typeof runSchema> | undefined> {
    const { success, output } = v.safeParse(runSchema, await this.#parts.marks.read(RUN_KEY));
    return success && Math.abs(now - output.last) <= MAX_BREAK_MS ? output : undefined;
  }
}
