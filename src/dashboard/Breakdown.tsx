/** The table by any grouping: what it is grouped by, which metrics it has, its pages, and the way out as a file. */
import type { Statistics } from "../statistics/index.ts";
import type { Answer } from "./answers.ts";
import { ExportButton } from "./ExportButton.tsx";
import { formatCount } from "./format.ts";
import { GroupingPicker } from "./GroupingPicker.tsx";
import { Icon } from "./Icon.tsx";
import { MetricPicker } from "./MetricPicker.tsx";
import { RecordsTable } from "./RecordsTable.tsx";
import type { AnyReport } from "./reports.ts";
import { ROW_COUNTS, type View } from "./view.ts";

export interface BreakdownProps {
  view: View;
  table: Answer<AnyReport>;
  client: Statistics;
  metrics: readonly string[];
  now: number;
  set(changes: Partial<View>): void;
  go(view: View): void;
}

export function Breakdown({ view, table, client, metrics, now, set, go }: BreakdownProps) {
  const count = table.data?.request_metadata.count ?? 0;
  return (
    <section class="breakdown" aria-label="Breakdown" aria-busy={table.loading}>
      <div class="breakdown-head">
        <GroupingPicker view={view} set={set} />
        <div class="breakdown-tools">
          <MetricPicker view={view} metrics={metrics} set={set} />
          <ExportButton view={view} client={client} count={count} now={now} />
        </div>
      </div>
      <RecordsTable view={view} table={table} go={go} set={set} />
      {table.data && <Pager view={view} table={table} set={set} />}
    </section>
  );
}

function Pager({ view, table, set }: Pick<BreakdownProps, "view" | "table" | "set">) {
  const { count = 0, offset = 0 } = table.data?.request_metadata ?? {};
  const shown = table.data?.result.length ?? 0;
  const range = shown
    ? `${formatCount(offset + 1)}–${formatCount(offset + shown)} of ${formatCount(count)}`
    : "";
  return (
    <div class="pager">
      <label class="rows">
        <span>Rows</span>
        <select value={view.rows} onChange={(event) => set({ rows: Number(event.currentTarget.value) })}>
          {ROW_COUNTS.map((rows) => (
            <option key={rows}>{rows}</option>
          ))}
        </select>
      </label>
      <p role="status">{table.loading ? "Loading…" : range}</p>
      <button
        type="button"
        class="button button-icon"
        aria-label="Previous page"
        disabled={view.page === 1}
        onClick={() => set({ page: view.page - 1 })}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        class="button button-icon"
        aria-label="Next page"
        disabled={view.page * view.rows >= count}
        onClick={() => set({ page: view.page + 1 })}
      >
        <Icon name="right" />
      </button>
    </div>
  );
}
