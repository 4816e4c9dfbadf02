/** Order of a table on a narrow screen, where its columns have no headings. */
import { useId } from "preact/hooks";
import { useLocale } from "../texts/locale.ts";
import type { Column } from "./Table.tsx";

export function SortBy<R>({ columns }: { columns: readonly Column<R>[] }) {
  const texts = useLocale().texts.table;
  const sortable = columns.filter(({ sort, label }) => sort && typeof label === "string");
  const current = sortable.find(({ sort }) => sort?.order);
  const id = useId();
  if (sortable.length < 2) return null;
  return (
    <div class="row sort-by">
      <div class="field">
        <label for={id}>
          <span>{texts.sortBy}</span>
        </label>
        <select
          id={id}
          value={current?.key ?? ""}
          onChange={({ currentTarget: { value } }) => {
            sortable.find(({ key }) => key === value)?.sort?.onSort();
          }}
        >
          {!current && <option value="">{texts.unsorted}</option>}
          {sortable.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {current && (
        <button
          type="button"
          class="button button-icon"
          aria-label={texts.reverse}
          onClick={current.sort?.onSort}
        >
          <i class={`arrow arrow-${current.sort?.order === "asc" ? "up" : "down"}`} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
