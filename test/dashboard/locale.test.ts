import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test, vi } from "vitest";
import {
  chooseLanguage,
  createLocale,
  ENGLISH,
  isLanguage,
  LANGUAGES,
  type Language,
  LocaleContext,
  loadWords,
  useLocale,
} from "../../src/dashboard/locale.ts";
import { listMetricKeys } from "../../src/dashboard/metrics.ts";
import { PLACE_TEXTS } from "../../src/dashboard/places/texts.ts";
import type { Point } from "../../src/dashboard/series.ts";
import { GROUPINGS, type Grouping, type Viewer } from "../../src/protocol/statistics.ts";

const EN = createLocale(ENGLISH, "EUR", ["en-US"]);
const GERMAN = await loadWords("de");
const DE = createLocale(GERMAN, "EUR", ["de-DE"]);
/** No-break spaces are as good as spaces here. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test.each([
  [1234.5, "money", "€1,234.50", "1.234,50 €"],
  [0.0025, "money", "€0.0025", "0,0025 €"],
  [0, "money", "€0.00", "0,00 €"],
  [53.177, "percent", "53.18%", "53,18 %"],
  [1234567, "count", "1,234,567", "1.234.567"],
  [12.6, "milliseconds", "13 ms", "13 ms"],
  [undefined, "percent", "–", "–"],
] as const)("%s of the unit %s is %s in English and %s in German", (value, unit, english, german) => {
  expect(plain(EN.formatValue(value, unit))).toBe(english);
  expect(plain(DE.formatValue(value, unit))).toBe(german);
});

test.each([
  [0.1, "EUR", "€0.10", "0,10 €"],
  [0.0949, "EUR", "€0.095", "0,095 €"],
  [0.0996, "EUR", "€0.10", "0,10 €"],
  [0.999, "EUR", "€1.00", "1,00 €"],
  [0.3, "JPY", "¥0.3", "0,3 ¥"],
  [0.0996, "KWD", "KWD 0.100", "0,100 KWD"],
  [-0.0025, "EUR", "-€0.0025", "-0,0025 €"],
  [1234.5, "USD", "$1,234.50", "1.234,50 $"],
  [1234.5, "JPY", "¥1,235", "1.235 ¥"],
  [0.05, "JPY", "¥0.05", "0,05 ¥"],
  [1.5, "KWD", "KWD 1.500", "1,500 KWD"],
  // ISO 4217: in no currency, as what a network sees of members with several.
  [1.5, "XXX", "¤1.50", "1,50 XXX"],
] as const)("the amount %s of %s is %s in English and %s in German", (value, currency, english, german) => {
  const write = (words: typeof ENGLISH, tag: string) =>
    plain(createLocale(words, currency, [tag]).formatValue(value, "money"));
  expect([write(ENGLISH, "en-US"), write(GERMAN, "de-DE")]).toEqual([english, german]);
});

test("ratios and whole numbers are small without becoming more exact", () => {
  expect(EN.formatValue(0.05, "percent")).toBe("0.05%");
  expect(EN.formatValue(0.05, "count")).toBe("0");
  expect(EN.formatValue(0.05, "milliseconds")).toBe("0 ms");
});

test("what cannot be a figure is a dash", () => {
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY])
    expect(EN.formatValue(value, "money")).toBe("–");
  expect(EN.formatFigure(undefined, "count")).toBe("–");
});

test.each([
  [3_012_345_678, "count", "3.01B", "3,01 Mrd."],
  [999_999_999, "count", "999,999,999", "999.999.999"],
  [1_000_000_000, "count", "1B", "1 Mrd."],
  [-3_012_345_678, "count", "-3.01B", "-3,01 Mrd."],
  [3_012_345_678, "money", "€3.01B", "3,01 Mrd. €"],
  [999_999_999, "money", "€999,999,999.00", "999.999.999,00 €"],
  [2_000_000_000, "percent", "2,000,000,000.00%", "2.000.000.000,00 %"],
] as const)(
  "in a headline %s of the unit %s is %s in English and %s in German",
  (value, unit, english, german) => {
    expect(plain(EN.formatFigure(value, unit))).toBe(english);
    expect(plain(DE.formatFigure(value, unit))).toBe(german);
  },
);

test("ticks are exact", () => {
  expect(EN.formatTicks([0, 1250, 2500], "count")).toEqual(["0", "1.25K", "2.5K"]);
  expect(EN.formatTicks([0.025], "percent")).toEqual(["0.025%"]);
  expect(EN.formatTicks([1_234_567], "count")).toEqual(["1.235M"]);
});

test.each([
  ["EUR", [0, 2.5, 5], ["€0.00", "€2.50", "€5.00"], ["0,00 €", "2,50 €", "5,00 €"]],
  ["EUR", [0, 5, 10], ["€0", "€5", "€10"], ["0 €", "5 €", "10 €"]],
  ["EUR", [0, 500, 1000], ["€0", "€500", "€1,000"], ["0 €", "500 €", "1.000 €"]],
  ["EUR", [0.005, 0.01], ["€0.005", "€0.010"], ["0,005 €", "0,010 €"]],
  ["EUR", [0, 250_000], ["€0", "€250K"], ["0 €", "250.000 €"]],
  ["EUR", [0, 99_999], ["€0", "€99,999"], ["0 €", "99.999 €"]],
  ["EUR", [-100_000, 0], ["-€100K", "€0"], ["-100.000 €", "0 €"]],
  ["EUR", [0, 1_234_567], ["€0", "€1.23M"], ["0 €", "1,23 Mio. €"]],
  ["JPY", [0, 25, 50], ["¥0", "¥25", "¥50"], ["0 ¥", "25 ¥", "50 ¥"]],
  ["KWD", [0, 2.5], ["KWD 0.000", "KWD 2.500"], ["0,000 KWD", "2,500 KWD"]],
] as const)(
  "amounts of %s at an axis are all whole, or all have decimals: %s",
  (currency, ticks, english, german) => {
    const write = (words: typeof ENGLISH, tag: string) =>
      createLocale(words, currency, [tag]).formatTicks(ticks, "money").map(plain);
    expect(write(ENGLISH, "en-US")).toEqual(english);
    expect(write(GERMAN, "de-DE")).toEqual(german);
  },
);

test("a country is called as in the reader's language", () => {
  const germany = { country_iso: "DEU", iso2: "DE", country_long_name: "Germany" };
  expect(EN.nameGroup("country_iso", germany)).toBe("Germany");
  expect(DE.nameGroup("country_iso", germany)).toBe("Deutschland");
  expect(DE.nameGroup("country_iso", { ...germany, iso2: undefined })).toBe("Germany");
});

test("what has no name is told by its number", () => {
  expect(EN.nameGroup("zone_id", { id: 7, name: "" })).toBe("#7");
  expect(EN.nameGroup("carrier_id", undefined)).toBeUndefined();
});

test.each<[Grouping, object, string, string]>([
  ["date", { date: "2026-11-20" }, "Fri, Nov 20", "Fr., 20. Nov."],
  ["hour", { hour: 7 }, "07:00", "07:00"],
  ["hour", { hour: "23" }, "23:00", "23:00"],
  ["week", { week: "2026-W47" }, "2026-W47", "2026-W47"],
  ["month", { month: "2026-11" }, "Nov 2026", "Nov. 2026"],
  ["quarter", { quarter: "2026-Q4" }, "2026-Q4", "2026-Q4"],
  ["year", { year: 2026 }, "2026", "2026"],
  ["sub", { sub: -7 }, "-7", "-7"],
  ["size", { size: "300x250" }, "300x250", "300x250"],
  ["zone_id", { id: 101, name: "Top" }, "Top", "Top"],
  ["adblock", { adblock: "adblock" }, "With ad blocker", "Mit Werbeblocker"],
  ["adblock", { adblock: "standard" }, "Without ad blocker", "Ohne Werbeblocker"],
  ["device_type_id", { id: 1, name: "mobile phone" }, "Mobile phone", "Mobile phone"],
  ["country_iso", { country_iso: "XYZ" }, "XYZ", "XYZ"],
])("the group %s of %j is called %s in English and %s in German", (grouping, detail, english, german) => {
  expect(plain(EN.nameGroup(grouping, detail) ?? "")).toBe(english);
  expect(plain(DE.nameGroup(grouping, detail) ?? "")).toBe(german);
});

test.each([
  ["DE", "Germany"],
  ["ZZ", "Unknown Region"],
  ["QX", undefined],
  ["de", undefined],
  ["DEU", undefined],
  ["1DE", undefined],
  ["", undefined],
  [undefined, undefined],
])("the country with the code %s is called %s", (code, name) => {
  expect(EN.nameCountry(code)).toBe(name);
});

test.each([
  ["adblock", "adblock", "Mit Werbeblocker"],
  ["adblock", "standard", "Ohne Werbeblocker"],
  ["hour", 5, "05:00"],
  ["zone_id", 5, "#5"],
  ["sub", -5, "-5"],
  ["size", "300x250", "300x250"],
])("a filter of %s by %s is called %s without a report", (grouping, value, name) => {
  expect(DE.nameValue(grouping, value)).toBe(name);
});

test.each([
  ["2026-11-20", "2026-11-20", "Nov 20, 2026", "20. Nov. 2026", "Nov 20", "20. Nov."],
  ["2026-11-20", "2026-11-22", "Nov 20 – 22, 2026", "20.–22. Nov. 2026", "Nov 20 – 22", "20.–22. Nov."],
])("the days from %s to %s are %s or %s, without the year %s or %s", (from, to, ...expected) => {
  const written = [EN.formatSpan({ from, to }), DE.formatSpan({ from, to })];
  const short = [EN.formatShortSpan({ from, to }), DE.formatShortSpan({ from, to })];
  // Thin spaces stand around dashes.
  expect([...written, ...short].map((text) => plain(text.replaceAll("\u2009", " ")))).toEqual(expected);
});

test.each<[Partial<Point>, string, string]>([
  [{ step: "month", day: "2026-11" }, "Nov 2026", "Nov 2026"],
  [{ step: "date", day: "2026-11-20" }, "Nov 20", "Fri, Nov 20"],
  [{ step: "hour", day: "2026-11-20", hour: 9 }, "09:00", "Fri, Nov 20, 09:00"],
  [{ step: "hour", day: "2026-11-20" }, "00:00", "Fri, Nov 20, 00:00"],
])("a point of a chart with %j is %s at the axis and %s for reading", (point, short, long) => {
  const whole: Point = { step: "date", day: "", value: 1, isOpen: false, ...point };
  expect(EN.formatPoint(whole)).toEqual({ short, long });
});

test("days, changes, lists, periods and time zones are written as in the reader's language", () => {
  const write = (locale: typeof EN) => [
    ...[locale.formatWeekday("2026-11-20"), locale.formatWeekdayOnly("2026-11-20")],
    ...[locale.formatDate("2026-11-20"), locale.formatCount(1234.4), locale.formatHour(0)],
    ...[locale.formatChange({ direction: "up", percent: 12.34 }), locale.formatList(["a", "b", "c"])],
    ...[locale.namePeriod("last-month"), locale.namePeriod({ from: "2026-11-20", to: "2026-11-20" })],
    locale.nameTimezone("America/Port_of_Spain"),
  ];
  expect(write(EN).map(plain)).toEqual([
    ...["Fri, Nov 20", "Fri", "Nov 20, 2026", "1,234", "00:00", "12.3%", "a, b, and c"],
    ...["Last month", "Nov 20, 2026", "America/Port of Spain"],
  ]);
  expect(write(DE).map(plain)).toEqual([
    ...["Fr., 20. Nov.", "Fr", "20. Nov. 2026", "1.234", "00:00", "12,3 %", "a, b und c"],
    ...["Letzter Monat", "20. Nov. 2026", "America/Port of Spain"],
  ]);
  expect(EN.formatChange({ direction: "same", percent: 0 })).toBe("0.0%");
});

test("groupings have the table's names where a language has no other", () => {
  expect([EN.nameGrouping("zone_id"), EN.nameGrouping("site_hostname")]).toEqual(["Zone", "Host name"]);
  expect(DE.nameGrouping("country_iso")).toBe("Land");
});

test("metrics have the names of the language, else of the table, else their keys", () => {
  const [viewer] = NETWORKS as [Viewer];
  expect(EN.nameMetric("base.cpm", viewer)).toBe("eCPM");
  expect(EN.nameMetric("base.clicks", viewer)).toBe("Clicks");
  expect(DE.nameMetric("base.clicks", viewer)).toBe("Klicks");
  expect(EN.nameMetric("base.nothing", viewer)).toBe("base.nothing");
});

test.each([
  ["EUR", true],
  ["KWD", true],
  ["JPY", false],
])("whether amounts of %s have decimals is known: %s", (currency, hasDecimals) => {
  expect(createLocale(ENGLISH, currency, []).hasDecimals).toBe(hasDecimals);
});

test.each([
  [["de-AT", "en-US"], "de"],
  [["fr-FR", "DE"], "de"],
  [["en-GB", "de"], "en"],
  [["fr", "toString"], "en"],
  [["zh-Hant-TW"], "en"],
  [[], "en"],
])("of the languages %j the dashboard has %s", (preferred, language) => {
  expect(chooseLanguage(preferred)).toBe(language);
});

test.each([
  ["de", ["en-US", "de-AT", "de-DE"], "de-AT"],
  ["de", ["DE-at"], "DE-at"],
  ["de", ["en-US"], "de"],
  ["en", [], "en"],
] as const)(
  "numbers in the language %s of a person who prefers %j are written as in %s",
  (name, preferred, tag) => {
    expect(createLocale({ ...ENGLISH, language: name }, "EUR", preferred).tag).toBe(tag);
  },
);

test("languages are told from other names, also from those that objects have", () => {
  expect(["en", "de", "fr", "toString", ""].map(isLanguage)).toEqual([true, true, false, false, false]);
});

test("a language has its own texts, English where they cannot be loaded", async () => {
  expect(await loadWords("en")).toBe(ENGLISH);
  expect([GERMAN.language, GERMAN.texts.close]).toEqual(["de", "Schließen"]);
  vi.resetModules();
  vi.doMock("../../src/dashboard/texts/de.ts", () => {
    throw new Error("no connection");
  });
  const again = await import("../../src/dashboard/locale.ts");
  expect(await again.loadWords("de")).toBe(again.ENGLISH);
  vi.doUnmock("../../src/dashboard/texts/de.ts");
});

test("components read the locale above them, and fail without one", () => {
  const Close = () => h("p", null, useLocale().texts.close);
  expect(renderToString(h(LocaleContext.Provider, { value: DE }, h(Close, null)))).toBe("<p>Schließen</p>");
  expect(() => renderToString(h(Close, null))).toThrow("useLocale needs a LocaleContext above it.");
});

const NETWORKS: Viewer[] = [
  { kind: "network", role: "publisher", goals: 1 },
  { kind: "network", role: "advertiser", goals: 1 },
];

const LOCALES = await Promise.all(
  (Object.keys(LANGUAGES) as Language[]).map(
    async (name) => [name, createLocale(await loadWords(name), "EUR", [name])] as const,
  ),
);

test.each(LOCALES)("the language %s names every grouping and every metric", (name, locale) => {
  if (name !== "en")
    expect(Object.keys(locale.texts.groupings).sort()).toEqual(Object.keys(GROUPINGS).sort());
  for (const viewer of NETWORKS)
    for (const key of listMetricKeys(viewer)) expect(locale.nameMetric(key, viewer)).not.toContain(".");
});

test.each(LOCALES)("the language %s names no metric in English, unless the trade does", (name, locale) => {
  if (name === "en") return;
  const viewers: Viewer[] = [...NETWORKS, { kind: "advertiser", role: "advertiser", goals: 1 }];
  const english = viewers.flatMap((viewer) =>
    listMetricKeys(viewer).filter((key) => locale.nameMetric(key, viewer) === EN.nameMetric(key, viewer)),
  );
  const same = ["base.cpc", "rtb.timeouts", "video.cpv", "goals.g1", "goals.ecpa1"];
  expect(english.filter((key) => !same.includes(key))).toEqual([]);
});

test.each(LOCALES)(
  "the language %s has no text of another one left over, unless both say the same",
  (name, locale) => {
    if (name === "en") return;
    const [own, english] = [
      listTexts([locale.texts, PLACE_TEXTS[name]]),
      listTexts([EN.texts, PLACE_TEXTS.en]),
    ];
    const same = [...own].filter(([path, text]) => text.length > 30 && english.get(path) === text);
    expect(same.map(([path]) => path)).toEqual([]);
  },
);

function listTexts(value: unknown, path = ""): Map<string, string> {
  if (typeof value === "string") return new Map([[path, value]]);
  if (typeof value === "function") return new Map([[path, String(value)]]);
  const entries = Object.entries(Object(value));
  return new Map(entries.flatMap(([key, child]) => [...listTexts(child, `${path}.${key}`)]));
}
