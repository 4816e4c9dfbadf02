/** Describes the report of a view for a mail. */
import type { ReportNowRequest } from "../../protocol/reportMails.ts";
import { listSharedFilters, type Moment, requestExport } from "./requests.ts";
import { type View, writeView } from "./view.ts";

/** Describes all but the title. */
export function describeMailedReport(view: View, moment: Moment): Omit<ReportNowRequest, "title"> {
  const { role, period, compare, excluded, metrics } = view;
  const { group_by, order_by, detailed } = requestExport(view, 0, moment);
  const projection: Record<string, string[]> = {};
  for (const key of metrics) {
    const [block = "", name = ""] = key.split(".");
    projection[block] = [...(projection[block] ?? []), name];
  }
  return {
    role,
    period,
    compare,
    query: {
      group_by,
      order_by,
      projection,
      filter: listSharedFilters(view, moment),
      exclude: excluded,
      ...(detailed && { detailed }),
    },
    view: writeView({ ...view, page: 1 }, moment.viewer.kind),
  };
}
