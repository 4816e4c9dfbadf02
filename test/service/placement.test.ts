import { expect, test } from "vitest";
import type { AdResponse } from "../../src/protocol/placement.ts";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { testService, useService } from "./support/service.ts";

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
