/** The table's columns, chosen by block; a block that the account lacks is not offered. */
import { useState } from "preact/hooks";
import { listBlocks } from "../protocol/statistics.ts";
import type { Page } from "./Dashboard.tsx";
import { Icon } from "./Icon.tsx";
import { useLocale } from "./locale.ts";
import { findBlock, listMetricKeys } from "./metrics.ts";
import { Popover } from "./Popover.tsx";

interface Choice {
  metrics: string[];
  hasChanges: boolean;
}

export function MetricPicker({ view, moment, set }: Pick<Page, "view" | "moment" | "set">) {
  const { texts } = useLocale();
  const [draft, setDraft] = useState<Choice>();
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
      {() => (
        <Choices
          {...{ metrics, hasChanges, moment }}
          canCompare={view.compare !== "off"}
          onChange={setDraft}
        />
      )}
    </Popover>
  );
}

interface ChoicesProps extends Choice, Pick<Page, "moment"> {
  canCompare: boolean;
  onChange(choice: Choice): void;
}

function Choices({ metrics, hasChanges, moment: { viewer }, canCompare, onChange }: ChoicesProps) {
  const { texts, nameMetric } = useLocale();
  const all = listMetricKeys(viewer);
  const toggle = (key: string) => {
    const wanted = metrics.includes(key) ? metrics.filter((each) => each !== key) : [...metrics, key];
    // In the order of the list, so that the same choice is the same table.
    onChange({ hasChanges, metrics: all.filter((each) => wanted.includes(each)) });
  };
  return (
    <div class="metrics-panel">
      {canCompare && (
        <label class="choice metrics-changes">
          <input
            type="checkbox"
            checked={hasChanges}
            onChange={() => onChange({ metrics, hasChanges: !hasChanges })}
          />
          <span>{texts.metrics.changes}</span>
        </label>
      )}
      {listBlocks(viewer).map((block) => (
        <fieldset key={block}>
          <legend>
            {texts.metrics.blocks[block].label}
            <small>{texts.metrics.blocks[block].hint}</small>
          </legend>
          {all
            .filter((key) => findBlock(key) === block)
            .map((key) => (
              <label class="choice" key={key}>
                <input
                  type="checkbox"
                  checked={metrics.includes(key)}
                  disabled={metrics.length === 1 && metrics[0] === key}
                  onChange={() => toggle(key)}
                />
                <span>{nameMetric(key, viewer)}</span>
              </label>
            ))}
        </fieldset>
      ))}
    </div>
  );
}
