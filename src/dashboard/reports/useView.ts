/** The view in the address, limited to what the account has and what a shared link allows. */
import { useEffect, useMemo } from "preact/hooks";
import type { SharedPeriod } from "../../protocol/account.ts";
import { FIRST_DAY } from "../../protocol/earliestDay.ts";
import { replaceSearch } from "../app/addressBar.ts";
import { useRouter } from "../app/router.ts";
import type { Account } from "../app/session.ts";
import { useReader, useReportMoment } from "../app/useReader.ts";
import { listMetricKeys } from "./metrics.ts";
import { findToday, type Span } from "./period.ts";
import type { Moment } from "./requests.ts";
import {
  keepDays,
  keepMetrics,
  keepPeriod,
  type Reader,
  type ReadView,
  readView,
  type View,
  writeView,
} from "./view.ts";

/** Filters and days of a shared link, which its reader cannot leave. */
export interface Bound {
  filters: string[];
  days: Span | undefined;
  /** The only days of the link, with their comparison. */
  period?: SharedPeriod | undefined;
}

/** A link without a last day opens those to come. */
const LAST_DAY = "9999-12-31";

interface BoundView extends ReadView {
  go(view: View): void;
  moment: Moment;
  bound: Bound;
}

export function useView(account: Account, dataFrom: string | undefined): BoundView {
  const { kind } = account.details;
  const reader = useReader(account, dataFrom);
  const { search, go: open } = useRouter();
  const read = useMemo(() => readView(search, reader), [search, reader]);
  const { view: asked, unknown } = read;
  // Completes the address. Parts that were not understood stay until the next change.
  useEffect(() => {
    if (unknown.length === 0) replaceSearch(writeView(asked, kind));
  }, [read, kind]);
  const go = (view: View) => open(writeView(view, kind));
  const moment = useReportMoment(account, dataFrom, asked.role);
  const { viewer, now, timezone } = moment;
  const bound = findBound(account, reader);
  const known = keepMetrics(asked, kind, (key) => listMetricKeys(viewer).includes(key));
  const today = findToday(now, timezone);
  return {
    view: keepPeriod(keepDays(known, bound.days, today), bound.period, today),
    unknown,
    go,
    moment,
    bound,
  };
}

function findBound({ details: { share } }: Account, reader: Reader): Bound {
  if (!share) return { filters: [], days: undefined };
  const { view, period, date_from: from, date_to: to } = share;
  const { filters, excluded } = readView(view, reader).view;
  const days = (from || to) && { from: from ?? FIRST_DAY, to: to ?? LAST_DAY };
  return { filters: Object.keys({ ...filters, ...excluded }), days: days || undefined, period };
}
