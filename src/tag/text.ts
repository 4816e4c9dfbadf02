/** Converts values that pages pass to text, even when the page has replaced the built-in functions for this. */
import { attempt, page } from "./globals.ts";

/**
 * Converts a value to JSON. Each field is read from its holder, to bypass a `toJSON` that an old library defined on
 * arrays or objects and that would send a list as a string: https://stackoverflow.com/questions/710586
 */
export const encode = (value: unknown): string =>
  page.JSON.stringify(value, function (this: Record<string, unknown>, name) {
    return this[name];
  });

const parse = (address: string) => attempt(() => new page.URL(address));

/**
 * Whether a value is an http(s) address without user info or anything before the scheme that the browser can parse.
 * Browsers strip tabs and newlines before they parse (https://url.spec.whatwg.org/#concept-basic-url-parser); here they
 * fail the match. Where the page has replaced `URL` by something that parses nothing, the match alone decides.
 */
export const isAddress = (value: unknown): value is string =>
  typeof value === "string" &&
  /^https?:\/\/[^\s/?#@\\"]+([/?#]|$)/i.test(value) &&
  !!(parse(value) ?? !parse("http://a"));

/** Describes a thrown value, which may be anything, even without a text form. */
export const describe = (thrown: unknown): string => attempt(() => `${thrown}`) ?? typeof thrown;

/** Encodes text as UTF-8; throws where the page has replaced `TextEncoder`. */
export const toBytes = (text: string): Uint8Array => new page.TextEncoder().encode(text);
