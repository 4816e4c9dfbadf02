/** Button that saves a list as a CSV file. */
import type { Span } from "../reports/period.ts";
import { useLocale } from "../texts/locale.ts";
import type { EntryColumn } from "./entryColumn.ts";
import { Icon } from "./Icon.tsx";
import { saveCsv } from "./saveFile.ts";

export interface ListFile<R> {
  /** Start of the file's name. */
  file: string;
  /** Days of the list's numbers, in the file's name. */
  days?: Span;
  /** Columns after those of the list. */
  fileColumns?: readonly EntryColumn<R>[];
}

interface CsvButtonProps<R> extends ListFile<R> {
  columns: readonly EntryColumn<R>[];
  /** Rows of all pages, in the list's order. */
  rows: readonly R[];
}

export function CsvButton<R extends object>(props: CsvButtonProps<R>) {
  const { file, days, columns, fileColumns = [], rows } = props;
  const locale = useLocale();
  const isStale = [...columns, ...fileColumns].some((column) => column.isStale);
  const name = days ? `${file}-${days.from}-${days.to}` : file;
  return (
    <button
      type="button"
      class="button"
      aria-disabled={isStale}
      onClick={() =>
        !isStale &&
        saveCsv(
          name,
          [
            ...columns.filter(({ inFile }) => !inFile),
            ...fileColumns,
            ...columns.filter(({ inFile }) => inFile === "end"),
          ],
          rows,
          locale,
        )
      }
    >
      <Icon name="download" />
      CSV
    </button>
  );
}
