/** The texts of what is loaded on demand, in the language of the dashboard. */
import { type Language, useLocale } from "../locale.ts";
import { de } from "./texts/de.ts";
import { en, type PlaceTexts } from "./texts/en.ts";

export const PLACE_TEXTS: Record<Language, PlaceTexts> = { en, de };

export function useTexts(): PlaceTexts {
  return PLACE_TEXTS[useLocale().language];
}
