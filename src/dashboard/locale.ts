/** One language: its texts, and how it writes numbers, days and names. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { GROUPINGS, type Grouping, type Unit, type Viewer } from "../protocol/statistics.ts";
import { type FilterValue, readDetail } from "./groups.ts";
import { type Change, findMetric } from "./metrics.ts";
import type { Period, Span } from "./period.ts";
import type { Point } from "./series.ts";
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

const NOTHING = "–";
/** From here on figures are shortened: ten digits do not fit beside each other. */
const LONG = 1e9;
/** Amounts from here on are shortened at the axis of a chart. */
const LONG_TICK = 1e5;

export function createLocale({ language, texts }: Words, currency: string, preferred: readonly string[]) {
  const tag = chooseTag(language, preferred);
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options);
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone: "UTC", ...options });
  const money = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  const numbers = {
    count: number({ maximumFractionDigits: 0 }),
    money: number(money),
    percent: number({ style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    milliseconds: number({ maximumFractionDigits: 0 }),
  };
  /** None for yen. */
  const moneyDecimals = numbers.money.resolvedOptions().maximumFractionDigits ?? 2;
  const smallMoney = number({ ...money, maximumSignificantDigits: 2 });
  /** Amounts below this have two significant digits instead of the currency's decimals. 0.0996 is 0.10. */
  const small = moneyDecimals > 0 ? 0.0995 : 1;
  const long = number({ notation: "compact", maximumFractionDigits: 2 });
  const longMoney = number({ ...money, notation: "compact", maximumFractionDigits: 2 });
  const tick = number({ notation: "compact", maximumFractionDigits: 3 });
  const longTickMoney = number({
    ...money,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  });
  const tickPercent = number({ style: "percent", maximumFractionDigits: 3 });
  const change = number({ style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const day = date({ day: "numeric", month: "short" });
  const dayYear = date({ day: "numeric", month: "short", year: "numeric" });
  const weekday = date({ weekday: "short", day: "numeric", month: "short" });
  const weekdayOnly = date({ weekday: "short" });
  const month = date({ month: "short", year: "numeric" });
  const countries = new Intl.DisplayNames(tag, { type: "region" });
  const list = new Intl.ListFormat(tag, { type: "conjunction" });

  const formatHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

  /** A value of a metric; a dash where there is none. */
  function formatValue(value: number | undefined, unit: Unit): string {
    if (value === undefined || !Number.isFinite(value)) return NOTHING;
    if (unit === "percent") return numbers.percent.format(value / 100);
    if (unit === "milliseconds") return `${numbers.milliseconds.format(value)} ms`;
    const isSmall = unit === "money" && value !== 0 && Math.abs(value) < small;
    return (isSmall ? smallMoney : numbers[unit]).format(value);
  }

  /** The same, shortened where it would be too long for a headline. */
  function formatFigure(value: number | undefined, unit: Unit): string {
    if (value === undefined || Math.abs(value) < LONG || unit === "percent") return formatValue(value, unit);
    return (unit === "money" ? longMoney : long).format(value);
  }

  /** For the axis of a chart. Amounts are all whole, or all have the currency's decimals, more where a tick needs them. */
  function formatTicks(ticks: readonly number[], unit: Unit): string[] {
    if (unit === "percent") return ticks.map((value) => tickPercent.format(value / 100));
    if (unit !== "money") return ticks.map((value) => tick.format(value));
    if (ticks.some((value) => Math.abs(value) >= LONG_TICK))
      return ticks.map((value) => longTickMoney.format(value));
    const needed = Math.max(...ticks.map(countDecimals));
    const digits = needed === 0 ? 0 : Math.max(needed, moneyDecimals);
    const amount = number({ ...money, minimumFractionDigits: digits, maximumFractionDigits: digits });
    return ticks.map((value) => amount.format(value));
  }

  function formatSpan({ from, to }: Span): string {
    return dayYear.formatRange(Date.parse(from), Date.parse(to));
  }

  /** Without the year. */
  function formatShortSpan({ from, to }: Span): string {
    return day.formatRange(Date.parse(from), Date.parse(to));
  }

  function formatWeekday(text: string): string {
    return weekday.format(Date.parse(text));
  }

  function formatMonth(text: string): string {
    return month.format(Date.parse(`${text}-01`));
  }

  /** When a point of a chart is, for its axis and for reading. */
  function formatPoint({ step, day: text, hour = 0 }: Point): { short: string; long: string } {
    if (step === "month") return { short: formatMonth(text), long: formatMonth(text) };
    if (step === "date") return { short: day.format(Date.parse(text)), long: formatWeekday(text) };
    return { short: formatHour(hour), long: `${formatWeekday(text)}, ${formatHour(hour)}` };
  }

  function nameMetric(key: string, viewer: Viewer): string {
    return texts.metrics.labels[key] ?? findMetric(key, viewer)?.label ?? key;
  }

  function nameAdblock(value: string): string {
    return value === "adblock" ? texts.adblock.adblock : texts.adblock.standard;
  }

  /** What a group of a report is called; undefined where the record has none. */
  function nameGroup(grouping: Grouping, detail: object | undefined): string | undefined {
    if (!detail) return undefined;
    const name =
      readDetail(detail, grouping) ?? (readDetail(detail, "name") || `#${readDetail(detail, "id")}`);
    switch (grouping) {
      case "date":
        return formatWeekday(name);
      case "hour":
        return formatHour(Number(name));
      case "month":
        return formatMonth(name);
      case "country_iso":
        return nameCountry(readDetail(detail, "iso2")) ?? readDetail(detail, "country_long_name") ?? name;
      case "adblock":
        return nameAdblock(name);
      case "device_type_id":
        return name.charAt(0).toUpperCase() + name.slice(1);
      default:
        return name;
    }
  }

  /** The name of a country by its code of two letters; undefined where the browser knows none. */
  function nameCountry(iso2: string | undefined): string | undefined {
    if (!iso2 || !/^[A-Z]{2}$/.test(iso2)) return undefined;
    const name = countries.of(iso2);
    return name === iso2 ? undefined : name;
  }

  /** The name of a value that needs no report. */
  function nameValue(grouping: string, value: FilterValue): string {
    if (grouping === "adblock") return nameAdblock(String(value));
    if (grouping === "hour") return formatHour(Number(value));
    return typeof value === "number" && grouping !== "sub" ? `#${value}` : String(value);
  }

  return {
    ...{ language, tag, texts },
    ...{ formatValue, formatFigure, formatTicks, formatSpan, formatShortSpan, formatWeekday, formatHour },
    ...{ formatPoint, nameMetric, nameGroup, nameCountry, nameValue },
    hasDecimals: moneyDecimals > 0,
    formatCount: (value: number) => numbers.count.format(value),
    formatChange: ({ percent }: Change) => change.format(percent / 100),
    /** `20 Nov 2026` */
    formatDate: (text: string) => dayYear.format(Date.parse(text)),
    /** `Thu` */
    formatWeekdayOnly: (text: string) => weekdayOnly.format(Date.parse(text)),
    formatList: (names: string[]) => list.format(names),
    namePeriod: (period: Period) =>
      typeof period === "string" ? texts.period.names[period] : formatSpan(period),
    nameGrouping: (grouping: Grouping) => texts.groupings[grouping] ?? GROUPINGS[grouping].label,
    nameTimezone: (name: string) => name.replaceAll("_", " "),
  };
}

/** Decimals that a number has, up to six. */
function countDecimals(value: number): number {
  const text = value.toFixed(6).replace(/0+$/, "");
  return text.length - text.indexOf(".") - 1;
}

export const LocaleContext = createContext<Locale | undefined>(undefined);

export function useLocale(): Locale {
  const locale = useContext(LocaleContext);
  if (!locale) throw new Error("useLocale needs a LocaleContext above it.");
  return locale;
}
