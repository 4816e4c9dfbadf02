/** List of entries around one table: search, archive switch, order, totals, check boxes and a CSV file. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { BulkKind } from "../../protocol/management.ts";
import { useIsEditable } from "../app/editing.tsx";
import { useAddressPart } from "../app/useAddressPart.ts";
import { Pages } from "../reports/table/Pager.tsx";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { BulkActions, type BulkActionsProps, type Changeable } from "./BulkActions.tsx";
import { CsvButton, type ListFile } from "./CsvButton.tsx";
import type { EntryColumn } from "./entryColumn.ts";
import { Field } from "./fields.tsx";
import { fold } from "./fold.ts";
import { type Selection, Table } from "./Table.tsx";
import { useOrder } from "./useOrder.ts";
import { useSteadyRows } from "./useSteady.ts";

interface EntryListProps<K extends BulkKind, R extends Changeable>
  extends Omit<BulkActionsProps<K, R>, "chosen">,
    ListFile<R> {
  /** Accessible name of the list, and its heading where there are several. */
  title: string;
  hasHeading?: boolean;
  rows: readonly R[];
  /** Whether there are entries, even if `rows` is filtered. Default: whether there are rows. */
  hasEntries?: boolean;
  columns: readonly EntryColumn<R>[];
  /** Text when there are no entries at all. */
  nothing: string;
  /** Fields that narrow the list. */
  filters?: ComponentChildren;
  /** Links that create entries. */
  links?: ComponentChildren;
}

export function EntryList<K extends BulkKind, R extends Changeable>(props: EntryListProps<K, R>) {
  const { title, hasHeading, file, rows, nothing } = props;
  const { hasEntries = rows.length > 0 } = props;
  const { form } = useTexts();
  const locale = useLocale();
  const isEditable = useIsEditable();
  const search = useSearch(file);
  const found = rows.filter(search.isFound);
  const ordered = useOrder(file, props.columns, found);
  const steady = useSteadyRows(ordered.rows);
  const selection = useSelection(steady, title);
  const pages = usePages(file, steady);
  return (
    <section class="stack loose" aria-label={title} aria-busy={props.columns.some(({ isStale }) => isStale)}>
      {hasHeading && <h2>{title}</h2>}
      <ListBar {...props} search={search} shown={steady} />
      {!hasEntries && <p class="nothing">{nothing}</p>}
      {hasEntries && steady.length === 0 && <p class="nothing">{form.none}</p>}
      {steady.length > 0 && (
        <div class="card">
          {isEditable && (
            <BulkActions
              chosen={selection.rows}
              actions={props.actions}
              entries={props.entries}
              onChanged={props.onChanged}
            />
          )}
          <Table
            class="list"
            columns={ordered.columns}
            rows={pages.rows}
            readKey={({ id }) => id}
            isArchived={({ deleted }) => deleted}
            isTotalLast
            totals={steady.length > 1 ? locale.texts.table.total : undefined}
            selection={isEditable ? selection.boxes : undefined}
          />
          {pages.last > 1 && (
            <div class="row pager">
              <p role="status">{pages.range}</p>
              <Pages page={pages.page} last={pages.last} onTurn={pages.turn} />
            </div>
          )}
        </div>
      )}
    </section>
  );
}

interface ListBarProps<K extends BulkKind, R extends Changeable> extends EntryListProps<K, R> {
  search: ReturnType<typeof useSearch>;
  /** Rows of all pages, in the table's order. */
  shown: readonly R[];
}

/** Search, filters, archive switch and CSV file. */
function ListBar<K extends BulkKind, R extends Changeable>(props: ListBarProps<K, R>) {
  const { rows, filters, links, search, shown } = props;
  const { form } = useTexts();
  return (
    <div class="row loose list-bar">
      <div class="list-search">
        <Field label={form.find} type="search" value={search.text} onInput={search.setText} />
      </div>
      {filters}
      {rows.some(({ deleted }) => deleted) && (
        <label class="choice">
          <input
            type="checkbox"
            checked={search.isArchivedShown}
            onChange={({ currentTarget }) => search.setArchivedShown(currentTarget.checked)}
          />
          <span>{form.archived}</span>
        </label>
      )}
      <div class="row loose actions">
        {shown.length > 0 && <CsvButton {...props} rows={shown} />}
        {links}
      </div>
    </div>
  );
}

function useSearch(list: string) {
  const [text, setText] = useAddressPart(`find.${list}`, [`page.${list}`]);
  const [archived, setArchived] = useAddressPart(`archived.${list}`, [`page.${list}`]);
  const isArchivedShown = archived !== "";
  const wanted = fold(text);
  const isFound = ({ id, name, deleted }: Changeable) =>
    (isArchivedShown || !deleted) && (fold(name).includes(wanted) || String(id) === wanted.replace("#", ""));
  const setArchivedShown = (isShown: boolean) => setArchived(isShown ? "1" : "");
  return { text, setText, isArchivedShown, setArchivedShown, isFound };
}

/** Maximum rows of a page: thousands would take seconds to draw. */
const MOST_ROWS = 100;

function usePages<R>(list: string, rows: readonly R[]) {
  const { texts, formatCount } = useLocale();
  const [asked, setPage] = useAddressPart(`page.${list}`);
  const last = Math.max(1, Math.ceil(rows.length / MOST_ROWS));
  const page = Math.min(last, Math.max(1, Math.floor(Number(asked)) || 1));
  const first = (page - 1) * MOST_ROWS;
  const shown = rows.slice(first, first + MOST_ROWS);
  const range = [first + 1, first + shown.length, rows.length].map(formatCount);
  return {
    rows: shown,
    page,
    last,
    range: texts.table.range(range[0] ?? "", range[1] ?? "", range[2] ?? ""),
    turn: (to: number) => setPage(to === 1 ? "" : String(to)),
  };
}

/** Chosen rows. Rows that are no longer shown are not chosen either. */
function useSelection<R extends Changeable>(rows: readonly R[], title: string) {
  const { form } = useTexts();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const isChosen = ({ id }: R) => chosen.includes(id);
  const boxes: Selection<R> = {
    all: form.chooseAll(title),
    name: ({ name }) => form.choose1(name),
    isChosen,
    onChange: (some, isOn) => {
      const ids = some.map(({ id }) => id);
      const others = chosen.filter((id) => !ids.includes(id));
      setChosen(isOn ? [...others, ...ids] : others);
    },
  };
  return { rows: rows.filter(isChosen), boxes };
}
