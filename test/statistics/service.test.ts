// @programs Starts a service for each limit.
/** The client against the real service, over real sockets. */
import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogue, PASSWORD } from "../../e2e/dashboard/catalogue.ts";
import { counted, dayBefore, during, manySubs, store, sum } from "../../e2e/dashboard/facts.ts";
import { type RunningService, startService, UNLIMITED } from "../../e2e/support/service.ts";
import * as exported from "../../src/statistics/index.ts";
import { createStatistics, type StatisticsOptions, toCsv, type Wait } from "../../src/statistics/index.ts";
import { useFolder } from "../support/folder.ts";
import { listExamples, runExamples } from "./support/examples.ts";

const FACTS = counted();
const WEEK = { date_from: dayBefore(7), date_to: dayBefore(1) };
const week = during(WEEK.date_from, WEEK.date_to);

/** Time limit for starting and stopping services on a busy machine. */
const START_MS = 60_000;

const folder = useFolder();
const started: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(started.map((stop) => stop())), START_MS);

async function start(args: string[] = [], facts = FACTS): Promise<RunningService> {
  const data = await mkdtemp(join(folder, "data-"));
  await store(data, facts);
  const service = await startService({ catalogue: await catalogue(), data, args });
  started.push(service.stop);
  return service;
}

/** Service without rate limits, for tests that only read. */
let service: RunningService;
beforeAll(async () => {
  service = await start(UNLIMITED);
}, START_MS);

/** Creates a client, and records the status of every answer. */
function createClient(
  { origin }: RunningService,
  username = "ann",
  options: Partial<StatisticsOptions> = {},
) {
  const statuses: number[] = [];
  const recorded: typeof fetch = async (...args) => {
    const response = await fetch(...args);
    statuses.push(response.status);
    return response;
  };
  const credentials = { username, password: PASSWORD };
  return {
    statuses,
    client: createStatistics({ baseUrl: origin, credentials, fetch: recorded, ...options }),
  };
}

test("reports, totals, counts, pages and collections match the stored facts", async () => {
  const { client } = createClient(service);
  const impressions = sum(FACTS, "impressions", week);
  const zones = await client.publisher.query({
    group_by: ["zone_id"],
    order_by: [{ field: "impressions", order: "desc" }],
    projection: { base: ["impressions", "revenue"] },
    filter: WEEK,
    totals: 1,
    limit: 3,
  });
  expect(zones.result_total).toEqual({
    impressions,
    revenue: expect.closeTo(sum(FACTS, "cost", week) / 2000, 6),
  });
  expect(zones.result).toHaveLength(3);
  expect(zones.result[0]?.group_by.zone_id?.name).toMatch(/^Zone 1\d\d$/);
  expect(Object.keys(zones.result[0] ?? {}).sort()).toEqual(["group_by", "impressions", "revenue"]);
  expect(await client.publisher.count({ group_by: ["zone_id", "date"], filter: WEEK })).toBe(84);
  const totals = await client.publisher.totals({ filter: { ...WEEK, country_iso: ["DEU"] } });
  expect(totals.impressions).toBe(sum(FACTS, "impressions", (each) => week(each) && each.country === "DEU"));
  let paged = 0;
  for await (const page of client.publisher.pages({
    group_by: ["zone_id", "date"],
    filter: WEEK,
    limit: 30,
  })) {
    for (const record of page.result) paged += record.impressions;
  }
  expect(paged).toBe(impressions);
  expect((await client.countries()).find(({ iso3 }) => iso3 === "DEU")?.name).toBe("Germany");
  expect(await client.timezones()).toContain("Europe/Berlin");
});

test("with more requests than the limit allows, the client waits and the service never answers 429", async () => {
  const limited = await start(["--limit-statistics-user", "3", "--limit-window", "1500"]);
  const waits: Wait[] = [];
  const { client, statuses } = createClient(limited, "ann", { onWait: (wait) => waits.push(wait) });
  for (let n = 0; n < 8; n++) await client.publisher.query({ group_by: ["site_id"], filter: WEEK });
  expect(statuses).toEqual(Array(9).fill(200));
  expect(waits.length).toBeGreaterThan(0);
  expect(new Set(waits.map(({ reason, limit }) => `${reason} ${limit}`))).toEqual(
    new Set(["limit statistics"]),
  );
});

test("concurrent requests of a client stay within the limit", async () => {
  const limited = await start(["--limit-statistics-user", "4", "--limit-window", "1500"]);
  const limits = { statistics: { requests: 4, seconds: 1.5 } };
  const { client, statuses } = createClient(limited, "ann", { limits });
  const asked = Array.from({ length: 10 }, () =>
    client.publisher.count({ group_by: ["date"], filter: WEEK }),
  );
  expect(await Promise.all(asked)).toEqual(Array(10).fill(7));
  expect(statuses).toEqual(Array(11).fill(200));
});

test("two clients that share the limit of an account get all their reports", async () => {
  const limited = await start(["--limit-statistics-user", "3", "--limit-window", "1200"]);
  const clients = [createClient(limited), createClient(limited)];
  const counts = clients.map(async ({ client }) => {
    const each: number[] = [];
    for (let n = 0; n < 5; n++) each.push(await client.publisher.count({ group_by: ["date"], filter: WEEK }));
    return each;
  });
  expect(await Promise.all(counts)).toEqual([Array(5).fill(7), Array(5).fill(7)]);
});

test("a report of the other side rejects with the code forbidden", async () => {
  const { client } = createClient(service, "bob");
  await expect(client.publisher.count({ group_by: ["date"] })).rejects.toMatchObject({ code: "forbidden" });
  const { result } = await client.advertiser.query({
    group_by: ["campaign_id"],
    projection: ["goals"],
    filter: WEEK,
  });
  const conversions = result.reduce((all, { goals }) => all + (goals.g1 ?? 0), 0);
  expect(conversions).toBe(sum(FACTS, "clicks", week));
});

test("while facts arrive, records() yields every earlier record and repeats no record", async () => {
  const busy = await start([], manySubs(40));
  const { client } = createClient(busy);
  const seen: number[] = [];
  const request = { group_by: ["sub"], projection: { base: ["ad_requests"] }, limit: 8 } as const;
  const filter = { date_from: dayBefore(1), date_to: dayBefore(0) };
  for await (const { group_by } of client.publisher.records({ ...request, filter })) {
    seen.push(group_by.sub?.sub ?? Number.NaN);
    if (seen.length % 8 === 0) await arrive(busy, 1_000 - seen.length, seen.length / 8);
  }
  expect(new Set(seen).size).toBe(seen.length);
  for (let sub = 1; sub <= 40; sub++) expect(seen).toContain(sub);
});

/** Requests placements with new sub ids that sort before and after the existing ones. */
async function arrive({ endpoint }: RunningService, high: number, round: number): Promise<void> {
  const zones = [{ id: 101, sub: high }, { id: 101, sub: round }, { id: 101 }];
  const body = JSON.stringify({ user: { ip: "192.0.2.1", ua: "test" }, zones });
  const response = await fetch(endpoint, { method: "POST", body, headers: { "content-type": "text/plain" } });
  expect(response.status).toBe(200);
}

test("toCsv() writes the numbers of a report", async () => {
  const { client } = createClient(service);
  const { result } = await client.publisher.query({
    group_by: ["site_id"],
    projection: { base: ["impressions"] },
    order_by: [{ field: "site_id", order: "asc" }],
    filter: WEEK,
  });
  const news = sum(FACTS, "impressions", (each) => week(each) && each.site === 10);
  const shop = sum(FACTS, "impressions", (each) => week(each) && each.site === 11);
  expect(toCsv(result)).toBe(`site_id.id,site_id.name,impressions\r\n10,News,${news}\r\n11,Shop,${shop}\r\n`);
});

test("csv() streams all records, including those beyond one page", async () => {
  const { client } = createClient(service);
  const request = { group_by: ["date", "zone_id"], projection: ["base"], filter: WEEK } as const;
  const text = await new Response(await client.publisher.csv(request)).text();
  const count = await client.publisher.count({ group_by: request.group_by, filter: WEEK });
  expect(text.trim().split("\r\n")).toHaveLength(1 + count);
});

test("every example of the guide runs", async () => {
  const examples = await listExamples("docs/statistics-client.md");
  expect(examples.length).toBeGreaterThan(6);
  const credentials = { username: "ann", password: PASSWORD };
  const values = await runExamples(examples, folder, {
    "zonetag/statistics": {
      ...exported,
      createStatistics: (options: StatisticsOptions) =>
        createStatistics({ ...options, baseUrl: service.origin, credentials }),
    },
  });
  expect(values).toMatchObject({
    report: { result_total: { revenue: expect.any(Number) } },
    today: { impressions: expect.any(Number) },
    zones: { result: expect.any(Array) },
  });
  expect(await readFile(join(folder, "report.csv"), "utf8")).toMatch(/^date,/);
});
