/** Texts of the control that mails a report, loaded with it. */
import type { Language } from "./locale.ts";

const en = {
  heading: "Report by mail",
  hint: (email: string, days: string) =>
    `To ${email}: totals, the first ten rows, and all rows as a file. Period: ${days}.`,
  title: "Title of the mail",
  usual: (groupings: string) => `Report by ${groupings}`,
  send: "Send me this report now",
  sent: (email: string) => `A mail to ${email} is on its way.`,
  unconfirmed: (email: string) => `To have this report mailed to ${email}, confirm the address first.`,
  settings: "Open settings",
};

const de: typeof en = {
  heading: "Bericht per E-Mail",
  hint: (email, days) =>
    `An ${email}: Summen, die ersten zehn Zeilen und alle Zeilen als Datei. Zeitraum: ${days}.`,
  title: "Titel der E-Mail",
  usual: (groupings) => `Bericht nach ${groupings}`,
  send: "Bericht jetzt an mich senden",
  sent: (email) => `Eine E-Mail an ${email} ist unterwegs.`,
  unconfirmed: (email) =>
    `Wenn du diesen Bericht an ${email} geschickt bekommen möchtest, bestätige zuerst die Adresse.`,
  settings: "Einstellungen öffnen",
};

export const REPORT_MAIL_TEXTS: Record<Language, typeof en> = { en, de };
