/** Period and comparison in the address, shared with the statistics page. */
import { useEffect, useMemo } from "preact/hooks";
import type { Role } from "../../protocol/statistics.ts";
import type { Page } from "../reports/page.ts";
import { changeView, readView, writeView } from "../reports/view.ts";
import { useData, useDataFrom } from "./managementData.ts";
import { copyPeriod, useRouter } from "./router.ts";
import { useReader, useReportMoment } from "./useReader.ts";

export interface SharedPeriod extends Pick<Page, "view" | "moment" | "set"> {
  /** Parts of the address that were not understood, such as `period=never`. */
  unknown: string[];
}

/** `role`: the side whose numbers the page shows. */
export function useSharedPeriod(role: Role): SharedPeriod {
  const { account } = useData();
  const { search, link, replace } = useRouter();
  const dataFrom = useDataFrom();
  const { kind } = account.details;
  const reader = useReader(account, dataFrom);
  const address = link("statistics");
  const { view, unknown } = useMemo(() => readView(address, reader), [address, reader]);
  const moment = useReportMoment(account, dataFrom, role);
  const completed = copyPeriod(writeView(view, kind), search);
  const hasPeriod = new URLSearchParams(search).has("period");
  // The default period of an account depends on its first day with numbers.
  useEffect(() => {
    if (!hasPeriod && dataFrom !== undefined) replace(completed);
  }, [hasPeriod, dataFrom, completed]);
  const set: Page["set"] = (changes) =>
    replace(copyPeriod(writeView(changeView(view, changes), kind), search));
  return { view, moment, set, unknown: unknown.filter((part) => /^(period|compare)=/.test(part)) };
}
