/** Requests the reports that parts of the page share, and derives the state of the page. */

import type { Answer } from "../app/answers.ts";
import type { Account } from "../app/session.ts";
import { findComparedSpan } from "./comparedPeriod.ts";
import { listAnswers, type Sides, useSides } from "./comparisonSides.ts";
import { listMetricKeys } from "./metrics.ts";
import { isEmptyOverview, type OverviewData, useOverview } from "./Overview.tsx";
import { findToday, type Span } from "./period.ts";
import type { ReportAnswer, UsePerformance, UseReport } from "./queries.ts";
import {
  findViewSpan,
  type Moment,
  requestCompared,
  requestSeries,
  requestTable,
  requestTableCompared,
} from "./requests.ts";
import { findChanged, listHeadline, type View } from "./view.ts";

interface PageReports {
  /** Metrics of the headline. */
  headline: string[];
  /** Reports over time, for headline and chart. */
  sides: Sides;
  /** The compared days. */
  compared: Span | undefined;
  table: ReportAnswer;
  /** Rows of the table, and the same groups in the compared days if the table shows changes. */
  rows: Sides;
  overview: OverviewData;
  /** All answers. */
  answers: Answer<unknown>[];
  /** Answers that change while the view includes today. */
  moving: Answer<unknown>[];
  /** Whether the view includes today. */
  isLive: boolean;
  /** Whether nothing was counted in the days of the view and the overview. */
  isEmpty: boolean;
}

export function usePageReports(
  view: View,
  { useReport, usePerformance }: { useReport: UseReport; usePerformance: UsePerformance },
  moment: Moment,
  account: Account,
): PageReports {
  const keys = listMetricKeys(moment.viewer);
  const headline = listHeadline(view.role, account.details.kind).filter((key) => keys.includes(key));
  const changed = findChanged(view) ? view.metrics : [];
  const charted = [...new Set([...headline, view.figure, view.second, ...changed])].filter(
    (key) => key !== undefined,
  );
  const today = findToday(moment.now, moment.timezone);
  const span = findViewSpan(view, moment);
  const compared = findComparedSpan(view.period, view.compare, today);
  const request = requestSeries(view, span, charted, moment);
  const series = useReport(view, request, span);
  const earlier = { request: requestCompared(view, charted, moment), span: compared };
  const sides = useSides(useReport, view, { request, span, answer: series }, earlier, moment);
  const tableRequest = requestTable(view, moment);
  const table = useReport(view, tableRequest, span);
  const records = table.isStale ? [] : (table.shown?.data.result ?? []);
  const sameRows = view.hasChanges ? requestTableCompared(view, records, moment) : undefined;
  const rows = useSides(
    useReport,
    view,
    { request: tableRequest, span, answer: table },
    { request: sameRows, span: compared },
    moment,
  );
  const overview = useOverview(view, usePerformance, moment, account);
  const isEmpty = table.shown?.data.result.length === 0 && !table.isStale && isEmptyOverview(overview);
  const restsOfToday = [sides.now.rest, rows.now.rest].flatMap((answer) => answer ?? []);
  return {
    headline,
    sides,
    compared,
    table,
    rows,
    overview,
    isEmpty,
    answers: [...listAnswers(sides), ...listAnswers(rows), overview.answer, overview.cutDays],
    moving: [series, table, overview.answer, ...restsOfToday],
    isLive: span.from <= today && span.to >= today,
  };
}
