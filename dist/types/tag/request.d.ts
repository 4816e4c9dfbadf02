/** Composes the request from slots and visitor values, field by field as the placement interface defines it. */
import type { Gdpr } from "../protocol/placement.js";
import type { Values } from "./attributes.js";
import type { Slot } from "./types.js";
/** Properties of the browser that a request contains. */
export interface Browser {
    userAgent: string;
    /** Language; missing where the page has replaced the property. */
    language: string | null | undefined;
    globalPrivacyControl?: boolean;
}
/**
 * Composes the body for slots with these values, in the given order. Personal fields are left out under Global Privacy
 * Control, and under GDPR without a consent string. Documents written by a script (`about:srcdoc`, `blob:`) have no
 * address of their own; for these the address of the parent is used, which is their `referrer`.
 */
export declare const composeRequest: (slots: Pick<Slot, "values">[], settings: Values, gdpr: Gdpr | undefined, href: string, referrer: string, { userAgent, language, globalPrivacyControl }: Browser) => string;
