/** What the page's consent platform says → `user.gdpr`. */
import type { Gdpr } from "../protocol/placement.ts";
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
export const readConsent = ({ gdpr, consent = "", "consent-timeout": patience = 3000 }: Values) =>
  new Promise<Gdpr | undefined>((resolve, refuse) => {
    const tcf = (window as { __tcfapi?: Tcf }).__tcfapi;
    let late = false;
    if (gdpr) resolve(typeof gdpr === "object" ? gdpr : { gdpr: +gdpr as 0 | 1, consent });
    else if (tcf) {
      setTimeout(() => {
        late = true;
        refuse();
      }, patience);
      tcf("addEventListener", 2, ({ eventStatus, listenerId, gdprApplies, tcString = "" }, ok) => {
        if (!late && !(ok && /^(tcl|user)/.test(eventStatus))) return;
        resolve({ gdpr: gdprApplies === false ? 0 : 1, consent: tcString });
        tcf("removeEventListener", 2, () => {}, listenerId);
      });
    } else resolve(undefined);
  }).catch((): Gdpr => ({ gdpr: 1, consent: "" }));
