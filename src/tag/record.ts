/** Record of the tag's actions for the console, which may open late. */
import { attempt, page, readClock } from "./globals.ts";

/** One thing that happened. Notes hold no element: they must not keep what left the page. */
export interface Note {
  /** Milliseconds since navigation (`performance.now()`). */
  at: number;
  /**
   * An event's name without `zonetag:`; `found`, a placeholder; `sent`, `received` and, after a failure that a second
   * try may help, `retry` of a whole request, with the milliseconds until then; `wrong`, what was reported in the
   * browser's console.
   */
  type: string;
  detail: unknown;
  /** The slot's `key`, when it concerns one. */
  key: number | undefined;
}

/** The newest 500. To hear what comes next, wrap its `push`. */
export const notes: Note[] = [];

export const note = (type: string, detail?: unknown, key?: number): void => {
  if (notes.push({ type, at: readClock(), detail, key }) > 500) notes.shift();
};

const reported: string[] = [];

/** Says once in the browser's console what is wrong. */
export const reportOnce = (text: string): void => {
  if (reported.includes(text)) return;
  reported.push(text);
  note("wrong", text);
  attempt(() => page.console.error("[zonetag]", text));
};
