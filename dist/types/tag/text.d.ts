/**
 * JSON of what is there. Reading each field from its holder passes over a `toJSON` that an old library put on arrays or
 * objects, which would send a list as a string: https://stackoverflow.com/questions/710586
 */
export declare const encode: (value: unknown) => string;
/**
 * Addresses that are what they look like: nothing before the scheme, a host without user info. Browsers strip tabs and
 * newlines before they read a scheme and a host (https://url.spec.whatwg.org/#concept-basic-url-parser): in those here,
 * they fail the match.
 */
export declare const isAddress: (value: unknown) => value is string;
/** Describes a thrown value, which may be anything, even without a text form. */
export declare const describe: (thrown: unknown) => string;
/** Bytes of UTF-8; throws where the page has replaced what makes them. */
export declare const toBytes: (text: string) => Uint8Array;
