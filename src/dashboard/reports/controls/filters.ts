/** Filters of a view, and what else it can be filtered by. Pure. */
import type { AccountKind, FilterKey, Grouping } from "../../../protocol/statistics.ts";
import { type FilterValue, isGrouping, listSections } from "../groups.ts";
import { isFilterKey, type View } from "../view.ts";

type FilterState = Pick<View, "filters" | "excluded">;

/** Grouping that reports can be filtered by. */
export type Filterable = Grouping & FilterKey;

export function isFilterable(key: string): key is Filterable {
  return isFilterKey(key) && isGrouping(key);
}

export interface Picked {
  values: FilterValue[];
  isExcluded: boolean;
}

/** Returns the values that a view is filtered by, or those that it excludes. */
export function getPicked({ filters, excluded }: FilterState, key: FilterKey): Picked {
  const isExcluded = key in excluded;
  return { values: (isExcluded ? excluded : filters)[key] ?? [], isExcluded };
}

/** Lists the filters, then the excluded values. */
export function listChips({ filters, excluded }: FilterState): (Picked & { key: FilterKey })[] {
  return [filters, excluded].flatMap((each) =>
    Object.entries(each).flatMap(([key, values]) =>
      isFilterKey(key) && values ? [{ key, values, isExcluded: each === excluded }] : [],
    ),
  );
}

/** Lists the groupings, by section, that the view is not filtered by yet. */
export function listFilterChoices(
  { role, filters, excluded }: Pick<View, "role"> & FilterState,
  kind: AccountKind,
) {
  return listSections(role, kind).map(
    ([section, names]) =>
      [section, names.filter(isFilterable).filter((name) => !(name in filters || name in excluded))] as const,
  );
}
