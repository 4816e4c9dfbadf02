/** Texts of pages that are loaded on demand. */
import { type Language, useLocale } from "./locale.ts";
import { de } from "./managementDe.ts";
import { en, type ManagementTexts } from "./managementEn.ts";

export const MANAGEMENT_TEXTS: Record<Language, ManagementTexts> = { en, de };

export function useTexts(): ManagementTexts {
  return MANAGEMENT_TEXTS[useLocale().language];
}
