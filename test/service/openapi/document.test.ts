/** The OpenAPI document against the running service: its examples are sent, and the answers are what it says. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDemoFacts } from "../../../demo/facts.ts";
import { loadCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { type Service, startService } from "../../../src/service/service.ts";
import { DEFAULT_SETTINGS } from "../../../src/service/settings.ts";
import { openStore } from "../../../src/service/store/duckdb.ts";
import type { Json } from "../statistics/support.ts";

const CATALOGUE = "demo/catalogue.json";
const PASSWORD = "longshore";
const USERS: Record<string, string[]> = {
  "/v2/statistics/a/{segment}": ["advertiser", "network"],
  "/v2/statistics/p/{segment}": ["publisher", "network"],
};

let folder: string;
let service: Service;
let document: Json;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-openapi-"));
  const store = await openStore({ folder });
  await addDemoFacts(store, await loadCatalogue(CATALOGUE), new Date(), 4);
  await store.close();
  const unlimited = { limitIp: 0, limitUser: 0, limitStatisticsIp: 0, limitStatisticsUser: 0 };
  service = await startService({
    ...{ ...DEFAULT_SETTINGS, ...unlimited, port: 0, logLevel: "silent" },
    ...{ catalogue: CATALOGUE, data: folder },
  });
  document = await (await fetch(`${service.address}/openapi.json`)).json();
  for (const username of ["publisher", "advertiser", "network"]) {
    const { json } = await send("/v2/login", "POST", { username, password: PASSWORD });
    tokens[username] = json.token;
  }
}, 60_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

async function send(path: string, method: string, body?: object, as?: string) {
  const response = await fetch(service.address + path, {
    method,
    headers: { "Content-Type": "application/json", ...(as && { Authorization: `Bearer ${tokens[as]}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, json: isJson ? ((await response.json()) as Json) : undefined };
}

/** The check of a schema that stands in the document. */
function compileSchema(schema: Json): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { date: /^\d{4}-\d{2}-\d{2}$/ } });
  return ajv.compile({ ...schema, components: document.components });
}

function expectValid(schema: Json, value: unknown): void {
  const check = compileSchema(schema);
  check(value);
  expect(check.errors ?? []).toEqual([]);
}

const operations = () =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    ["get", "post", "patch"]
      .filter((method) => item[method])
      .map((method) => ({ path, method, operation: item[method] })),
  );

test("the document is OpenAPI 3.1 whose references lead somewhere", () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path]) => path ?? "",
  );
  expect(references.length).toBeGreaterThan(20);
  for (const reference of new Set(references)) {
    const target = reference.split("/").reduce<Json>((at, key) => at?.[key], document);
    expect([reference, typeof target]).toEqual([reference, "object"]);
  }
});

test("the document has schemas that compile", () => {
  for (const schema of Object.values<Json>(document.components.schemas))
    expect(() => compileSchema(schema)).not.toThrow();
});

test("the document names only what the service serves", async () => {
  for (const { path, method } of operations()) {
    const address = path.replace("{segment}", "date").replaceAll(/\{\w+\}/g, "1");
    const { status } = await send(address, method.toUpperCase());
    expect([path, status === 404 || status === 405]).toEqual([path, false]);
    expect([path, (await send(address, "PUT")).status]).toEqual([path, 405]);
  }
});

test("the examples of placements are valid, are answered, and the answers are as described", async () => {
  const { requestBody, responses } = document.paths["/v1/placement"].post;
  const { schema, examples } = requestBody.content["text/plain"];
  for (const { value } of Object.values<Json>(examples)) {
    expectValid(schema, value);
    const { status, json } = await send("/v1/placement", "POST", value);
    expect(status).toBe(200);
    expectValid(responses[200].content["application/json"].schema, json);
  }
});

test.each(Object.keys(USERS))(
  "the examples of %s are valid, are answered, and the answers are as described",
  async (path) => {
    const { requestBody, responses } = document.paths[path].post;
    const { schema, examples } = requestBody.content["application/json"];
    let records = 0;
    for (const { value } of Object.values<Json>(examples)) {
      expectValid(schema, value);
      for (const user of USERS[path] ?? []) {
        const { status, json } = await send(path.replace("{segment}", "global"), "POST", value, user);
        expect([value, status]).toEqual([value, 200]);
        expectValid(responses[200].content["application/json"].schema, json);
        records += json.result?.length ?? 0;
      }
    }
    expect(records).toBeGreaterThan(10);
  },
);

test.each(Object.keys(USERS))(
  "the reports of %s by every grouping are as described",
  async (path) => {
    const { parameters, post } = document.paths[path];
    const segments: string[] = parameters[0].schema.enum;
    expect(segments.length).toBeGreaterThan(20);
    const from = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
    const check = compileSchema(post.responses[200].content["application/json"].schema);
    for (const segment of segments.filter((name) => name !== "global")) {
      const body = { filter: { date_from: from }, detailed: 1, totals: 1, limit: 20 };
      const { status, json } = await send(path.replace("{segment}", segment), "POST", body, "network");
      check(json);
      expect([segment, status, check.errors ?? []]).toEqual([segment, 200, []]);
    }
  },
  60_000,
);

test("the examples need no group_by in the document, since the path's last segment can give it", async () => {
  for (const [path, [as = ""]] of Object.entries(USERS)) {
    const { post } = document.paths[path];
    const check = compileSchema(post.requestBody.content["application/json"].schema);
    expect([check({}), check.errors ?? []]).toEqual([true, []]);
    expect((await send(path.replace("{segment}", "date"), "POST", {}, as)).status).toBe(200);
  }
});

test("the answers of countries, time zones and refusals are as described", async () => {
  for (const path of ["/collections/countries", "/v2/collections/timezones"]) {
    const { responses } = document.paths[path].get;
    expectValid(
      responses[200].content["application/json"].schema,
      (await send(path, "GET", undefined, "publisher")).json,
    );
    expectValid(responses[401].content["application/json"].schema, (await send(path, "GET")).json);
  }
  const { responses } = document.paths["/v2/statistics/p/{segment}"].post;
  const bad = await send("/v2/statistics/p/global", "POST", { group_by: ["colour"], limit: 0 }, "publisher");
  expect(bad.status).toBe(400);
  expectValid(responses[400].content["application/json"].schema, bad.json);
});

test.each<[string, object]>([
  ["an unknown field", { group_by: ["date"], colour: 1 }],
  ["an unknown grouping", { group_by: ["colour"] }],
  ["five groupings", { group_by: ["date", "hour", "sub", "size", "week"] }],
  [
    "three orders",
    { group_by: ["date"], order_by: ["ctr", "cpm", "cpc"].map((field) => ({ field, order: "asc" })) },
  ],
  ["an order without a direction", { group_by: ["date"], order_by: [{ field: "ctr" }] }],
  ["a page of none", { group_by: ["date"], limit: 0 }],
  ["a day in another form", { group_by: ["date"], filter: { date_from: "1.11.2026" } }],
  ["a filter of the other role", { group_by: ["date"], filter: { campaign_id: [1] } }],
  ["a size in another form", { group_by: ["date"], filter: { size: ["big"] } }],
  ["an hour that no clock shows", { group_by: ["date"], filter: { hour: [24] } }],
  ["a metric of another block", { group_by: ["date"], projection: { base: ["vtr"] } }],
  ["a block of the other role", { group_by: ["date"], projection: ["goals"] }],
  ["a text for a number", { group_by: ["date"], totals: "1" }],
])("what the document refuses, the service refuses: %s", async (_, body) => {
  const check = compileSchema(
    document.paths["/v2/statistics/p/{segment}"].post.requestBody.content["application/json"].schema,
  );
  expect(check(body)).toBe(false);
  expect((await send("/v2/statistics/p/global", "POST", body, "network")).status).toBe(400);
});
