/** Describes groups by their values alone, without the catalogue. */
import type { GroupDetails, Grouping } from "../../protocol/statistics.ts";
import { hasKey } from "../../protocol/tables.ts";
import { findCountry } from "../net/countries.ts";
import { DAY_MS, formatDay } from "../values/day.ts";
import {
  adTypes,
  browsers,
  devices,
  deviceTypes,
  languages,
  operatingSystems,
} from "../values/visitorDimensions.ts";
import type { GroupFieldValues } from "./answer.ts";

type Describe<G extends Grouping> = (value: string, isDetailed: boolean) => GroupDetails[G];

const PLAIN = {
  date: (value) => ({ date: value }),
  hour: (value) => ({ hour: Number(value) }),
  week: (value, isDetailed) => ({
    week: formatWeek(value),
    ...(isDetailed && { date_from: value, date_to: formatDay(Date.parse(value) + 6 * DAY_MS) }),
  }),
  month: (value, isDetailed) => ({
    month: value.slice(0, 7),
    ...(isDetailed && describeMonths(value, 1)),
  }),
  quarter: (value, isDetailed) => ({
    quarter: `${value.slice(0, 4)}-Q${Math.ceil(Number(value.slice(5, 7)) / 3)}`,
    ...(isDetailed && describeMonths(value, 3)),
  }),
  year: (value, isDetailed) => ({
    year: Number(value),
    ...(isDetailed && { date_from: `${value}-01-01`, date_to: `${value}-12-31` }),
  }),
  advertiser_ad_type_id: (value) => nameNumber(value, adTypes, "Ad type"),
  publisher_ad_type_id: (value) => nameNumber(value, adTypes, "Ad type"),
  site_hostname: (value) => ({ site_hostname: value }),
  sub: (value) => ({ sub: Number(value) }),
  size: (value) => ({ size: value }),
  country_iso: (value, isDetailed) => {
    const iso2 = isDetailed ? findCountry(value)?.iso2 : undefined;
    return { ...describeCountry(value), ...(iso2 && { iso2 }) };
  },
  language_id: (value) => nameNumber(value, languages, "Language"),
  browser_id: (value) => nameNumber(value, browsers, "Browser"),
  operating_system_id: (value) => nameNumber(value, operatingSystems, "Operating system"),
  device_id: (value) => nameNumber(value, devices, "Device"),
  device_type_id: (value) => nameNumber(value, deviceTypes, "Device type"),
  adblock: (value) => ({ adblock: value === "true" ? "adblock" : "standard" }),
} satisfies { [G in Grouping]?: Describe<G> };

export type PlainGrouping = keyof typeof PLAIN;

export function isPlain(grouping: Grouping): grouping is PlainGrouping {
  return hasKey(PLAIN, grouping);
}

export function describePlain(grouping: PlainGrouping, value: string, isDetailed: boolean): GroupFieldValues {
  return PLAIN[grouping](value, isDetailed);
}

/** Returns the name of an ad type. */
export function nameAdType(value: string): string {
  return PLAIN.advertiser_ad_type_id(value).name;
}

/** Returns a country's name and two-letter code. */
export function describeCountry(iso3: string) {
  const country = findCountry(iso3);
  return {
    country_iso: iso3,
    country_long_name: country?.name ?? iso3,
    country_short_name: country?.iso2 ?? iso3,
  };
}

function nameNumber(value: string, names: { name(id: number): string | undefined }, what: string) {
  const id = Number(value);
  return { id, name: names.name(id) ?? `${what} ${id}` };
}

/** Formats the ISO week that starts on a Monday. The year of a week is that of its Thursday. */
function formatWeek(monday: string): string {
  const thursday = new Date(Date.parse(monday) + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}

/** Returns the first and last day of `count` months, starting with the first of a month. */
function describeMonths(first: string, count: number) {
  const from = new Date(first);
  const end = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count, 1);
  return { date_from: first, date_to: formatDay(end - DAY_MS) };
}
