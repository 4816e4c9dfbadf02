/** Columns of a list of entries. */
import type { ComponentChildren } from "preact";
import type { Column } from "./Table.tsx";

export interface EntryColumn<R> extends Pick<Column<R>, "key" | "isHeading" | "isNumber"> {
  label: string;
  /** Heading in a file, where it says more than `label`. */
  fileLabel?: string;
  /** Sort key and cell of a file; absent: neither. */
  read?(row: R): string | number | undefined;
  /** Default: what `read` returns. */
  cell?(row: R): ComponentChildren;
  total?(rows: readonly R[]): ComponentChildren;
}
