/** Decides what a request allows: to use data of the visitor, and to give the landing page an id of the click. */
import { TC_PURPOSE_1, TC_PURPOSE_7, TC_STRING, type User } from "../../protocol/placement.ts";

interface OptOut {
  /** Whether Global Privacy Control is on. */
  optsOut: boolean;
}

/** Whether data of the visitor may be used. Under GDPR only a TC string with purpose 1 is consent. */
export function givesConsent({ gdpr }: User, { optsOut }: OptOut): boolean {
  if (optsOut) return false;
  if (gdpr?.gdpr !== 1) return true;
  const { consent = "" } = gdpr;
  return TC_STRING.test(consent) && TC_PURPOSE_1.test(consent);
}

/**
 * Whether a conversion may be connected with the click: a consent text must be a TC string with purposes 1 and 7, also
 * where the caller believes that GDPR does not apply.
 */
export function allowsClickId({ gdpr }: User, { optsOut }: OptOut): boolean {
  if (optsOut) return false;
  const { consent = "" } = gdpr ?? {};
  if (consent === "") return gdpr?.gdpr !== 1;
  return TC_STRING.test(consent) && TC_PURPOSE_1.test(consent) && TC_PURPOSE_7.test(consent);
}
