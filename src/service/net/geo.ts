/**
 * Locates addresses: the country by the bundled database (CC BY 4.0, data of the NRO), or country and region by the
 * operator's city database.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Reader, type Response } from "mmdb-lib";
import { describeReadProblem } from "../files/fileProblem.ts";
import { lazy } from "../values/lazy.ts";
import { toIso3 } from "./countries.ts";

interface Location {
  /** ISO 3166-1 alpha-3 */
  country?: string;
  /** ISO 3166-2, such as GB-SCT. */
  subdivision?: string;
}

/** Returns an empty location for an address without a country, such as a private one. */
export type Locate = (address: string) => Location;

const BUNDLED = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

type CountryEntry = Response & { country_code?: string };

/**
 * Fields of MaxMind's city databases, also used by other vendors:
 * https://dev.maxmind.com/geoip/docs/databases/city-and-country
 */
type CityEntry = Response & {
  country?: { iso_code?: string };
  subdivisions?: { iso_code?: string }[];
};

/** Reads the file once, and not in commands, because it has eight megabytes. */
const readBundled = lazy(
  () => new Reader<CountryEntry>(readFileSync(createRequire(import.meta.url).resolve(BUNDLED))),
);

/** Looks up the country in the bundled database, which has no regions. */
export const locateCountry: Locate = (address) => {
  return toLocation(readBundled().get(address)?.country_code);
};

/**
 * Opens a city database in MaxMind DB format; without a file, the bundled database. Throws when the file is invalid.
 */
export function openGeoDatabase(file: string | undefined): Locate {
  if (!file) {
    // At the start: while an upgrade replaces packages, files are missing.
    readBundled();
    return locateCountry;
  }
  try {
    return openCityDatabase(file);
  } catch (error) {
    throw new Error(`${file} is not a city database: ${describeReadProblem(error)}`);
  }
}

function openCityDatabase(file: string): Locate {
  const reader = new Reader<CityEntry>(readFileSync(file));
  return (address) => {
    const entry = reader.get(address);
    return toLocation(entry?.country?.iso_code, entry?.subdivisions?.[0]?.iso_code);
  };
}

function toLocation(country: string | undefined, subdivision?: string): Location {
  const iso3 = country && toIso3(country);
  if (!iso3) return {};
  return subdivision ? { country: iso3, subdivision: `${country}-${subdivision}` } : { country: iso3 };
}
