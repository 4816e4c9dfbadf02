/** Rows in the order of a column. */
import { useState } from "preact/hooks";
import { useLocale } from "../texts/locale.ts";
import type { EntryColumn } from "./entryColumn.ts";
import type { Column } from "./Table.tsx";

interface Order {
  key: string;
  direction: "asc" | "desc";
}

export interface Ordered<R> {
  rows: readonly R[];
  columns: Column<R>[];
}

/** Keeps the given order until a heading is pressed. Numbers begin with the largest. */
export function useOrder<R>(columns: readonly EntryColumn<R>[], given: readonly R[]): Ordered<R> {
  const { tag } = useLocale();
  const [order, setOrder] = useState<Order>();
  const toColumn = ({ read, cell, total, ...column }: EntryColumn<R>): Column<R> => {
    const last = order?.key === column.key ? order.direction : undefined;
    const first = column.isNumber ? "desc" : "asc";
    const next = last ? (last === "asc" ? "desc" : "asc") : first;
    return {
      ...column,
      sort: read && { order: last, onSort: () => setOrder({ key: column.key, direction: next }) },
      cell: cell ?? ((row) => read?.(row)),
      total: total?.(given),
    };
  };
  const read = columns.find(({ key }) => key === order?.key)?.read;
  const rows = read && order ? sortRows(given, read, order.direction, tag) : given;
  return { rows, columns: columns.map(toColumn) };
}

type Value = string | number | undefined;

/** Rows without a value come last. */
function sortRows<R>(
  rows: readonly R[],
  read: (row: R) => Value,
  direction: Order["direction"],
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
