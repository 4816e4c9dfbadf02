import { expect, test } from "vitest";
import { createLocale, ENGLISH, LANGUAGES, type Language, loadWords } from "../../src/dashboard/locale.ts";
import { listMetricKeys } from "../../src/dashboard/metrics.ts";
import { PLACE_TEXTS } from "../../src/dashboard/places/texts.ts";
import { GROUPINGS, type Viewer } from "../../src/protocol/statistics.ts";

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

test("figures of ten digits are shortened", () => {
  expect(EN.formatFigure(3_012_345_678, "count")).toBe("3.01B");
  expect(EN.formatFigure(999_999_999, "count")).toBe("999,999,999");
});

test("ticks are exact", () => {
  expect(EN.formatTicks([0, 1250, 2500], "count")).toEqual(["0", "1.25K", "2.5K"]);
  expect(EN.formatTicks([0.025], "percent")).toEqual(["0.025%"]);
});

test.each([
  ["EUR", [0, 2.5, 5], ["€0.00", "€2.50", "€5.00"], ["0,00 €", "2,50 €", "5,00 €"]],
  ["EUR", [0, 5, 10], ["€0", "€5", "€10"], ["0 €", "5 €", "10 €"]],
  ["EUR", [0, 500, 1000], ["€0", "€500", "€1,000"], ["0 €", "500 €", "1.000 €"]],
  ["EUR", [0.005, 0.01], ["€0.005", "€0.010"], ["0,005 €", "0,010 €"]],
  ["EUR", [0, 250_000], ["€0", "€250K"], ["0 €", "250.000 €"]],
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
