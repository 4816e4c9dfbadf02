/** List of entries around one table: search, filters, archive switch, order, totals, check boxes and a CSV file. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { BulkKind } from "../../protocol/management.ts";
import { createKept } from "../app/createKept.ts";
import { useIsEditable } from "../app/editing.tsx";
import { useAddressPart } from "../app/useAddressPart.ts";
import { createNaming } from "../objects/nameApart.ts";
import { Pages } from "../reports/table/Pager.tsx";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { BulkActions, type BulkActionsProps, type Changeable } from "./BulkActions.tsx";
import { CsvButton, type ListFile } from "./CsvButton.tsx";
import type { EntryColumn } from "./entryColumn.ts";
import { ListFilterBar } from "./ListFilterBar.tsx";
import { type ListFilter, type ListFilters, useListFilters } from "./listFilters.ts";
import { createSearch, createSearchEntry } from "./listSearch.ts";
import { SortBy } from "./SortBy.tsx";
import { Table } from "./Table.tsx";
import { useOrder } from "./useOrder.ts";
import { useSteadyRows } from "./useSteady.ts";

interface EntryListProps<K extends BulkKind, R extends Changeable>
  extends Partial<Pick<BulkActionsProps<K, R>, "actions" | "entries" | "onChanged">>,
    ListFile<R> {
  /** Accessible name of the list, and its heading where there are several. */
  title: string;
  hasHeading?: boolean;
  /** Another array renews the search. */
  rows: readonly R[];
  columns: readonly EntryColumn<R>[];
  /** What the search looks at, as a hint in its field. */
  searched?: string | undefined;
  /** What a row is found by besides its name: texts that it shows, and names of its parents. */
  listTexts?(row: R): readonly (string | undefined)[];
  /** Ids of entries without rows that a row is found by, such as creatives. */
  listIds?(row: R): readonly number[];
  /** Parent that tells rows of one name apart. */
  nameParent?(row: R): string | undefined;
  /** Text when there are no entries at all. */
  nothing: string;
  filters?: readonly ListFilter<R>[];
  /** Links that create entries. */
  links?: ComponentChildren;
}

export function EntryList<K extends BulkKind, R extends Changeable>(props: EntryListProps<K, R>) {
  const { title, hasHeading, file, rows, columns, nothing, nameParent } = props;
  const { actions, entries, onChanged } = props;
  const { form } = useTexts();
  const locale = useLocale();
  const isEditable = useIsEditable();
  /** Changes of several entries at once; some lists have none. */
  const bulk = isEditable && actions && entries && onChanged && { actions, entries, onChanged };
  const search = useSearch(props);
  const filters = useListFilters(file, props.filters ?? [], rows);
  const found = search.rows.filter(filters.isMatch);
  const ordered = useOrder(file, props.columns, found);
  const steady = useSteadyRows(ordered.rows);
  const naming = useMemo(() => {
    const toNamed = (row: R) => ({ id: row.id, name: row.name, parent: nameParent?.(row) });
    const name = createNaming(rows.map(toNamed));
    return (row: R) => name(toNamed(row));
  }, [rows]);
  const selection = useSelection(file, steady);
  const pages = usePages(file, steady);
  return (
    <section class="stack loose" aria-label={title} aria-busy={props.columns.some(({ isStale }) => isStale)}>
      {hasHeading && <h2>{title}</h2>}
      <ListBar {...props} search={search} filters={filters} shown={steady} />
      {rows.length === 0 && <p class="nothing">{nothing}</p>}
      {rows.length > 0 && steady.length === 0 && (
        <Nothing file={file} isNarrowed={search.text !== "" || filters.isFiltered} filters={filters} />
      )}
      {steady.length > 0 && (
        <div class="card">
          <SortBy columns={ordered.columns} />
          <Table
            class="list"
            columns={ordered.columns}
            rows={pages.rows}
            readKey={({ id }) => id}
            isArchived={({ deleted }) => deleted}
            isTotalLast
            totals={
              steady.length > 1 && columns.some(({ total }) => total) ? locale.texts.table.total : undefined
            }
            selection={
              bulk
                ? {
                    all: form.chooseAll(title),
                    name: (row) => form.choose1(naming(row)),
                    isChosen: selection.isChosen,
                    onChange: selection.change,
                  }
                : undefined
            }
          />
          {pages.last > 1 && (
            <div class="row pager">
              <p role="status">{pages.range}</p>
              <Pages page={pages.page} last={pages.last} onTurn={pages.turn} />
            </div>
          )}
        </div>
      )}
      {/* Kept while no row is found: paused campaigns leave a list of running ones, and can be resumed. */}
      {bulk && (
        <BulkActions
          {...bulk}
          list={file}
          rows={steady}
          chosen={selection.rows}
          shownCount={pages.rows.length}
          name={naming}
          onChoose={selection.change}
        />
      )}
    </section>
  );
}

interface NothingProps {
  file: string;
  /** Whether there are a search or filters. */
  isNarrowed: boolean;
  filters: Pick<ListFilters<never>, "offered">;
}

function Nothing({ file, isNarrowed, filters }: NothingProps) {
  const { form } = useTexts();
  const { texts } = useLocale();
  const parts = filters.offered.map(({ part }) => part);
  const [, setText] = useAddressPart(`find.${file}`, [...parts, `page.${file}`]);
  return (
    <div class="nothing">
      <p>{form.none}</p>
      {isNarrowed && (
        <button
          type="button"
          class="button"
          onClick={({ currentTarget }) => {
            currentTarget.closest("section")?.querySelector<HTMLElement>("[type='search']")?.focus();
            setText("");
          }}
        >
          {texts.table.removeFilters}
        </button>
      )}
    </div>
  );
}

interface ListBarProps<K extends BulkKind, R extends Changeable>
  extends Omit<EntryListProps<K, R>, "filters"> {
  search: ReturnType<typeof useSearch<R>>;
  filters: ListFilters<R>;
  /** Rows of all pages, in the table's order. */
  shown: readonly R[];
}

/** Search, filters, number of found rows, archive switch and CSV file. */
function ListBar<K extends BulkKind, R extends Changeable>(props: ListBarProps<K, R>) {
  const { title, rows, filters, links, search, shown } = props;
  const { form } = useTexts();
  const { formatCount } = useLocale();
  const isNarrowed = search.text !== "" || filters.isFiltered;
  return (
    <div class="row loose list-bar">
      <div class="list-search">
        <label class="field">
          <span>{form.find}</span>
          <input
            type="search"
            autocomplete="off"
            placeholder={props.searched}
            value={search.text}
            onInput={({ currentTarget }) => search.setText(currentTarget.value)}
          />
        </label>
      </div>
      <ListFilterBar title={title} filters={filters} rows={search.rows} />
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
      <p class="hint list-count" role="status">
        {isNarrowed && form.found(formatCount(shown.length), formatCount(search.all))}
      </p>
      <div class="row loose actions">
        {shown.length > 0 && <CsvButton {...props} rows={shown} />}
        {links}
      </div>
    </div>
  );
}

type Searched<R extends Changeable> = Pick<
  EntryListProps<BulkKind, R>,
  "file" | "rows" | "listTexts" | "listIds"
>;

function useSearch<R extends Changeable>({ file, rows, listTexts, listIds }: Searched<R>) {
  const [text, setText] = useAddressPart(`find.${file}`, [`page.${file}`]);
  const [archived, setArchived] = useAddressPart(`archived.${file}`, [`page.${file}`]);
  const isArchivedShown = archived !== "";
  const entries = useMemo(
    () =>
      rows.map((row) => ({
        row,
        entry: createSearchEntry(
          [row.id, ...(listIds?.(row) ?? [])],
          [row.name, ...(listTexts?.(row) ?? [])],
        ),
      })),
    [rows],
  );
  const all = entries.filter(({ row }) => isArchivedShown || !row.deleted);
  const isFound = createSearch(text);
  return {
    text,
    setText,
    isArchivedShown,
    setArchivedShown: (isShown: boolean) => setArchived(isShown ? "1" : ""),
    /** Number of rows without a search. */
    all: all.length,
    rows: all.filter(({ entry }) => isFound(entry)).map(({ row }) => row),
  };
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

/** Ids of chosen rows by list. */
const useChosen = createKept<ReadonlySet<number>>(new Set());

/** Chosen rows. Rows that are no longer shown are not chosen either. */
function useSelection<R extends Changeable>(list: string, rows: readonly R[]) {
  const [chosen, setChosen] = useChosen(list);
  const isChosen = ({ id }: R) => chosen.has(id);
  const change = (some: readonly R[], isOn: boolean) => {
    const ids = new Set(some.map(({ id }) => id));
    setChosen((earlier) => {
      const others = [...earlier].filter((id) => !ids.has(id));
      return new Set(isOn ? [...others, ...ids] : others);
    });
  };
  return { rows: rows.filter(isChosen), isChosen, change };
}
