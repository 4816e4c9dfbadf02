/** Reports against a plain fold over the same facts. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role, Viewer } from "../../../src/protocol/statistics.ts";
import type { Account } from "../../../src/service/catalogue/catalogue.ts";
import { describeViewer, selectScope } from "../../../src/service/statistics/access.ts";
import { reportQuery } from "../../../src/service/statistics/query.ts";
import { Reports } from "../../../src/service/statistics/reports.ts";
import { type ReportRequest, readRequest } from "../../../src/service/statistics/request.ts";
import { type LocalStore, openStore } from "../../../src/service/store/duckdb.ts";
import { writeDuckDB } from "../../../src/service/store/duckdbSql.ts";
import { COUNTERS, EVENT_COUNTERS, type Fact } from "../../../src/service/store/schema.ts";
import type { Event } from "../../../src/service/store/store.ts";
import { type Asked, asked, fact } from "./arbitrary.ts";
import { bare, expectedReport } from "./model.ts";
import { CATALOGUE, type Json } from "./support.ts";

let folder: string;
let store: LocalStore;
let reports: Reports;
const SETTINGS = { maxReports: 2, reportTimeout: 30_000 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-report-"));
  store = await openStore({ folder });
  reports = new Reports({ exportRows: (...args) => store.exportRows(...args) }, SETTINGS);
});
afterAll(async () => {
  await reports.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function reportFor({ username, role, request }: Asked): Promise<Json> {
  const account = CATALOGUE.data.accounts.find((one) => one.username === username);
  if (!account) throw new Error(`no account ${username}`);
  const read = readRequest(request, {
    viewer: describeViewer(account, role),
    now: Date.now(),
    dateTimezone: account.timezone,
  });
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  return bare(JSON.parse(await reportText(account, role, read.request)));
}

async function reportText(account: Account, role: Role, request: ReportRequest): Promise<string> {
  const body = await reports.open(request, selectScope(account, role, CATALOGUE), CATALOGUE, "json");
  return new Response(body).text();
}

async function replaceFacts(facts: Fact[]): Promise<void> {
  await store.transaction(async ({ query, append }) => {
    await query("DELETE FROM facts");
    await append(facts);
  });
}

/** The whole fact is each of the parts of its event. */
function asEvent(one: Fact): Event {
  const part = () => one;
  const parts = { zone: part(), campaign: part(), visitor: part(), counters: part() };
  return { time: one.time.getTime(), sub: one.sub, ...parts };
}

/** Without the counters that come by import alone. */
function asEventsCount(one: Fact): Fact {
  const imported = Object.keys(COUNTERS).filter((name) => !EVENT_COUNTERS.includes(name as "clicks"));
  return Object.fromEntries(Object.entries(one).filter(([name]) => !imported.includes(name))) as Fact;
}

async function expectRight(facts: readonly Fact[], one: Asked): Promise<void> {
  expect(await reportFor(one)).toEqual(expectedReport(facts, one.username, one.role, one.request));
}

const datasets = fc.array(fact, { minLength: 0, maxLength: 40 });
const requests = fc.array(asked, { minLength: 6, maxLength: 6 });

describe("a report equals the fold over the facts", () => {
  test("a report equals the fold over the facts, for random facts and requests", async () => {
    await fc.assert(
      fc.asyncProperty(datasets, requests, async (facts, several) => {
        await replaceFacts(facts);
        for (const one of several) await expectRight(facts, one);
        await store.fold();
        for (const one of several) await expectRight(facts, one);
      }),
      { numRuns: 30 },
    );
  }, 120_000);

  test("a report equals the fold over the facts while facts are written, and after a restart", async () => {
    const facts = fc.sample(fact, { numRuns: 300, seed: 20 }).map(asEventsCount);
    const several = fc.sample(asked, { numRuns: 12, seed: 5 });
    await replaceFacts([]);
    const acknowledged: Fact[] = [];
    let submitted = 0;
    const writing = (async () => {
      while (submitted < facts.length) {
        const next = facts.slice(submitted, submitted + 7);
        submitted += next.length;
        await store.append(next.map(asEvent));
        acknowledged.push(...next);
      }
    })();
    let done = false;
    writing.finally(() => {
      done = true;
    });
    for (let at = 0; !done; at++) {
      const one = several[at % several.length] as Asked;
      const before = acknowledged.length;
      const report = await reportFor(one);
      // What it shows is the state after some acknowledged batch between the question and the answer.
      const states = [];
      for (let end = before; end <= Math.min(submitted, facts.length); end += 1)
        states.push(JSON.stringify(expectedReport(facts.slice(0, end), one.username, one.role, one.request)));
      expect(states.map((state) => JSON.parse(state))).toContainEqual(report);
    }
    await writing;
    for (const one of several) await expectRight(facts, one);
    await store.close();
    store = await openStore({ folder });
    for (const one of several) await expectRight(facts, one);
  }, 60_000);
});

describe("pages", () => {
  test("pages neither skip nor repeat a record when all values of the order are equal", async () => {
    const facts: Fact[] = Array.from({ length: 137 }, (_, at) => ({
      time: new Date("2026-11-02T00:00:00Z"),
      publisher_id: 1,
      sub: (at * 71) % 137,
      impressions: 1,
    }));
    await replaceFacts(facts);
    const request = {
      group_by: ["sub"],
      filter: { date_from: "2026-11-01", date_to: "2026-11-30" },
      order_by: [{ field: "impressions", order: "desc" }],
      limit: 10,
    };
    const seen: number[] = [];
    for (let offset = 0; offset < 140; offset += 10) {
      const { result, request_metadata } = await reportFor({
        username: "publisher-one",
        role: "publisher",
        request: { ...request, offset },
      });
      expect(request_metadata).toEqual({ count: 137, limit: 10, offset, date_timezone: "UTC" });
      seen.push(...result.map((record: Json) => record.group_by.sub));
    }
    expect(seen).toEqual(Array.from({ length: 137 }, (_, at) => at));
  });
});

describe("money", () => {
  test("money in a report keeps every stored digit, past what binary numbers hold", async () => {
    const cost = 123_456_789_123_456_789n;
    await replaceFacts(
      Array.from({ length: 300 }, (_, sub) => ({
        time: new Date("2026-11-02T00:00:00Z"),
        sub,
        advertiser_id: 11,
        cost,
        impressions: 40_000_000_000_000,
      })),
    );
    const account = CATALOGUE.accounts.get(11);
    const read = readRequest(
      {
        group_by: ["year"],
        filter: { date_from: "2026-11-01" },
        projection: { base: ["cost", "impressions"] },
      },
      {
        viewer: { kind: "advertiser", role: "advertiser", goals: 0 },
        now: Date.parse("2026-11-03"),
        dateTimezone: "UTC",
      },
    );
    if ("errors" in read || !account) throw new Error("the request is valid");
    expect(await reportText(account, "advertiser", read.request)).toContain(
      '"cost":37037036737.0370367,"impressions":12000000000000000}',
    );
  });
});

describe("the query", () => {
  const sqlOf = (request: Json, viewer: Viewer) => {
    const read = readRequest(request, { viewer, now: Date.parse("2026-11-20"), dateTimezone: "UTC" });
    if ("errors" in read) throw new Error(JSON.stringify(read.errors));
    return writeDuckDB(reportQuery(read.request, { accounts: [1], deletedCampaigns: [] }).facts).sql;
  };
  const publisher: Viewer = { kind: "publisher", role: "publisher", goals: 0 };
  const summed = (sql: string) => new Set([...sql.matchAll(/sum\((\w+)\)/g)].map(([, name]) => name));

  test("the query sums only the counters that the requested metrics need", () => {
    const one = sqlOf({ group_by: ["date"], projection: { base: ["ctr"] } }, publisher);
    expect(summed(one)).toEqual(new Set(["clicks", "impressions"]));
    const two = sqlOf({ group_by: ["date"], projection: { base: ["cpm"], rtb: ["wins"] } }, publisher);
    expect(summed(two)).toEqual(new Set(["publisher_revenue", "impressions", "pub_rtb_wins"]));
    const ordered = sqlOf(
      { group_by: ["date"], projection: { base: ["clicks"] }, order_by: [{ field: "vtr", order: "asc" }] },
      publisher,
    );
    expect(summed(ordered)).toEqual(new Set(["clicks", "video_views", "video_impressions"]));
    expect(summed(sqlOf({ group_by: ["date"], count: 1 }, publisher))).toEqual(new Set());
  });

  test("the query leaves skipped RTB queries out where they are not shown", () => {
    const projection = { rtb: ["wins", "skipped", "skipped_ratio"] };
    expect(summed(sqlOf({ group_by: ["date", "sub"], projection }, publisher))).toContain("pub_rtb_skipped");
    for (const group_by of [["browser_id"], ["date", "browser_id"], ["hour"], ["week"]])
      expect(summed(sqlOf({ group_by, projection }, publisher))).toEqual(new Set(["pub_rtb_wins"]));
  });

  test("the query computes totals only when they are requested", () => {
    const request = { group_by: ["date"], projection: { base: ["clicks"] } };
    expect(sqlOf(request, publisher).match(/sum\(clicks\)/g)).toHaveLength(1);
    expect(sqlOf({ ...request, totals: 1 }, publisher).match(/sum\(clicks\)/g)).toHaveLength(2);
  });

  test("the query never sums what the account may not see", () => {
    const all = sqlOf({ group_by: ["date"] }, publisher);
    for (const hidden of ["cost", "adv_rtb_wins", "goal_1"]) expect(summed(all)).not.toContain(hidden);
    const advertiser = sqlOf({ group_by: ["date"] }, { kind: "advertiser", role: "advertiser", goals: 1 });
    for (const hidden of ["publisher_revenue", "pub_rtb_wins", "goal_2", "wpn_sent"])
      expect(summed(advertiser)).not.toContain(hidden);
  });

  test("the query carries the request's values as parameters", () => {
    const filter = { site_hostname: ["daily.example"], country_iso: ["DEU"], size: ["1x1"], zone_id: [777] };
    const sql = sqlOf({ group_by: ["date"], filter }, publisher);
    for (const value of ["daily.example", "DEU", "1x1", "777"]) expect(sql).not.toContain(value);
  });
});
