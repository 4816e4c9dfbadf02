import { useLocale } from "../texts/locale.ts";
import { WHY_TEXTS, type WhyTexts } from "../texts/why.ts";

export function useWhyTexts(): WhyTexts {
  return WHY_TEXTS[useLocale().language];
}

/** Formats a quarter of an hour on the account's clock: 14:00–14:15. */
export function useQuarterFormat(timezone: string): (start: string) => string {
  const { tag } = useLocale();
  const clock = new Intl.DateTimeFormat(tag, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: timezone,
  });
  return (start) => [0, QUARTER_MS].map((ms) => clock.format(Date.parse(start) + ms)).join("–");
}

const QUARTER_MS = 15 * 60_000;
