/** Records the tag's actions for the console, which may be opened late. */
import { attempt, getClock, page } from "./globals.ts";
import type { Entry, ErrorCode } from "./types.ts";

/** Event of a placeholder, without `zonetag:`. */
export type EventType = "request" | "filled" | "empty" | "error" | "impression" | "viewable" | "click";

/** Details of an event: `data` of `filled`, `code` and `message` of `error`. */
export interface EventDetail {
  data?: Entry;
  code?: ErrorCode;
  message?: string | undefined;
}

/** Outcome of one request. Status 0 and no text mean that there was no response. */
export interface Received {
  /** Body as sent. */
  body: string;
  text: string;
  status: number;
  headers: Headers | undefined;
  /** Address of the response, after redirects. */
  url: string;
}

type Details = Record<EventType, EventDetail | undefined> & {
  /** A placeholder was found. */
  found: undefined;
  /** The page keeps removing the ad, so it is no longer restored. */
  removed: undefined;
  /** Body of a whole request. */
  sent: string;
  received: Received;
  /** Milliseconds until the retry after a temporary failure. */
  retry: number;
  /** Address of an impression that could not be fetched. */
  lost: string;
  /** Message in the browser's console. */
  wrong: string;
};

/** One recorded action. Notes hold no elements, so that removed elements can be garbage collected. */
export type Note = {
  [T in keyof Details]: {
    type: T;
    /** Milliseconds since navigation (`performance.now()`). */
    at: number;
    detail: Details[T];
    /** The slot's `key`, when the note concerns one. */
    key: number | undefined;
  };
}[keyof Details];

/** The newest 500 notes. Wrap `push` to receive further notes. */
export const notes: Note[] = [];

export const note = <T extends keyof Details>(type: T, detail: Details[T], key?: number): void => {
  // The signature pairs types and details, which the compiler cannot follow into one object.
  const all: { type: string; at: number; detail: unknown; key: number | undefined }[] = notes;
  if (all.push({ type, at: getClock(), detail, key }) > 500) all.shift();
};

const reported: string[] = [];

/** Reports a problem in the browser's console, once. */
export const reportOnce = (text: string): void => {
  if (reported.includes(text)) return;
  reported.push(text);
  note("wrong", text);
  attempt(() => page.console.error("[zonetag]", text));
};
