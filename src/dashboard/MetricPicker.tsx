/** The table's columns, chosen by block; a block that the account lacks is not offered. */
import { useState } from "preact/hooks";
import type { Page } from "./Dashboard.tsx";
import { Icon } from "./Icon.tsx";
import { useLocale } from "./locale.ts";
import { Popover } from "./Popover.tsx";
import type { MetricChoice } from "./panels/MetricChoices.tsx";

export function MetricPicker({ view, moment, set }: Pick<Page, "view" | "moment" | "set">) {
  const { texts } = useLocale();
  const [draft, setDraft] = useState<MetricChoice>();
  // Ten ticks are one request, when the panel closes.
  const commit = () => {
    setDraft(undefined);
    if (draft) set({ ...draft, page: view.page });
  };
  const { metrics, hasChanges } = draft ?? view;
  return (
    <Popover
      title={texts.metrics.title}
      align="end"
      onClose={commit}
      label={
        <>
          <Icon name="columns" />
          {texts.metrics.title} <span class="badge">{metrics.length}</span>
        </>
      }
    >
      {(panels) => (
        <panels.MetricChoices
          {...{ metrics, hasChanges, moment }}
          canCompare={view.compare !== "off"}
          onChange={setDraft}
        />
      )}
    </Popover>
  );
}
