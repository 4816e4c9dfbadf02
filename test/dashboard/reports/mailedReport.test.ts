import { expect, test } from "vitest";
import { describeMailedReport } from "../../../src/dashboard/reports/mailedReport.ts";
import { readView } from "../../../src/dashboard/reports/view.ts";
import { reportNowRequest } from "../../../src/service/reportMails/reportMailRequest.ts";
import { parseReportRequest } from "../../../src/service/reports/request.ts";
import { check } from "../../../src/service/values/schemas.ts";

const VIEWER = { kind: "publisher", role: "publisher", goals: 0 } as const;
const MOMENT = { viewer: VIEWER, now: Date.parse("2026-11-20T12:00:00Z"), timezone: "UTC", dataFrom: "" };

test.each([
  "?role=publisher&period=7d",
  "?role=publisher&period=2026-11-01..2026-11-09&compare=2026-10-01..2026-10-09&by=date&page=3",
  "?role=publisher&period=month&compare=off&by=country_iso,device_type_id&f.site_id=1,2&x.adblock=standard",
  "?role=publisher&period=year&compare=weekday&by=hour&sort=-change.base.impressions&changes=on",
])("the service accepts the report of the view %s, with only the metrics that it shows", (search) => {
  const { view } = readView(search, { roles: ["publisher"], kind: "publisher" });
  const report = { ...describeMailedReport(view, MOMENT), title: "Report" };
  expect(check(reportNowRequest, JSON.parse(JSON.stringify(report)))).toEqual({ output: report });
  const read = parseReportRequest(report.query, { viewer: VIEWER, now: 0, dateTimezone: "UTC" });
  if (!("request" in read)) throw new Error(JSON.stringify(read.errors));
  expect(read.request.projection).toEqual({ base: ["impressions", "clicks", "revenue", "cpm", "ctr"] });
  expect(report.view).not.toContain("page=");
});
