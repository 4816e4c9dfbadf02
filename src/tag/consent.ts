/** What the page's consent platform and the browser say → what may be sent. */
import type { Consent, Values } from "./zone.ts";

interface TcData {
  eventStatus: string;
  listenerId: number;
  gdprApplies?: boolean;
  tcString?: string;
}

type Tcf = (command: string, version: 2, callback: (data: TcData, ok: boolean) => void, id?: number) => void;

/**
 * Resolves with the consent to send. With a platform: its word once it has one, at most after `consent-timeout`;
 * then nothing personal goes out. Its listener is taken away again in every case.
 */
export function readConsent({
  gdpr,
  consent = "",
  "consent-timeout": patience = 3000,
}: Values): Promise<Consent> {
  const tcf = (window as { __tcfapi?: Tcf }).__tcfapi;
  const personal = !(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  return new Promise((resolve) => {
    if (gdpr)
      resolve({ gdpr: typeof gdpr === "object" ? gdpr : { gdpr: +gdpr as 0 | 1, consent }, personal });
    else if (!tcf) resolve({ personal });
    else {
      let late = false;
      const refuse = () => {
        late = true;
        resolve({ gdpr: { gdpr: 1, consent: "" }, personal: false });
      };
      setTimeout(refuse, patience);
      try {
        tcf("addEventListener", 2, ({ eventStatus, listenerId, gdprApplies, tcString = "" }, ok) => {
          if (!late && !(ok && /^(tcl|user)/.test(eventStatus))) return;
          resolve({ gdpr: { gdpr: gdprApplies === false ? 0 : 1, consent: tcString }, personal });
          tcf("removeEventListener", 2, () => {}, listenerId);
        });
      } catch {
        refuse();
      }
    }
  });
}
