/** Zones and what is known of the visitor → the request, field by field as the placement interface defines it. */
import type { Gdpr } from "../protocol/placement.js";
import type { Placement, Values } from "./zone.js";
/** What of the browser goes into a request. */
interface Browser {
    userAgent: string;
    language: string;
    globalPrivacyControl?: boolean;
}
/**
 * The body of one batch, zones in the order given. `address` is the page's. Nothing personal goes out against the
 * browser's privacy signal, nor under GDPR without a consent string.
 */
export declare function composeRequest(zones: Placement[], settings: Values, gdpr: Gdpr | undefined, { userAgent, language, globalPrivacyControl }: Browser, address: string): string;
/** `zh-Hant-TW` → `zh-tw`; empty for what has no two-letter form. */
export declare const languageOf: (tag: string) => string;
/** As much of the page's address as the publisher lets out; never credentials or fragment. */
export declare const refererOf: (address: string, mode?: string) => string;
/**
 * JSON of what is there. Reading each field from its holder passes over a `toJSON` that an old library put on arrays or
 * objects, which would send a list as a string.
 */
export declare const encode: (value: unknown) => string;
export {};
