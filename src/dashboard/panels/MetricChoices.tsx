/** Metrics to tick, in blocks with names for people; a block that the account lacks is not offered. */
import { listBlocks } from "../../protocol/statistics.ts";
import type { Page } from "../Dashboard.tsx";
import { useLocale } from "../locale.ts";
import { findBlock, listMetricKeys } from "../metrics.ts";

export interface MetricChoice {
  metrics: string[];
  hasChanges: boolean;
}

interface MetricChoicesProps extends MetricChoice, Pick<Page, "moment"> {
  canCompare: boolean;
  onChange(choice: MetricChoice): void;
}

export function MetricChoices({
  metrics,
  hasChanges,
  moment: { viewer },
  canCompare,
  onChange,
}: MetricChoicesProps) {
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
