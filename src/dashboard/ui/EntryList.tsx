/** A list of entries: search, archive switch, order, totals, check boxes and a CSV file, around one table. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useIsEditable } from "../app/editing.tsx";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import type { EntryColumn } from "./entryColumn.ts";
import { Field } from "./fields.tsx";
import { Icon } from "./Icon.tsx";
import { saveCsv } from "./saveFile.ts";
import { type Selection, Table } from "./Table.tsx";
import { useOrder } from "./useOrder.ts";

interface Entry {
  id: number;
  name: string;
  deleted: boolean;
}

export interface EntryListProps<R> {
  /** Accessible name of the list, and its heading where there are several. */
  title: string;
  hasHeading?: boolean;
  /** Name of the file, without its ending. */
  file: string;
  rows: readonly R[];
  /** Whether there are entries, of which `rows` may leave out some. Default: whether there are rows. */
  hasEntries?: boolean;
  readEntry(row: R): Entry;
  columns: readonly EntryColumn<R>[];
  /** Said while there are no entries at all. */
  nothing: string;
  /** Fields that narrow the list. */
  filters?: ComponentChildren;
  /** Links that create entries. */
  links?: ComponentChildren;
  /** Buttons for the chosen rows. */
  actions(chosen: readonly R[]): ComponentChildren;
}

export function EntryList<R extends object>(props: EntryListProps<R>) {
  const { title, hasHeading, file, rows, readEntry, nothing, filters, links, actions } = props;
  const { hasEntries = rows.length > 0 } = props;
  const { form } = useTexts();
  const locale = useLocale();
  const isEditable = useIsEditable();
  const search = useSearch();
  const found = rows.filter((row) => search.isFound(readEntry(row)));
  const ordered = useOrder(props.columns, found);
  const selection = useSelection(ordered.rows, readEntry, title);
  return (
    <section class="entries" aria-label={title}>
      {hasHeading && <h2>{title}</h2>}
      <div class="list-bar">
        <div class="list-search">
          <Field label={form.find} type="search" value={search.text} onInput={search.setText} />
        </div>
        {filters}
        {rows.some((row) => readEntry(row).deleted) && (
          <label class="choice">
            <input
              type="checkbox"
              checked={search.isArchivedShown}
              onChange={({ currentTarget }) => search.setArchivedShown(currentTarget.checked)}
            />
            <span>{form.archived}</span>
          </label>
        )}
        <div class="actions">
          {ordered.rows.length > 0 && (
            <button
              type="button"
              class="button"
              onClick={() => saveCsv(file, props.columns, ordered.rows, locale)}
            >
              <Icon name="download" />
              CSV
            </button>
          )}
          {links}
        </div>
      </div>
      {!hasEntries && <p class="nothing">{nothing}</p>}
      {hasEntries && ordered.rows.length === 0 && <p class="nothing">{form.none}</p>}
      {ordered.rows.length > 0 && (
        <div class="card">
          {isEditable && actions(selection.rows)}
          <Table
            class="list"
            columns={ordered.columns}
            rows={ordered.rows}
            readKey={(row) => readEntry(row).id}
            isArchived={(row) => readEntry(row).deleted}
            totals={ordered.rows.length > 1 ? locale.texts.table.total : undefined}
            selection={isEditable ? selection.boxes : undefined}
          />
        </div>
      )}
    </section>
  );
}

function useSearch() {
  const [text, setText] = useState("");
  const [isArchivedShown, setArchivedShown] = useState(false);
  const wanted = text.trim().toLowerCase();
  const isFound = ({ id, name, deleted }: Entry) =>
    (isArchivedShown || !deleted) && (name.toLowerCase().includes(wanted) || String(id) === wanted);
  return { text, setText, isArchivedShown, setArchivedShown, isFound };
}

/** Rows that are no longer shown are not chosen either. */
function useSelection<R>(rows: readonly R[], readEntry: (row: R) => Entry, title: string) {
  const { form } = useTexts();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const isChosen = (row: R) => chosen.includes(readEntry(row).id);
  const boxes: Selection<R> = {
    all: form.chooseAll(title),
    name: (row) => form.choose1(readEntry(row).name),
    isChosen,
    onChange: (some, isOn) => {
      const ids = some.map((row) => readEntry(row).id);
      const others = chosen.filter((id) => !ids.includes(id));
      setChosen(isOn ? [...others, ...ids] : others);
    },
  };
  return { rows: rows.filter(isChosen), boxes };
}
