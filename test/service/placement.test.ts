import { expect, test } from "vitest";
import type { AdResponse } from "../../src/protocol/placement.ts";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { type TestService, testService, useService } from "./support/service.ts";

const CATALOGUE = aCatalogueObject({
  campaigns: [
    aCampaign({ id: 1, keywords: ["shoes"] }),
    aCampaign({ id: 2, keywords: ["travel"], targeting: { countries: ["USA"] } }),
  ],
});
const ROUTE = "/v1/placement";
const shoes = { user: {}, zones: [{ id: 1, keywords: "shoes" }] };

const service = await useService(CATALOGUE);

test("a response contains a banner or null for each zone in order, and an error for unknown zones", async () => {
  const zones = [{ id: 404 }, { id: 2 }, { id: 1, keywords: "shoes" }, { id: 404 }];
  const response = await service.place({ user: {}, zones });
  expect(response.status).toBe(200);
  const body = (await response.json()) as AdResponse;
  const address = expect.stringMatching(new RegExp(`^${service.origin}/[ic]/[\\w.-]+$`));
  const image = "https://cdn.example/1.png";
  const data = { url: address, impression: address, image, width: 300, height: 250 };
  expect(body).toEqual({
    zones: [null, null, { idzone: 1, type: "banner", data }, null],
    errors: { 0: ["Zone 404 not found"], 3: ["Zone 404 not found"] },
  });
});

test("a request with a very long referer, consent string and keywords is served", async () => {
  // The longest request line that common servers accept by default.
  const referer = `https://news.example/?${"utm_content=a%20b&".repeat(500)}`.slice(0, 8190);
  // The length of a consent string that lists every vendor in every publisher restriction.
  const consent = "CPyZ".padEnd(12_000, "AbC-_9");
  const keywords = Array.from({ length: 580 }, (_, at) => `long tail ${at}`).join();
  const zones = [{ id: 1, keywords: `shoes,${keywords}` }];
  const response = await service.place({ user: { referer, gdpr: { gdpr: 1, consent } }, zones });
  const { zones: results } = (await response.json()) as AdResponse;
  expect([response.status, results[0]?.idzone]).toEqual([200, 1]);
});

test("tracking URLs begin with the configured origin", async () => {
  await using set = await testService(CATALOGUE, { origin: "https://ads.example" });
  const body = (await (await set.place(shoes)).json()) as AdResponse;
  expect(body.zones[0]?.data.impression).toMatch(/^https:\/\/ads\.example\/i\//);
});

test("each existing zone of a request is counted as filled or unfilled", async () => {
  await using fresh = await testService(CATALOGUE);
  await fresh.place({ user: {}, zones: [{ id: 1, keywords: "shoes", sub: 7 }, { id: 2 }, { id: 404 }] });
  const rows = await fresh.rows(
    "SELECT zone_id, campaign_id, variation_id, advertiser_id, publisher_id, site_hostname, size, sub, ad_requests, filled FROM facts ORDER BY zone_id",
  );
  const site = { publisher_id: 1, site_hostname: "site.example", size: "300x250", ad_requests: 1n };
  expect(rows).toEqual([
    { ...site, zone_id: 1n, campaign_id: 1, variation_id: 1, advertiser_id: 2, sub: 7n, filled: 1n },
    {
      ...site,
      zone_id: 2n,
      campaign_id: null,
      variation_id: null,
      advertiser_id: null,
      sub: null,
      filled: 0n,
    },
  ]);
});

const americanRequest = { user: { ip: "8.8.8.8" }, zones: [{ id: 1, keywords: "travel" }] };
const readCountries = async (service: TestService) =>
  (await service.rows("SELECT country_iso FROM facts")).map((row) => Object.values(row)[0]);

test("the IP address in a request's user object overrides the connection's", async () => {
  await using fresh = await testService(CATALOGUE);
  const body = (await (await fresh.place(americanRequest)).json()) as AdResponse;
  expect(body.zones[0]).not.toBe(null);
  expect(await readCountries(fresh)).toEqual(["USA"]);
});

test("X-Forwarded-For is used only from a trusted proxy", async () => {
  const headers = { "x-forwarded-for": "8.8.8.8" };
  const zones = [{ id: 1, keywords: "travel" }];
  await using trusting = await testService(CATALOGUE, { trustedProxies: ["127.0.0.0/8"] });
  await trusting.place({ user: {}, zones }, { headers });
  expect(await readCountries(trusting)).toEqual(["USA"]);
  await using doubting = await testService(CATALOGUE);
  await doubting.place({ user: {}, zones }, { headers });
  expect(await readCountries(doubting)).toEqual([null]);
});

test("the User-Agent and Accept-Language headers are used for values missing in the request", async () => {
  await using fresh = await testService(CATALOGUE);
  const phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";
  const headers = { "user-agent": phone, "accept-language": "de-AT,de;q=0.9" };
  await fresh.place({ user: {}, zones: [{ id: 1 }] }, { headers });
  await fresh.place({ user: { ua: phone, language: "de-at" }, zones: [{ id: 1 }] });
  const rows = await fresh.rows(
    "SELECT DISTINCT browser_id, operating_system_id, device_id, device_type_id, language_id FROM facts",
  );
  expect(rows).toEqual([
    { browser_id: 2, operating_system_id: 3, device_id: 3, device_type_id: 2, language_id: 33 },
  ]);
});

test("the limit of 150 requests per address and minute answers further requests with 429 and headers", async () => {
  await using limited = await testService(CATALOGUE, { limitIp: 150 });
  const answers = await Promise.all(Array.from({ length: 170 }, () => limited.place(shoes)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(150);
  expect(refused).toHaveLength(20);
  for (const { headers } of refused) {
    expect(headers.get("x-rate-limit-limit")).toBe("150");
    expect(headers.get("x-rate-limit-remaining")).toBe("0");
    expect(headers.get("x-rate-limit-reset")).toBe("60");
    expect(headers.get("retry-after")).toBe("60");
    expect(headers.get("access-control-expose-headers")).toContain("X-Rate-Limit-Remaining");
  }
  limited.clock.time += 59_999;
  expect((await limited.place(shoes)).status).toBe(429);
  limited.clock.time += 1;
  expect((await limited.place(shoes)).status).toBe(200);
  expect(await limited.counted()).toMatchObject({ ad_requests: "151" });
});

test("invalid requests count towards the limit per address, which is checked before validation", async () => {
  await using limited = await testService(CATALOGUE, { limitIp: 3 });
  const left = async (init: RequestInit) => {
    const { status, headers } = await fetch(limited.origin + ROUTE, { body: "{}", ...init });
    return [status, headers.get("x-rate-limit-remaining")];
  };
  expect(await left({ method: "PUT" })).toEqual([405, "2"]);
  expect(await left({ method: "POST", body: "x".repeat(70_000) })).toEqual([413, "1"]);
  expect(await left({ method: "POST" })).toEqual([400, "0"]);
  expect(await left({ method: "PUT" })).toEqual([429, "0"]);
});

test("addresses in --unlimited-addresses are exempt from the limit per address", async () => {
  const settings = { limitIp: 1, unlimitedAddresses: ["127.0.0.0/8"], trustedProxies: ["127.0.0.1"] };
  await using limited = await testService(CATALOGUE, settings);
  for (let again = 0; again < 3; again++) expect((await limited.place(shoes)).status).toBe(200);
  const headers = { "x-forwarded-for": "203.0.113.5" };
  expect((await limited.place(shoes, { headers })).status).toBe(200);
  expect((await limited.place(shoes, { headers })).status).toBe(429);
});

test("a cap is not exceeded by concurrent requests or a restart", async () => {
  const campaigns = [aCampaign({ id: 1, caps: { daily: 25 } })];
  await using capped = await testService(aCatalogueObject({ campaigns }));
  const ask = () => capped.place({ user: {}, zones: [{ id: 1 }, { id: 2 }] });
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as AdResponse[];
  const filled = bodies.flatMap(({ zones }) => zones).filter((zone) => zone !== null);
  expect(filled).toHaveLength(25);
  await Promise.all(filled.slice(0, 20).map((zone) => fetch(zone.data.impression)));
  await capped.restart();
  const later = (await (await ask()).json()) as AdResponse;
  expect(later.zones).toEqual([null, null]);
  // The reservations of the five banners that were not shown lapse.
  capped.clock.time += capped.settings.reservationLife + 10_000;
  const free = (await (await ask()).json()) as AdResponse;
  expect(free.zones.filter((zone) => zone !== null)).toHaveLength(2);
  expect(await capped.counted()).toMatchObject({ impressions: "20" });
});

test("pages of --credential-origins may send credentials with placements and impressions; others may not", async () => {
  const page = "https://news.example";
  await using naming = await testService(CATALOGUE, { credentialOrigins: [page] });
  const read = async (path: string, origin: string | undefined, init: RequestInit = {}) => {
    const { headers } = await fetch(naming.origin + path, {
      redirect: "manual",
      ...init,
      headers: { ...(origin && { origin }), ...init.headers },
    });
    const names = ["access-control-allow-origin", "access-control-allow-credentials", "vary"];
    return names.map((name) => headers.get(name));
  };
  const named = [page, "true", "Origin"];
  const any = ["*", null, null];
  const post = { method: "POST", body: JSON.stringify(shoes) };
  expect(await read(ROUTE, page, post)).toEqual(named);
  expect(await read(ROUTE, page, { method: "OPTIONS" })).toEqual(named);
  expect(await read(ROUTE, page, { ...post, body: "{}" })).toEqual(named);
  expect(await read(ROUTE, page, { method: "PUT" })).toEqual(named);
  expect(await read("/i/forged", page)).toEqual(named);
  for (const origin of ["https://other.example", "https://news.example.evil.example", "null", undefined])
    for (const [path, init] of [
      [ROUTE, post],
      ["/i/forged", {}],
    ] as const)
      expect(await read(path, origin, init)).toEqual(any);
  for (const path of ["/v2/statistics/a/date", "/v2/login", "/openapi.json", "/c/forged"])
    expect((await read(path, page))[1]).toBe(null);
});
