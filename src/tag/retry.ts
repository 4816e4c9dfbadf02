/** Whether and when a failed request may be tried once more. */
import { attempt, page, readClock } from "./globals.ts";

/** The longest that a second try waits, milliseconds. */
const MAX_DELAY = 60_000;

/** `Retry-After` is a number of seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
const readRetryAfter = (text?: string | null): number | undefined => {
  const milliseconds = /:/.test(text as string)
    ? attempt(() => page.Date.parse(text as string) - page.Date.now())
    : Number(text) * 1000;
  return text && Number(milliseconds) <= MAX_DELAY ? milliseconds : undefined;
};

/**
 * Milliseconds until a second try; nothing where none could help. After no answer (status 0) and a 5xx it depends on how
 * old the page is, so that pages that failed together do not come back together; after a 429 it is what the service says, up to a minute;
 * negative for a time that has passed.
 */
export const retryDelay = (status: number, retryAfter?: string | null): number | undefined => {
  if (status === 429) return readRetryAfter(retryAfter);
  return !status || status >= 500 ? 300 + (readClock() % 700) : undefined;
};
