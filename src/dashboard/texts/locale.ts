/** A language: texts, and formats of numbers, days and names. */
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { createGroupNames } from "../../protocol/groupNames.ts";
import { GROUPINGS, type Grouping, type Viewer } from "../../protocol/statistics.ts";
import { findMetric } from "../reports/metrics.ts";
import type { Period } from "../reports/period.ts";
import { createDateFormats } from "./dateFormats.ts";
import { en, type Texts } from "./en.ts";
import { isKnown } from "./isKnown.ts";
import { createNumberFormats } from "./numberFormats.ts";

/** Languages by their own names. A new one needs a line here, its file in `texts/`, and a loader. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

/** English is part of the page; other languages are loaded on demand. */
const LOADERS: Record<Exclude<Language, "en">, () => Promise<Texts>> = {
  de: async () => (await import("./de.ts")).de,
};

/** A language with its texts. */
export interface Words {
  language: Language;
  texts: Texts;
}

export const ENGLISH: Words = { language: "en", texts: en };

/**
 * Loads what differs between languages. Undefined until the first language is loaded; then the previous language until the
 * next one is loaded.
 */
export function useByLanguage<T>(
  language: Language,
  english: T,
  load: (language: Language) => Promise<T>,
): T | undefined {
  const [shown, setShown] = useState(language === "en" ? english : undefined);
  useEffect(() => {
    let isLatest = true;
    void load(language).then((loaded) => isLatest && setShown(loaded));
    return () => {
      isLatest = false;
    };
  }, [language]);
  return shown;
}

/** Falls back to English when loading fails. */
export async function loadWords(language: Language): Promise<Words> {
  if (language === "en") return ENGLISH;
  return LOADERS[language]().then(
    (texts) => ({ language, texts }),
    () => ENGLISH,
  );
}

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(LANGUAGES, name);
}

/** Chooses the first available of the preferred languages. */
export function chooseLanguage(preferred: readonly string[]): Language {
  return (
    preferred
      .filter((tag) => isKnown(tag))
      .map(getLanguage)
      .find(isLanguage) ?? "en"
  );
}

/** Reads `de` from `de-AT`. */
function getLanguage(tag: string): string {
  return tag.toLowerCase().replace(/-.*/, "");
}

/** Chooses `de-AT` when the browser prefers it, else `de`. */
function chooseTag(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => isKnown(tag) && getLanguage(tag) === language) ?? language;
}

export type Locale = ReturnType<typeof createLocale>;

export function createLocale({ language, texts }: Words, currency: string, preferred: readonly string[]) {
  const tag = chooseTag(language, preferred);
  const dates = createDateFormats(tag);
  const list = new Intl.ListFormat(tag, { type: "conjunction" });
  return {
    language,
    tag,
    texts,
    ...createNumberFormats(tag, currency),
    ...dates,
    ...createGroupNames(tag, texts, dates),
    formatList: (names: string[]) => list.format(names),
    namePeriod: (period: Period) =>
      typeof period === "string" ? texts.period.names[period] : dates.formatSpan(period),
    nameMetric: (key: string, viewer: Viewer) =>
      texts.metrics.labels[key] ?? findMetric(key, viewer)?.label ?? key,
    nameGrouping: (grouping: Grouping) => texts.groupings[grouping] ?? GROUPINGS[grouping].label,
    nameTimezone: (name: string) => name.replaceAll("_", " "),
  };
}

export const LocaleContext = createContext<Locale | undefined>(undefined);

export function useLocale(): Locale {
  const locale = useContext(LocaleContext);
  if (!locale) throw new Error("useLocale needs a LocaleContext above it.");
  return locale;
}
