/** Button for period and comparison. */
import { useLocale } from "../../texts/locale.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Popover } from "../../ui/Popover.tsx";
import type { Page } from "../page.ts";
import type { Span } from "../period.ts";
import { findViewSpan } from "../requests.ts";

interface PeriodPickerProps extends Pick<Page, "view" | "moment" | "set"> {
  /** Days of a shared link; others cannot be chosen. */
  limit?: Span | undefined;
}

export function PeriodPicker({ view, limit, moment, set }: PeriodPickerProps) {
  const locale = useLocale();
  const { texts, namePeriod, formatSpan } = locale;
  const span = findViewSpan(view, moment);
  return (
    <Popover
      title={texts.period.title}
      buttonClass="button button-strong period-button"
      icon="calendar"
      label={
        <>
          <span>{namePeriod(view.period)}</span>
          {typeof view.period === "string" && (
            <span key={view.period} class="period-span">
              {formatSpan(span)}
            </span>
          )}
          <Icon name="down" />
        </>
      }
    >
      {(popovers, close) => (
        <popovers.PeriodPopover view={view} limit={limit} moment={moment} set={set} close={close} />
      )}
    </Popover>
  );
}
