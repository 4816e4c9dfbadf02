/** The table's columns, chosen by block; a block that the account lacks is not offered. */
import { BLOCKS, type Block } from "../protocol/statistics.ts";
import { metricOf } from "./format.ts";
import { Icon } from "./Icon.tsx";
import { Popover } from "./Popover.tsx";
import type { View } from "./view.ts";

export interface MetricPickerProps {
  view: View;
  /** What the account has. */
  metrics: readonly string[];
  set(changes: Partial<View>): void;
}

export function MetricPicker({ view, metrics, set }: MetricPickerProps) {
  const blocks = (Object.keys(BLOCKS) as Block[]).map((block) => ({
    block,
    keys: metrics.filter((key) => key.startsWith(`${block}.`) && metricOf(key, view.role)),
  }));
  const toggle = (key: string) => {
    const wanted = view.metrics.includes(key)
      ? view.metrics.filter((each) => each !== key)
      : [...view.metrics, key];
    // In the order of the list, so that the same choice is the same table.
    set({ metrics: metrics.filter((each) => wanted.includes(each)), page: view.page });
  };
  return (
    <Popover title="Metrics" align="end" label={<Label count={view.metrics.length} />}>
      {() => (
        <div class="metrics-panel">
          {blocks
            .filter(({ keys }) => keys.length > 0)
            .map(({ block, keys }) => (
              <fieldset key={block}>
                <legend>{BLOCKS[block].label}</legend>
                {keys.map((key) => (
                  <label class="choice" key={key}>
                    <input
                      type="checkbox"
                      checked={view.metrics.includes(key)}
                      disabled={view.metrics.length === 1 && view.metrics[0] === key}
                      onChange={() => toggle(key)}
                    />
                    <span>{metricOf(key, view.role)?.label}</span>
                  </label>
                ))}
              </fieldset>
            ))}
        </div>
      )}
    </Popover>
  );
}

function Label({ count }: { count: number }) {
  return (
    <>
      <Icon name="columns" />
      Metrics <span class="badge">{count}</span>
    </>
  );
}
