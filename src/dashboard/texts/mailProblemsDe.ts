/** German sentences for problems of mails. */
import type { ProblemTexts } from "../../protocol/problems.ts";

type MailCode =
  | ("email-unconfirmed" | "mail-failed" | "mail-off" | "mail-refused" | "mail-waiting" | "mails-limited")
  | ("events-apart" | "report-mail-repeated" | "subscriptions-full");

export const mailProblems: ProblemTexts<MailCode> = {
  "email-unconfirmed": "Bestätige zuerst deine E-Mail-Adresse, in den Einstellungen deines Kontos.",
  "events-apart":
    "Dieser Dienst verschickt keine Berichte: Jeder seiner Knoten kennt nur die eigenen Ereignisse. Ändern kann das nur der Betreiber.",
  "mail-failed":
    "Die E-Mail wurde nicht verschickt: Der Mailserver ist zurzeit nicht nutzbar. Versuche es später noch einmal oder frage den Betreiber.",
  "mail-off": "Dieser Dienst verschickt keine E-Mails.",
  "mail-refused": "Die E-Mail wurde nicht verschickt: Der Mailserver lehnt diese Adresse ab. Berichtige sie.",
  "mail-waiting":
    "Der Mailserver hat noch nicht geantwortet. Wenn in ein paar Minuten keine E-Mail ankommt, lass noch eine schicken.",
  "mails-limited": ({ seconds }) =>
    `Für einen Tag wurden genug E-Mails verschickt. Versuche es in ${Math.ceil(seconds / 3600)} h noch einmal.`,
  "report-mail-repeated": ({ seconds }) =>
    `Du hast diesen Bericht gerade eben angefordert. Versuche es in ${seconds} Sekunden erneut.`,
  "subscriptions-full": ({ most }) =>
    `Du bekommst schon ${most} Berichte regelmäßig. Beende zuerst einen in den Einstellungen.`,
};
