/** Texts of the switch of the mail "what needs you", loaded with it. */
import type { AccountKind } from "../../protocol/statistics.ts";
import { type Language, useLocale } from "./locale.ts";

const en = {
  title: "What needs you",
  label: (account: string) => `Send me a mail when something needs me in ${account}`,
  about: {
    publisher: "Zones that have had no requests for a day.",
    advertiser: "Campaigns that have ended, have used up their total or will miss it.",
    network:
      "Zones that have had no requests for a day, campaigns that have ended, have used up their total or will miss it, and creatives that wait for approval.",
  } as Record<AccountKind, string>,
  hint: "At most one mail a day, from 7:00 of the account's time zone, and only about what is new from now on.",
  on: "The mails are switched on.",
  off: "The mails are switched off.",
  unsure: "No answer came. Reload the page to see whether it was switched.",
};

const de: typeof en = {
  title: "Was ansteht",
  label: (account) => `Schick mir eine E-Mail, wenn in ${account} etwas ansteht`,
  about: {
    publisher: "Zonen, die seit einem Tag keine Anfragen haben.",
    advertiser: "Kampagnen, die beendet oder ausgeschöpft sind oder ihr Gesamtziel verfehlen.",
    network:
      "Zonen, die seit einem Tag keine Anfragen haben, Kampagnen, die beendet oder ausgeschöpft sind oder ihr Gesamtziel verfehlen, und Werbemittel, die auf Freigabe warten.",
  },
  hint: "Höchstens eine E-Mail am Tag, ab 7:00 Uhr in der Zeitzone des Kontos, und nur über das, was ab jetzt neu ist.",
  on: "Die E-Mails sind eingeschaltet.",
  off: "Die E-Mails sind ausgeschaltet.",
  unsure: "Es kam keine Antwort. Lade die Seite neu, um zu sehen, ob umgeschaltet wurde.",
};

const TEXTS: Record<Language, typeof en> = { en, de };

export function useAlertTexts(): typeof en {
  return TEXTS[useLocale().language];
}
