/** Slots and what is known of the visitor → the request, field by field as the placement interface defines it. */
import type { Gdpr } from "../protocol/placement.js";
import type { Values } from "./attributes.js";
import type { Slot } from "./types.js";
/** Properties of the browser that a request contains. */
export interface Browser {
    userAgent: string;
    /** Missing where the page has replaced it. */
    language: string | null | undefined;
    globalPrivacyControl?: boolean;
}
/**
 * The body for slots with these values, in the order given. Nothing personal goes out against the
 * browser's privacy signal, nor under GDPR without a consent string. A page that a script wrote has no address of its own
 * (`about:srcdoc`, `blob:`): the one around it counts, which is its `referrer`.
 */
export declare const composeRequest: (slots: Pick<Slot, "values">[], settings: Values, gdpr: Gdpr | undefined, href: string, referrer: string, { userAgent, language, globalPrivacyControl }: Browser) => string;
