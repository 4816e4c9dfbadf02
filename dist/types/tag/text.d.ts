/**
 * Converts a value to JSON. Each field is read from its holder, to bypass a `toJSON` that an old library defined on
 * arrays or objects and that would send a list as a string: https://stackoverflow.com/questions/710586
 */
export declare const encode: (value: unknown) => string;
/**
 * Whether a value is an http(s) address without user info or anything before the scheme that the browser can parse.
 * Browsers strip tabs and newlines before they parse (https://url.spec.whatwg.org/#concept-basic-url-parser); here they
 * fail the match. Where the page has replaced `URL` by something that parses nothing, the match alone decides.
 */
export declare const isAddress: (value: unknown) => value is string;
/** Describes a thrown value, which may be anything, even without a text form. */
export declare const describe: (thrown: unknown) => string;
/** Encodes text as UTF-8; throws where the page has replaced `TextEncoder`. */
export declare const toBytes: (text: string) => Uint8Array;
