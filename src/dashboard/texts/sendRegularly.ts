/** Texts of the control that sends a report regularly, loaded with it. */
import type { MailFrequency } from "../../protocol/subscriptions.ts";
import type { Language } from "./locale.ts";

const en = {
  label: "Send regularly",
  every: { day: "Daily", week: "On Mondays", month: "On the 1st" } as Record<MailFrequency, string>,
  send: "Send it regularly",
  hint: "From 7:00 of the account's time zone, until you end it in the settings or by the link in each mail.",
  comparedBefore: "It is compared with the period before, not with the days that you chose.",
  onlyRelative: "To get this report regularly, choose a period such as the last 7 days.",
  subscribed: (when: string) => `You get this report regularly (${when}).`,
  settings: "Open settings",
};

const de: typeof en = {
  label: "Regelmäßig senden",
  every: { day: "Täglich", week: "Montags", month: "Am Monatsersten" },
  send: "Regelmäßig an mich senden",
  hint: "Ab 7:00 Uhr in der Zeitzone des Kontos, bis du es in den Einstellungen oder über den Link in der E-Mail beendest.",
  comparedBefore: "Verglichen wird mit dem Zeitraum davor, nicht mit den Tagen, die du gewählt hast.",
  onlyRelative:
    "Wenn du diesen Bericht regelmäßig bekommen möchtest, wähle einen Zeitraum wie die letzten 7 Tage.",
  subscribed: (when) => `Du bekommst diesen Bericht regelmäßig (${when}).`,
  settings: "Einstellungen öffnen",
};

export const SEND_REGULARLY_TEXTS: Record<Language, typeof en> = { en, de };
