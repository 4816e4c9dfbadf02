/** Plans of report answers. */
import { expect, test } from "vitest";
import { planAnswer } from "../../../src/service/reports/plan.ts";
import { reportQuery } from "../../../src/service/reports/query.ts";
import { acceptRequest } from "../statisticsRoutes/support.ts";

test("a plan lists the columns of a report in the order of its query, by block", () => {
  const asked = {
    group_by: ["date", "zone_id"],
    totals: 1,
    detailed: 1,
    limit: 7,
    offset: 3,
    projection: { base: ["clicks", "ctr"], rtb: ["wins"] },
  };
  const request = acceptRequest(asked, { dateTimezone: "Asia/Tokyo" });
  const query = reportQuery(request, { accounts: [1], deletedCampaigns: [] });
  expect(planAnswer(request, query, "csv", true)).toEqual({
    format: "csv",
    isCompressed: true,
    count: false,
    totals: true,
    detailed: true,
    limit: 7,
    offset: 3,
    dateTimezone: "Asia/Tokyo",
    groups: [
      { grouping: "date", fields: [{ name: "date", column: "date", type: "DATE" }], cells: [0] },
      {
        grouping: "zone_id",
        fields: [
          { name: "id", column: "zone_id.id", type: "BIGINT" },
          ...["name", "site_id", "site_name", "size"].map((name) => ({
            name,
            column: `zone_id.${name}`,
            type: "VARCHAR",
          })),
        ],
        cells: [1, -1, -1],
      },
    ],
    blocks: [
      {
        block: "base",
        metrics: [
          { name: "clicks", column: "clicks", type: "DECIMAL(38,0)" },
          { name: "ctr", column: "ctr", type: "DOUBLE" },
        ],
      },
      { block: "rtb", metrics: [{ name: "wins", column: "rtb.wins", type: "DECIMAL(38,0)" }] },
    ],
  });
});
