/** Checkboxes for metrics in blocks; blocks that the account lacks are not shown. */
import { listBlocks } from "../../../protocol/statistics.ts";
import { useLocale } from "../../texts/locale.ts";
import { findBlock, listMetricKeys } from "../metrics.ts";
import type { Page } from "../page.ts";

interface MetricChoicesProps extends Pick<Page, "moment"> {
  metrics: string[];
  onChange(metrics: string[]): void;
}

export function MetricChoices({ metrics, moment: { viewer }, onChange }: MetricChoicesProps) {
  const { texts, nameMetric } = useLocale();
  const all = listMetricKeys(viewer);
  const toggle = (key: string) => {
    const wanted = metrics.includes(key) ? metrics.filter((each) => each !== key) : [...metrics, key];
    // In list order, so that the same choice gives the same table.
    onChange(all.filter((each) => wanted.includes(each)));
  };
  return (
    <div class="popover-content metrics-popover">
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
