/** Names of groups and filter values as they are shown, in the dashboard and in mails. */
import type { Grouping } from "./statistics.ts";

interface Formats {
  formatHour(hour: number): string;
  /** `month`: 2026-11 */
  formatMonth(month: string): string;
  /** `day`: 2026-11-20 */
  formatWeekday(day: string): string;
}

/** Reads a field of a group as text. */
export function getDetail(detail: object | undefined, field: string): string | undefined {
  const value: unknown = detail && Reflect.get(detail, field);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** `tag`: BCP 47 language tag. */
export function createGroupNames(
  tag: string,
  { adblock }: { adblock: { adblock: string; standard: string } },
  { formatHour, formatMonth, formatWeekday }: Formats,
) {
  const countries = new Intl.DisplayNames(tag, { type: "region" });
  const nameAdblock = (value: string) => (value === "adblock" ? adblock.adblock : adblock.standard);

  /** Localized name of a country by its two-letter code; undefined when the browser has none. */
  function nameCountry(iso2: string | undefined): string | undefined {
    if (!iso2 || !/^[A-Z]{2}$/.test(iso2)) return undefined;
    const name = countries.of(iso2);
    return name === iso2 ? undefined : name;
  }

  /** Name of a group; undefined when the record has none. */
  function nameGroup(grouping: Grouping, detail: object | undefined): string | undefined {
    if (!detail) return undefined;
    const name = getDetail(detail, grouping) ?? (getDetail(detail, "name") || `#${getDetail(detail, "id")}`);
    switch (grouping) {
      case "date":
        return formatWeekday(name);
      case "hour":
        return formatHour(Number(name));
      case "month":
        return formatMonth(name);
      case "country_iso":
        return nameCountry(getDetail(detail, "iso2")) ?? getDetail(detail, "country_long_name") ?? name;
      case "adblock":
        return nameAdblock(name);
      case "device_type_id":
        return name.charAt(0).toUpperCase() + name.slice(1);
      default:
        return name;
    }
  }

  /** Name of a value that needs no report. */
  function nameValue(grouping: string, value: string | number): string {
    if (grouping === "adblock") return nameAdblock(String(value));
    if (grouping === "hour") return formatHour(Number(value));
    return typeof value === "number" && grouping !== "sub" ? `#${value}` : String(value);
  }

  return { nameGroup, nameCountry, nameValue };
}
