/** What the page's consent platform and the browser say → what may be sent. */
import type { Consent, Values } from "./zone.js";
/**
 * Resolves with the consent to send. With a platform: its word once it has one, at most after `consent-timeout`;
 * then nothing personal goes out. Its listener is taken away again in every case.
 */
export declare function readConsent({ gdpr, consent, "consent-timeout": patience, }: Values): Promise<Consent>;
