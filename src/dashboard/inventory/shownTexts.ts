/** Texts of the creatives that run on a site. */
import type { Language } from "../texts/locale.ts";

const en = {
  title: "What runs here",
  hint: "Creatives of the last seven days, as they are now.",
  none: "No ads ran here in the last seven days.",
  creative: "Creative",
  noPicture: "The picture does not load.",
  landing: "Landing page",
  advertiser: "Advertiser",
  impressions: "Impressions",
  clicks: "Clicks",
  rate: "CTR",
  revenue: "Revenue",
  first: (shown: string, all: string) => `The ${shown} most shown of ${all}.`,
  block: "Block",
  unblock: "Unblock",
  named: (action: string, name: string) => `${action}: ${name}`,
  blockAsked: (name: string, site: string) => `No more ads by ${name} on ${site}?`,
  blocked: (name: string) => `${name} is blocked here.`,
  unblocked: (name: string) => `${name} is no longer blocked here.`,
};

export type ShownTexts = typeof en;

const de: ShownTexts = {
  title: "Was hier läuft",
  hint: "Werbemittel der letzten sieben Tage, in ihrer jetzigen Fassung.",
  none: "In den letzten sieben Tagen lief hier keine Werbung.",
  creative: "Werbemittel",
  noPicture: "Das Bild lädt nicht.",
  landing: "Zielseite",
  advertiser: "Werbekunde",
  impressions: "Einblendungen",
  clicks: "Klicks",
  rate: "CTR",
  revenue: "Einnahmen",
  first: (shown, all) => `Die ${shown} meistgezeigten von ${all}.`,
  block: "Sperren",
  unblock: "Entsperren",
  named: (action, name) => `${action}: ${name}`,
  blockAsked: (name, site) => `Auf ${site} keine Werbung von ${name} mehr?`,
  blocked: (name) => `${name} ist hier gesperrt.`,
  unblocked: (name) => `${name} ist hier nicht mehr gesperrt.`,
};

export const SHOWN_TEXTS: Record<Language, ShownTexts> = { en, de };
