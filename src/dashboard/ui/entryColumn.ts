/** Columns of a list of entries. */
import type { ComponentChildren } from "preact";
import type { Column } from "./Table.tsx";

export interface EntryColumn<R> extends Pick<Column<R>, "key" | "isHeading" | "isNumber" | "isStale"> {
  label: string;
  /** Heading in a file, if it has to say more than `label`. */
  fileLabel?: string;
  /**
   * Place in files. Default: that in the list. `parents`: only among the ids and names of parents. `end`: behind all
   * others, for a column that lists got later, because spreadsheets read columns by their place.
   */
  inFile?: "parents" | "end";
  /** Value for sorting and for files; absent: the column has neither. */
  read?(row: R): string | number | undefined;
  /** Default: what `read` returns. */
  cell?(row: R): ComponentChildren;
  total?(rows: readonly R[]): ComponentChildren;
}
