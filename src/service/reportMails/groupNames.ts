/** Names of groups in mails. */
import { GROUPING_LABELS_DE, METRIC_LABELS_DE } from "../../protocol/labelsDe.ts";
import type { UserLanguage } from "../../protocol/people.ts";
import { GROUPINGS, type Grouping } from "../../protocol/statistics.ts";
import { hasKey } from "../../protocol/tables.ts";
import { cleanName, LOCALES } from "../mail/mailText.ts";
import type { ShownMetric } from "../reports/query.ts";

/** Fields of a group in a record. */
export type GroupFields = Readonly<Record<string, string | number>>;

/** Names a grouping or filter. */
export function nameGrouping(key: string, language: UserLanguage): string {
  if (!hasKey(GROUPINGS, key)) return key;
  return (language === "de" && GROUPING_LABELS_DE[key]) || GROUPINGS[key].label;
}

export function nameMetric({ block, name, definition }: ShownMetric, language: UserLanguage): string {
  return (language === "de" && METRIC_LABELS_DE[`${block}.${name}`]) || cleanName(definition.label);
}

export function nameGroup(
  grouping: Grouping,
  fields: GroupFields | undefined,
  language: UserLanguage,
): string {
  if (!fields) return "–";
  const write = (options: Intl.DateTimeFormatOptions, day: string) =>
    new Intl.DateTimeFormat(LOCALES[language], { timeZone: "UTC", ...options }).format(Date.parse(day));
  const { iso2, country_long_name: country, name, id } = fields;
  const value = String(fields[grouping] ?? name ?? id);
  switch (grouping) {
    case "date":
      return write({ weekday: "short", day: "numeric", month: "short", year: "numeric" }, value);
    case "month":
      return write({ month: "long", year: "numeric" }, `${value}-01`);
    case "hour":
      return `${value.padStart(2, "0")}:00`;
    case "country_iso":
      return nameCountry(iso2, language) ?? String(country ?? value);
    default:
      return cleanName(value);
  }
}

function nameCountry(iso2: string | number | undefined, language: UserLanguage): string | undefined {
  if (typeof iso2 !== "string" || !/^[A-Z]{2}$/.test(iso2)) return undefined;
  return new Intl.DisplayNames(LOCALES[language], { type: "region", fallback: "none" }).of(iso2);
}
