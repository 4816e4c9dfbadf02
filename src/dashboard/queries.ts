/** Asks the service for the reports of the page. */
import { useCallback } from "preact/hooks";
import type { Statistics } from "../statistics/index.ts";
import { type Answer, type AnswerCache, useAnswer } from "./answers.ts";
import type { Names } from "./names.ts";
import { findToday, type Span } from "./period.ts";
import type { Moment, Report, ReportQuery } from "./reports.ts";
import type { View } from "./view.ts";

/** What an answer is about: the view that asked for it, and its days. */
export interface About {
  view: View;
  span: Span;
}
export type ReportAnswer = Answer<Report, About>;
/** The compared days. */
export interface Earlier {
  days: ReportAnswer;
  /** What is to be left out of them: hours that a running period does not have yet. */
  rest: ReportAnswer | undefined;
}
export type AskReport = (view: View, query: ReportQuery, signal: AbortSignal) => Promise<Report>;
/** Nothing is asked while the query or its days are undefined. */
export type UseReport = (view: View, query: ReportQuery | undefined, span: Span | undefined) => ReportAnswer;

/** Whether all of it is there, and belongs to what was asked for last. */
export function isReady({ days, rest }: Earlier): boolean {
  return [days, ...(rest ? [rest] : [])].every(({ shown, isStale }) => shown !== undefined && !isStale);
}

/** Days with today in them move; others stay as they are, as far as this session goes. */
const MOVING_MS = 30_000;

export function useReports(
  client: Statistics,
  { cache, names }: { cache: AnswerCache<Report>; names: Names },
  moment: Moment,
) {
  const ask = useCallback<AskReport>(
    async ({ role }, query, signal) => {
      const report = await client.side(role).query(query, { signal });
      names.learn(report);
      return report;
    },
    [client, names],
  );
  const useReport: UseReport = (view, query, span) => {
    const today = findToday(moment.now, moment.dayZone);
    return useAnswer(
      cache,
      query &&
        span && {
          key: `${view.role} ${JSON.stringify(query)}`,
          about: { view, span },
          freshForMs: span.to < today ? Number.POSITIVE_INFINITY : MOVING_MS,
          load: (signal) => ask(view, query, signal),
        },
    );
  };
  return { ask, useReport };
}
