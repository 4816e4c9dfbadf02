/** Days of a shared link that opens no others; after a click on a day, a button returns to all of them. */
import type { SharedPeriod } from "../../../protocol/account.ts";
import { useLocale } from "../../texts/locale.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { Page } from "../page.ts";
import { isWithin } from "../period.ts";
import { findViewSpan } from "../requests.ts";

interface OnlyPeriodProps extends Pick<Page, "view" | "moment" | "set"> {
  period: SharedPeriod;
}

export function OnlyPeriod({ period, view, moment, set }: OnlyPeriodProps) {
  const { texts, formatSpan } = useLocale();
  const span = findViewSpan(view, moment);
  return (
    <>
      <p class="row">
        <Icon name="calendar" />
        <b>{formatSpan(span)}</b>
      </p>
      {!isWithin(period, span) && (
        <button type="button" class="button" onClick={() => set({ period })}>
          {texts.share.allDays(formatSpan(period))}
        </button>
      )}
    </>
  );
}
