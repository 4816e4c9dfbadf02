/** Table of records: totals first, sorted by the service. Each name links to its details. */
import { useEffect, useRef, useState } from "preact/hooks";
import { getDetail } from "../../../protocol/groupNames.ts";
import type { Grouping } from "../../../protocol/statistics.ts";
import { useRouter } from "../../app/router.ts";
import { findPage } from "../../objects/addresses.ts";
import { explainError } from "../../texts/errors.ts";
import { type Locale, useLocale } from "../../texts/locale.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import { SortBy } from "../../ui/SortBy.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { findChange, isReady, type Sides } from "../comparisonSides.ts";
import { describeComparison } from "../describeComparison.ts";
import { ChangeLine } from "../Figures.tsx";
import { getGroup } from "../groups.ts";
import { findMetric, getMetric } from "../metrics.ts";
import type { Page } from "../page.ts";
import type { Span } from "../period.ts";
import type { ReportAnswer } from "../queries.ts";
import { findSortField, findViewSpan, type ReportRecord } from "../requests.ts";
import {
  drill,
  findChanged,
  hasFilters,
  isSortedByChange,
  sortByChange,
  type View,
  writeView,
} from "../view.ts";
import { createRowNames } from "./rowNames.ts";
import { findRowChange, listRows, nameRecord } from "./rows.ts";

interface RecordsTableProps extends Page {
  table: ReportAnswer;
  /** Rows, and the same groups in the compared days. */
  rows: Sides;
  /** Totals of both periods. */
  sides: Sides;
  /** The compared days. */
  compared: Span | undefined;
}

/** Layout for the view of the shown records, which may be the previous one. */
interface Layout extends RecordsTableProps {
  shown: View;
  /** Whether each metric has a column for its change. */
  hasChanges: boolean;
  nameGroup: ReturnType<typeof createRowNames>;
  onDrill(view: View): void;
}

/** Placeholder rows while the first records load. */
const PLACEHOLDERS = 8;
const NO_CHANGE = "–";

export function RecordsTable(props: RecordsTableProps) {
  const locale = useLocale();
  const { view, table, rows, moment, go } = props;
  const region = useRef<HTMLElement>(null);
  const isWide = useOverflow(region);
  const shown = table.shown?.about.view ?? view;
  const changed = rows.before && findChanged(shown);
  const caption = nameColumns(shown, locale);
  const records = listRows(shown, table.shown?.data.result ?? [], changed, rows, moment);
  const onDrill = (next: View) => {
    go(next);
    // The link is removed with its row; the focus stays in the table.
    region.current?.focus({ preventScroll: true });
  };
  const nameGroup = createRowNames(records, shown.groupings, locale);
  const layout: Layout = { ...props, shown, hasChanges: changed !== undefined, nameGroup, onDrill };
  const columns = listColumns(layout, locale);
  return (
    <section
      class={`scroll records-region ${table.isStale ? "stale" : ""} ${isWide ? "is-wide" : ""}`}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
      tabIndex={0}
      ref={region}
    >
      <SortBy columns={columns} />
      <Table
        class="numbers records"
        style={{ "--columns": countColumns(layout) }}
        caption={caption}
        columns={columns}
        rows={records}
        readKey={nameRecord}
        totals={records.length > 0 ? locale.texts.table.total : undefined}
        placeholders={table.shown || table.error ? 0 : PLACEHOLDERS}
      />
      {!table.isLoading && records.length === 0 && <Nothing {...props} />}
    </section>
  );
}

/** Whether the content is wider than the region, which then scrolls by itself. */
function useOverflow(region: { current: HTMLElement | null }): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = region.current;
    const table = element?.querySelector("table");
    if (!element || !table) return;
    const measure = () => setWide(table.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [region]);
  return isWide;
}

function nameColumns({ groupings }: View, { texts, nameGrouping, formatList }: Locale): string {
  return texts.table.caption(formatList(groupings.map(nameGrouping)));
}

/** Width of a group's column, in columns of numbers. */
const GROUP_SHARE = 1.75;
/** Width of a change's column, in columns of numbers. */
const CHANGE_SHARE = 0.85;

/** Width of the table, in columns of numbers. */
function countColumns({ shown: { groupings, metrics }, hasChanges }: Layout): number {
  return GROUP_SHARE * groupings.length + metrics.length * (hasChanges ? 1 + CHANGE_SHARE : 1);
}

/** Columns have fixed widths, so that no number moves when others arrive. */
function listColumns(layout: Layout, locale: Locale): Column<ReportRecord>[] {
  const { shown, hasChanges, moment, table } = layout;
  const { viewer } = moment;
  const width = 100 / countColumns(layout);
  const groups: Column<ReportRecord>[] = shown.groupings.map((grouping) => ({
    key: grouping,
    label: locale.nameGrouping(grouping),
    isHeading: true,
    width: GROUP_SHARE * width,
    sort: createSorting(layout, grouping, "asc"),
    cell: (record: ReportRecord) => <Group record={record} grouping={grouping} {...layout} />,
  }));
  const numbers = shown.metrics.flatMap((key): Column<ReportRecord>[] => {
    const unit = findMetric(key, viewer)?.unit ?? "count";
    const value = {
      key,
      label: locale.nameMetric(key, viewer),
      width,
      sort: createSorting(layout, key, "desc"),
      cell: (record: ReportRecord) => locale.formatValue(getMetric(record, key, viewer), unit),
      total: locale.formatValue(getMetric(table.shown?.data.result_total, key, viewer), unit),
    };
    const change = {
      key: sortByChange(key),
      label: locale.texts.table.change(locale.nameMetric(key, viewer)),
      width: CHANGE_SHARE * width,
      // The largest losses first.
      sort: createSorting(layout, sortByChange(key), "asc"),
      cell: (record: ReportRecord) => <RowChange record={record} metric={key} {...layout} />,
      total: <TotalChange metric={key} {...layout} />,
    };
    return hasChanges ? [value, change] : [value];
  });
  return [...groups, ...numbers];
}

function createSorting({ shown: { sort }, moment, set }: Layout, field: string, first: "asc" | "desc") {
  if (!isSortedByChange({ sort: { field, order: first } }) && !findSortField(field, moment.viewer))
    return undefined;
  const order = sort.field === field ? sort.order : undefined;
  const other = sort.order === "asc" ? ("desc" as const) : ("asc" as const);
  return { order, onSort: () => set({ sort: { field, order: order ? other : first } }) };
}

interface RowChangeProps extends Layout {
  record: ReportRecord;
  metric: string;
}

function RowChange({ record, metric, rows, ...layout }: RowChangeProps) {
  const { moment } = layout;
  const change = findRowChange(record, metric, rows, moment);
  const obstacle = findObstacle(layout, useLocale());
  return (
    <ChangeLine
      change={change}
      isReady={isReady(rows, moment)}
      metric={metric}
      against=""
      {...((!change || obstacle) && { obstacle: NO_CHANGE })}
    />
  );
}

/** The first change says why there is none. */
function TotalChange({ metric, sides, ...layout }: Layout & { metric: string }) {
  const { moment, shown } = layout;
  const change = findChange(sides, ({ result_total }) => result_total, metric, moment);
  const obstacle = findObstacle(layout, useLocale());
  const words = metric === shown.metrics[0] ? obstacle : undefined;
  return (
    <ChangeLine
      change={change}
      isReady={isReady(sides, moment)}
      metric={metric}
      against=""
      {...((!change || obstacle) && { obstacle: words ?? NO_CHANGE })}
    />
  );
}

/** Finds the reason why no row has a change. */
function findObstacle(
  { shown, compared, moment }: Pick<Layout, "shown" | "compared" | "moment">,
  locale: Locale,
): string | undefined {
  return compared && describeComparison(findViewSpan(shown, moment), compared, moment, locale).obstacle;
}

interface GroupProps extends Layout {
  record: ReportRecord;
  grouping: Grouping;
}

function Group({ record, grouping, shown, moment, nameGroup, onDrill }: GroupProps) {
  const locale = useLocale();
  const { pages } = useRouter();
  const detail = record.group_by[grouping];
  if (!detail) return <span class="hint">{locale.texts.table.unknown}</span>;
  const deeper = drill(shown, grouping, getGroup(grouping, detail));
  const address = findPage(grouping, getDetail(detail, "id") ?? "", pages);
  return (
    <div class="group-value">
      <Link class="deeper" to={writeView(deeper, moment.viewer.kind)} onFollow={() => onDrill(deeper)}>
        <span>{nameGroup(grouping, detail)}</span>
      </Link>
      {address && (
        <Link class="open-page" to={address}>
          <Icon name="page" />
          <span class="visually-hidden">{locale.texts.table.openPage}</span>
        </Link>
      )}
    </div>
  );
}

function Nothing({ view, table, set }: RecordsTableProps) {
  const locale = useLocale();
  const { table: texts } = locale.texts;
  if (table.error) return <p class="nothing">{explainError(table.error, locale)}</p>;
  const isFiltered = hasFilters(view);
  return (
    <div class="nothing">
      <p>{isFiltered ? texts.emptyFiltered : texts.empty}</p>
      {isFiltered && (
        <button
          type="button"
          class="button"
          onClick={(event) => {
            event.currentTarget.closest("section")?.focus({ preventScroll: true });
            set({ filters: {}, excluded: {} });
          }}
        >
          {texts.removeFilters}
        </button>
      )}
    </div>
  );
}
