/** Text from what pages hand over, on pages that changed how it is made. */
import { attempt, page } from "./globals.ts";

/**
 * JSON of what is there. Reading each field from its holder passes over a `toJSON` that an old library put on arrays or
 * objects, which would send a list as a string: https://stackoverflow.com/questions/710586
 */
export const encode = (value: unknown): string =>
  page.JSON.stringify(value, function (this: Record<string, unknown>, name) {
    return this[name];
  });

/**
 * Addresses that are what they look like: nothing before the scheme, a host without user info. Browsers strip tabs and
 * newlines before they read a scheme and a host (https://url.spec.whatwg.org/#concept-basic-url-parser): in those here,
 * they fail the match.
 */
export const isAddress = (value: unknown): value is string =>
  typeof value === "string" && /^https?:\/\/[^\s/?#@\\"]+([/?#]|$)/i.test(value);

/** Describes a thrown value, which may be anything, even without a text form. */
export const describe = (thrown: unknown): string => attempt(() => `${thrown}`) ?? typeof thrown;

/** Bytes of UTF-8; throws where the page has replaced what makes them. */
export const toBytes = (text: string): Uint8Array => new page.TextEncoder().encode(text);
