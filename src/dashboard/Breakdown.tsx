/** The table by any grouping: what it is grouped by, which metrics it has, its pages, and the way out as a file. */
import { useRef } from "preact/hooks";
import type { Statistics } from "../statistics/index.ts";
import type { Page } from "./Dashboard.tsx";
import { ExportButton } from "./ExportButton.tsx";
import { GroupingPicker } from "./GroupingPicker.tsx";
import { useLocale } from "./locale.ts";
import { MetricPicker } from "./MetricPicker.tsx";
import { Pager } from "./Pager.tsx";
import { findComparedSpan, findToday } from "./period.ts";
import type { ReportAnswer, UseReport } from "./queries.ts";
import { RecordsTable } from "./RecordsTable.tsx";
import { requestRest, requestTableCompared } from "./reports.ts";

export interface BreakdownProps extends Page {
  table: ReportAnswer;
  client: Statistics;
  useReport: UseReport;
}

export function Breakdown({ table, client, useReport, ...page }: BreakdownProps) {
  const { texts } = useLocale();
  const { view, moment } = page;
  const section = useRef<HTMLElement>(null);
  const compared = findComparedSpan(view.period, view.compare, findToday(moment.now, moment.dayZone));
  const records = table.isStale ? [] : (table.shown?.data.result ?? []);
  const request = view.hasChanges ? requestTableCompared(view, records, moment) : undefined;
  const days = useReport(view, request, compared);
  const restRequest = requestRest(view, request, moment);
  const rest = useReport(view, restRequest, compared && { from: compared.to, to: compared.to });
  const earlier = request && { days, rest: restRequest && rest };

  const count = table.shown?.data.request_metadata.count ?? 0;
  const turn = (to: number) => {
    page.set({ page: to });
    // A table that scrolls by itself keeps its place while other rows come into it.
    section.current?.querySelector(".records-region")?.scrollTo({ top: 0 });
    section.current?.scrollIntoView({ block: "start" });
  };
  return (
    <section class="breakdown" aria-label={texts.table.title} aria-busy={table.isLoading} ref={section}>
      <div class="breakdown-head">
        <GroupingPicker {...page} />
        <div class="breakdown-tools">
          <MetricPicker {...page} />
          <ExportButton client={client} count={count} {...page} />
        </div>
      </div>
      <RecordsTable table={table} earlier={earlier} {...page} />
      {table.shown && <Pager view={view} table={table} onTurn={turn} set={page.set} />}
    </section>
  );
}
