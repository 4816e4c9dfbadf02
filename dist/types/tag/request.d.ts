import type { Consent, Placement, Values } from "./zone.js";
/** The body of one batch, zones in the order given. `address` is the page's. */
export declare function composeRequest(zones: Placement[], settings: Values, { gdpr, personal }: Consent, { userAgent, language }: {
    userAgent: string;
    language: string;
}, address: string): string;
/** `zh-Hant-TW` → `zh-tw`; empty for what has no two-letter form. */
export declare const languageOf: (tag: string) => string;
/** As much of the page's address as the publisher lets out; never credentials or fragment. */
export declare const refererOf: (address: string, mode?: string) => string;
/**
 * JSON of the fields that have a value. Reading each from its holder passes over a `toJSON` that an old library put on
 * arrays or objects, which would send a list as a string.
 */
export declare const encode: (value: unknown) => string;
