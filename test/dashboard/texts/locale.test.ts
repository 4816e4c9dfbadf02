import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test, vi } from "vitest";
import { listMetricKeys } from "../../../src/dashboard/reports/metrics.ts";
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
} from "../../../src/dashboard/texts/locale.ts";
import { loadManagementTexts } from "../../../src/dashboard/texts/management.ts";
import { GROUPINGS, type Viewer } from "../../../src/protocol/statistics.ts";

const EN = createLocale(ENGLISH, "EUR", ["en-US"]);
const GERMAN = await loadWords("de");
const DE = createLocale(GERMAN, "EUR", ["de-DE"]);
/** Replaces no-break spaces with plain spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test("days, changes, lists, periods and time zones are formatted in the page's language", () => {
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

test("a grouping without a localized name uses the name from the table", () => {
  expect([EN.nameGrouping("zone_id"), EN.nameGrouping("site_hostname")]).toEqual(["Zone", "Host name"]);
  expect(DE.nameGrouping("country_iso")).toBe("Land");
});

test("a metric without a localized name falls back to the table's name, then to its key", () => {
  const [viewer] = NETWORKS as [Viewer];
  expect(EN.nameMetric("base.cpm", viewer)).toBe("eCPM");
  expect(EN.nameMetric("base.clicks", viewer)).toBe("Clicks");
  expect(DE.nameMetric("base.clicks", viewer)).toBe("Klicks");
  expect(EN.nameMetric("base.nothing", viewer)).toBe("base.nothing");
});

test.each([
  [["de-AT", "en-US"], "de"],
  [["fr-FR", "DE"], "de"],
  [["en-GB", "de"], "en"],
  [["fr", "toString"], "en"],
  [["zh-Hant-TW"], "en"],
  [["en-US@posix", "de"], "de"],
  [[], "en"],
])("with the preferred languages %j the dashboard is in %s", (preferred, language) => {
  expect(chooseLanguage(preferred)).toBe(language);
});

test.each([
  ["de", ["en-US", "de-AT", "de-DE"], "de-AT"],
  ["de", ["DE-at"], "DE-at"],
  ["de", ["en-US"], "de"],
  ["en", [], "en"],
  ["en", ["en-US@posix", "en-GB"], "en-GB"],
  ["en", ["en-US@posix"], "en"],
] as const)(
  "in the language %s with the preferred locales %j, numbers are formatted for %s",
  (name, preferred, tag) => {
    expect(createLocale({ ...ENGLISH, language: name }, "EUR", preferred).tag).toBe(tag);
  },
);

test("isLanguage accepts supported languages but not inherited object properties", () => {
  expect(["en", "de", "fr", "toString", ""].map(isLanguage)).toEqual([true, true, false, false, false]);
});

test("a language whose texts cannot be loaded falls back to English", async () => {
  expect(await loadWords("en")).toBe(ENGLISH);
  expect([GERMAN.language, GERMAN.texts.close]).toEqual(["de", "Schließen"]);
  vi.resetModules();
  vi.doMock("../../../src/dashboard/texts/de.ts", () => {
    throw new Error("no connection");
  });
  const again = await import("../../../src/dashboard/texts/locale.ts");
  expect(await again.loadWords("de")).toBe(again.ENGLISH);
  vi.doUnmock("../../../src/dashboard/texts/de.ts");
});

test("useLocale returns the locale of the nearest provider and throws without a provider", () => {
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

test.each(LOCALES)("the language %s translates every metric except industry terms", (name, locale) => {
  if (name === "en") return;
  const viewers: Viewer[] = [...NETWORKS, { kind: "advertiser", role: "advertiser", goals: 1 }];
  const english = viewers.flatMap((viewer) =>
    listMetricKeys(viewer).filter((key) => locale.nameMetric(key, viewer) === EN.nameMetric(key, viewer)),
  );
  const same = ["base.cpc", "rtb.timeouts", "video.cpv", "goals.g1", "goals.ecpa1"];
  expect(english.filter((key) => !same.includes(key))).toEqual([]);
});

test.each(LOCALES)("the language %s has no untranslated texts", async (name, locale) => {
  if (name === "en") return;
  const [own, english] = [
    listTexts([locale.texts, await loadManagementTexts(name)]),
    listTexts([EN.texts, await loadManagementTexts("en")]),
  ];
  const same = [...own].filter(([path, text]) => text.length > 30 && english.get(path) === text);
  expect(same.map(([path]) => path)).toEqual([]);
});

function listTexts(value: unknown, path = ""): Map<string, string> {
  if (typeof value === "string") return new Map([[path, value]]);
  if (typeof value === "function") return new Map([[path, String(value)]]);
  const entries = Object.entries(Object(value));
  return new Map(entries.flatMap(([key, child]) => [...listTexts(child, `${path}.${key}`)]));
}
