/** Decides whether and when to retry a failed request. */
import { attempt, getClock, page } from "./globals.ts";

/** Maximum wait before a retry, milliseconds. */
const MAX_DELAY = 60_000;

/** `Retry-After` is a number of seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
const parseRetryAfter = (text: string): number | undefined => {
  const milliseconds = /:/.test(text)
    ? attempt(() => page.Date.parse(text) - page.Date.now())
    : Number(text) * 1000;
  return Number(milliseconds) <= MAX_DELAY ? milliseconds : undefined;
};

/**
 * Computes the milliseconds until a retry; undefined when a retry cannot help. Without a response (status 0) or after a
 * 5xx, it depends on the age of the page, so that pages that failed together do not retry together. After a 429 it is
 * the service's `Retry-After`, which must not exceed a minute; a date in the past gives a negative result.
 */
export const retryDelay = (status: number, retryAfter?: string | null): number | undefined => {
  if (status === 429) return retryAfter ? parseRetryAfter(retryAfter) : undefined;
  return !status || status >= 500 ? 300 + (getClock() % 700) : undefined;
};
