/** The page's consent platform → `user.gdpr`. */
import type { Gdpr } from "../protocol/placement.ts";
import type { Values } from "./attributes.ts";
import { attempt, createPromise, page } from "./globals.ts";
import { wait, within } from "./time.ts";

/**
 * Resolves with what the page says itself, else with the platform's word once it has one, else with nothing. A platform
 * that throws or stays silent for `consent-timeout` means: under GDPR, without consent. Its listener is taken away
 * again in every case.
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
      // At once where that is over. By the platform as it is then: a stub is replaced while it waits.
      result.then(() => attempt(() => page.__tcfapi!("removeEventListener", 2, () => {}, data?.listenerId)));
      if (ok && data && /^(tcl|user)/.test(data.eventStatus))
        resolve({ gdpr: data.gdprApplies === false ? 0 : 1, consent: data.tcString ?? "" });
    }),
  );
  const result = within(wait(+consentTimeout), answer).catch((): Gdpr => ({ gdpr: 1, consent: "" }));
  return result;
};
