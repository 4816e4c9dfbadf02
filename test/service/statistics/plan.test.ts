/** What the thread that writes a report is told. */
import { expect, test } from "vitest";
import { planReport } from "../../../src/service/statistics/plan.ts";
import { reportQuery } from "../../../src/service/statistics/query.ts";
import { readRequest } from "../../../src/service/statistics/request.ts";

test("a plan names the columns of a report in the order of its query, by block", () => {
  const asked = {
    ...{ group_by: ["date", "zone_id"], totals: 1, detailed: 1, limit: 7, offset: 3 },
    projection: { base: ["clicks", "ctr"], rtb: ["wins"] },
  };
  const viewer = { kind: "publisher", role: "publisher", goals: 0 } as const;
  const read = readRequest(asked, { viewer, now: 0, dateTimezone: "Asia/Tokyo" });
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  const query = reportQuery(read.request, { accounts: [1], deletedCampaigns: [] });
  expect(planReport(read.request, query, "csv")).toEqual({
    ...{ format: "csv", count: false, totals: true, detailed: true, limit: 7, offset: 3 },
    ...{ dateTimezone: "Asia/Tokyo", groupings: ["date", "zone_id"] },
    blocks: [
      { block: "base", metrics: ["clicks", "ctr"] },
      { block: "rtb", metrics: ["wins"] },
    ],
  });
});
