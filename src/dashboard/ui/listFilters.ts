/** Filters of a list by values that its rows have, such as advertisers or states; in the address. */
import { useMemo } from "preact/hooks";
import { useRouter } from "../app/router.ts";

export interface ListFilter<R> {
  label: string;
  /** Name in the address: `advertiser=3,4`. */
  part: string;
  /** Keys of the row's values: ids, sizes, states. */
  read(row: R): readonly string[];
  /** Undefined: the key is shown. */
  name(key: string): string | undefined;
}

export interface AppliedFilter<R> extends ListFilter<R> {
  chosen: readonly string[];
  isMatch(row: R): boolean;
  choose(keys: readonly string[]): void;
}

export interface ListFilters<R> {
  /** Those that rows differ by, or that are in the address. */
  offered: readonly AppliedFilter<R>[];
  isMatch(row: R): boolean;
  /** Whether a row passes all filters but one. */
  isMatchOfOthers(row: R, filter: AppliedFilter<R>): boolean;
  isFiltered: boolean;
}

/** `list`: its name in the address. */
export function useListFilters<R>(
  list: string,
  filters: readonly ListFilter<R>[],
  rows: readonly R[],
): ListFilters<R> {
  const { search, replace } = useRouter();
  const parts = new URLSearchParams(search);
  const differing = useMemo(() => filters.map(({ read }) => hasDifferent(rows, read)), [rows]);
  const applied = filters.map((filter): AppliedFilter<R> => {
    const chosen = parts.get(filter.part)?.split(",").filter(Boolean) ?? [];
    return {
      ...filter,
      chosen,
      isMatch: (row) => chosen.length === 0 || filter.read(row).some((key) => chosen.includes(key)),
      choose: (keys) => {
        parts.delete(filter.part);
        parts.delete(`page.${list}`);
        if (keys.length > 0) parts.set(filter.part, keys.join(","));
        replace(`?${parts}`.replaceAll("%2C", ","));
      },
    };
  });
  return {
    offered: applied.filter(({ chosen }, at) => chosen.length > 0 || differing[at]),
    isMatch: (row) => applied.every(({ isMatch }) => isMatch(row)),
    isMatchOfOthers: (row, own) => applied.every((filter) => filter === own || filter.isMatch(row)),
    isFiltered: applied.some(({ chosen }) => chosen.length > 0),
  };
}

function hasDifferent<R>(rows: readonly R[], read: (row: R) => readonly string[]): boolean {
  const first = rows[0] && read(rows[0])[0];
  return rows.some((row) => read(row).some((key) => key !== first));
}

/** Counts the rows with each value. */
export function countValues<R>(
  rows: readonly R[],
  { read, chosen }: AppliedFilter<R>,
): ReadonlyMap<string, number> {
  const counts = new Map(chosen.map((key) => [key, 0]));
  for (const row of rows) for (const key of new Set(read(row))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
