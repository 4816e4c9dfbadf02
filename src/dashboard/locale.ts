/** One language: its texts, and how it writes numbers, days and names. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { GROUPINGS, type Grouping, type Viewer } from "../protocol/statistics.ts";
import { createDateFormats } from "./dateFormats.ts";
import { createGroupNames } from "./groupNames.ts";
import { findMetric } from "./metrics.ts";
import { createNumberFormats } from "./numberFormats.ts";
import type { Period } from "./period.ts";
import { en, type Texts } from "./texts/en.ts";

/** What each language calls itself. A further one is a line here, its file in `texts/`, and how that is loaded. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

/** English comes with the page; the others are loaded by those who read them. */
const LOADERS: Record<Exclude<Language, "en">, () => Promise<Texts>> = {
  de: async () => (await import("./texts/de.ts")).de,
};

/** A language with its texts. */
export interface Words {
  language: Language;
  texts: Texts;
}

export const ENGLISH: Words = { language: "en", texts: en };

/** Without a connection it is English. */
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

/** The first of a person's languages that there is. */
export function chooseLanguage(preferred: readonly string[]): Language {
  return preferred.map(readLanguage).find(isLanguage) ?? "en";
}

/** `de` of `de-AT`. */
function readLanguage(tag: string): string {
  return tag.toLowerCase().replace(/-.*/, "");
}

/** `de-AT` for a person in Austria who reads German; `de` for one whose browser speaks another language. */
function chooseTag(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => readLanguage(tag) === language) ?? language;
}

export type Locale = ReturnType<typeof createLocale>;

export function createLocale({ language, texts }: Words, currency: string, preferred: readonly string[]) {
  const tag = chooseTag(language, preferred);
  const dates = createDateFormats(tag);
  const list = new Intl.ListFormat(tag, { type: "conjunction" });
  return {
    ...{ language, tag, texts },
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
