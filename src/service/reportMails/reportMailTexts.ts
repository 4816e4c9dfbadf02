/** Texts of mails with a report. */
import type { UserLanguage } from "../../protocol/people.ts";

interface ReportMailTexts {
  hello(name: string): string;
  lead(title: string, account: string): string;
  /** `compared`: the days before; undefined without comparison. */
  days(days: string, timezone: string, compared: string | undefined): string;
  running: string;
  filtered(names: string): string;
  total: string;
  now: string;
  before: string;
  change: string;
  adblock: { adblock: string; standard: string };
  none: string;
  /** `count`: all rows; undefined if they are shown. */
  rows(shown: string, count: string | undefined): string;
  attached: string;
  large: string;
  open: string;
  asked(host: string): string;
}

export const REPORT_MAIL_TEXTS: Record<UserLanguage, ReportMailTexts> = {
  en: {
    hello: (name) => `Hello ${name},`,
    lead: (title, account) => `This is the report “${title}” of the account ${account}.`,
    days: (days, timezone, compared) =>
      `Days: ${days} (${timezone})${compared === undefined ? "" : `, compared with ${compared}`}.`,
    running: "The last day is not over, so the numbers are compared without a change in percent.",
    filtered: (names) => `It is filtered by: ${names}.`,
    total: "Total",
    now: "These days",
    before: "Before",
    change: "Change",
    adblock: { adblock: "With ad blocker", standard: "Without ad blocker" },
    none: "There are no numbers for these days.",
    rows: (shown, count) => (count === undefined ? "All rows:" : `The first ${shown} of ${count} rows:`),
    attached: "The attached file has all rows.",
    large:
      "The file with all rows is too large for a mail, so it is not attached. Export it from the dashboard.",
    open: "Open the report",
    asked: (host) => `You get this mail because you asked for it on ${host}.`,
  },
  de: {
    hello: (name) => `Hallo ${name},`,
    lead: (title, account) => `das ist der Bericht „${title}“ vom Konto ${account}.`,
    days: (days, timezone, compared) =>
      `Tage: ${days} (${timezone})${compared === undefined ? "" : `, verglichen mit ${compared}`}.`,
    running:
      "Der letzte Tag ist noch nicht vorbei, deshalb steht neben den Zahlen keine Änderung in Prozent.",
    filtered: (names) => `Er ist gefiltert nach: ${names}.`,
    total: "Summe",
    now: "Diese Tage",
    before: "Davor",
    change: "Änderung",
    adblock: { adblock: "Mit Werbeblocker", standard: "Ohne Werbeblocker" },
    none: "Für diese Tage gibt es keine Zahlen.",
    rows: (shown, count) =>
      count === undefined ? "Alle Zeilen:" : `Die ersten ${shown} von ${count} Zeilen:`,
    attached: "Die angehängte Datei enthält alle Zeilen.",
    large:
      "Die Datei mit allen Zeilen ist zu groß für eine E-Mail und deshalb nicht angehängt. Exportiere sie im Dashboard.",
    open: "Bericht öffnen",
    asked: (host) => `Du bekommst diese E-Mail, weil du sie auf ${host} angefordert hast.`,
  },
};
