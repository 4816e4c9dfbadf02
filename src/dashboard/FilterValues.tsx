/** The values of one filter, to tick by name. */
import { useEffect, useState } from "preact/hooks";
import { FILTERS, type FilterKey, type Grouping } from "../protocol/statistics.ts";
import { type FilterBarProps, labelOf } from "./FilterBar.tsx";
import { formatCount, formatHour, nameOfAdblock, nameOfGroup, valueOfGroup } from "./format.ts";
import { metricIn, optionsRequest, reportsOf } from "./reports.ts";
import type { FilterValue } from "./view.ts";

export interface FilterValuesProps extends FilterBarProps {
  grouping: Grouping;
  onDone?(): void;
}

interface Choice {
  value: FilterValue;
  name: string;
  /** Impressions in the period; absent where that is not known. */
  impressions?: number;
}

/** More are found by typing. */
const MOST_SHOWN = 300;

export function FilterValues(props: FilterValuesProps) {
  const { view, grouping, names, set } = props;
  const { choices, error } = useChoices(props);
  const [text, setText] = useState("");
  const picked: readonly FilterValue[] = view.filters[grouping as FilterKey] ?? [];
  const single = FILTERS[grouping as FilterKey].form === "adblock";

  const toggle = (choice: Choice) => {
    names.set(grouping, choice.value, choice.name);
    const others = single ? [] : picked.filter((value) => value !== choice.value);
    const values = picked.includes(choice.value) ? others : [...others, choice.value];
    const { [grouping as FilterKey]: _, ...rest } = view.filters;
    set({ filters: values.length ? { ...view.filters, [grouping]: values } : rest });
  };
  const matching = (choices ?? []).filter(({ name }) =>
    name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  return (
    <div class="values">
      <label class="field">
        <span>{labelOf(grouping)}</span>
        <input
          type="search"
          data-focus
          placeholder="Find by name"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <ul class="choices" aria-busy={!choices && !error}>
        {matching.slice(0, MOST_SHOWN).map((choice) => (
          <li key={choice.value}>
            <label class="choice">
              <input
                type="checkbox"
                checked={picked.includes(choice.value)}
                onChange={() => toggle(choice)}
              />
              <span>{choice.name}</span>
              {choice.impressions !== undefined && <small>{formatCount(choice.impressions)}</small>}
            </label>
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {error ?? hintOf(choices, matching)}
      </p>
    </div>
  );
}

function hintOf(choices: Choice[] | undefined, matching: Choice[]): string {
  if (!choices) return "Loading…";
  if (choices.length === 0) return "None in this period.";
  if (matching.length === 0) return "No name like this.";
  return matching.length > MOST_SHOWN ? `${matching.length - MOST_SHOWN} more: type to find them.` : "";
}

function useChoices(props: FilterValuesProps): { choices: Choice[] | undefined; error: string | undefined } {
  const [state, setState] = useState<{ choices?: Choice[]; error?: string }>({});
  useEffect(() => {
    const controller = new AbortController();
    loadChoices(props, controller.signal).then(
      (choices) => setState({ choices }),
      (error) => controller.signal.aborted || setState({ error: error.message }),
    );
    return () => controller.abort();
    // What is picked here changes nothing in what can be picked.
  }, [props.grouping]);
  return { choices: state.choices, error: state.error };
}

async function loadChoices(
  { grouping, view, client, now }: FilterValuesProps,
  signal: AbortSignal,
): Promise<Choice[]> {
  if (grouping === "hour")
    return Array.from({ length: 24 }, (_, value) => ({ value, name: formatHour(value) }));
  if (grouping === "adblock")
    return ["adblock", "standard"].map((value) => ({ value, name: nameOfAdblock(value) }));
  if (grouping === "country_iso") {
    const countries = await client.countries({ signal });
    return countries
      .map(({ iso3, name }) => ({ value: iso3, name }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }
  const { result } = await reportsOf(client, view.role).query(optionsRequest(view, grouping, now), {
    signal,
  });
  return result.flatMap((record) => {
    const detail = record.group_by[grouping];
    if (!detail) return [];
    const value = valueOfGroup(grouping, detail) as FilterValue;
    const impressions = metricIn(record, "base.impressions") ?? 0;
    return [{ value, name: nameOfGroup(grouping, detail) ?? "", impressions }];
  });
}
