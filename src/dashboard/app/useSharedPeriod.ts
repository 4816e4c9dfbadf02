/** Period and comparison that the pages beside the statistics share with them. */
import { useMemo, useState } from "preact/hooks";
import type { Role } from "../../protocol/statistics.ts";
import { useNow } from "../reports/live.ts";
import type { Page } from "../reports/page.ts";
import { changeView, readView, writeView } from "../reports/view.ts";
import { useData, useDataFrom } from "./managementData.ts";
import { useRouter } from "./router.ts";
import { createViewer, listRoles } from "./session.ts";

export type SharedPeriod = Pick<Page, "view" | "moment" | "set">;

/** `role`: the side whose numbers the page shows. */
export function useSharedPeriod(role: Role): SharedPeriod {
  const { account } = useData();
  const { link, keep } = useRouter();
  const now = useNow();
  const dataFrom = useDataFrom();
  const { kind, timezone } = account.details;
  const [view, setView] = useState(
    () => readView(link("statistics"), { roles: listRoles(account), kind }).view,
  );
  const moment = useMemo(
    () => ({ viewer: createViewer(account, role), now, timezone, dataFrom }),
    [account, role, now, dataFrom],
  );
  const set: Page["set"] = (changes) => {
    const next = changeView(view, changes);
    setView(next);
    keep(writeView(next, kind));
  };
  return { view, moment, set };
}
