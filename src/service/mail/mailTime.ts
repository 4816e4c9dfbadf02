import type { UserLanguage } from "../../protocol/people.ts";
import { LOCALES } from "./mailText.ts";

/** Formats a moment to the minute, with its time zone. */
export function formatMailTime(time: number, timezone: string, language: UserLanguage): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: timezone,
    timeZoneName: "short",
  });
  return format.format(time);
}
