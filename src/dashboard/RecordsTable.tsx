/** Records as a table: totals first, sorted by the service, each name a way deeper. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Grouping } from "../protocol/statistics.ts";
import type { Page } from "./Dashboard.tsx";
import { explainError } from "./errors.ts";
import { ChangeLine } from "./Figures.tsx";
import { readGroup } from "./groups.ts";
import { type Locale, useLocale } from "./locale.ts";
import { computeChange, findMetric, readMetric, readMetricWithout } from "./metrics.ts";
import { followLink } from "./navigation.ts";
import { type Earlier, isReady, type ReportAnswer } from "./queries.ts";
import { findSortField, type ReportRecord } from "./reports.ts";
import { drill, hasFilters, type View, writeView } from "./view.ts";

export interface RecordsTableProps extends Page {
  table: ReportAnswer;
  /** The same groups in the compared days, when their change is wanted. */
  earlier: Earlier | undefined;
}

/** The table is laid out for the view that its records belong to, which may be the one before. */
interface Layout extends RecordsTableProps {
  shown: View;
  /** The metric whose change has a column. */
  changed: string | undefined;
  onDrill(view: View): void;
}

export function RecordsTable(props: RecordsTableProps) {
  const locale = useLocale();
  const { view, table, earlier, go } = props;
  const region = useRef<HTMLElement>(null);
  const isWide = useOverflow(region);
  const shown = table.shown?.about.view ?? view;
  const changed = earlier && (shown.metrics.includes(shown.sort.field) ? shown.sort.field : shown.metrics[0]);
  const caption = nameColumns(shown, locale);
  const records = table.shown?.data.result ?? [];
  const onDrill = (next: View) => {
    go(next);
    // The link goes with its row; whoever followed it by keyboard stays in the table.
    region.current?.focus({ preventScroll: true });
  };
  const layout: Layout = { ...props, shown, changed, onDrill };
  return (
    <section
      class={`scroll records-region ${table.isStale ? "stale" : ""} ${isWide ? "is-wide" : ""}`}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
      tabIndex={0}
      ref={region}
    >
      <table class="numbers records" style={{ "--columns": countColumns(layout) }}>
        <caption class="visually-hidden">{caption}</caption>
        <Widths {...layout} />
        <Headings {...layout} />
        {records.length > 0 && <Totals {...layout} />}
        <tbody key={table.shown ? "records" : "waiting"}>
          {records.map((record) => (
            <Row key={JSON.stringify(record.group_by)} record={record} {...layout} />
          ))}
          {!table.shown && !table.error && <Placeholders view={shown} />}
        </tbody>
      </table>
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

function nameColumns({ groupings }: View, { texts, nameGrouping }: Locale): string {
  return texts.table.caption(groupings.map(nameGrouping).join(texts.table.and));
}

/** A group's column is so many times as wide as a number's. */
const GROUP_SHARE = 1.75;

/** As many as a number's column would fit into the table's width. */
function countColumns({ shown: { groupings, metrics }, changed }: Layout): number {
  return GROUP_SHARE * groupings.length + metrics.length + (changed ? 1 : 0);
}

/** Columns keep their width whatever is in them, so that no number moves when others arrive. */
function Widths(layout: Layout) {
  const { shown, changed } = layout;
  const share = 100 / countColumns(layout);
  return (
    <colgroup>
      {shown.groupings.map((each) => (
        <col key={each} style={{ width: `${GROUP_SHARE * share}%` }} />
      ))}
      {shown.metrics.map((each) => (
        <col key={each} style={{ width: `${share}%` }} />
      ))}
      {changed && <col style={{ width: `${share}%` }} />}
    </colgroup>
  );
}

function Headings({ shown, changed, moment, set }: Layout) {
  const locale = useLocale();
  return (
    <thead>
      <tr>
        {shown.groupings.map((each) => (
          <Heading
            key={each}
            field={each}
            label={locale.nameGrouping(each)}
            isGroup
            view={shown}
            moment={moment}
            set={set}
          />
        ))}
        {shown.metrics.map((key) => (
          <Heading
            key={key}
            field={key}
            label={locale.nameMetric(key, moment.viewer)}
            view={shown}
            moment={moment}
            set={set}
          />
        ))}
        {changed && (
          <th scope="col">{locale.texts.table.change(locale.nameMetric(changed, moment.viewer))}</th>
        )}
      </tr>
    </thead>
  );
}

interface HeadingProps extends Pick<Page, "set" | "moment"> {
  field: string;
  label: string;
  /** Names a group, not a number. */
  isGroup?: boolean;
  view: View;
}

const SORTED = { asc: "ascending", desc: "descending" } as const;

function Heading({ field, label, isGroup, view: { sort }, moment, set }: HeadingProps) {
  const isSorted = sort.field === field;
  const align = isGroup ? "group" : undefined;
  if (!findSortField(field, moment.viewer)) {
    return (
      <th scope="col" class={align}>
        {label}
      </th>
    );
  }
  const first = isGroup ? "asc" : "desc";
  const other = sort.order === "asc" ? "desc" : "asc";
  return (
    <th scope="col" class={align} aria-sort={isSorted ? SORTED[sort.order] : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => set({ sort: { field, order: isSorted ? other : first } })}
      >
        {label}
        <i
          class={`arrow ${isSorted ? `arrow-${sort.order === "asc" ? "up" : "down"}` : "arrow-none"}`}
          aria-hidden="true"
        />
      </button>
    </th>
  );
}

function Totals({ shown, changed, table, moment }: Layout) {
  const locale = useLocale();
  return (
    <tbody class="totals">
      <tr>
        <th scope="row" colSpan={shown.groupings.length}>
          {locale.texts.table.total}
        </th>
        {shown.metrics.map((key) => {
          const metric = findMetric(key, moment.viewer);
          const value = readMetric(table.shown?.data.result_total, key, moment.viewer);
          return <td key={key}>{locale.formatValue(value, metric?.unit ?? "count")}</td>;
        })}
        {changed && <td />}
      </tr>
    </tbody>
  );
}

function Row(layout: Layout & { record: ReportRecord }) {
  const { record, shown, changed, moment } = layout;
  const locale = useLocale();
  return (
    <tr>
      {shown.groupings.map((grouping, at) => (
        <th key={grouping} scope={at === 0 ? "row" : undefined} class={at === 0 ? "" : "more"}>
          <Group grouping={grouping} {...layout} />
        </th>
      ))}
      {shown.metrics.map((key) => {
        const unit = findMetric(key, moment.viewer)?.unit ?? "count";
        return <td key={key}>{locale.formatValue(readMetric(record, key, moment.viewer), unit)}</td>;
      })}
      {changed && (
        <td>
          <RowChange metric={changed} {...layout} />
        </td>
      )}
    </tr>
  );
}

function RowChange({
  record,
  metric,
  earlier,
  table,
  moment,
}: Layout & { record: ReportRecord; metric: string }) {
  const group = JSON.stringify(record.group_by);
  const find = (answer: ReportAnswer | undefined) =>
    answer?.shown?.data.result.find(({ group_by }) => JSON.stringify(group_by) === group);
  const value = readMetric(record, metric, moment.viewer);
  const before = readMetricWithout(find(earlier?.days), find(earlier?.rest), metric, moment.viewer);
  return (
    <ChangeLine
      change={computeChange(value, before)}
      isReady={!table.isStale && earlier !== undefined && isReady(earlier)}
      metric={metric}
      against=""
    />
  );
}

function Group({
  record,
  grouping,
  shown,
  moment,
  onDrill,
}: Layout & { record: ReportRecord; grouping: Grouping }) {
  const locale = useLocale();
  const detail = record.group_by[grouping];
  if (!detail) return <span class="unknown">{locale.texts.table.unknown}</span>;
  const deeper = drill(shown, grouping, readGroup(grouping, detail));
  return (
    <a
      class="deeper"
      href={writeView(deeper, moment.viewer.kind)}
      onClick={(event) => followLink(event, () => onDrill(deeper))}
    >
      <span>{locale.nameGroup(grouping, detail)}</span>
    </a>
  );
}

function Placeholders({ view }: { view: View }) {
  return (
    <>
      {Array.from({ length: 8 }, (_, row) => (
        <tr key={row} class="placeholder">
          {[...view.groupings, ...view.metrics].map((column) => (
            <td key={column}>
              <i />
            </td>
          ))}
        </tr>
      ))}
    </>
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
