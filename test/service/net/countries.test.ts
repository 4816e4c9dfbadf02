import { expect, test } from "vitest";
import { findCountry, isCountry, listCountries, toIso3 } from "../../../src/service/net/countries.ts";

// https://www.iso.org/obp/ui/#iso:code:3166:DE
test("a country is found by its ISO code of three letters, which its two-letter code converts to", () => {
  expect(findCountry("DEU")).toEqual({ id: 276, iso2: "DE", iso3: "DEU", name: "Germany" });
  expect([isCountry("DEU"), toIso3("DE")]).toEqual([true, "DEU"]);
});

test.each(["", "DE", "deu", "ZZZ"])("%j is not accepted as a three-letter country code", (code) => {
  expect([findCountry(code), isCountry(code)]).toEqual([undefined, false]);
});

test.each(["", "DEU", "de", "ZZ"])("%j is not accepted as a two-letter country code", (code) => {
  expect(toIso3(code)).toBe(undefined);
});

test("countries are sorted by name, each with a unique number and both codes", () => {
  const all = listCountries();
  expect(all.length).toBeGreaterThan(240);
  for (const country of all) {
    expect(country.iso2).toMatch(/^[A-Z]{2}$/);
    expect(country.iso3).toMatch(/^[A-Z]{3}$/);
    expect(country.name).toMatch(/^\p{Lu}.{3,}/u);
    expect(country.id).toBeGreaterThan(0);
  }
  const names = all.map(({ name }) => name);
  expect(names).toEqual(names.toSorted(new Intl.Collator("en").compare));
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});
