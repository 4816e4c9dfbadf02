/** The reports that the parts of the page share, and what they say of the page as a whole. */
import { listMetricKeys } from "./metrics.ts";
import { isEmptyOverview, type OverviewData, useOverview } from "./Overview.tsx";
import { findComparedSpan, findToday, type Span } from "./period.ts";
import type { Earlier, ReportAnswer, UseReport } from "./queries.ts";
import {
  findViewSpan,
  type Moment,
  requestCompared,
  requestRest,
  requestSeries,
  requestTable,
} from "./reports.ts";
import type { Account } from "./session.ts";
import { listHeadline, type View } from "./view.ts";

export interface PageReports {
  /** The metrics of the headline. */
  headline: string[];
  /** Over time: the headline and the chart. */
  series: ReportAnswer;
  /** The compared days; undefined without comparison. */
  earlier: Earlier | undefined;
  /** Those days, as the view asks for them. */
  compared: Span | undefined;
  table: ReportAnswer;
  overview: OverviewData;
  /** All of them. */
  answers: ReportAnswer[];
  /** Today is among the days. */
  isLive: boolean;
  /** Nothing was counted, neither in the days of the view nor in those of the overview. */
  isEmpty: boolean;
}

export function usePageReports(
  view: View,
  useReport: UseReport,
  moment: Moment,
  account: Account,
): PageReports {
  const keys = listMetricKeys(moment.viewer);
  const headline = listHeadline(view.role, account.details.kind).filter((key) => keys.includes(key));
  const charted = [...new Set([...headline, view.figure, ...(view.second ? [view.second] : [])])];
  const today = findToday(moment.now, moment.dayZone);
  const span = findViewSpan(view, moment);
  const compared = findComparedSpan(view.period, view.compare, today);
  const series = useReport(view, requestSeries(view, span, charted, moment), span);
  const earlierRequest = requestCompared(view, charted, moment);
  const days = useReport(view, earlierRequest, compared);
  const restRequest = requestRest(view, earlierRequest, moment);
  const rest = useReport(view, restRequest, compared && { from: compared.to, to: compared.to });
  const table = useReport(view, requestTable(view, moment), span);
  const overview = useOverview(view, useReport, moment, account);
  const isEmpty = table.shown?.data.result.length === 0 && !table.isStale && isEmptyOverview(overview);
  return {
    ...{ headline, series, compared, table, overview, isEmpty },
    answers: [series, days, rest, table, overview.answer, overview.cutDays],
    earlier: compared && { days, rest: restRequest && rest },
    isLive: span.from <= today && span.to >= today,
  };
}
