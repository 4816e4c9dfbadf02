/** Texts of reports by mail, loaded with their list, with the choice in the popover, and with the page that ends them. */
import type { Subscription } from "../../protocol/subscriptions.ts";
import { type Language, useLocale } from "./locale.ts";

const en = {
  title: "Reports by mail",
  hint: "They come to your e-mail address from 7:00 of the account's time zone.",
  none: "None. To get a report regularly, choose Share above it.",
  every: { day: "daily", week: "on Mondays", month: "on the 1st" } as Record<Subscription["every"], string>,
  next: (time: string) => `next mail ${time}`,
  stops: {
    refused: "stopped: the mail server refused your address",
    unavailable: "rests: this report is not available to you",
    suspended: "rests while the account is suspended",
    unconfirmed: "rests until you confirm your e-mail address",
    "mail-off": "rests: this service sends no mails",
    "events-apart": "rests: this service mails no reports",
  } as Record<NonNullable<Subscription["stopped"]>, string>,
  end: "End",
  endOf: (title: string) => `End: ${title}`,
  unsure: "No answer came. Look at the list before you try again.",
  ended: (title: string) => `The mails with ${title} have ended.`,
  page: {
    title: "End mails",
    question: "You will no longer get mails like this one. End them?",
    end: "End the mails",
    ended: "You no longer get these mails.",
    next: "Open the dashboard",
    settings: "Open settings",
    tryAgain: "Try again",
  },
};

export type SubscriptionTexts = typeof en;

const de: SubscriptionTexts = {
  title: "Berichte per E-Mail",
  hint: "Sie kommen ab 7:00 Uhr in der Zeitzone des Kontos an deine E-Mail-Adresse.",
  none: "Keine. Um einen Bericht regelmäßig zu bekommen, wähle über ihm „Teilen“.",
  every: { day: "täglich", week: "montags", month: "am Monatsersten" },
  next: (time) => `nächste E-Mail ${time}`,
  stops: {
    refused: "beendet: Der Mailserver hat deine Adresse abgelehnt",
    unavailable: "ruht: Diesen Bericht kannst du gerade nicht abrufen",
    suspended: "ruht, solange das Konto gesperrt ist",
    unconfirmed: "ruht, bis du deine E-Mail-Adresse bestätigst",
    "mail-off": "ruht: Dieser Dienst verschickt keine E-Mails",
    "events-apart": "ruht: Dieser Dienst verschickt keine Berichte",
  },
  end: "Beenden",
  endOf: (title) => `Beenden: ${title}`,
  unsure: "Es kam keine Antwort. Sieh in der Liste nach, bevor du es noch einmal versuchst.",
  ended: (title) => `Die E-Mails mit ${title} sind beendet.`,
  page: {
    title: "E-Mails beenden",
    question: "Du bekommst E-Mails wie diese dann nicht mehr. Beenden?",
    end: "E-Mails beenden",
    ended: "Du bekommst diese E-Mails nicht mehr.",
    next: "Dashboard öffnen",
    settings: "Einstellungen öffnen",
    tryAgain: "Noch einmal versuchen",
  },
};

const TEXTS: Record<Language, SubscriptionTexts> = { en, de };

export function useSubscriptionTexts(): SubscriptionTexts {
  return TEXTS[useLocale().language];
}
