import { createRequire } from "node:module";
import countries from "i18n-iso-countries";

// Importing JSON as a module still prints a warning in Node 20.
countries.registerLocale(createRequire(import.meta.url)("i18n-iso-countries/langs/en.json"));

interface Country {
  /** ISO 3166-1 numeric */
  id: number;
  iso2: string;
  iso3: string;
  name: string;
}

const ALL: Country[] = Object.entries(countries.getAlpha2Codes())
  .map(([iso2, iso3]) => ({
    id: Number(countries.alpha2ToNumeric(iso2)),
    iso2,
    iso3,
    name: countries.getName(iso2, "en") ?? iso2,
  }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

const BY_ISO3 = new Map(ALL.map((country) => [country.iso3, country]));
const ISO3_BY_ISO2 = new Map(ALL.map(({ iso2, iso3 }) => [iso2, iso3]));

/** Countries ordered by name. */
export function listCountries(): readonly Country[] {
  return ALL;
}

export function findCountry(iso3: string): Country | undefined {
  return BY_ISO3.get(iso3);
}

export function isCountry(iso3: string): boolean {
  return BY_ISO3.has(iso3);
}

export function toIso3(iso2: string): string | undefined {
  return ISO3_BY_ISO2.get(iso2);
}
