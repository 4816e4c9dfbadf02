/** Contract of reports for every store, compared with sums computed from the same facts one by one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Event, EventStore } from "../../../src/service/facts/eventStore.ts";
import { COUNTERS, EVENT_COUNTERS, type Fact } from "../../../src/service/facts/factTable.ts";
import { sumFacts } from "../../../src/service/facts/sumFacts.ts";
import { Reports } from "../../../src/service/reports/reports.ts";
import { CATALOGUE, type Json, prepareReport } from "../statisticsRoutes/support.ts";
import { type Asked, asked, fact, ZONES } from "./arbitrary.ts";
import { bare, expectedReport } from "./model.ts";

export type Reported = Pick<EventStore, "writeAnswer">;

/** Store that these tests can fill. */
export interface ReportedStore extends Reported {
  /** Replaces all facts. Returns them as stored: some counters can be set only by imports. */
  replaceFacts(facts: Fact[]): Promise<Fact[]>;
  /** Aggregates facts as the store does by itself when they are older. */
  sumUp(): Promise<void>;
}

/** Reads reports as a given user. */
export class Reporter {
  readonly #reports: Reports;

  constructor(store: Reported) {
    const writeAnswer: Reported["writeAnswer"] = (...args) => store.writeAnswer(...args);
    this.#reports = new Reports({ writeAnswer, hasParquet: false }, { maxReports: 2, reportTimeout: 30_000 });
  }

  async report(one: Asked): Promise<Json> {
    return bare(JSON.parse(await this.text(one)));
  }

  async text({ username, role, request: input }: Asked): Promise<string> {
    const { request, scope } = prepareReport(username, role, input);
    return new Response(await this.#reports.open(request, scope, CATALOGUE, "json")).text();
  }

  async expectRight(facts: readonly Fact[], one: Asked): Promise<void> {
    expect(await this.report(one)).toEqual(expectedReport(facts, one.username, one.role, one.request));
  }
}

/** Converts a fact to an event; each part of the event is the complete fact. */
export function asEvent(one: Fact): Event {
  const part = () => one;
  const parts = { zone: part(), campaign: part(), visitor: part(), counters: part() };
  return { time: one.time.getTime(), sub: one.sub, ...parts };
}

/** Removes the counters that only imports can set. */
export function asEventsCount(one: Fact): Fact {
  const imported = Object.keys(COUNTERS).filter((name) => !EVENT_COUNTERS.includes(name as "clicks"));
  return Object.fromEntries(Object.entries(one).filter(([name]) => !imported.includes(name))) as Fact;
}

const datasets = fc.array(fact, { minLength: 0, maxLength: 40 });
const requests = fc.array(asked, { minLength: 6, maxLength: 6 });

/** Store and its reports. */
export interface ReportsUnderTest {
  store: ReportedStore;
  reporter: Reporter;
}

/** Registers the tests; `find` is called when they run. */
export function describeReports(find: () => ReportsUnderTest, runs: number): void {
  describeRandomReports(find, runs);

  test("hours use the time zone of the request, days and longer periods that of the account", async () => {
    const { store, reporter } = find();
    const own = fc.sample(fact, { numRuns: 90, seed: 3 }).map((one) => ({ ...one, publisher_id: 1 }));
    const facts = await store.replaceFacts(own);
    const period = { date_from: "2024-01-01", date_to: "2025-12-31" };
    for (const timezone of ZONES)
      for (const request of [
        { group_by: ["date", "hour"], filter: period, limit: 1000 },
        { group_by: ["hour"], filter: { ...period, hour: [0, 1, 5, 23] } },
        ...["week", "month", "quarter", "year"].map((unit) => ({ group_by: [unit], filter: period })),
      ])
        await reporter.expectRight(facts, {
          username: "publisher-one",
          role: "publisher",
          request: { ...request, timezone },
        });
  });

  test("a region that the catalogue does not name has the country of its facts, with totals and bounds", async () => {
    const { store, reporter } = find();
    const inRegion = (region_id: number, country_iso: string | undefined, impressions: number): Fact => ({
      time: new Date("2026-11-20T09:00:00Z"),
      publisher_id: 1,
      region_id,
      impressions,
      ...(country_iso && { country_iso }),
    });
    const facts = [
      inRegion(88, "USA", 1),
      inRegion(88, undefined, 2),
      inRegion(89, undefined, 4),
      inRegion(1, "AUT", 8),
    ];
    await store.replaceFacts(facts);
    const read = async (group_by: string[]) => {
      const request = {
        group_by,
        filter: { date_from: "2026-11-01", date_to: "2026-11-30" },
        projection: { base: ["impressions"] },
        metrics: { impressions: { min: 3 } },
        order_by: [{ field: "impressions", order: "asc" }],
        totals: 1,
      };
      const one = { username: "publisher-one", role: "publisher", request } as const;
      const {
        result,
        result_total: total,
        request_metadata: metadata,
      } = JSON.parse(await reporter.text(one));
      const regions = result.map(({ group_by: groups, impressions }: Json) => [
        impressions,
        groups.region_id.country_iso,
      ]);
      return { regions, total: total.impressions, count: metadata.count };
    };
    expect(await read(["region_id"])).toEqual({
      regions: [
        [3, "USA"],
        [4, ""],
        [8, "DEU"],
      ],
      total: 15,
      count: 3,
    });
    expect(await read(["region_id", "country_iso"])).toMatchObject({
      regions: [
        [4, ""],
        [8, "AUT"],
      ],
      count: 2,
    });
  });

  test("unfilled reasons by local quarter hour are equal before and after aggregation", async () => {
    const { store } = find();
    const unfilled = (time: string, reason: string, campaign?: number): Fact => ({
      time: new Date(`2026-11-20T${time}Z`),
      publisher_id: 1,
      unfilled_reason: reason,
      ...(campaign !== undefined && { excluded_campaign_id: campaign }),
      ad_requests: 1,
    });
    await store.replaceFacts([
      unfilled("09:59:59", "budget", 7),
      unfilled("10:00:00", "budget", 7),
      unfilled("10:07:00", "budget", 7),
      unfilled("10:14:59", "caps", 8),
      unfilled("10:15:00", "targeting.countries"),
      { time: new Date("2026-11-20T10:15:00Z"), publisher_id: 1, campaign_id: 7, ad_requests: 1, filled: 1 },
    ]);
    const query = {
      from: Date.parse("2026-11-20T00:00:00Z"),
      until: Date.parse("2026-11-21T00:00:00Z"),
      conditions: [{ value: { column: "publisher_id" }, within: [1] }],
      groups: [
        { unit: "quarterHour", offsets: [{ until: Number.POSITIVE_INFINITY, minutes: 345 }] },
        { column: "unfilled_reason" },
        { column: "excluded_campaign_id" },
      ],
      counters: ["ad_requests"],
    } as const;
    const expected = [
      ["62", "budget", "7", "1"],
      ["63", "budget", "7", "2"],
      ["63", "caps", "8", "1"],
      ["64", "targeting.countries", "", "1"],
      ["64", "", "", "1"],
    ];
    const ask = () => sumFacts(store, query, AbortSignal.timeout(30_000));
    expect(await ask()).toEqual(expected);
    await store.sumUp();
    expect(await ask()).toEqual(expected);
  });

  test("ranked sums are the highest of the first counter, in the order of their groups if they are equal", async () => {
    const { store } = find();
    const time = new Date("2026-11-20T10:00:00Z");
    await store.replaceFacts(
      [2, 5, 5, 1, 0].map((impressions, at) => ({
        time,
        publisher_id: 1,
        zone_id: 9 - at,
        impressions,
        clicks: at,
      })),
    );
    const query = {
      from: time.getTime(),
      until: time.getTime() + 1000,
      conditions: [{ value: { column: "publisher_id" }, within: [1] }],
      groups: [{ column: "zone_id" }],
      counters: ["impressions", "clicks"],
      isRanked: true,
      limit: 3,
    } as const;
    expect(await sumFacts(store, query, AbortSignal.timeout(30_000))).toEqual([
      ["7", "5", "2"],
      ["8", "5", "1"],
      ["9", "2", "0"],
    ]);
  });

  test("counts without groups and the first and last possible days are supported", async () => {
    const { store, reporter } = find();
    const facts = await store.replaceFacts([
      { time: new Date("2026-11-20"), publisher_id: 1, impressions: 1 },
    ]);
    for (const username of ["publisher-one", "publisher-two"])
      for (const request of [
        { group_by: [], count: 1, filter: { date_from: "2026-11-01", date_to: "2026-11-30" } },
        { group_by: ["date"], count: 1, filter: { date_from: "0001-01-01", date_to: "9999-12-31" } },
        { group_by: ["date", "hour"], filter: { date_from: "9999-12-31", date_to: "9999-12-31" } },
        { group_by: ["week"], filter: { date_from: "0000-01-01", date_to: "0001-01-01" } },
      ])
        await reporter.expectRight(facts, { username, role: "publisher", request });
  });

  test("bounds of metrics exclude records from the page, the count and the totals", async () => {
    const { store, reporter } = find();
    const time = new Date("2026-11-20");
    const facts = await store.replaceFacts(
      [1, 2, 3, 4, 5].map((sub) => ({
        time,
        publisher_id: 1,
        sub,
        impressions: 100 * sub,
        clicks: 6 - sub,
        publisher_revenue: BigInt(sub) * 100_000_000n,
      })),
    );
    const period = { date_from: "2026-11-01", date_to: "2026-11-30" };
    const bounds: [metrics: object, count: number][] = [
      [{ impressions: { min: 300 } }, 3],
      [{ impressions: { min: 200, max: 400 }, clicks: { min: 3 } }, 2],
      [{ ctr: { max: 1 } }, 3],
      [{ revenue: { min: 0.1, max: 0.3 } }, 3],
      [{ video_views: { min: 1 } }, 0],
    ];
    for (const [metrics, count] of bounds) {
      const request = { group_by: ["sub"], filter: period, metrics, totals: 1, limit: 1 };
      const one = { username: "publisher-one", role: "publisher", request } as const;
      expect((await reporter.report(one)).request_metadata.count).toBe(count);
      await reporter.expectRight(facts, one);
      for (const more of [{ count: 1 }, { group_by: [] }, { group_by: [], count: 1 }])
        await reporter.expectRight(facts, { ...one, request: { ...request, ...more } });
    }
  });

  test("pages neither skip nor repeat a record when all values of the order are equal", async () => {
    const { store, reporter } = find();
    const facts: Fact[] = Array.from({ length: 137 }, (_, at) => ({
      time: new Date("2026-11-02T00:00:00Z"),
      publisher_id: 1,
      sub: (at * 71) % 137,
      impressions: 1,
    }));
    await store.replaceFacts(facts);
    const request = {
      group_by: ["sub"],
      filter: { date_from: "2026-11-01", date_to: "2026-11-30" },
      order_by: [{ field: "impressions", order: "desc" }],
      limit: 10,
    };
    const seen: number[] = [];
    for (let offset = 0; offset < 140; offset += 10) {
      const { result, request_metadata } = await reporter.report({
        username: "publisher-one",
        role: "publisher",
        request: { ...request, offset },
      });
      expect(request_metadata).toEqual({ count: 137, limit: 10, offset, date_timezone: "UTC" });
      seen.push(...result.map((record: Json) => record.group_by.sub));
    }
    expect(seen).toEqual(Array.from({ length: 137 }, (_, at) => at));
  });

  test("money in a report keeps every stored digit beyond double precision", async () => {
    const { store, reporter } = find();
    const cost = 123_456_789_123_456_789n;
    await store.replaceFacts(
      Array.from({ length: 300 }, (_, sub) => ({
        time: new Date("2026-11-02T00:00:00Z"),
        sub,
        advertiser_id: 11,
        cost,
        impressions: 40_000_000_000_000,
      })),
    );
    const request = {
      group_by: ["year"],
      filter: { date_from: "2026-11-01", date_to: "2026-11-30" },
      projection: { base: ["cost", "impressions"] },
    };
    expect(await reporter.text({ username: "advertiser-one", role: "advertiser", request })).toContain(
      '"cost":37037036737.0370367,"impressions":12000000000000000}',
    );
  });

  test("sums of a report are exact beyond 64 bits", async () => {
    const { store, reporter } = find();
    const clicks = Number.MAX_SAFE_INTEGER;
    await store.replaceFacts(
      Array.from({ length: 2000 }, (_, sub) => ({
        time: new Date("2026-11-02T00:00:00Z"),
        sub,
        publisher_id: 1,
        clicks,
      })),
    );
    const request = {
      group_by: [],
      totals: 1,
      projection: { base: ["clicks"] },
      filter: { date_from: "2026-11-02", date_to: "2026-11-02" },
    };
    const sum = BigInt(clicks) * 2000n;
    expect(await reporter.text({ username: "publisher-one", role: "publisher", request })).toContain(
      `"result":[{"clicks":${sum}}],"result_total":{"clicks":${sum}}`,
    );
  });
}

export function describeRandomReports(find: () => ReportsUnderTest, runs: number): void {
  test("for random facts and requests a report equals the computed sums", async () => {
    const { store, reporter } = find();
    await fc.assert(
      fc.asyncProperty(datasets, requests, async (facts, several) => {
        const stored = await store.replaceFacts(facts);
        for (const one of several) await reporter.expectRight(stored, one);
        await store.sumUp();
        for (const one of several) await reporter.expectRight(stored, one);
      }),
      { numRuns: runs },
    );
  }, 600_000);
}
