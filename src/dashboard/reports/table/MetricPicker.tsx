/** Selects the table's columns by block. */
import { useState } from "preact/hooks";
import { useLocale } from "../../texts/locale.ts";
import { Popover } from "../../ui/Popover.tsx";
import type { Page } from "../page.ts";

export function MetricPicker({ view, moment, set }: Pick<Page, "view" | "moment" | "set">) {
  const { texts } = useLocale();
  const [picked, setPicked] = useState<string[]>();
  // Applied when the popover closes, so that ten ticks are one request.
  const commit = () => {
    setPicked(undefined);
    if (picked) set({ metrics: picked, page: view.page });
  };
  const metrics = picked ?? view.metrics;
  return (
    <Popover
      title={texts.metrics.title}
      align="end"
      onClose={commit}
      icon="columns"
      label={
        <>
          {texts.metrics.title} <span class="badge">{metrics.length}</span>
        </>
      }
    >
      {(popovers) => <popovers.MetricChoices metrics={metrics} moment={moment} onChange={setPicked} />}
    </Popover>
  );
}
