/** Reads `user.gdpr` from the page's consent platform. */
import { type Gdpr } from "../protocol/placement.js";
import type { Values } from "./types.js";
/**
 * Resolves with the values set by the page, else with the platform's answer, else with undefined. A consent string of
 * the page without a platform means that the page asks for consent. If the platform throws or does not answer within
 * `consent-timeout`, the visitor counts as under GDPR without consent. The listener is removed in every case.
 */
export declare const findConsent: ({ gdpr, consent, consentTimeout, }: Values) => Promise<Gdpr | undefined>;
