/** Texts of pages that are loaded on demand, including English. Other languages are loaded after them. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Language, useByLanguage, useLocale } from "./locale.ts";
import { en, type ManagementTexts } from "./managementEn.ts";

const LOADERS: Record<Exclude<Language, "en">, () => Promise<ManagementTexts>> = {
  de: async () => (await import("./managementDe.ts")).de,
};

/** Falls back to English when loading fails. */
export async function loadManagementTexts(language: Language): Promise<ManagementTexts> {
  return language === "en" ? en : LOADERS[language]().catch(() => en);
}

export const TextsContext = createContext<ManagementTexts>(en);

export function useTexts(): ManagementTexts {
  return useContext(TextsContext);
}

export function useLoadedTexts(): ManagementTexts | undefined {
  return useByLanguage(useLocale().language, en, loadManagementTexts);
}
