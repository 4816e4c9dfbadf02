/** Columns that only the files of lists have: days, the entry's id, ids and names of its parents. */
import type { Grouping } from "../../protocol/statistics.ts";
import type { Span } from "../reports/period.ts";
import { type Locale, useLocale } from "../texts/locale.ts";
import type { EntryColumn } from "../ui/entryColumn.ts";

interface Parent<R> {
  grouping: Grouping;
  readId(row: R): number | undefined;
  /** Possible parents; undefined when the account has no list of them, and the columns are left out. */
  entries: readonly { id: number; name: string }[] | undefined;
}

/** `own`: the grouping of the entries themselves. */
export function useFileColumns<R extends { id: number }>(
  own: Grouping,
  days: Span,
  parents: readonly Parent<R>[],
): EntryColumn<R>[] {
  return createFileColumns(own, days, parents, useLocale());
}

export function createFileColumns<R extends { id: number }>(
  own: Grouping,
  { from, to }: Span,
  parents: readonly Parent<R>[],
  { texts, nameGrouping }: Pick<Locale, "texts" | "nameGrouping">,
): EntryColumn<R>[] {
  const nameId = (grouping: Grouping) => texts.export.id(nameGrouping(grouping));
  return [
    { key: "from", label: texts.period.from, read: () => from },
    { key: "to", label: texts.period.to, read: () => to },
    { key: own, label: nameId(own), read: ({ id }) => id },
    ...parents.flatMap(({ grouping, readId, entries }): EntryColumn<R>[] => {
      if (!entries) return [];
      const names = new Map(entries.map(({ id, name }) => [id, name]));
      const readName = (row: R) => names.get(readId(row) ?? 0);
      return [
        { key: grouping, label: nameId(grouping), read: readId },
        { key: `${grouping} name`, label: nameGrouping(grouping), read: readName },
      ];
    }),
  ];
}
