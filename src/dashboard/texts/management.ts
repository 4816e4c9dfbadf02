/** Texts of the pages that are loaded on demand. English is part of them; other languages are loaded after. */
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { type Language, useLocale } from "./locale.ts";
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

/** Undefined until the first language is loaded, then the previous one until the next is. */
export function useLoadedTexts(): ManagementTexts | undefined {
  const { language } = useLocale();
  const [texts, setTexts] = useState(language === "en" ? en : undefined);
  useEffect(() => {
    let isLatest = true;
    void loadManagementTexts(language).then((loaded) => isLatest && setTexts(loaded));
    return () => {
      isLatest = false;
    };
  }, [language]);
  return texts;
}
