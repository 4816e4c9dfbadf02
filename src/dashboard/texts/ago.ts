/** Relative times such as `3 hours ago`. */
import { useMemo } from "preact/hooks";
import { useLocale } from "./locale.ts";
import { useTexts } from "./management.ts";

const HOUR_MS = 3_600_000;

/** Returns a formatter: hours up to a day, then days. */
export function useAgo(): (time: string) => string {
  const { tag } = useLocale();
  const { inventory } = useTexts();
  return useMemo(() => {
    const words = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
    return (time) => {
      const hours = Math.floor((Date.now() - Date.parse(time)) / HOUR_MS);
      if (hours < 1) return inventory.hour;
      return hours < 24 ? words.format(-hours, "hour") : words.format(-Math.floor(hours / 24), "day");
    };
  }, [tag, inventory]);
}
