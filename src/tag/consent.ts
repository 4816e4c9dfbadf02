/** What the page's consent platform says → `user.gdpr`. */
import type { Gdpr } from "../protocol/placement.ts";
import { within } from "./time.ts";
import type { Values } from "./zone.ts";

interface TcData {
  eventStatus: string;
  listenerId: number;
  gdprApplies?: boolean;
  tcString?: string;
}

type Tcf = (command: string, version: 2, callback: (data: TcData, ok: boolean) => void, id?: number) => void;

/**
 * Resolves with what the page says itself, else with the platform's word once it has one, else with nothing. A platform
 * that throws or stays silent for `consent-timeout` means: under GDPR, without consent. Its listener is taken away
 * again in every case.
 */
export const readConsent = async ({
  gdpr,
  consent = "",
  "consent-timeout": patience = 3e3,
}: Values): Promise<Gdpr | undefined> => {
  const tcf = (self as { __tcfapi?: Tcf }).__tcfapi;
  if (gdpr) return typeof gdpr === "object" ? gdpr : { gdpr: +gdpr as 0 | 1, consent };
  if (!tcf) return;
  let late = false;
  let leave = () => {};
  const answer = new Promise<Gdpr>((resolve) =>
    tcf("addEventListener", 2, (data, ok) => {
      leave = () => tcf("removeEventListener", 2, () => {}, data?.listenerId);
      if (late) leave();
      else if (ok && /^(tcl|user)/.test(data.eventStatus)) {
        resolve({ gdpr: +(data.gdprApplies !== false) as 0 | 1, consent: data.tcString || "" });
        leave();
      }
    }),
  );
  return within(patience, answer).catch(() => {
    late = true;
    try {
      leave();
    } catch {}
    return { gdpr: 1, consent: "" } as const;
  });
};
