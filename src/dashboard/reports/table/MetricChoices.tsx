/** Checkboxes for metrics in blocks; blocks that the account lacks are not shown. */
import { listBlocks } from "../../../protocol/statistics.ts";
import { useLocale } from "../../texts/locale.ts";
import { findBlock, listMetricKeys } from "../metrics.ts";
import type { Page } from "../page.ts";

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
    // In list order, so that the same choice gives the same table.
    onChange({ hasChanges, metrics: all.filter((each) => wanted.includes(each)) });
  };
  return (
    <div class="popover-content metrics-popover">
      {canCompare && (
        <label class="choice">
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
