/** Names of groups in mails. */
import { createGroupNames } from "../../protocol/groupNames.ts";
import { GROUPING_LABELS_DE, METRIC_LABELS_DE } from "../../protocol/labelsDe.ts";
import type { UserLanguage } from "../../protocol/people.ts";
import { GROUPINGS, type Grouping } from "../../protocol/statistics.ts";
import { hasKey } from "../../protocol/tables.ts";
import { cleanName, LOCALES } from "../mail/mailText.ts";
import type { ShownMetric } from "../reports/query.ts";
import { REPORT_MAIL_TEXTS } from "./reportMailTexts.ts";

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
  return NAMES[language].nameGroup(grouping, fields && cleanFields(fields)) ?? "–";
}

const NAMES = { en: createNames("en"), de: createNames("de") };

function createNames(language: UserLanguage) {
  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(LOCALES[language], { timeZone: "UTC", ...options });
    return (day: string) => format.format(Date.parse(day));
  };
  return createGroupNames(LOCALES[language], REPORT_MAIL_TEXTS[language], {
    formatHour: (hour) => `${String(hour).padStart(2, "0")}:00`,
    formatMonth: write({ month: "long", year: "numeric" }),
    formatWeekday: write({ weekday: "short", day: "numeric", month: "short", year: "numeric" }),
  });
}

/** Cleans names that people entered. Host names stay whole. */
function cleanFields(fields: GroupFields): GroupFields {
  const clean = (key: string, value: string | number) => {
    const isHost = key === "site_hostname" && /^[\w.-]{1,253}$/.test(`${value}`);
    return typeof value !== "string" || isHost ? value : cleanName(value);
  };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, clean(key, value)]));
}
