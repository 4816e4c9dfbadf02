/** Selects the table's columns by block. */
import { useLocale } from "../../texts/locale.ts";
import { Popover } from "../../ui/Popover.tsx";
import { usePicked } from "../../ui/usePicked.ts";
import type { Page } from "../page.ts";

export function MetricPicker({ view, moment, set }: Pick<Page, "view" | "moment" | "set">) {
  const { texts } = useLocale();
  const { picked, pick, onClose } = usePicked((metrics: string[]) => set({ metrics, page: view.page }));
  const metrics = picked ?? view.metrics;
  return (
    <Popover
      title={texts.metrics.title}
      align="end"
      onClose={onClose}
      icon="columns"
      label={
        <>
          {texts.metrics.title} <span class="badge">{metrics.length}</span>
        </>
      }
    >
      {(popovers) => <popovers.MetricChoices metrics={metrics} moment={moment} onChange={pick} />}
    </Popover>
  );
}
