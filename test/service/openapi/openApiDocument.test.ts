// @long Compares some thousand requests with the document.
/** Checks the OpenAPI document against the running service: sends its examples and validates the responses. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { afterAll, expect, test } from "vitest";
import { addDemoFacts } from "../../../demo/facts.ts";
import { loadCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { startService } from "../../../src/service/service.ts";
import { DEFAULT_SETTINGS } from "../../../src/service/settings.ts";
import { useFolder } from "../../support/folder.ts";
import type { Json } from "../statisticsRoutes/support.ts";
import { Browser } from "../support/browser.ts";

const CATALOGUE = "demo/catalogue.json";
const PASSWORD = "longshore";
const USERS: Record<string, string[]> = {
  "/v2/statistics/a/{segment}": ["advertiser", "network"],
  "/v2/statistics/p/{segment}": ["publisher", "network"],
};

const folder = useFolder();
const store = await openStore({ folder });
await addDemoFacts(store, await loadCatalogue(CATALOGUE), new Date(), 4);
await store.close();
const unlimited = { limitIp: 0, limitUser: 0, limitStatisticsIp: 0, limitStatisticsUser: 0 };
const service = await startService({
  ...DEFAULT_SETTINGS,
  ...unlimited,
  port: 0,
  logLevel: "silent",
  catalogue: CATALOGUE,
  creatives: "demo/banners/files",
  data: folder,
});
const document: Json = await (await fetch(`${service.address}/openapi.json`)).json();
const tokens: Record<string, string> = {};
for (const username of ["publisher", "advertiser", "network"]) {
  const { json } = await send("/v2/login", "POST", { username, password: PASSWORD });
  tokens[username] = json.token;
}
afterAll(() => service.stop());

async function send(path: string, method: string, body?: object, as?: string) {
  const response = await fetch(service.address + path, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(as && { Authorization: `Bearer ${tokens[as]}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, json: isJson ? ((await response.json()) as Json) : undefined };
}

/** Returns the JSON schema of a response. */
function schemaOf(response: Json): Json {
  const [, name = ""] = /^#\/components\/responses\/(\w+)$/.exec(response.$ref ?? "") ?? [];
  return (document.components.responses[name] ?? response).content["application/json"].schema;
}

/** Compiles a schema of the document into a validator. */
function compileSchema(schema: Json): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { date: /^\d{4}-\d{2}-\d{2}$/ } });
  return ajv.compile({ ...schema, components: document.components });
}

function expectValid(schema: Json, value: unknown): void {
  const check = compileSchema(schema);
  check(value);
  expect(check.errors ?? []).toEqual([]);
}

test("the document is valid OpenAPI 3.1", async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const { valid, errors } = await new Validator().validate(document);
  expect([errors, valid]).toEqual([undefined, true]);
});

function listOperations(): [route: string, operation: Json][] {
  return Object.entries<Json>(document.paths).flatMap(([path, { parameters: _, ...operations }]) =>
    Object.entries<Json>(operations).map(([method, operation]): [string, Json] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

test("operation ids are unique", () => {
  const ids = listOperations().map(([, { operationId }]) => operationId);
  expect(ids.every((id) => /^[a-z]\w+$/i.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(60);
});

test("each rate-limited operation documents the responses 429 and 503", () => {
  const limited = listOperations().filter(([route]) => !/ \/([ic]\/|v1\/conversion)/.test(route));
  const statuses = limited.map(([route, { responses }]) => [route, "429" in responses, "503" in responses]);
  expect(statuses).toEqual(limited.map(([route]) => [route, true, true]));
});

test("reports document CSV responses", async () => {
  for (const path of Object.keys(USERS))
    for (const method of ["get", "post"])
      expect(Object.keys(document.paths[path][method].responses[200].content)).toContain("text/csv");
});

test("all references of the document resolve", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path]) => path ?? "",
  );
  expect(references.length).toBeGreaterThan(20);
  for (const reference of new Set(references)) {
    const target = reference.split("/").reduce<Json>((at, key) => at?.[key], document);
    expect([reference, typeof target]).toEqual([reference, "object"]);
  }
});

test("all schemas of the document compile", () => {
  for (const schema of Object.values<Json>(document.components.schemas))
    expect(() => compileSchema(schema)).not.toThrow();
});

test("placement examples match their schema and get responses that match theirs", async () => {
  const { requestBody, responses } = document.paths["/v1/placement"].post;
  const { schema, examples } = requestBody.content["text/plain"];
  for (const { value } of Object.values<Json>(examples)) {
    expectValid(schema, value);
    const { status, json } = await send("/v1/placement", "POST", value);
    expect(status).toBe(200);
    expectValid(schemaOf(responses[200]), json);
  }
});

test.each(Object.keys(USERS))(
  "examples of %s match their schema and get responses that match theirs",
  async (path) => {
    const { requestBody, responses } = document.paths[path].post;
    const { schema, examples } = requestBody.content["application/json"];
    let records = 0;
    for (const { value } of Object.values<Json>(examples)) {
      expectValid(schema, value);
      for (const user of USERS[path] ?? []) {
        const { status, json } = await send(path.replace("{segment}", "global"), "POST", value, user);
        expect([value, status]).toEqual([value, 200]);
        expectValid(schemaOf(responses[200]), json);
        records += json.result?.length ?? 0;
      }
    }
    expect(records).toBeGreaterThan(10);
  },
);

test.each(Object.keys(USERS))("reports of %s by every grouping match their schema", async (path) => {
  const { parameters, post } = document.paths[path];
  const segments: string[] = parameters[0].schema.enum;
  expect(segments.length).toBeGreaterThan(20);
  const from = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  const check = compileSchema(schemaOf(post.responses[200]));
  for (const segment of segments.filter((name) => name !== "global")) {
    const body = { filter: { date_from: from }, detailed: 1, totals: 1, limit: 20 };
    const { status, json } = await send(path.replace("{segment}", segment), "POST", body, "network");
    check(json);
    expect([segment, status, check.errors ?? []]).toEqual([segment, 200, []]);
  }
});

test("group_by is optional in the document and with a grouping as the path's last segment", async () => {
  for (const [path, [as = ""]] of Object.entries(USERS)) {
    const { post } = document.paths[path];
    const check = compileSchema(post.requestBody.content["application/json"].schema);
    expect([check({}), check.errors ?? []]).toEqual([true, []]);
    expect((await send(path.replace("{segment}", "date"), "POST", {}, as)).status).toBe(200);
  }
});

test("the session cookie has the documented name, and session responses match their schemas", async () => {
  const { name, in: place } = document.components.securitySchemes.session;
  const browser = new Browser({ origin: service.address });
  const { post } = document.paths["/v2/session"];
  const credentials = { username: "network", password: PASSWORD };
  const started = await browser.send("POST", "/v2/session", credentials);
  expect([started.status, post.security]).toEqual([201, []]);
  expectValid(schemaOf(post.responses[201]), await started.json());
  expect([place, browser.cookie.split("=")[0]]).toEqual(["cookie", name]);
  const { get } = document.paths["/v2/sessions"];
  expect(get.security).toContainEqual({ session: [] });
  const listed = await (await browser.send("GET", "/v2/sessions")).json();
  expectValid(schemaOf(get.responses[200]), listed);
  expect(listed.result).toHaveLength(1);
  const refused = await browser.send("DELETE", "/v2/session", undefined, { Origin: null });
  expectValid(schemaOf(document.paths["/v2/session"].delete.responses[403]), await refused.json());
});

test("responses of countries and time zones and error responses match their schemas", async () => {
  for (const path of ["/v2/collections/countries", "/v2/collections/timezones"]) {
    const { responses } = document.paths[path].get;
    expectValid(schemaOf(responses[200]), (await send(path, "GET", undefined, "publisher")).json);
    expectValid(schemaOf(responses[401]), (await send(path, "GET")).json);
  }
  const { responses } = document.paths["/v2/statistics/p/{segment}"].post;
  const bad = await send("/v2/statistics/p/global", "POST", { group_by: ["colour"], limit: 0 }, "publisher");
  expect(bad.status).toBe(400);
  expectValid(schemaOf(responses[400]), bad.json);
});

test("pages, counts and errors of collections match their schemas", async () => {
  const { parameters, responses } = document.paths["/v2/collections/countries"].get;
  expect(parameters.map(({ name }: { name: string }) => name)).toEqual(["limit", "offset", "count"]);
  for (const query of ["limit=2&offset=1", "offset=1", "count=1"]) {
    const { status, json } = await send(`/v2/collections/countries?${query}`, "GET", undefined, "publisher");
    expect(status).toBe(200);
    expectValid(schemaOf(responses[200]), json);
  }
  const refused = await send("/v2/collections/countries?limit=0", "GET", undefined, "publisher");
  expect(refused.status).toBe(400);
  expectValid(schemaOf(responses[400]), refused.json);
});

test.each([
  "/v2/sites",
  "/v2/zones",
  "/v2/campaigns",
  "/v2/accounts",
  "/v2/approvals",
  "/v2/changes",
  "/v2/collections/zones",
])("the documented maximum limit of %s is the highest accepted one", async (path) => {
  const { parameters } = document.paths[path].get;
  const { maximum } = parameters.find(({ name }: { name: string }) => name === "limit").schema;
  expect(maximum).toBe(5000);
  const ask = async (limit: number) =>
    (await send(`${path}?limit=${limit}`, "GET", undefined, "network")).status;
  expect([await ask(maximum), await ask(maximum + 1)]).toEqual([200, 400]);
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
  ["a limit of 0", { group_by: ["date"], limit: 0 }],
  ["a malformed day", { group_by: ["date"], filter: { date_from: "1.11.2026" } }],
  ["a filter of the other role", { group_by: ["date"], filter: { campaign_id: [1] } }],
  ["a malformed size", { group_by: ["date"], filter: { size: ["big"] } }],
  ["hour 24", { group_by: ["date"], filter: { hour: [24] } }],
  ["a metric of another block", { group_by: ["date"], projection: { base: ["vtr"] } }],
  ["a block of the other role", { group_by: ["date"], projection: ["goals"] }],
  ["a text for a number", { group_by: ["date"], totals: "2" }],
])("document and service both refuse %s", async (_, body) => {
  const check = compileSchema(
    document.paths["/v2/statistics/p/{segment}"].post.requestBody.content["application/json"].schema,
  );
  expect(check(body)).toBe(false);
  expect((await send("/v2/statistics/p/global", "POST", body, "network")).status).toBe(400);
});
