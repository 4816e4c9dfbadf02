/**
 * Country of an address, by the bundled database (CC0). It knows no regions, so none are kept.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Reader, type Response } from "mmdb-lib";
import { toIso3 } from "./countries.ts";

const DATABASE = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

type Entry = Response & { country_code?: string };

let reader: Reader<Entry> | undefined;

/** Three-letter code; undefined for an address that is in no country, such as a private one. */
export function countryOfAddress(address: string): string | undefined {
  const entry = opened().get(address);
  return entry?.country_code ? toIso3(entry.country_code) : undefined;
}

/** Eight megabytes, read when they are first asked for. */
function opened(): Reader<Entry> {
  reader ??= new Reader<Entry>(readFileSync(createRequire(import.meta.url).resolve(DATABASE)));
  return reader;
}
