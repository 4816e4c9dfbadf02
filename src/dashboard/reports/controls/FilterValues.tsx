/** List of values for one filter. */
import { useRef, useState } from "preact/hooks";
import { FILTERS, type FilterKey, type Grouping } from "../../../protocol/statistics.ts";
import type { Statistics } from "../../../statistics/index.ts";
import { useOwnAnswer } from "../../app/answers.ts";
import { useRecovery } from "../../app/live.ts";
import { explainError } from "../../texts/errors.ts";
import { type Locale, useLocale } from "../../texts/locale.ts";
import { createSearch, createSearchEntry } from "../../ui/listSearch.ts";
import { useFocus } from "../../ui/useFocus.ts";
import { type FilterValue, getGroup } from "../groups.ts";
import { getMetric } from "../metrics.ts";
import type { Page } from "../page.ts";
import { requestValues } from "../requests.ts";
import { isExcludable } from "../view.ts";

interface FilterValuesProps extends Page {
  client: Statistics;
  grouping: Grouping & FilterKey;
  values: FilterValue[];
  /** Whether the values are excluded. */
  isExcluded: boolean;
  onPick(values: FilterValue[], isExcluded: boolean): void;
}

interface Choice {
  value: FilterValue;
  name: string;
  detail: object;
  /** Impressions in the view's days under its other filters; absent for values that need no report. */
  impressions?: number;
}

/** Maximum values shown; others are found by typing. */
const MOST_SHOWN = 300;

export function FilterValues(props: FilterValuesProps) {
  const { grouping, names, values: picked, isExcluded, onPick } = props;
  const locale = useLocale();
  const { filters: texts } = locale.texts;
  const answer = useOwnAnswer(grouping, (signal) => loadChoices(props, locale, signal));
  useRecovery([answer]);
  const choices = answer.shown?.data;
  const error = answer.error && explainError(answer.error, locale);
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The focus was lost with the menu that opened this list.
  useFocus(() => field.current, []);

  const toggle = ({ value, detail }: Choice) => {
    names.add(grouping, value, detail);
    const others = FILTERS[grouping].form === "adblock" ? [] : picked.filter((each) => each !== value);
    onPick(picked.includes(value) ? others : [...others, value], isExcluded);
  };
  const isFound = createSearch(text);
  const matching = (choices ?? []).filter(({ value, name }) =>
    isFound(createSearchEntry([Number(value)], [name])),
  );
  return (
    <div class="stack tight popover-content">
      <label class="field">
        <span>{locale.nameGrouping(grouping)}</span>
        <input
          type="search"
          ref={field}
          placeholder={texts.findValue}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {isExcludable(grouping) && (
        <Exclusion isExcluded={isExcluded} onChange={(isOut) => onPick([...picked], isOut)} />
      )}
      <ul class="choices" aria-busy={!choices && !error}>
        {matching.slice(0, MOST_SHOWN).map((choice) => (
          <li key={choice.value}>
            <Tick choice={choice} isPicked={picked.includes(choice.value)} onToggle={() => toggle(choice)} />
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {error ?? describeChoices(choices, matching, locale)}
      </p>
    </div>
  );
}

/** Whether the values are included or excluded. */
function Exclusion({ isExcluded, onChange }: { isExcluded: boolean; onChange(isExcluded: boolean): void }) {
  const { filters: texts } = useLocale().texts;
  return (
    <div class="segmented segmented-even">
      {[false, true].map((isOut) => (
        <button
          type="button"
          key={String(isOut)}
          aria-pressed={isOut === isExcluded}
          onClick={() => onChange(isOut)}
        >
          {isOut ? texts.exclude : texts.include}
        </button>
      ))}
    </div>
  );
}

interface TickProps {
  choice: Choice;
  isPicked: boolean;
  onToggle(): void;
}

function Tick({ choice: { name, impressions }, isPicked, onToggle }: TickProps) {
  const { formatCount } = useLocale();
  return (
    <label class="choice">
      <input type="checkbox" checked={isPicked} onChange={onToggle} />
      <span>{name}</span>
      {impressions !== undefined && <small>{formatCount(impressions)}</small>}
    </label>
  );
}

function describeChoices(choices: Choice[] | undefined, matching: Choice[], { texts }: Locale): string {
  if (!choices) return texts.loading;
  if (choices.length === 0) return texts.table.empty;
  if (matching.length === 0) return texts.filters.noMatch;
  return matching.length > MOST_SHOWN ? texts.filters.more(matching.length - MOST_SHOWN) : "";
}

async function loadChoices(
  { grouping, view, client, moment, ask }: FilterValuesProps,
  locale: Locale,
  signal: AbortSignal,
): Promise<Choice[]> {
  if (grouping === "hour") return createChoices(grouping, listNumbers(24), locale);
  if (grouping === "adblock") return createChoices(grouping, ["adblock", "standard"], locale);
  const countries = grouping === "country_iso" ? client.countries({ signal }) : [];
  const { result } = await ask(view, requestValues(view, grouping, moment), signal);
  const counted = result.flatMap((record) => {
    const detail = record.group_by[grouping];
    const value = detail && getGroup(grouping, detail);
    if (!detail || value === undefined || typeof value === "object") return [];
    const impressions = getMetric(record, "base.impressions", moment.viewer) ?? 0;
    return [{ value, detail, name: locale.nameGroup(grouping, detail) ?? "", impressions }];
  });
  const known = new Set(counted.map(({ value }) => value));
  const others = (await countries).map(({ iso3, iso2, name }) => {
    const detail = { country_iso: iso3, country_long_name: name, iso2 };
    return { value: iso3, detail, name: locale.nameCountry(iso2) ?? name, impressions: 0 };
  });
  const missing = others.filter(({ value }) => !known.has(value));
  return [...counted, ...missing.sort((a, b) => a.name.localeCompare(b.name, locale.tag))];
}

function createChoices(grouping: Grouping, values: FilterValue[], locale: Locale): Choice[] {
  return values.map((value) => ({
    value,
    name: locale.nameValue(grouping, value),
    detail: { [grouping]: value },
  }));
}

function listNumbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
