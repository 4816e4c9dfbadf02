/** Reports as NDJSON and Parquet, and their compression. */
import { readdir, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { createClient } from "../../../src/statistics/client.ts";
import { makeFolder } from "../../support/folder.ts";
import { type Json, startService, useService } from "../statisticsRoutes/support.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const SUBS = 12_345;
const NDJSON = "application/x-ndjson";
const PARQUET = "application/vnd.apache.parquet";
/** The sums of these values exceed double precision. */
const COST = 123_456_789_123_456_789n;
const IMPRESSIONS = Number.MAX_SAFE_INTEGER;

const service = await useService({ now: () => NOW });
const time = new Date(NOW);
const facts: Fact[] = Array.from({ length: SUBS }, (_, sub) => ({
  time,
  publisher_id: 1,
  site_id: 1,
  sub,
  impressions: 2,
  clicks: 1,
  ...(sub % 2 === 0 && { country_iso: "DEU" }),
}));
const large = Array.from({ length: 300 }, (_, sub) => ({
  time,
  sub,
  advertiser_id: 11,
  campaign_id: 1,
  cost: COST,
  impressions: IMPRESSIONS,
}));
await service.store.transaction(({ append }) => append([...facts, ...large]));

interface Raw {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a report request and returns the raw response; `fetch` would decompress it. */
async function ask(
  query: string,
  headers: Record<string, string>,
  { as = "publisher-one", method = "GET" } = {},
): Promise<Raw> {
  const side = as.startsWith("advertiser") ? "a" : "p";
  const { json } = await service.send("/v2/login", { body: { api_token: `token of ${as}` } });
  return new Promise((resolve, reject) => {
    request(
      `${service.origin}/v2/statistics/${side}/global?filter[date_from]=2026-11-01&${query}`,
      { method, headers: { Authorization: `Bearer ${json.token}`, ...headers }, agent: false },
      (response) =>
        buffer(response).then(
          (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
          reject,
        ),
    )
      .on("error", reject)
      .end();
  });
}

const readLines = ({ body }: Raw): Json[] =>
  body
    .toString()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test("NDJSON contains all records of a report in the same form as JSON", async () => {
  const query = "group_by=country,sub&projection[base]=impressions&projection[video]=views";
  const records = readLines(await ask(query, { Accept: NDJSON }));
  expect(records).toHaveLength(SUBS);
  const json = await ask(`${query}&limit=10000`, {});
  expect(records.slice(0, 10_000)).toEqual(JSON.parse(json.body.toString()).result);
});

test.each([
  ["group_by=sub&projection[base]=clicks&limit=2&offset=5", '{"group_by":{"sub":{"sub":5}},"clicks":1}'],
  ["group_by=sub&count=1", `{"count":${SUBS}}`],
  [`group_by=sub&offset=${SUBS}`, undefined],
  ["group_by=sub&filter[sub]=-1", undefined],
])("NDJSON for %s begins with %s", async (query, first) => {
  const { status, body } = await ask(query, { Accept: NDJSON });
  expect([status, body.toString().split("\n")[0] || undefined]).toEqual([200, first]);
  expect(body.toString().endsWith("\n")).toBe(first !== undefined);
});

test.each([
  ["text/csv", "csv", "text/csv; charset=utf-8"],
  [NDJSON, "ndjson", NDJSON],
  [PARQUET, "parquet", PARQUET],
])("%s is sent as a file named after the report and its days", async (accept, extension, type) => {
  const { headers } = await ask("group_by=date,site&filter[date_to]=2026-11-20", { Accept: accept });
  const name = `publisher-date-site_id-2026-11-01-2026-11-20.${extension}`;
  expect(headers["content-type"]).toBe(type);
  expect(headers["content-disposition"]).toBe(`attachment; filename="${name}"`);
});

// ── Parquet ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Reads the rows and types of a Parquet file with DuckDB. */
async function readParquet({ body }: Raw): Promise<{ rows: object[]; types: Record<string, unknown> }> {
  const path = join(makeFolder(), "report.parquet");
  await writeFile(path, body);
  const described = await service.store.query(`DESCRIBE SELECT * FROM '${path}'`);
  return {
    rows: await service.store.query(`SELECT COLUMNS(*)::VARCHAR FROM '${path}'`),
    types: Object.fromEntries(described.map(({ column_name, column_type }) => [column_name, column_type])),
  };
}

test("Parquet has typed columns and keeps every digit of counts and money", async () => {
  const query =
    "group_by=campaign,date&detailed=1&projection[base][]=cost&projection[base][]=impressions&projection[base][]=cpc";
  const { rows, types } = await readParquet(await ask(query, { Accept: PARQUET }, { as: "advertiser-one" }));
  expect(types).toEqual({
    "campaign_id.active": "VARCHAR",
    "campaign_id.campaign_ad_type_name": "VARCHAR",
    "campaign_id.id": "VARCHAR",
    "campaign_id.name": "VARCHAR",
    "campaign_id.advertiser_id": "BIGINT",
    "campaign_id.advertiser_name": "VARCHAR",
    date: "DATE",
    cost: "DECIMAL(38,9)",
    impressions: "DECIMAL(38,0)",
    cpc: "DOUBLE",
  });
  expect(rows).toEqual([
    {
      "campaign_id.active": "1",
      "campaign_id.campaign_ad_type_name": "Banner",
      "campaign_id.id": "1",
      "campaign_id.name": "Campaign 1",
      "campaign_id.advertiser_id": "11",
      "campaign_id.advertiser_name": "Account advertiser-one",
      date: "2026-11-20",
      cost: "37037036737.037036700",
      impressions: String(BigInt(IMPRESSIONS) * 300n),
      cpc: "0.0",
    },
  ]);
});

test("Parquet contains all records in order, with NULL for a group without a value", async () => {
  const query = "group_by=country,sub&projection[base]=clicks&projection[rtb]=wins&order_by=sub&order=desc";
  const { rows } = await readParquet(await ask(query, { Accept: PARQUET }));
  expect(rows).toHaveLength(SUBS);
  const germany = { "country_iso.country_long_name": "Germany", "country_iso.country_short_name": "DE" };
  expect(rows.slice(0, 2)).toEqual([
    { country_iso: "DEU", ...germany, sub: String(SUBS - 1), clicks: "1", "rtb.wins": "0" },
    {
      country_iso: null,
      "country_iso.country_long_name": null,
      "country_iso.country_short_name": null,
      sub: String(SUBS - 2),
      clicks: "1",
      "rtb.wins": "0",
    },
  ]);
});

test.each([
  ["group_by=sub&count=1", [{ count: String(SUBS) }], { count: "DECIMAL(38,0)" }],
  ["group_by=sub&projection[base]=ctr&filter[sub]=-1", [], { sub: "BIGINT", ctr: "DOUBLE" }],
])("Parquet for %s has the expected rows and column types", async (query, rows, types) => {
  expect(await readParquet(await ask(query, { Accept: PARQUET }))).toEqual({ rows, types });
});

test("Parquet is refused with 406 if the store cannot write it", async () => {
  using _none = vi.spyOn(service.context.reports, "hasParquet", "get").mockReturnValue(false);
  const { status, body } = await ask("group_by=sub", { Accept: PARQUET });
  expect(status).toBe(406);
  expect(JSON.parse(body.toString()).message).toContain("Ask for application/x-ndjson or text/csv.");
});

test("a Parquet report that fails while it is written leaves no file", async () => {
  const { store } = service;
  const write = store.writeAnswer.bind(store);
  using _failing = vi.spyOn(store, "writeAnswer").mockImplementation((job, signal) => {
    const describe = () => Promise.reject(new Error("the names are gone"));
    return write({ ...job, describe }, signal);
  });
  expect((await ask("group_by=site,sub", { Accept: PARQUET })).status).toBe(503);
  const names = await readdir(join(service.folder, "temporary"));
  expect(names.filter((name) => name.startsWith("answer-"))).toEqual([]);
});

// ── Encodings ───────────────────────────────────────────────────────────────────────────────────────────────────────

test.each([
  ["application/json", "group_by=sub&limit=10000"],
  ["text/csv", "group_by=sub"],
  [NDJSON, "group_by=sub&limit=1"],
])(
  "%s is gzipped for a client that accepts gzip and decompresses to the same bytes",
  async (accept, query) => {
    const plain = await ask(query, { Accept: accept });
    const compressed = await ask(query, { Accept: accept, "Accept-Encoding": "br, gzip" });
    const encodings = [plain, compressed].map(({ headers }) => headers["content-encoding"]);
    expect(encodings).toEqual([undefined, "gzip"]);
    for (const { headers } of [plain, compressed]) expect(headers.vary).toBe("Accept, Accept-Encoding");
    expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
  },
);

test("Parquet and responses to clients without gzip are sent uncompressed", async () => {
  const parquet = await ask("group_by=sub", { Accept: PARQUET, "Accept-Encoding": "gzip" });
  expect(parquet.headers["content-encoding"]).toBe(undefined);
  expect(parquet.body.subarray(0, 4).toString()).toBe("PAR1");
  const { headers, body } = await ask("group_by=sub&count=1", { "Accept-Encoding": "gzip;q=0, br" });
  expect(headers["content-encoding"]).toBe(undefined);
  expect(JSON.parse(body.toString()).request_metadata.count).toBe(SUBS);
});

test("HEAD returns the Content-Encoding of GET and no body", async () => {
  const headers = { "Accept-Encoding": "gzip" };
  const head = await ask("group_by=sub", headers, { method: "HEAD" });
  expect([head.status, head.headers["content-encoding"], head.body.length]).toEqual([200, "gzip", 0]);
});

// ── Clients ─────────────────────────────────────────────────────────────────────────────────────────────────────────

test("the client reports a network error when an answer is cut off after its first byte", async () => {
  await using broken = await startService({ now: () => NOW });
  broken.context.reports.open = async () =>
    new ReadableStream({
      type: "bytes",
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"result":[{"clicks":1}')),
      pull: (controller) => controller.error(new Error("the disk is gone")),
    });
  const client = createClient({
    baseUrl: broken.origin,
    credentials: { apiToken: "token of publisher-one" },
    retries: 0,
  });
  await expect(client.publisher.query({ group_by: ["date"] })).rejects.toMatchObject({
    code: "network",
    message: "The connection was cut before the answer was complete.",
    requestId: expect.stringMatching(/./),
  });
});
