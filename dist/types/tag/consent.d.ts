/** The page's consent platform → `user.gdpr`. */
import type { Gdpr } from "../protocol/placement.js";
import type { Values } from "./attributes.js";
/**
 * Resolves with what the page says itself, else with the platform's word once it has one, else with nothing. A platform
 * that throws or stays silent for `consent-timeout` means: under GDPR, without consent. Its listener is taken away
 * again in every case.
 */
export declare const readConsent: ({ gdpr, consent, consentTimeout, }: Values) => Promise<Gdpr | undefined>;
