/** Filters of a list as buttons, or as chips once they have values; like those of the statistics. */
import { useRef, useState } from "preact/hooks";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Icon } from "./Icon.tsx";
import { type AppliedFilter, countValues, type ListFilters } from "./listFilters.ts";
import { createSearch, createSearchEntry } from "./listSearch.ts";
import { Popover } from "./Popover.tsx";
import { useFocus } from "./useFocus.ts";
import { usePicked } from "./usePicked.ts";

interface ListFilterBarProps<R> {
  title: string;
  filters: ListFilters<R>;
  /** Rows that the search finds. */
  rows: readonly R[];
}

export function ListFilterBar<R>({ title, filters, rows }: ListFilterBarProps<R>) {
  const { filters: texts } = useLocale().texts;
  const bar = useRef<HTMLElement>(null);
  if (filters.offered.length === 0) return null;
  return (
    <search class="row" aria-label={`${texts.title}: ${title}`} ref={bar}>
      {filters.offered.map((filter) => {
        const isChip = filter.chosen.length > 0;
        return (
          <span class={isChip ? "chip" : undefined} key={filter.part} data-part={filter.part}>
            <FilterPopover
              filter={filter}
              isChip={isChip}
              rows={() => rows.filter((row) => filters.isMatchOfOthers(row, filter))}
            />
            {isChip && (
              <button
                type="button"
                class="chip-remove"
                aria-label={texts.remove(filter.label)}
                onClick={() => {
                  bar.current?.querySelector<HTMLElement>(`[data-part="${filter.part}"] button`)?.focus();
                  filter.choose([]);
                }}
              >
                <Icon name="close" />
              </button>
            )}
          </span>
        );
      })}
    </search>
  );
}

interface FilterPopoverProps<R> {
  filter: AppliedFilter<R>;
  isChip: boolean;
  rows(): readonly R[];
}

function FilterPopover<R>({ filter, isChip, rows }: FilterPopoverProps<R>) {
  const { filters: texts } = useLocale().texts;
  const { picked, pick, onClose } = usePicked((keys: readonly string[]) => {
    if (keys.join() !== filter.chosen.join()) filter.choose(keys);
  });
  return (
    <Popover
      title={texts.edit(filter.label)}
      label={
        isChip ? (
          <span class="chip-text">
            {filter.label}: <b>{summarize(filter)}</b>
          </span>
        ) : (
          filter.label
        )
      }
      onClose={onClose}
      buttonClass={isChip ? "chip-label" : "button"}
      {...(!isChip && { icon: "plus" as const })}
    >
      {() => <Values filter={filter} rows={rows} picked={picked ?? filter.chosen} onPick={pick} />}
    </Popover>
  );
}

const nameValue = ({ name }: AppliedFilter<never>, key: string) =>
  name(key) ?? (/^\d+$/.test(key) ? `#${key}` : key);

/** Maximum names in a chip before it shows a count. */
const MOST_NAMES = 2;

function summarize(filter: AppliedFilter<never>): string {
  const names = filter.chosen.slice(0, MOST_NAMES).map((key) => nameValue(filter, key));
  const more = filter.chosen.length - names.length;
  return names.join(", ") + (more > 0 ? ` +${more}` : "");
}

/** Maximum values shown; others are found by typing. */
const MOST_SHOWN = 300;

interface ValuesProps<R> {
  filter: AppliedFilter<R>;
  rows(): readonly R[];
  picked: readonly string[];
  onPick(keys: readonly string[]): void;
}

function Values<R>({ filter, rows, picked, onPick }: ValuesProps<R>) {
  const { texts, tag, formatCount } = useLocale();
  const { form } = useTexts();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useFocus(() => field.current, []);
  // Ticks do not change what is offered.
  const [values] = useState(() =>
    [...countValues(rows(), filter)]
      .map(([key, count]) => ({ key, count, name: nameValue(filter, key) }))
      .sort((a, b) => new Intl.Collator(tag, { numeric: true }).compare(a.name, b.name)),
  );
  const isFound = createSearch(text);
  const matching = values.filter(({ key, name }) => isFound(createSearchEntry([Number(key)], [name])));
  const more = matching.length - MOST_SHOWN;
  return (
    <div class="stack tight popover-content">
      <label class="field">
        <span>{filter.label}</span>
        <input
          type="search"
          ref={field}
          placeholder={form.find}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <ul class="choices">
        {matching.slice(0, MOST_SHOWN).map(({ key, name, count }) => (
          <li key={key}>
            <label class="choice">
              <input
                type="checkbox"
                checked={picked.includes(key)}
                onChange={({ currentTarget }) => {
                  const others = picked.filter((each) => each !== key);
                  onPick(currentTarget.checked ? [...others, key] : others);
                }}
              />
              <span>{name}</span>
              <small>{formatCount(count)}</small>
            </label>
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {matching.length === 0 ? texts.filters.noMatch : more > 0 && texts.filters.more(more)}
      </p>
    </div>
  );
}
