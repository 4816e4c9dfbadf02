import { expect, test } from "vitest";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";
import { testService } from "../support/service.ts";

const JSON_BODY = { "content-type": "application/json" };
const ANSWERS: [status: number, method: string, path: string, init?: RequestInit][] = [
  [200, "POST", "/v1/placement", { body: '{"user":{"ip":"192.0.2.1"},"zones":[{"id":1}]}' }],
  [400, "POST", "/v1/placement", { body: "{" }],
  [413, "POST", "/v1/placement", { body: "x".repeat(200) }],
  [405, "GET", "/v1/placement"],
  [204, "OPTIONS", "/v1/placement"],
  [401, "POST", "/v2/placement/explain"],
  [403, "GET", "/i/forged"],
  [403, "GET", "/c/forged"],
  [200, "GET", "/livez"],
  [200, "GET", "/readyz"],
  [200, "GET", "/metrics"],
  [200, "GET", "/zonetag.js"],
  [404, "GET", "/nothing"],
  [404, "GET", "/creatives/nothing.png"],
  [308, "GET", "/dashboard"],
  [200, "GET", "/openapi.json"],
  [204, "OPTIONS", "/v2/login", { headers: { "access-control-request-method": "POST" } }],
  [405, "GET", "/v2/login"],
  [415, "POST", "/v2/login", { body: "{}" }],
  [400, "POST", "/v2/login", { body: "{", headers: JSON_BODY }],
  [401, "POST", "/v2/login", { body: '{"api_token":"guess"}', headers: JSON_BODY }],
  [400, "POST", "/v2/login", { body: '{"api_token":5}', headers: JSON_BODY }],
  [400, "POST", "/v2/setup", { body: "{}", headers: JSON_BODY }],
  [413, "POST", "/v2/login", { body: "x".repeat(200), headers: JSON_BODY }],
  [401, "GET", "/v2/statistics/p/date"],
  [401, "GET", "/statistics/publisher/date"],
  [405, "GET", "/v1/login"],
  [404, "GET", "/v2/nothing"],
  [401, "POST", "/v2/zones"],
];

test("every response has a new request id or the request's, and API errors repeat it in the body", async () => {
  await using service = await testService(aCatalogueObject({ campaigns: [aCampaign({ id: 1 })] }), {
    maxBody: 100,
  });
  const ids = new Set<string>();
  for (const [status, method, path, init] of ANSWERS) {
    const ask = async (headers: Record<string, string>) => {
      const options = { redirect: "manual", ...init, method } as const;
      const response = await fetch(service.origin + path, {
        ...options,
        headers: { origin: "https://site.example", ...init?.headers, ...headers },
      });
      const text = await response.text();
      const isInterface = /^\/(v2|statistics|v1\/login)\b|\/explain$/.test(path);
      const named = status >= 400 && isInterface ? response.headers.get("x-request-id") : undefined;
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      expect([path, isJson ? JSON.parse(text).request_id : undefined]).toEqual([path, named]);
      if (named)
        expect([path, JSON.parse(text).message]).toEqual([path, expect.stringMatching(/^[^\n]{3,200}$/)]);
      expect([method, path, response.status]).toEqual([method, path, status]);
      return response.headers.get("x-request-id") ?? "";
    };
    const own = await ask({});
    expect([path, own]).toEqual([path, expect.stringMatching(/^[\w.-]{1,64}$/)]);
    ids.add(own);
    expect([path, await ask({ "x-request-id": "from-a-proxy" })]).toEqual([path, "from-a-proxy"]);
  }
  expect(ids.size).toBe(ANSWERS.length);
});
