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
export declare const composeRequest: (zones: Placement[], settings: Values, gdpr: Gdpr | undefined, { userAgent, language, globalPrivacyControl }: Browser) => string;
export {};
