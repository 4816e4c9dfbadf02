/** The view that the address asks for, kept within what the account has and what a shared link allows. */
import { useMemo } from "preact/hooks";
import { useNow } from "./live.ts";
import { listMetricKeys } from "./metrics.ts";
import { findTimezone, type Navigation, useNavigation } from "./navigation.ts";
import { findToday, type Span } from "./period.ts";
import { findSharedDays, type Moment } from "./reports.ts";
import { type Account, createViewer, listRoles } from "./session.ts";
import { keepDays, keepMetrics, type Reader, readView, type View } from "./view.ts";

/** The filters and the days of a shared link: whoever reads by it sees nothing beyond them. */
export interface Bound {
  filters: string[];
  days: Span | undefined;
}

export interface BoundView extends Navigation {
  moment: Moment;
  bound: Bound;
}

export function useView(account: Account): BoundView {
  const { kind } = account.details;
  const reader = useMemo(
    () => ({ roles: listRoles(account), kind, timezone: findTimezone() }),
    [account, kind],
  );
  const { view: asked, unknown, go } = useNavigation(reader);
  const moment = useMoment(account, asked);
  const { viewer, now, dayZone } = moment;
  const bound = readBound(account, reader, moment);
  const known = keepMetrics(asked, kind, (key) => listMetricKeys(viewer).includes(key));
  return { view: keepDays(known, bound.days, findToday(now, dayZone)), unknown, go, moment, bound };
}

function useMoment(account: Account, { role }: View): Moment {
  const now = useNow();
  return useMemo(
    () => ({ viewer: createViewer(account, role), now, dayZone: account.details.timezone }),
    [account, role, now],
  );
}

function readBound({ details: { share } }: Account, reader: Reader, moment: Moment): Bound {
  if (!share) return { filters: [], days: undefined };
  const { view } = readView(share.view, reader);
  return { filters: Object.keys({ ...view.filters, ...view.excluded }), days: findSharedDays(view, moment) };
}
