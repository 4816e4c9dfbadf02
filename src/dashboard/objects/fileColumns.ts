/** Columns that only the files of lists have: days, the entry's id, ids and names of its parents. */
import type { Grouping } from "../../protocol/statistics.ts";
import { useData } from "../app/managementData.ts";
import type { Span } from "../reports/period.ts";
import { type Locale, useLocale } from "../texts/locale.ts";
import type { EntryColumn } from "../ui/entryColumn.ts";

interface Parent<R> {
  grouping: Grouping;
  readId(row: R): number | undefined;
  /** Possible parents; undefined until they are loaded. */
  entries: readonly { id: number; name: string }[] | undefined;
}

/** Only networks have lists of accounts; other accounts own all of their entries. */
const OWNERS: readonly Grouping[] = ["publisher_id", "advertiser_id"];

/** `own`: the grouping of the entries themselves. */
export function useFileColumns<R extends { id: number }>(
  own: Grouping,
  days: Span,
  parents: readonly Parent<R>[],
): EntryColumn<R>[] {
  const isNetwork = useData().account.details.kind === "network";
  const known = parents.filter(({ grouping }) => isNetwork || !OWNERS.includes(grouping));
  return createFileColumns(own, days, known, useLocale());
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
      const names = new Map(entries?.map(({ id, name }) => [id, name]));
      const readName = (row: R) => names.get(readId(row) ?? 0);
      return [
        { key: grouping, label: nameId(grouping), read: readId },
        { key: `${grouping} name`, label: nameGrouping(grouping), isStale: !entries, read: readName },
      ];
    }),
  ];
}
