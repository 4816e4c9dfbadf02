/** Decides whether and when to retry a failed request. */
import { attempt, page, readClock } from "./globals.ts";

/** Maximum wait before a retry, milliseconds. */
const MAX_DELAY = 60_000;

/** `Retry-After` is a number of seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
const readRetryAfter = (text: string): number | undefined => {
  const milliseconds = /:/.test(text)
    ? attempt(() => page.Date.parse(text) - page.Date.now())
    : Number(text) * 1000;
  return Number(milliseconds) <= MAX_DELAY ? milliseconds : undefined;
};

/**
 * Milliseconds until a retry; undefined when none could help. Without a response (status 0) or after a 5xx, it depends
 * on the age of the page, so that pages that failed together do not retry together. After a 429 it is the service's
 * `Retry-After`, if that is at most a minute; negative for a time that has passed.
 */
export const retryDelay = (status: number, retryAfter?: string | null): number | undefined => {
  if (status === 429) return retryAfter ? readRetryAfter(retryAfter) : undefined;
  return !status || status >= 500 ? 300 + (readClock() % 700) : undefined;
};
