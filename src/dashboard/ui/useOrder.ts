/** Rows in the order of a column. */
import { useAddressPart } from "../app/useAddressPart.ts";
import { useLocale } from "../texts/locale.ts";
import type { EntryColumn } from "./entryColumn.ts";
import type { Column } from "./Table.tsx";

interface Ordered<R> {
  rows: readonly R[];
  columns: Column<R>[];
}

/** Sorts rows once a heading is pressed, numbers by the largest first. `list`: its name in the address. */
export function useOrder<R>(
  list: string,
  columns: readonly EntryColumn<R>[],
  given: readonly R[],
): Ordered<R> {
  const { tag } = useLocale();
  const [order, setOrder] = useAddressPart(`sort.${list}`, [`page.${list}`]);
  const key = order.replace(/^-/, "");
  const direction = order === key ? "asc" : "desc";
  const toColumn = ({ read, cell, total, ...column }: EntryColumn<R>): Column<R> => {
    const last = key === column.key ? direction : undefined;
    const isNextDown = last ? last === "asc" : column.isNumber;
    return {
      ...column,
      sort: read && { order: last, onSort: () => setOrder(isNextDown ? `-${column.key}` : column.key) },
      cell: cell ?? ((row) => read?.(row)),
      total: total?.(given),
    };
  };
  const read = columns.find((column) => column.key === key)?.read;
  const rows = read ? sortRows(given, read, direction, tag) : given;
  return { rows, columns: columns.map(toColumn) };
}

type Value = string | number | undefined;

/** Sorts rows; those without a value come last. */
function sortRows<R>(
  rows: readonly R[],
  read: (row: R) => Value,
  direction: "asc" | "desc",
  tag: string,
): R[] {
  const sign = direction === "asc" ? 1 : -1;
  const { compare: compareTexts } = new Intl.Collator(tag, { numeric: true });
  const compare = (a: Value, b: Value) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return (
      sign * (typeof a === "number" && typeof b === "number" ? a - b : compareTexts(String(a), String(b)))
    );
  };
  return [...rows].sort((a, b) => compare(read(a), read(b)));
}
