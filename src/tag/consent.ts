/** What the page's consent platform says → `user.gdpr`. */
import type { Gdpr } from "../protocol/placement.ts";
import type { Values } from "./attributes.ts";
import { wait, within } from "./time.ts";

/** https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework (CMP API v2) */
type Tcf = (
  command: string,
  version: 2,
  callback: (data?: TcData, ok?: boolean) => void,
  id?: number,
) => void;

interface TcData {
  eventStatus: string;
  listenerId: number;
  gdprApplies?: boolean;
  tcString?: string;
}

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
  const page = window as { __tcfapi?: Tcf };
  if (gdpr) return { gdpr: +gdpr as 0 | 1, consent };
  if (!page.__tcfapi) return undefined;
  let listenerId: number | undefined;
  let isOver = false;
  // By the platform as it is then: a stub is replaced while it waits.
  const stop = () => {
    isOver = true;
    try {
      if (listenerId != null) page.__tcfapi?.("removeEventListener", 2, () => {}, listenerId);
    } catch {}
  };
  const answer = new Promise<Gdpr>((resolve) =>
    page.__tcfapi?.("addEventListener", 2, (data, ok) => {
      listenerId = data?.listenerId;
      if (isOver) stop();
      else if (ok && data && /^(tcl|user)/.test(data.eventStatus))
        resolve({ gdpr: data.gdprApplies === false ? 0 : 1, consent: data.tcString ?? "" });
    }),
  );
  try {
    return await within(wait(+consentTimeout), answer);
  } catch {
    return { gdpr: 1, consent: "" };
  } finally {
    stop();
  }
};
