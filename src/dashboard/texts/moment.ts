/** Day and time of an event, in the time zone of the account. */
import { useMemo } from "preact/hooks";
import { useData } from "../app/managementData.ts";
import { useLocale } from "./locale.ts";

export function useMoment(): (time: string) => string {
  const { tag } = useLocale();
  const timeZone = useData().account.details.timezone;
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", timeZone });
    return (time) => format.format(new Date(time));
  }, [tag, timeZone]);
}
