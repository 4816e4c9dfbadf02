/** What reports promise on every store, held against a plain fold over the same facts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Role } from "../../../src/protocol/statistics.ts";
import type { Account } from "../../../src/service/catalogue/catalogue.ts";
import { describeViewer, selectScope } from "../../../src/service/statistics/access.ts";
import { Reports } from "../../../src/service/statistics/reports.ts";
import { type ReportRequest, readRequest } from "../../../src/service/statistics/request.ts";
import { COUNTERS, EVENT_COUNTERS, type Fact } from "../../../src/service/store/schema.ts";
import type { Event, EventStore } from "../../../src/service/store/store.ts";
import { type Asked, asked, fact, ZONES } from "./arbitrary.ts";
import { bare, expectedReport } from "./model.ts";
import { CATALOGUE, type Json } from "./support.ts";

export type Reported = Pick<EventStore, "exportRows">;

/** A store as these tests fill it. */
export interface ReportedStore extends Reported {
  /** Gives the facts as the store has them: some of their counters may come by import alone. */
  replaceFacts(facts: Fact[]): Promise<Fact[]>;
  /** Sums up facts, as the store does by itself when they are older. */
  sumUp(): Promise<void>;
}

/** Reports by the one who asks. */
export class Reporter {
  readonly #reports: Reports;

  constructor(store: Reported) {
    const settings = { maxReports: 2, reportTimeout: 30_000 };
    this.#reports = new Reports({ exportRows: (...args) => store.exportRows(...args) }, settings);
  }

  async report({ username, role, request }: Asked): Promise<Json> {
    const account = CATALOGUE.data.accounts.find((one) => one.username === username);
    if (!account) throw new Error(`no account ${username}`);
    const read = readRequest(request, {
      viewer: describeViewer(account, role),
      now: Date.now(),
      dateTimezone: account.timezone,
    });
    if ("errors" in read) throw new Error(JSON.stringify(read.errors));
    return bare(JSON.parse(await this.text(account, role, read.request)));
  }

  async text(account: Account, role: Role, request: ReportRequest): Promise<string> {
    const body = await this.#reports.open(request, selectScope(account, role, CATALOGUE), CATALOGUE, "json");
    return new Response(body).text();
  }

  async expectRight(facts: readonly Fact[], one: Asked): Promise<void> {
    expect(await this.report(one)).toEqual(expectedReport(facts, one.username, one.role, one.request));
  }

  close(): Promise<void> {
    return this.#reports.close();
  }
}

/** The whole fact is each of the parts of its event. */
export function asEvent(one: Fact): Event {
  const part = () => one;
  const parts = { zone: part(), campaign: part(), visitor: part(), counters: part() };
  return { time: one.time.getTime(), sub: one.sub, ...parts };
}

/** Without the counters that come by import alone. */
export function asEventsCount(one: Fact): Fact {
  const imported = Object.keys(COUNTERS).filter((name) => !EVENT_COUNTERS.includes(name as "clicks"));
  return Object.fromEntries(Object.entries(one).filter(([name]) => !imported.includes(name))) as Fact;
}

const datasets = fc.array(fact, { minLength: 0, maxLength: 40 });
const requests = fc.array(asked, { minLength: 6, maxLength: 6 });

/** `find`: the store and the reports over it, once the tests run. */
export function describeReports(find: () => { store: ReportedStore; reporter: Reporter }, runs = 30): void {
  test("a report equals the fold over the facts, for random facts and requests", async () => {
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
  }, 300_000);

  test("days, hours and longer periods of a report are those of the clocks that it names", async () => {
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
          ...{ username: "publisher-one", role: "publisher", request: { ...request, timezone } },
        });
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

  test("money in a report keeps every stored digit, past what binary numbers hold", async () => {
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
    expect(await reporter.text(account, "advertiser", read.request)).toContain(
      '"cost":37037036737.0370367,"impressions":12000000000000000}',
    );
  });

  test("sums of a report are right past 64 bits", async () => {
    const { store, reporter } = find();
    const clicks = Number.MAX_SAFE_INTEGER;
    await store.replaceFacts(
      Array.from({ length: 2000 }, (_, sub) => ({
        ...{ time: new Date("2026-11-02T00:00:00Z"), sub, publisher_id: 1 },
        clicks,
      })),
    );
    const account = CATALOGUE.accounts.get(1);
    const read = readRequest(
      {
        ...{ group_by: [], totals: 1, projection: { base: ["clicks"] } },
        filter: { date_from: "2026-11-02", date_to: "2026-11-02" },
      },
      {
        viewer: { kind: "publisher", role: "publisher", goals: 0 },
        ...{ now: Date.parse("2026-11-03"), dateTimezone: "UTC" },
      },
    );
    if ("errors" in read || !account) throw new Error("the request is valid");
    const sum = BigInt(clicks) * 2000n;
    expect(await reporter.text(account, "publisher", read.request)).toContain(
      `"result":[{"clicks":${sum}}],"result_total":{"clicks":${sum}}`,
    );
  });
}
