/** What the numbers are narrowed to: a chip for each, and the way to add one by picking names. */
import { useEffect, useState } from "preact/hooks";
import { FILTERS, GROUPINGS, type Grouping, namesFor } from "../protocol/statistics.ts";
import type { Statistics } from "../statistics/index.ts";
import { FilterValues } from "./FilterValues.tsx";
import { Icon } from "./Icon.tsx";
import type { Names } from "./names.ts";
import { Popover } from "./Popover.tsx";
import { optionsRequest, reportsOf } from "./reports.ts";
import type { FilterValue, View } from "./view.ts";

export interface FilterBarProps {
  view: View;
  client: Statistics;
  names: Names;
  now: number;
  set(changes: Partial<View>): void;
}

export function FilterBar(props: FilterBarProps) {
  const { view, names, set } = props;
  useNames(props);
  const without = (key: Grouping) => {
    const { [key]: _, ...rest } = view.filters as Record<string, FilterValue[]>;
    set({ filters: rest });
  };
  const entries = Object.entries(view.filters) as [Grouping, FilterValue[]][];
  return (
    <search class="filters" aria-label="Filters">
      {entries.map(([key, values]) => (
        <span class="chip" key={key}>
          <Popover
            title={`${labelOf(key)} filter`}
            buttonClass="chip-label"
            label={
              <span>
                {labelOf(key)}: <b>{summaryOf(key, values, names)}</b>
              </span>
            }
          >
            {(close) => <FilterValues {...props} grouping={key} onDone={close} />}
          </Popover>
          <button
            type="button"
            class="chip-remove"
            aria-label={`Remove the ${labelOf(key)} filter`}
            onClick={() => without(key)}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <Popover
        title="Add a filter"
        label={
          <>
            <Icon name="plus" />
            Filter
          </>
        }
      >
        {(close) => <AddFilter {...props} onDone={close} />}
      </Popover>
    </search>
  );
}

function AddFilter(props: FilterBarProps & { onDone(): void }) {
  const [grouping, setGrouping] = useState<Grouping>();
  if (grouping) return <FilterValues {...props} grouping={grouping} />;
  return (
    <ul class="menu">
      {filterable(props.view).map((key) => (
        <li key={key}>
          <button type="button" onClick={() => setGrouping(key)}>
            {labelOf(key)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Groupings of the role that it can also filter by, and that are not filtered by yet. */
function filterable({ role, filters }: View): Grouping[] {
  const keys: string[] = namesFor(FILTERS, role);
  return (Object.keys(GROUPINGS) as Grouping[]).filter(
    (key) =>
      keys.includes(key) && (GROUPINGS[key].roles as readonly string[]).includes(role) && !(key in filters),
  );
}

export function labelOf(key: string): string {
  return key in GROUPINGS ? GROUPINGS[key as Grouping].label : key.replaceAll("_", " ");
}

const NAMED = 2;

function summaryOf(key: string, values: readonly FilterValue[], names: Names): string {
  const shown = values.slice(0, NAMED).map((value) => names.of(key, value));
  const more = values.length - shown.length;
  return more > 0 ? `${shown.join(", ")} +${more}` : shown.join(", ");
}

/** Names for the ids that a shared address brings along. */
function useNames({ view, client, names, now }: FilterBarProps): void {
  const [, setKnown] = useState(0);
  const missing = Object.entries(view.filters).filter(([key, values]) => {
    const { form } = FILTERS[key as keyof typeof FILTERS];
    return (
      (form === "ids" || form === "countries") &&
      key !== "sub" &&
      !values?.every((value) => names.knows(key, value))
    );
  }) as [Grouping, FilterValue[]][];
  const asked = JSON.stringify(missing);
  useEffect(() => {
    const controller = new AbortController();
    for (const [key, values] of missing) {
      reportsOf(client, view.role)
        .query(optionsRequest(view, key, now, values), { signal: controller.signal })
        .then(
          (report) => {
            names.learn(report);
            // What has no facts in this period keeps its number.
            for (const value of values)
              if (!names.knows(key, value)) names.set(key, value, names.of(key, value));
            setKnown((count) => count + 1);
          },
          () => {},
        );
    }
    return () => controller.abort();
  }, [asked]);
}
