/** Table of records with its groupings, metrics, pages and export. */
import { useEffect, useRef } from "preact/hooks";
import type { Statistics } from "../../../statistics/index.ts";
import { useRouter } from "../../app/router.ts";
import { useLocale } from "../../texts/locale.ts";
import type { Sides } from "../comparisonSides.ts";
import type { Page } from "../page.ts";
import type { Span } from "../period.ts";
import type { ReportAnswer } from "../queries.ts";
import { isFilterKey, writeView } from "../view.ts";
import { ExportButton } from "./ExportButton.tsx";
import { GroupingPicker } from "./GroupingPicker.tsx";
import { MetricPicker } from "./MetricPicker.tsx";
import { Pager } from "./Pager.tsx";
import { RecordsTable } from "./RecordsTable.tsx";

interface BreakdownProps extends Page {
  table: ReportAnswer;
  /** Rows, and the same groups in the compared days. */
  rows: Sides;
  /** Totals of both periods. */
  sides: Sides;
  /** The compared days. */
  compared: Span | undefined;
  client: Statistics;
}

export function Breakdown({ table, rows, sides, compared, client, ...page }: BreakdownProps) {
  const { texts } = useLocale();
  const { view } = page;
  const section = useRef<HTMLElement>(null);
  const count = table.shown?.data.request_metadata.count ?? 0;
  const last = Math.ceil(count / view.rows) || 1;
  const { replace } = useRouter();
  // A bookmark can have a page number that no longer exists.
  useEffect(() => {
    if (table.shown && !table.isStale && view.page > last)
      replace(writeView({ ...view, page: last }, page.moment.viewer.kind));
  });
  const turn = (to: number) => {
    page.set({ page: to });
    // A scrolled table starts at the top of new rows.
    section.current?.querySelector(".records-region")?.scrollTo({ top: 0 });
    section.current?.scrollIntoView({ block: "start" });
  };
  return (
    <section class="stack breakdown" aria-label={texts.table.title} aria-busy={table.isLoading} ref={section}>
      <div class="row breakdown-head">
        <GroupingPicker {...page} />
        <div class="row breakdown-tools">
          <ChangesSwitch {...page} />
          <MetricPicker {...page} />
          <ExportButton client={client} count={count} {...page} />
        </div>
      </div>
      <RecordsTable table={table} rows={rows} sides={sides} compared={compared} {...page} />
      {table.shown && <Pager view={view} table={table} onTurn={turn} set={page.set} />}
    </section>
  );
}

/** Shows a column with the change of each metric, unless the rows are days, which the compared days do not have. */
function ChangesSwitch({ view, set }: Pick<Page, "view" | "set">) {
  const { texts } = useLocale();
  if (view.compare === "off" || !view.groupings.every(isFilterKey)) return null;
  return (
    <label class="choice changes-switch">
      <input
        type="checkbox"
        checked={view.hasChanges}
        onChange={({ currentTarget }) => set({ hasChanges: currentTarget.checked, page: view.page })}
      />
      <span>{texts.metrics.changes}</span>
    </label>
  );
}
