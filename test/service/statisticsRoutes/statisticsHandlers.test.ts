/** The statistics routes over HTTP: access, aliases, errors, limits and CORS. */
import { request, ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { StoreError } from "../../../src/service/facts/eventStore.ts";
import type { Fact } from "../../../src/service/facts/factTable.ts";
import { CancelledError } from "../../../src/service/reports/answerStream.ts";
import { BusyError } from "../../../src/service/runtime/gate.ts";
import { type Json, PASSWORD, startService, useService } from "./support.ts";

const TODAY = "2026-11-20";
const clock = Date.parse(`${TODAY}T12:00:00Z`);

/** Creates a fact. Impressions are powers of two, so a sum shows which facts it contains. */
const fact = (publisher_id: number, advertiser_id: number, impressions: number): Fact => ({
  time: new Date(clock),
  publisher_id,
  advertiser_id,
  site_id: publisher_id,
  campaign_id: advertiser_id - 10,
  impressions,
  cost: BigInt(impressions) * 10n,
  publisher_revenue: BigInt(impressions) * 7n,
});

const service = await useService({ now: () => clock });
await service.store.transaction(({ append }) =>
  append([fact(1, 11, 1), fact(2, 12, 2), fact(3, 13, 4), fact(1, 13, 8)]),
);

const listen = (name: "countSignIn" | "reportException") => {
  const listener = vi.fn();
  const { [name]: original } = service.context;
  service.context[name] = listener;
  return { listener, [Symbol.dispose]: () => void Object.assign(service.context, { [name]: original }) };
};

const post = (path: string, as: string | undefined, body: unknown) => service.send(path, { as, body });

test("sign-in accepts an API token, or a user name with its password", async () => {
  for (const body of [
    { api_token: "token of publisher-one" },
    { api_token: "token of publisher-one", username: "", password: "" },
    { username: "publisher-one", password: PASSWORD },
  ]) {
    const { status, json } = await post("/v2/login", undefined, body);
    expect(status).toBe(200);
    expect(json).toEqual({ token: expect.any(String), type: "Bearer", expires_in: 3600 });
    const headers = { Authorization: `Bearer ${json.token}` };
    expect((await service.send("/v2/statistics/p/date", { headers })).status).toBe(200);
  }
});

test.each([
  [{ api_token: "token of nobody" }],
  [{ username: "publisher-one", password: "another" }],
  [{ username: "nobody", password: PASSWORD }],
])("sign-in with %j is answered 401", async (body) => {
  const { status, json } = await post("/v2/login", undefined, body);
  const message = "api_token" in body ? "Wrong API token." : "Wrong user name or password.";
  expect([status, json]).toEqual([401, { message }]);
});

test("sign-ins are counted by result, failures are logged and delays are answered with the wait in seconds", async () => {
  using counted = listen("countSignIn");
  using warn = vi.spyOn(service.context.log, "warn");
  await post("/v2/login", undefined, { api_token: "token of publisher-one" });
  expect([counted.listener.mock.calls, warn.mock.calls]).toEqual([[["succeeded"]], []]);
  const headers = { "X-Request-Id": "this-try" };
  await service.send("/v2/login", { body: { api_token: "guess" }, headers });
  expect(counted.listener.mock.lastCall).toEqual(["failed"]);
  const line = [{ requestId: "this-try", address: "127.0.0.0" }, "sign-in failed"];
  expect(warn.mock.calls).toEqual([line]);
  using _delay = vi.spyOn(service.context.failures, "delay").mockReturnValue(1500);
  const refused = await post("/v2/login", undefined, { api_token: "guess" });
  const message = "Too many failed sign-ins. Try again in 2 seconds.";
  expect([refused.status, refused.json]).toEqual([429, { message }]);
  const waits = ["Retry-After", "X-Rate-Limit-Remaining", "X-Rate-Limit-Reset"];
  expect(waits.map((name) => refused.headers.get(name))).toEqual(["2", "0", "2"]);
  expect([counted.listener.mock.lastCall, warn.mock.calls]).toEqual([["refused"], [line]]);
});

test("sign-ins and refusals are logged with the id of the user or token, never with the name that was typed", async () => {
  using info = vi.spyOn(service.context.log, "info");
  using warn = vi.spyOn(service.context.log, "warn");
  using add = vi.spyOn(service.context.audit, "add");
  using _fail = vi.spyOn(service.context.failures, "fail").mockReturnValue(undefined);
  const headers = { "X-Request-Id": "this-try" };
  const logIn = (body: object) => service.send("/v2/login", { body, headers });
  await logIn({ username: "publisher-one", password: PASSWORD });
  await logIn({ api_token: "token of publisher-one" });
  const caller = { requestId: "this-try", address: "127.0.0.0" };
  const account = expect.any(Number);
  expect(info.mock.calls).toEqual([
    [{ ...caller, account, user: expect.any(Number) }, "signed in"],
    [{ ...caller, account, token: expect.any(Number) }, "signed in"],
  ]);
  await logIn({ username: "publisher-one", password: "a wrong password" });
  await logIn({ username: "somebody", password: "a wrong password" });
  expect(warn.mock.calls).toEqual([
    [{ ...caller, user: expect.any(Number) }, "sign-in failed"],
    [caller, "sign-in failed"],
  ]);
  // The audit log has refusals of existing users alone.
  expect(add.mock.calls.map(([, [change]]) => change?.action)).toEqual(["refuse"]);
});

test("failed sign-ins are counted for the /64 of an IPv6 address", async () => {
  using _address = vi.spyOn(service.context, "findAddress").mockReturnValue("2001:db8:1:2:3:4:5:6");
  using delay = vi.spyOn(service.context.failures, "delay");
  using fail = vi.spyOn(service.context.failures, "fail");
  await post("/v2/login", undefined, { api_token: "guess" });
  const attempt = { address: "2001:db8:1:2::/64" };
  expect([delay.mock.calls, fail.mock.calls]).toEqual([[[attempt], [attempt]], [[attempt]]]);
});

test.each<[unknown, object[]]>([
  [{}, [{ "[username]": "This field is missing." }, { "[password]": "This field is missing." }]],
  ["text", [{ "[body]": "Expected an object." }]],
])("sign-in with %j is answered 400 with the problems", async (body, errors) => {
  const { status, json } = await post("/v2/login", undefined, JSON.stringify(body));
  expect([status, json]).toEqual([400, { errors }]);
});

const sum = async (username: string, role: "advertiser" | "publisher") => {
  const request = { group_by: ["year"], totals: 1, projection: { base: ["impressions"] } };
  const { json } = await service.report(username, role, request);
  return json.result_total?.impressions;
};

test.each([
  ["publisher-one", "publisher", 9],
  ["publisher-two", "publisher", 2],
  ["publisher-three", "publisher", 4],
  ["advertiser-one", "advertiser", 1],
  ["advertiser-two", "advertiser", 2],
  ["advertiser-three", "advertiser", 12],
  ["network-one", "publisher", 11],
  ["network-one", "advertiser", 3],
  ["network-two", "publisher", 4],
  ["network-two", "advertiser", 12],
] as const)("%s as %s sees only facts of its own accounts", async (username, role, impressions) => {
  expect(await sum(username, role)).toBe(impressions);
});

test("ids of another account in a filter match nothing", async () => {
  const request = { group_by: ["site_id"], filter: { site_id: [2, 3] }, count: 1 };
  expect((await service.report("publisher-one", "publisher", request)).json.request_metadata.count).toBe(0);
});

test("only a network sees network_revenue and margin", async () => {
  const request = {
    group_by: ["year"],
    projection: { base: ["cost", "publisher_revenue", "network_revenue", "margin"] },
  };
  const { json } = await service.report("network-one", "publisher", request);
  expect(json.result[0]).toMatchObject({
    cost: 1.1e-7,
    publisher_revenue: 7.7e-8,
    network_revenue: 3.3e-8,
  });
  expect(json.result[0].margin).toBeCloseTo(30, 9);
  const refused = await service.report("publisher-one", "publisher", request);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("network_revenue is only for network accounts.");
});

test("group_by in the body overrides the grouping named by the path's last segment", async () => {
  const groups = async (segment: string, body: object) =>
    Object.keys((await post(`/v2/statistics/p/${segment}`, "publisher-one", body)).json.result[0].group_by);
  expect(await groups("site_id", {})).toEqual(["site_id"]);
  expect(await groups("site_id", { group_by: ["date"] })).toEqual(["date"]);
  expect(await groups("global", { group_by: ["date"] })).toEqual(["date"]);
});

test("the path's last segment global requires group_by", async () => {
  const { status, json } = await post("/v2/statistics/p/global", "publisher-one", {});
  expect([status, json]).toEqual([400, { errors: [{ "[group_by]": "This field is missing." }] }]);
});

test.each([
  "/v2/statistics/p/colour",
  "/v2/statistics/p/campaign_id",
  "/v2/statistics/p/",
  "/v2/statistics/p",
  "/v2/statistics/x/date",
  "/v2/statistics/p/date/more",
  "/v2/nothing",
  "/statistics/date",
  "/collections/planets",
])("%s is answered 404", async (path) => {
  const { status, json } = await service.send(path, { as: "publisher-one" });
  const segment = /^\/v2\/statistics\/p\/([a-z_]+)$/.exec(path)?.[1];
  const message = segment ? `Nothing is grouped by "${segment}".` : "There is nothing at this address.";
  expect([status, json]).toEqual([404, { message }]);
});

/** Deprecated names with the current one. */
test.each([
  ["/statistics/advertiser/date", "/v2/statistics/a/date", "advertiser-one"],
  ["/statistics/publisher/global?group_by[]=date&limit=1", "/v2/statistics/p/global", "publisher-one"],
  ["/v2/statistics/advertiser/date?count=1", "/v2/statistics/a/date", "advertiser-one"],
  ["/v1/statistics/publisher/date", "/v2/statistics/p/date", "publisher-one"],
  ["/v1/statistics/a/date", "/v2/statistics/a/date", "advertiser-one"],
  ["/statistics/p/date", "/v2/statistics/p/date", "publisher-one"],
  ["/v1/collections/timezones", "/v2/collections/timezones", "publisher-one"],
])("%s is answered like %s, with its address in a Link header", async (old, present, as) => {
  const [, query = ""] = old.split("?");
  const answer = await service.send(old, { as });
  const expected = await service.send(query ? `${present}?${query}` : present, { as });
  expect([answer.status, answer.json]).toEqual([200, expected.json]);
  expect(answer.headers.get("Deprecation")).toMatch(/^@\d{10}$/);
  expect(answer.headers.get("Link")).toBe(`<${present}>; rel="successor-version"`);
  expect(expected.headers.get("Deprecation")).toBeNull();
});

test("deprecated names accept POST, and their error responses also link to the current name", async () => {
  const body = { group_by: ["date"], count: 1 };
  const report = await service.send("/statistics/publisher/global", { as: "publisher-one", body });
  expect([report.status, report.json.request_metadata.count]).toEqual([200, 1]);
  const none = await service.send("/statistics/publisher/date");
  expect(none.headers.get("Link")).toBe('</v2/statistics/p/date>; rel="successor-version"');
  expect(none.status).toBe(401);
  for (const path of ["/v1/login", "/login"]) {
    const signedIn = await service.send(path, { body: { api_token: "token of publisher-one" } });
    expect([path, signedIn.status, typeof signedIn.json.token]).toEqual([path, 200, "string"]);
  }
});

test.each([
  ["%D0%B6", 404, "%D0%B6"],
  ["date%0d%0aX-Injected:%201", 404, "date%0D%0AX-Injected:%201"],
])("the Link header of a deprecated name with %j is encoded", async (segment, status, named) => {
  const answer = await service.send(`/statistics/publisher/${segment}`, { as: "publisher-one" });
  expect([answer.status, answer.headers.get("X-Injected")]).toEqual([status, null]);
  expect(answer.headers.get("Link")).toBe(`</v2/statistics/p/${named}>; rel="successor-version"`);
});

test("the unversioned name of collections is not deprecated", async () => {
  const { status, headers } = await service.send("/collections/timezones", { as: "publisher-one" });
  expect([status, headers.get("Deprecation"), headers.get("Link")]).toEqual([200, null, null]);
});

test.each([
  "/v1/account",
  "/v1/zones",
  "/statisticsx/p/date",
  "/v2/statistics/publishers/date",
  "/v1/loginx",
])("%s is answered 404, since it is no alias", async (path) =>
  expect((await service.send(path, { as: "publisher-one" })).status).toBe(404),
);

test.each([
  ["/v2/statistics/p/date", "DELETE", "GET, POST"],
  ["/v2/login", "GET", "POST"],
  ["/collections/countries", "POST", "GET"],
])("%s answers %s with 405", async (path, method, allowed) => {
  const { status, headers, json } = await service.send(path, { method, as: "publisher-one" });
  expect([status, headers.get("Allow")]).toEqual([405, allowed]);
  expect(json).toEqual({ message: `This address accepts ${allowed}.` });
});

test.each(["{", "", '{"group_by":["date"]}}', "\ud800"])(
  "the body %j is refused as malformed JSON",
  async (body) => {
    const bytes = body === "\ud800" ? Uint8Array.of(0x22, 0xff, 0x22) : body;
    const { json } = await post("/v2/login", undefined, { api_token: "token of publisher-one" });
    const answer = await fetch(`${service.origin}/v2/statistics/p/global`, {
      method: "POST",
      headers: { Authorization: `Bearer ${json.token}`, "Content-Type": "application/json" },
      body: bytes,
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { errors: [{ "[body]": "Malformed JSON body." }] },
    ]);
  },
);

test("a body whose Content-Type is not application/json is refused with 415", async () => {
  const send = (type: string) =>
    service.send("/v2/statistics/p/date", {
      as: "publisher-one",
      body: {},
      headers: { "Content-Type": type },
    });
  const valid = [
    "application/json",
    "APPLICATION/JSON",
    "application/json; charset=utf-8",
    "application/json ;a=b",
  ];
  for (const type of valid) expect([type, (await send(type)).status]).toEqual([type, 200]);
  const message = "Send the body as JSON, with Content-Type: application/json.";
  for (const type of ["text/plain", "application/jsonp", "text/application/json", "application/json x", ""]) {
    const { status, json } = await send(type);
    expect([type, status, json]).toEqual([type, 415, { message }]);
  }
});

/** Sends a body without Content-Type, as some programs do. `fetch` would add one. */
const sendUntyped = (path: string, body: object, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; json: { message?: string } }>((resolve, reject) => {
    const sent = request(service.origin + path, { method: "POST", headers }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, json: JSON.parse(text) });
    });
    sent.on("error", reject).end(JSON.stringify(body));
  });

test("a body without Content-Type is read as JSON for sign-ins and reports only", async () => {
  const credentials = { api_token: "token of publisher-one" };
  expect((await sendUntyped("/v2/login", credentials)).status).toBe(200);
  expect((await sendUntyped("/v1/login", credentials)).status).toBe(200);
  const { json } = await service.send("/v2/login", { body: credentials });
  const Authorization = `Bearer ${json.token}`;
  expect((await sendUntyped("/v2/statistics/p/date", {}, { Authorization })).status).toBe(200);
  expect((await sendUntyped("/v2/views", {}, { Authorization })).status).toBe(415);
});

test.each([
  ["a page of another site", { Origin: "https://site.example" }],
  ["a cross-site page", { "Sec-Fetch-Site": "cross-site" }],
  ["a same-site page of another origin", { "Sec-Fetch-Site": "same-site", Origin: "https://other.example" }],
  ["a page with a session's cookie", { Cookie: "zonetag_session=x" }],
])("a body without Content-Type from %s is refused", async (_, headers: object) => {
  const credentials = { api_token: "token of publisher-one" };
  const { status, json } = await sendUntyped("/v2/login", credentials, headers as Record<string, string>);
  expect(status).toEqual(expect.toSatisfy((one) => one === 415 || one === 403));
  expect(typeof json.message).toBe("string");
});

test("a compressed body is refused with 415 instead of as malformed JSON", async () => {
  const send = (encoding: string) =>
    service.send("/v2/statistics/p/date", {
      as: "publisher-one",
      body: {},
      headers: { "Content-Encoding": encoding },
    });
  for (const encoding of ["identity", "IDENTITY", ""])
    expect([encoding, (await send(encoding)).status]).toEqual([encoding, 200]);
  const message = "Send the body without Content-Encoding.";
  for (const encoding of ["gzip", "gzip, identity", "identity, gzip"]) {
    const { status, json } = await send(encoding);
    expect([encoding, status, json]).toEqual([encoding, 415, { message }]);
  }
});

test("a body over the size limit is answered 413", async () => {
  const body = JSON.stringify({ group_by: ["date"] }).padEnd(64 * 1024 + 1);
  const { status, headers, json } = await post("/v2/statistics/p/global", "publisher-one", body);
  expect([status, json]).toEqual([413, { message: "A body has at most 65536 bytes." }]);
  expect(headers.get("Connection")).toBe("close");
  expect((await post("/v2/statistics/p/global", "publisher-one", body.slice(0, -1))).status).toBe(200);
});

test("group_by and order_by accept the short name of a grouping", async () => {
  const answer = (body: object) => post("/v2/statistics/p/date", "publisher-one", body);
  const short = await answer({ group_by: "site", order_by: [{ field: "site", order: "desc" }] });
  const full = await answer({ group_by: ["site_id"], order_by: [{ field: "site_id", order: "desc" }] });
  expect([short.status, short.json]).toEqual([200, full.json]);
});

test.each([
  ["p", "day", "date"],
  ["p", "site", "site_id"],
  ["p", "zone", "zone_id"],
  ["p", "browser", "browser_id"],
  ["p", "device", "device_id"],
  ["p", "region", "region_id"],
  ["p", "sub_id", "sub"],
  ["a", "variation", "variation_id"],
  ["a", "offer", "offer_id"],
  ["a", "landing_page", "offer_landing_page_id"],
  ["p", "country", "country_iso"],
  ["p", "os", "operating_system_id"],
  ["p", "device-type", "device_type_id"],
  ["p", "ad_type", "publisher_ad_type_id"],
  ["p", "category", "category_id"],
  ["p", "carrier", "carrier_id"],
  ["p", "language", "language_id"],
  ["a", "campaign", "campaign_id"],
  ["a", "ad_type", "advertiser_ad_type_id"],
  ["a", "hostname", "site_hostname"],
])("the path /%s/%s groups by %s", async (side, alias, grouping) => {
  const as = side === "p" ? "publisher-one" : "advertiser-one";
  const get = async (path: string) => (await service.send(`/v2/statistics/${side}/${path}`, { as })).text;
  expect(await get(alias)).toBe(await get(grouping));
  expect(JSON.parse(await get(alias)).request_metadata.count).toBeGreaterThan(0);
});

test("GET accepts the flat parameters of older clients", async () => {
  const same: [string, string, object][] = [
    [
      "site",
      `date-from=${TODAY}&date-to=${TODAY}&siteid=1,2&include=totals`,
      { group_by: ["site_id"], filter: { date_from: TODAY, date_to: TODAY, site_id: [1, 2] }, totals: 1 },
    ],
    ["date", "filter=1&zoneid=101", { filter: "1" }],
    ["date", "__proto__[a]=1&filter[__proto__]=2", {}],
  ];
  for (const [segment, query, body] of same) {
    const got = await service.send(`/v2/statistics/p/${segment}?${query}`, { as: "publisher-one" });
    const posted = await post(`/v2/statistics/p/${segment}`, "publisher-one", body);
    expect([query, got.status, got.json]).toMatchObject([query, posted.status, posted.json]);
  }
});

test("GET accepts the parameters of POST in bracket notation", async () => {
  const same: [string, object][] = [
    ["group_by[]=date&group_by[]=site_id", { group_by: ["date", "site_id"] }],
    [
      "group_by=colour&limit=many&filter[site_id][]=x&filter[adblock]=no&y=1",
      { group_by: ["colour"], limit: "many", filter: { site_id: ["x"], adblock: "no" }, y: "1" },
    ],
  ];
  for (const [query, body] of same) {
    const got = await service.send(`/v2/statistics/p/global?${query}`, { as: "publisher-one" });
    const posted = await post("/v2/statistics/p/global", "publisher-one", body);
    expect([got.status, got.json]).toEqual([posted.status, posted.json]);
  }
});

test("HEAD is answered with the status and headers of GET", async () => {
  const { json } = await post("/v2/login", undefined, { api_token: "token of publisher-one" });
  const head = (query: string) =>
    fetch(`${service.origin}/v2/statistics/p/global?${query}`, {
      method: "HEAD",
      headers: { Authorization: `Bearer ${json.token}` },
    });
  const { status, headers } = await head("group_by=date");
  expect([status, headers.get("Content-Type"), headers.get("Vary")]).toEqual([
    ...[200, "application/json", "Accept, Accept-Encoding"],
  ]);
  expect((await head("group_by=colour")).status).toBe(400);
  const cancel = vi.fn();
  const open = vi.spyOn(service.context.reports, "open").mockResolvedValue(new ReadableStream({ cancel }));
  await head("group_by=date");
  open.mockRestore();
  expect(cancel).toHaveBeenCalledOnce();
});

test("the OpenAPI document needs no token", async () => {
  const { status, json } = await service.send("/openapi.json");
  expect([status, json.openapi]).toEqual([200, expect.stringMatching(/^3\.1/)]);
});

test("reports accept the countries and time zones of the collections", async () => {
  const { result } = (await service.send("/collections/countries", { as: "publisher-one" })).json;
  const country_iso = result.map(({ iso3 }: Json) => iso3);
  const { status } = await service.report("publisher-one", "publisher", {
    group_by: ["date"],
    filter: { country_iso },
  });
  expect(status).toBe(200);
  const timezones = (await service.send("/collections/timezones", { as: "publisher-one" })).json.result;
  for (const timezone of timezones.filter((_: string, at: number) => at % 20 === 0))
    expect(
      (await service.report("publisher-one", "publisher", { group_by: ["hour"], timezone })).status,
    ).toBe(200);
});

test("CORS headers let other origins send a token and read rate limits, file names and request ids", async () => {
  const headers = {
    Origin: "https://tool.example",
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization,content-type",
  };
  const asked = await service.send("/v2/statistics/p/date", { method: "OPTIONS", headers });
  expect(asked.status).toBe(204);
  expect(asked.headers.get("Access-Control-Allow-Headers")).toBe(
    "Authorization,Content-Type,Idempotency-Key,If-Match",
  );
  expect(asked.headers.get("Access-Control-Allow-Methods")).toBe("GET,POST,PATCH,DELETE");
  expect(asked.headers.get("Access-Control-Max-Age")).toBe("86400");
  const { headers: answered } = await service.send("/v2/statistics/p/date", { as: "publisher-one" });
  expect(answered.get("Access-Control-Allow-Origin")).toBe("*");
  expect(answered.get("Access-Control-Allow-Credentials")).toBeNull();
  const exposed = answered.get("Access-Control-Expose-Headers")?.split(",");
  for (const name of [
    ...["X-Rate-Limit-Remaining", "Retry-After", "ETag", "Location"],
    ...["Content-Disposition", "X-Request-Id"],
  ])
    expect(exposed).toContain(name);
  expect(answered.get("Cache-Control")).toBe("no-store");
});

test("unknown paths are readable by other origins and rate-limited", async () => {
  await using limited = await startService({ settings: { limitIp: 9 }, now: () => clock });
  for (const path of ["/v2/placement/explain", "/v2/x", "/statistics/x", "/collections/x", "/openapi.json"]) {
    const { headers } = await limited.send(path);
    const read = ["Access-Control-Allow-Origin", "X-Rate-Limit-Limit"].map((name) => headers.get(name));
    expect([path, ...read]).toEqual([path, "*", "9"]);
  }
});

test.each([
  ["text/csv", {}, Number.POSITIVE_INFINITY],
  ["text/csv", { limit: 7 }, 7],
  ["application/json", {}, 50],
])("as %s, a report requested with %j has at most %d records", async (accept, body, limit) => {
  using open = vi.spyOn(service.context.reports, "open");
  await service.send("/v2/statistics/p/date", { as: "publisher-one", body, headers: { Accept: accept } });
  expect(open.mock.calls.map(([request]) => request.limit)).toEqual([limit]);
});

const UNAVAILABLE = "Statistics are not available at the moment.";

test.each<[Error, string | null, string, number]>([
  [
    new BusyError("reports"),
    "5",
    "Too many reports are running. Try again in 5 seconds, or request less.",
    0,
  ],
  [new StoreError("away", "."), "5", UNAVAILABLE, 0],
  [new StoreError("failed", "."), null, UNAVAILABLE, 1],
  [new Error("broken"), null, UNAVAILABLE, 1],
  [Object.assign(new Error("."), { code: "ENOSPC" }), null, "The disk is full.", 1],
  [new CancelledError("Nobody waits."), null, "Nobody waits for the report.", 0],
])(
  "a report that fails with %o is answered 503 with Retry-After %j and the message %j",
  async (error, wait, message, times) => {
    using reported = listen("reportException");
    using _open = vi.spyOn(service.context.reports, "open").mockRejectedValue(error);
    const { status, headers, json } = await post("/v2/statistics/p/date", "publisher-one", {});
    expect([status, headers.get("Retry-After"), json]).toMatchObject([503, wait, { message }]);
    expect(reported.listener.mock.calls).toEqual(Array(times).fill([error, expect.any(ServerResponse)]));
  },
);
