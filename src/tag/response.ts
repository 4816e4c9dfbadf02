/** What the ad service answered, of which nothing is known → one result for each zone, by position. */
import type { Entry, Result } from "./zone.ts";

/**
 * Addresses that are what they look like: nothing before the scheme, a host without user info. Browsers strip tabs,
 * newlines and control characters before they read a scheme; here those fail the match.
 */
export const isAddress = (value: unknown): value is string =>
  typeof value === "string" && /^https?:\/\/[^\s/?#@\\]+([/?#]|$)/i.test(value);

type Fields = Record<string, unknown> | null | undefined;

/** The results of a batch, or undefined when the text is no answer of the placement interface. */
export function readResponse(text: string, batch: unknown[]): Result[] | undefined {
  try {
    const { zones, errors } = JSON.parse(text);
    if (zones || errors)
      return batch.map((_, at) =>
        zones ? readEntry(zones[at], wordsOf(errors?.[at])) : { code: "rejected", message: wordsOf(errors) },
      );
  } catch {}
}

function readEntry(entry: Fields, message: string): Result {
  const { type, data } = (entry || {}) as { type?: unknown; data?: Fields };
  if (entry === null || data === null) return message ? { code: "zone", message } : null;
  if (typeof data !== "object" || typeof type !== "string") return { code: "invalid-response", message };
  const unsafe = type === "banner" && ["url", "impression", "image"].find((name) => !isAddress(data[name]));
  return unsafe
    ? { code: "unsafe-url", message: `${unsafe}: ${JSON.stringify(data[unsafe])}` }
    : (entry as unknown as Entry);
}

/** Messages in whatever shape they come: one, a list, or objects of a path and its message. */
const wordsOf = (errors: unknown): string =>
  errors
    ? [errors]
        .flat()
        .map((error) => (typeof error === "string" ? error : JSON.stringify(error)))
        .join("; ")
    : "";
