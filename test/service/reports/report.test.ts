/** Compares reports with sums computed from the same facts one by one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Viewer } from "../../../src/protocol/statistics.ts";
import { writeDuckDB } from "../../../src/service/duckdb/duckdbSql.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { reportQuery } from "../../../src/service/reports/query.ts";
import { acceptRequest, type Json } from "../statisticsRoutes/support.ts";
import { type Asked, asked, fact } from "./arbitrary.ts";
import { LocalReports } from "./localReports.ts";
import { expectedReport } from "./model.ts";
import { asEvent, asEventsCount, describeReports } from "./reportContract.ts";

const reports = await LocalReports.use();

describeReports(() => reports.underTest, 10);

async function countUnfolded(): Promise<number> {
  const [row] = await reports.store.query<{ n: bigint }>(
    "SELECT count(*) AS n FROM facts WHERE epoch(time)::BIGINT % 900 <> 0",
  );
  return Number(row?.n);
}

test("reports stay correct while facts are written and folded, and after a restart", async () => {
  const facts = fc.sample(fact, { numRuns: 70, seed: 20 }).map(asEventsCount);
  const several = fc.sample(asked, { numRuns: 12, seed: 5 });
  await reports.replaceFacts([]);
  const acknowledged: Fact[] = [];
  let submitted = 0;
  const writing = (async () => {
    while (submitted < facts.length) {
      const next = facts.slice(submitted, submitted + 7);
      submitted += next.length;
      await reports.store.append(next.map(asEvent));
      acknowledged.push(...next);
    }
  })();
  let done = false;
  writing.finally(() => {
    done = true;
  });
  const folding = (async () => {
    while (!done) await reports.store.fold();
  })();
  for (let at = 0; !done; at++) {
    const one = several[at % several.length] as Asked;
    const before = acknowledged.length;
    const report = await reports.reporter.report(one);
    // The report equals one of the states between the request and its answer.
    const states = [];
    for (let end = before; end <= Math.min(submitted, facts.length); end += 1)
      states.push(JSON.stringify(expectedReport(facts.slice(0, end), one.username, one.role, one.request)));
    expect(states.map((state) => JSON.parse(state))).toContainEqual(report);
  }
  await Promise.all([writing, folding]);
  for (const one of several) await reports.reporter.expectRight(facts, one);
  await reports.store.fold();
  expect(await countUnfolded()).toBe(0);
  for (const one of several) await reports.reporter.expectRight(facts, one);
  await reports.reopen();
  for (const one of several) await reports.reporter.expectRight(facts, one);
}, 120_000);

const publisher: Viewer = { kind: "publisher", role: "publisher", goals: 0 };
const writeSql = (request: Json, viewer: Viewer = publisher) => {
  const accepted = acceptRequest(request, { viewer, now: Date.parse("2026-11-20") });
  return writeDuckDB(reportQuery(accepted, { accounts: [1], deletedCampaigns: [] }).facts).sql;
};
const summed = (sql: string) => new Set([...sql.matchAll(/sum\((\w+)\)/g)].map(([, name]) => name));

test("the query sums only the counters that the requested metrics need", () => {
  const one = writeSql({ group_by: ["date"], projection: { base: ["ctr"] } });
  expect(summed(one)).toEqual(new Set(["clicks", "impressions"]));
  const two = writeSql({ group_by: ["date"], projection: { base: ["cpm"], rtb: ["wins"] } });
  expect(summed(two)).toEqual(new Set(["publisher_revenue", "impressions", "pub_rtb_wins"]));
  const ordered = writeSql({
    group_by: ["date"],
    projection: { base: ["clicks"] },
    order_by: [{ field: "vtr", order: "asc" }],
  });
  expect(summed(ordered)).toEqual(new Set(["clicks", "video_views", "video_impressions"]));
  expect(summed(writeSql({ group_by: ["date"], count: 1 }))).toEqual(new Set());
});

test("the query omits skipped RTB queries for groupings that do not show them", () => {
  const projection = { rtb: ["wins", "skipped", "skipped_ratio"] };
  expect(summed(writeSql({ group_by: ["date", "sub"], projection }))).toContain("pub_rtb_skipped");
  for (const group_by of [["browser_id"], ["date", "browser_id"], ["hour"], ["week"]])
    expect(summed(writeSql({ group_by, projection }))).toEqual(new Set(["pub_rtb_wins"]));
});

test("the query computes totals only when they are requested", () => {
  const request = { group_by: ["date"], projection: { base: ["clicks"] } };
  expect(writeSql(request, publisher).match(/sum\(clicks\)/g)).toHaveLength(1);
  expect(writeSql({ ...request, totals: 1 }).match(/sum\(clicks\)/g)).toHaveLength(2);
});

test("the query sums no counters that the account may not see", () => {
  const all = writeSql({ group_by: ["date"] });
  for (const hidden of ["cost", "adv_rtb_wins", "goal_1"]) expect(summed(all)).not.toContain(hidden);
  const advertiser = writeSql({ group_by: ["date"] }, { kind: "advertiser", role: "advertiser", goals: 1 });
  for (const hidden of ["publisher_revenue", "pub_rtb_wins", "goal_2", "wpn_sent"])
    expect(summed(advertiser)).not.toContain(hidden);
});

test("the query passes the request's values as parameters, not as SQL text", () => {
  const filter = { site_hostname: ["daily.example"], country_iso: ["DEU"], size: ["1x1"], zone_id: [777] };
  const sql = writeSql({ group_by: ["date"], filter });
  for (const value of ["daily.example", "DEU", "1x1", "777"]) expect(sql).not.toContain(value);
});
