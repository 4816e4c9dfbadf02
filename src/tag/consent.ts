/** Reads `user.gdpr` from the page's consent platform. */
import { type Gdpr, TC_STRING } from "../protocol/placement.ts";
import { attempt, createPromise, page } from "./globals.ts";
import { reportOnce } from "./record.ts";
import { wait, within } from "./time.ts";
import type { Values } from "./types.ts";

/** Composes `user.gdpr`. What is no TC string counts as none, and is reported: a buyer could take it for consent. */
const toGdpr = (isUnderGdpr: boolean, consent: unknown = ""): Gdpr => {
  const isTcString = typeof consent === "string" && TC_STRING.test(consent);
  if (!isTcString) reportOnce("data-consent: expected a TC string");
  return { gdpr: isUnderGdpr ? 1 : 0, consent: isTcString ? consent : "" };
};

/**
 * Resolves with the values set by the page, else with the platform's answer, else with undefined. A consent string of
 * the page without a platform means that the page asks for consent. If the platform throws or does not answer within
 * `consent-timeout`, the visitor counts as under GDPR without consent. The listener is removed in every case.
 */
export const findConsent = async ({
  gdpr,
  consent,
  consentTimeout = "3000",
}: Values): Promise<Gdpr | undefined> => {
  if (gdpr || !page.__tcfapi) {
    if (!gdpr && consent == null) return undefined;
    if (!gdpr) reportOnce("data-consent: expected data-gdpr as well");
    return toGdpr(gdpr !== "0", consent?.trim());
  }
  const answer = createPromise<Gdpr>((resolve) =>
    page.__tcfapi!("addEventListener", 2, (data, ok) => {
      // Removes the listener when the wait is over, or now if it already is. Looks up `__tcfapi` again, because the
      // platform replaces its stub meanwhile.
      result.then(() => attempt(() => page.__tcfapi!("removeEventListener", 2, () => {}, data?.listenerId)));
      if (ok && data && /^(tcl|user)/.test(data.eventStatus))
        resolve(toGdpr(data.gdprApplies !== false, data.tcString ?? ""));
    }),
  );
  const result = within(wait(+consentTimeout), answer).catch((): Gdpr => ({ gdpr: 1, consent: "" }));
  return result;
};
