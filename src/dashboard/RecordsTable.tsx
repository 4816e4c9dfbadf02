/** Records as a table: totals first, sorted by the service, each name a way deeper. */
import { GROUPINGS, type Grouping, orderGroupingsOf } from "../protocol/statistics.ts";
import type { Answer } from "./answers.ts";
import { formatValue, metricOf, nameOfGroup, orderFieldOf, valueOfGroup } from "./format.ts";
import { follow } from "./navigation.ts";
import { type AnyRecord, type AnyReport, metricIn } from "./reports.ts";
import { drill, type View, writeView } from "./view.ts";

export interface RecordsTableProps {
  view: View;
  table: Answer<AnyReport>;
  set(changes: Partial<View>): void;
  go(view: View): void;
}

export function RecordsTable(props: RecordsTableProps) {
  const { view, table } = props;
  const caption = `By ${view.groupings.map((each) => GROUPINGS[each].label.toLowerCase()).join(" and ")}`;
  const records = table.data?.result ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section class={`scroll ${table.stale && table.data ? "stale" : ""}`} aria-label={caption} tabIndex={0}>
      <table class="numbers records" style={{ "--columns": columns(view) }}>
        <caption class="visually-hidden">{caption}</caption>
        <Widths view={view} />
        <Columns {...props} />
        {records.length > 0 && <Totals view={view} table={table} />}
        <tbody key={table.data ? "records" : "waiting"}>
          {records.map((record) => (
            <Row key={JSON.stringify(record.group_by)} record={record} {...props} />
          ))}
          {!table.data && !table.error && <Placeholders view={view} />}
        </tbody>
      </table>
      {!table.loading && records.length === 0 && <Nothing {...props} />}
    </section>
  );
}

/** Columns keep their width whatever is in them, so that no number moves when others arrive. */
function Widths({ view: { groupings, metrics } }: Pick<RecordsTableProps, "view">) {
  const share = 100 / columns({ groupings, metrics });
  return (
    <colgroup>
      {groupings.map((each) => (
        <col key={each} style={{ width: `${GROUP_SHARE * share}%` }} />
      ))}
      {metrics.map((each) => (
        <col key={each} style={{ width: `${share}%` }} />
      ))}
    </colgroup>
  );
}

/** A group's column is so many times as wide as a number's. */
const GROUP_SHARE = 1.75;

/** As many as a number's column would fit into the table's width. */
function columns({ groupings, metrics }: Pick<View, "groupings" | "metrics">): number {
  return GROUP_SHARE * groupings.length + metrics.length;
}

function Columns({ view, set }: RecordsTableProps) {
  const orderable: readonly string[] = orderGroupingsOf(view.role);
  return (
    <thead>
      <tr>
        {view.groupings.map((each) => (
          <Heading
            key={each}
            field={each}
            label={GROUPINGS[each].label}
            group
            sortable={orderable.includes(each)}
            {...{ view, set }}
          />
        ))}
        {view.metrics.map((key) => (
          <Heading
            key={key}
            field={key}
            label={metricOf(key, view.role)?.label ?? key}
            sortable={orderFieldOf(key) !== undefined}
            {...{ view, set }}
          />
        ))}
      </tr>
    </thead>
  );
}

interface HeadingProps {
  field: string;
  label: string;
  sortable: boolean;
  /** Names a group, not a number. */
  group?: boolean;
  view: View;
  set(changes: Partial<View>): void;
}

const SORTED = { asc: "ascending", desc: "descending" } as const;

function Heading({ field, label, sortable, group, view: { sort }, set }: HeadingProps) {
  const active = sort.field === field;
  const align = group ? "group" : undefined;
  if (!sortable)
    return (
      <th scope="col" class={align}>
        {label}
      </th>
    );
  const first = field.includes(".") ? "desc" : "asc";
  const other = sort.order === "asc" ? "desc" : "asc";
  return (
    <th scope="col" class={align} aria-sort={active ? SORTED[sort.order] : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => set({ sort: { field, order: active ? other : first } })}
      >
        {label}
        <i
          class={`arrow ${active ? `arrow-${sort.order === "asc" ? "up" : "down"}` : "arrow-none"}`}
          aria-hidden="true"
        />
      </button>
    </th>
  );
}

function Totals({ view, table }: Pick<RecordsTableProps, "view" | "table">) {
  return (
    <tbody class="totals">
      <tr>
        <th scope="row" colSpan={view.groupings.length}>
          Total
        </th>
        {view.metrics.map((key) => (
          <td key={key}>{formatMetric(table.data?.result_total, key, view)}</td>
        ))}
      </tr>
    </tbody>
  );
}

function formatMetric(record: Record<string, unknown> | undefined, key: string, view: View): string {
  return formatValue(metricIn(record, key), metricOf(key, view.role)?.unit ?? "count");
}

function Row({ record, view, go }: RecordsTableProps & { record: AnyRecord }) {
  return (
    <tr>
      {view.groupings.map((grouping, at) => (
        <th key={grouping} scope={at === 0 ? "row" : undefined} class={at === 0 ? "" : "more"}>
          <Group record={record} grouping={grouping} view={view} go={go} />
        </th>
      ))}
      {view.metrics.map((key) => (
        <td key={key}>{formatMetric(record, key, view)}</td>
      ))}
    </tr>
  );
}

interface GroupProps {
  record: AnyRecord;
  grouping: Grouping;
  view: View;
  go(view: View): void;
}

function Group({ record, grouping, view, go }: GroupProps) {
  const detail = record.group_by[grouping];
  if (!detail) return <span class="unknown">Unknown</span>;
  const deeper = drill(view, grouping, valueOfGroup(grouping, detail));
  return (
    <a class="deeper" href={writeView(deeper)} onClick={(event) => follow(event, () => go(deeper))}>
      {nameOfGroup(grouping, detail)}
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
  if (table.error) return <p class="nothing">{table.error.message}</p>;
  const filtered = Object.keys(view.filters).length > 0;
  return (
    <div class="nothing">
      <p>Nothing was counted in this period{filtered ? " with these filters" : ""}.</p>
      {filtered && (
        <button type="button" class="button" onClick={() => set({ filters: {} })}>
          Remove the filters
        </button>
      )}
    </div>
  );
}
