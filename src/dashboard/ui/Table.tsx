/** Tables of records: columns with sorting, totals, and a label per cell for narrow screens. */
import type { ComponentChildren } from "preact";

export interface Column<R> {
  key: string;
  label: ComponentChildren;
  /** Whether the cells name the row. */
  isHeading?: boolean;
  /** Whether cells are numbers, aligned at their ends. */
  isNumber?: boolean;
  /** Whether the values are missing, or those of an earlier question. */
  isStale?: boolean;
  /** Share of the table's width, in percent. */
  width?: number;
  /** Absent: the table cannot be sorted by it. */
  sort?: Sorting | undefined;
  cell(row: R, at: number): ComponentChildren;
  /** Cell in the row of totals. */
  total?: ComponentChildren;
}

interface Sorting {
  /** Undefined while the table is sorted by another column. */
  order: "asc" | "desc" | undefined;
  onSort(): void;
}

interface TableProps<R> {
  class: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  readKey(row: R, at: number): string | number;
  caption?: string;
  style?: Record<string, number>;
  isArchived?(row: R): boolean;
  /** Heading of the row of totals; without it there are none. */
  totals?: string | undefined;
  /** Whether the row of totals is below the others instead of above. */
  isTotalLast?: boolean;
  /** Rows shown while the first records load. */
  placeholders?: number;
  /** Check boxes before the rows. */
  selection?: Selection<R> | undefined;
}

export interface Selection<R> {
  /** Accessible name of a row's check box. */
  name(row: R): string;
  /** Accessible name of the check box for all rows. */
  all: string;
  isChosen(row: R): boolean;
  onChange(rows: readonly R[], isChosen: boolean): void;
}

export function Table<R>(props: TableProps<R>) {
  const { rows, readKey, caption, style, isArchived, selection, placeholders = 0 } = props;
  const columns = selection ? [createBoxes(selection, rows), ...props.columns] : props.columns;
  const totals = props.totals && <Totals columns={columns} label={props.totals} />;
  return (
    <table class={props.class} style={style}>
      {caption && <caption class="visually-hidden">{caption}</caption>}
      {columns[0]?.width && (
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width: `${width}%` }} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          {columns.map(({ key, ...column }) => (
            <Heading key={key} about={key} {...column} />
          ))}
        </tr>
      </thead>
      {!props.isTotalLast && totals}
      <tbody key={placeholders > 0 ? "waiting" : "records"}>
        {rows.map((row, at) => (
          <tr key={readKey(row, at)} class={isArchived?.(row) ? "is-archived" : undefined}>
            {columns.map(({ key, label, isHeading, isNumber, isStale, cell }) =>
              isHeading ? (
                <th
                  key={key}
                  scope={columns.find((column) => column.isHeading)?.key === key ? "row" : undefined}
                >
                  {cell(row, at)}
                </th>
              ) : (
                <td
                  key={key}
                  data-label={typeof label === "string" ? label : undefined}
                  class={nameClass(isNumber, isStale)}
                >
                  {cell(row, at)}
                </td>
              ),
            )}
          </tr>
        ))}
        {Array.from({ length: placeholders }, (_, row) => (
          <tr key={row} class="placeholder">
            {columns.map(({ key }) => (
              <td key={key}>
                <i />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {props.isTotalLast && totals}
    </table>
  );
}

function nameClass(isNumber = false, isStale = false): string | undefined {
  const classes = [isNumber && "number", isStale && "stale"];
  return classes.filter(Boolean).join(" ") || undefined;
}

const SORTED = { asc: "ascending", desc: "descending" } as const;
const ARROWS = { asc: "up", desc: "down" } as const;

function createBoxes<R>({ name, all, isChosen, onChange }: Selection<R>, rows: readonly R[]): Column<R> {
  const box = (label: string, chosen: readonly R[]) => (
    <label data-label={label}>
      <input
        type="checkbox"
        aria-label={label}
        checked={chosen.length > 0 && chosen.every(isChosen)}
        onChange={({ currentTarget }) => onChange(chosen, currentTarget.checked)}
      />
    </label>
  );
  return { key: "chosen", label: box(all, rows), cell: (row) => box(name(row), [row]) };
}

function Heading<R>({ about, label, isHeading, isNumber, sort }: Omit<Column<R>, "key"> & { about: string }) {
  const align = isHeading ? "group" : isNumber ? "number" : undefined;
  if (!sort)
    return (
      <th scope="col" class={align} data-about={about}>
        {label}
      </th>
    );
  const { order, onSort } = sort;
  return (
    <th scope="col" class={align} data-about={about} aria-sort={order && SORTED[order]}>
      <button type="button" class="sort" onClick={onSort}>
        {label}
        <i class={`arrow arrow-${order ? ARROWS[order] : "none"}`} aria-hidden="true" />
      </button>
    </th>
  );
}

function Totals<R>({ columns, label }: { columns: readonly Column<R>[]; label: string }) {
  const first = columns.findLastIndex(({ isHeading }) => isHeading) + 1;
  return (
    <tbody class="totals">
      <tr>
        <th scope="row" colSpan={first}>
          {label}
        </th>
        {columns.slice(first).map(({ key, label: name, isNumber, isStale, total }) => (
          <td
            key={key}
            data-label={typeof name === "string" ? name : undefined}
            class={nameClass(isNumber, isStale)}
          >
            {total}
          </td>
        ))}
      </tr>
    </tbody>
  );
}
