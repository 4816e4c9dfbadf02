/** Filters of the report as chips, with a popover to add one. */
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { FILTERS, type FilterKey } from "../../../protocol/statistics.ts";
import type { Statistics } from "../../../statistics/index.ts";
import { type Locale, useLocale } from "../../texts/locale.ts";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { usePicked } from "../../ui/usePicked.ts";
import { type FilterValue, isGrouping } from "../groups.ts";
import type { Names } from "../names.ts";
import type { Page } from "../page.ts";
import { requestNames } from "../requests.ts";
import { changeFilter, isFilterKey } from "../view.ts";
import {
  type Filterable,
  getPicked,
  isFilterable,
  listChips,
  listFilterChoices,
  type Picked,
} from "./filters.ts";

interface FilterBarProps extends Page {
  client: Statistics;
  /** Filters of a shared link, which cannot be changed. */
  bound: readonly string[];
}

export function FilterBar(props: FilterBarProps) {
  const { view, names, bound, go } = props;
  const locale = useLocale();
  const { filters: texts } = locale.texts;
  const add = useRef<HTMLButtonElement>(null);
  useNames(props);
  const remove = (key: FilterKey) => {
    go(changeFilter(view, key, []));
    add.current?.focus();
  };
  return (
    <search class="row" aria-label={texts.title}>
      {listChips(view).map(({ key, values, isExcluded }) => {
        const label = nameFilter(key, locale);
        const summary = (
          <span class="chip-text">
            {label}: {isExcluded && texts.not} <b>{summarize(key, values, names, locale)}</b>
          </span>
        );
        return (
          <span class="chip" key={key}>
            {isFilterable(key) && !bound.includes(key) ? (
              <FilterPopover {...props} grouping={key} title={texts.edit(label)} label={summary} isChip />
            ) : (
              <span class="chip-label">{summary}</span>
            )}
            {!bound.includes(key) && (
              <button
                type="button"
                class="chip-remove"
                aria-label={texts.remove(label)}
                onClick={() => remove(key)}
              >
                <Icon name="close" />
              </button>
            )}
          </span>
        );
      })}
      <FilterPopover {...props} title={texts.addTitle} buttonRef={add} icon="plus" label={texts.add} />
    </search>
  );
}

interface FilterPopoverProps extends FilterBarProps {
  title: string;
  label: preact.ComponentChildren;
  icon?: IconName;
  buttonRef?: preact.RefObject<HTMLButtonElement | null>;
  /** Grouping to filter by; absent: the user chooses first. */
  grouping?: Filterable;
  isChip?: boolean;
}

function FilterPopover(props: FilterPopoverProps) {
  const { title, label, icon, buttonRef, isChip, view, go } = props;
  const locale = useLocale();
  const [chosen, setChosen] = useState<Filterable>();
  const grouping = props.grouping ?? chosen;
  const { picked, pick, onClose } = usePicked<Picked>(({ values, isExcluded }) => {
    if (grouping) go(changeFilter(view, grouping, values, isExcluded));
  });
  return (
    <Popover
      title={title}
      label={label}
      onClose={(isDiscarded) => {
        setChosen(undefined);
        onClose(isDiscarded);
      }}
      {...(icon && { icon })}
      {...(buttonRef && { buttonRef })}
      {...(isChip && { buttonClass: "chip-label" })}
    >
      {(popovers) =>
        grouping ? (
          <popovers.FilterValues
            {...props}
            grouping={grouping}
            {...(picked ?? getPicked(view, grouping))}
            onPick={(values, isExcluded) => pick({ values, isExcluded })}
          />
        ) : (
          <popovers.GroupingMenu sections={listChoices(props, locale)} onPick={(each) => setChosen(each)} />
        )
      }
    </Popover>
  );
}

function listChoices({ view, moment }: FilterBarProps, { texts }: Locale): [string, Filterable[]][] {
  return listFilterChoices(view, moment.viewer.kind).map(([section, names]) => [
    texts.table.sections[section],
    names,
  ]);
}

function nameFilter(key: FilterKey, { nameGrouping }: Locale): string {
  return isGrouping(key) ? nameGrouping(key) : key.replaceAll("_", " ");
}

/** Maximum names in a chip before it shows a count. */
const MOST_NAMES = 2;

function summarize(key: string, values: readonly FilterValue[], names: Names, locale: Locale): string {
  const shown = values.slice(0, MOST_NAMES).map((value) => names.get(key, value, locale));
  const more = values.length - shown.length;
  return more > 0 ? `${shown.join(", ")} +${more}` : shown.join(", ");
}

/** Loads names for the ids of a shared address. */
function useNames({ view, names, ask, moment }: FilterBarProps): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const missing = Object.entries({ ...view.filters, ...view.excluded }).filter(([key, values]) => {
    const isNamed = isFilterKey(key) && ["ids", "countries"].includes(FILTERS[key].form);
    return isNamed && !values?.every((value) => names.has(key, value));
  });
  const asked = JSON.stringify(missing);
  useEffect(() => {
    const controller = new AbortController();
    for (const [key, values = []] of missing) {
      if (!isFilterable(key)) continue;
      ask(view, requestNames(view, key, values, moment), controller.signal).then(
        () => {
          // Ids without records in this period have no name.
          for (const value of values) if (!names.has(key, value)) names.add(key, value, { id: value });
          redraw(undefined);
        },
        // Shows ids in place of names.
        () => {},
      );
    }
    return () => controller.abort();
  }, [asked]);
}
