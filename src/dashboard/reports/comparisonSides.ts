/** Both sides of a comparison: their reports, the hours left out, and the change between them. */
import { findCutHour } from "./comparedPeriod.ts";
import { type Change, computeChange, computeMetricWithout } from "./metrics.ts";
import type { Span } from "./period.ts";
import type { ReportAnswer, UseReport } from "./queries.ts";
import { type Moment, type Report, type ReportQuery, requestRest } from "./requests.ts";
import type { View } from "./view.ts";

/** A report, and the part of its last day that the comparison leaves out. */
interface Side {
  whole: ReportAnswer;
  rest: ReportAnswer | undefined;
}

export interface Sides {
  now: Side;
  /** Undefined without comparison. */
  before: Side | undefined;
}

interface Asked {
  request: ReportQuery | undefined;
  span: Span | undefined;
}

/** Requests the compared period and, while the period is running, the hours to subtract from both sides. */
export function useSides(
  useReport: UseReport,
  view: View,
  now: Asked & { answer: ReportAnswer },
  before: Asked,
  moment: Moment,
): Sides {
  const isCompared = now.span && before.span && before.request;
  const cut = isCompared && now.span && before.span ? findCutHour(now.span, before.span, moment) : undefined;
  const whole = useReport(view, before.request, before.span);
  const useRest = ({ request, span }: Asked) => {
    const rest = span && requestRest(request, span.to, cut);
    const answer = useReport(view, rest, span && { from: span.to, to: span.to });
    return rest && answer;
  };
  const rests = [useRest(now), useRest(before)];
  return {
    now: { whole: now.answer, rest: rests[0] },
    before: isCompared && { whole, rest: rests[1] },
  };
}

export function listAnswers({ now, before }: Sides): ReportAnswer[] {
  return [now.whole, now.rest, before?.whole, before?.rest].flatMap((answer) => answer ?? []);
}

/** Whether there is a comparison and all of it is loaded. */
export function isReady(sides: Sides, { dataFrom }: Moment): boolean {
  return (
    sides.before !== undefined &&
    dataFrom !== undefined &&
    listAnswers(sides).every(({ shown, isStale }) => shown !== undefined && !isStale)
  );
}

/** Computes the change of a metric; `pick` finds the record or total in the report of each side. */
export function findChange(
  { now, before }: Sides,
  pick: (report: Report) => object | undefined,
  key: string,
  { viewer }: Moment,
): Change | undefined {
  const find = (answer: ReportAnswer | undefined) => answer?.shown && pick(answer.shown.data);
  const read = ({ whole, rest }: Side) => computeMetricWithout(find(whole), find(rest), key, viewer);
  return before && computeChange(read(now), read(before));
}
