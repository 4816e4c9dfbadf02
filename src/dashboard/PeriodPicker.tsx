/** The period, what it is compared with, and the time zone of hours. */
import { useState } from "preact/hooks";
import type { Statistics } from "../statistics/index.ts";
import type { Page } from "./Dashboard.tsx";
import { Icon } from "./Icon.tsx";
import { useLocale } from "./locale.ts";
import { Popover } from "./Popover.tsx";
import type { Span } from "./period.ts";
import { findViewSpan } from "./reports.ts";

export interface PeriodPickerProps extends Page {
  client: Statistics;
  /** The days of a shared link; no others can be shown. */
  limit: Span | undefined;
}

export function PeriodPicker({ view, client, limit, moment, set }: PeriodPickerProps) {
  const locale = useLocale();
  const { texts, namePeriod, formatSpan } = locale;
  const [zones, setZones] = useState<string[]>([]);
  const loadZones = () => {
    // Without the list, the zone that is set can still be read.
    if (!zones.length) client.timezones().then(setZones, () => {});
  };
  const span = findViewSpan(view, moment);
  return (
    <Popover
      title={texts.period.title}
      buttonClass="button button-strong period-button"
      onOpen={loadZones}
      label={
        <>
          <Icon name="calendar" />
          <span class="period-name">{namePeriod(view.period)}</span>
          {typeof view.period === "string" && <span class="period-span">{formatSpan(span)}</span>}
          <Icon name="down" />
        </>
      }
    >
      {(panels, close) => <panels.PeriodPanel {...{ view, zones, limit, moment, set, close }} />}
    </Popover>
  );
}
