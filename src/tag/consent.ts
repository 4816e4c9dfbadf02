/** Reads `user.gdpr` from the page's consent platform. */
import type { Gdpr } from "../protocol/placement.ts";
import type { Values } from "./attributes.ts";
import { attempt, createPromise, page } from "./globals.ts";
import { wait, within } from "./time.ts";

/**
 * Resolves with the values set by the page, else with the platform's answer, else with undefined. If the platform
 * throws or does not answer within `consent-timeout`, the visitor counts as under GDPR without consent. The listener is
 * removed in every case.
 */
export const readConsent = async ({
  gdpr,
  consent = "",
  consentTimeout = "3000",
}: Values): Promise<Gdpr | undefined> => {
  if (gdpr) return { gdpr: +gdpr as 0 | 1, consent };
  if (!page.__tcfapi) return undefined;
  const answer = createPromise<Gdpr>((resolve) =>
    page.__tcfapi!("addEventListener", 2, (data, ok) => {
      // Removes the listener when the wait is over, or now if it already is. Looks up `__tcfapi` again, because the
      // platform replaces its stub meanwhile.
      result.then(() => attempt(() => page.__tcfapi!("removeEventListener", 2, () => {}, data?.listenerId)));
      if (ok && data && /^(tcl|user)/.test(data.eventStatus))
        resolve({ gdpr: data.gdprApplies === false ? 0 : 1, consent: data.tcString ?? "" });
    }),
  );
  const result = within(wait(+consentTimeout), answer).catch((): Gdpr => ({ gdpr: 1, consent: "" }));
  return result;
};
