/** Texts of the pages of people and settings in the current language. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Language, useByLanguage, useLocale } from "../texts/locale.ts";
import { en, type PeopleTexts } from "./peopleEn.ts";

/** Falls back to English when loading fails. */
function loadTexts(language: Language): Promise<PeopleTexts> {
  if (language === "en") return Promise.resolve(en);
  return import("./peopleDe.ts").then(
    ({ de }) => de,
    () => en,
  );
}

export const PeopleTextsContext = createContext<PeopleTexts>(en);

export function usePeopleTexts(): PeopleTexts {
  return useContext(PeopleTextsContext);
}

export function useLoadedPeopleTexts(): PeopleTexts | undefined {
  return useByLanguage(useLocale().language, en, loadTexts);
}
