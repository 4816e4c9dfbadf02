/** Composes the request from slots and visitor values, field by field as the placement interface defines it. */
import { type Gdpr } from "../protocol/placement.js";
import type { Slot, Values } from "./types.js";
/** Properties of the browser that a request contains. */
export interface Browser {
    userAgent: string;
    /** Language; missing where the page has replaced the property. */
    language: string | null | undefined;
    globalPrivacyControl?: boolean;
}
/**
 * Finds the address that the visitor sees. Documents without their own (`about:srcdoc`, `blob:`) have that of the page
 * around them, or the `referrer` where there is none or a sandbox hides it. Not `baseURI`, which `<base>` changes in both
 * documents.
 */
export declare const findAddress: (frame?: Pick<Window, "location" | "parent">) => string;
/**
 * Composes the body for slots with these values, in the given order; undefined if their keywords exceed the bound of a
 * request. Leaves out what exceeds a bound of the interface. Personal fields are left out under Global Privacy Control,
 * and under GDPR without consent to purpose 1.
 */
export declare const composeRequest: (slots: Pick<Slot, "values">[], settings: Values, gdpr: Gdpr | undefined, address: string, { userAgent, language, globalPrivacyControl }: Browser) => string | undefined;
