/** Requests the reports of the page from the service. */
import { useCallback } from "preact/hooks";
import type { Performance, PerformanceRequest } from "../../protocol/management.ts";
import type { Statistics } from "../../statistics/index.ts";
import { requestPerformance } from "../../statistics/performance.ts";
import { type Answer, findAnswers, useAnswer } from "../app/answers.ts";
import type { Names } from "./names.ts";
import { findToday, type Span } from "./period.ts";
import type { Moment, Report, ReportQuery } from "./requests.ts";
import type { View } from "./view.ts";

/** Subject of an answer: the view that requested it, and its days. */
export interface About {
  view: View;
  span: Span;
}
export type ReportAnswer = Answer<Report, About>;
export type AskReport = (view: View, query: ReportQuery, signal: AbortSignal) => Promise<Report>;
/** No request is sent while the query or its days are undefined. */
export type UseReport = (view: View, query: ReportQuery | undefined, span: Span | undefined) => ReportAnswer;
/** Sums, which do not use up the rate limit of reports. Sends nothing while the request is undefined. */
export type UsePerformance = (request: PerformanceRequest | undefined) => Answer<Performance>;

/** Freshness of days that include today; other days do not change during a session. */
const MOVING_MS = 30_000;

export function useReports(client: Statistics, names: Names, moment: Moment) {
  const cache = findAnswers(client);
  const ask = useCallback<AskReport>(
    async ({ role }, query, signal) => {
      const report = await client.side(role).query(query, { signal });
      names.learn(report);
      return report;
    },
    [client, names],
  );
  const useReport: UseReport = (view, query, span) => {
    const today = findToday(moment.now, moment.timezone);
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
  const usePerformance: UsePerformance = (request) =>
    useAnswer(
      cache,
      request && {
        key: `performance ${JSON.stringify(request)}`,
        about: undefined,
        freshForMs: MOVING_MS,
        load: (signal) => requestPerformance(client, request, { signal }),
      },
    );
  return { ask, useReport, usePerformance };
}
