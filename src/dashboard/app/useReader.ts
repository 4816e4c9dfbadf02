/** Account, time and data that the meaning of an address depends on. */
import { useMemo } from "preact/hooks";
import type { Role } from "../../protocol/statistics.ts";
import { findToday } from "../reports/period.ts";
import type { Moment } from "../reports/requests.ts";
import type { Reader } from "../reports/view.ts";
import { useNow } from "./live.ts";
import { type Account, createViewer, listRoles } from "./session.ts";

/** `dataFrom`: first day with facts; empty while there are none. */
export function useReader(account: Account, dataFrom: string | undefined): Reader {
  const { kind, timezone } = account.details;
  const today = findToday(useNow(), timezone);
  const isNew = dataFrom === "" || dataFrom === today;
  return useMemo(() => ({ roles: listRoles(account), kind, isNew }), [account, kind, isNew]);
}

/** `role`: the side whose numbers are shown. */
export function useReportMoment(account: Account, dataFrom: string | undefined, role: Role): Moment {
  const now = useNow();
  const { timezone } = account.details;
  return useMemo(
    () => ({ viewer: createViewer(account, role), now, timezone, dataFrom }),
    [account, role, now, dataFrom],
  );
}
