/** Records the tag's actions for the console, which may be opened late. */
import { attempt, page, readClock } from "./globals.ts";

/** One recorded action. Notes hold no elements, so that removed elements can be garbage collected. */
export interface Note {
  /** Milliseconds since navigation (`performance.now()`). */
  at: number;
  /**
   * Name of an event without `zonetag:`, or one of: `found` (a placeholder), `sent` and `received` (a whole request),
   * `retry` (after a temporary failure, with the milliseconds until the retry), `wrong` (a message in the browser's
   * console).
   */
  type: string;
  detail: unknown;
  /** The slot's `key`, when the note concerns one. */
  key: number | undefined;
}

/** The newest 500 notes. Wrap `push` to receive further notes. */
export const notes: Note[] = [];

export const note = (type: string, detail?: unknown, key?: number): void => {
  if (notes.push({ type, at: readClock(), detail, key }) > 500) notes.shift();
};

const reported: string[] = [];

/** Reports a problem in the browser's console, once. */
export const reportOnce = (text: string): void => {
  if (reported.includes(text)) return;
  reported.push(text);
  note("wrong", text);
  attempt(() => page.console.error("[zonetag]", text));
};
