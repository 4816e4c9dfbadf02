/** Period and comparison that other pages share with the statistics page. */
import { useMemo, useState } from "preact/hooks";
import type { Role } from "../../protocol/statistics.ts";
import type { Page } from "../reports/page.ts";
import { changeView, readView, type View, writeView } from "../reports/view.ts";
import { useData, useDataFrom } from "./managementData.ts";
import { useRouter } from "./router.ts";
import { useReader, useReportMoment } from "./useReader.ts";

export type SharedPeriod = Pick<Page, "view" | "moment" | "set">;

/** `role`: the side whose numbers the page shows. */
export function useSharedPeriod(role: Role): SharedPeriod {
  const { account } = useData();
  const { link, keep } = useRouter();
  const dataFrom = useDataFrom();
  const { kind } = account.details;
  const reader = useReader(account, dataFrom);
  const usual = useMemo(() => readView(link("statistics"), reader).view, [reader]);
  const [view = usual, setView] = useState<View>();
  const moment = useReportMoment(account, dataFrom, role);
  const set: Page["set"] = (changes) => {
    const next = changeView(view, changes);
    setView(next);
    keep(writeView(next, kind));
  };
  return { view, moment, set };
}
