/** Response headers and the publisher share, tested over HTTP and on the command line. */
import { Command } from "commander";
import { expect, test } from "vitest";
import { addSettings } from "../../src/service/settings.ts";
import { hashToken } from "../../src/service/signing/passwords.ts";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { type TestService, testService } from "./support/service.ts";

const CATALOGUE = aCatalogueObject({ campaigns: [aCampaign({ id: 1 })] });
/** Catalogue with a publisher that has two API tokens and no user name. */
const WITH_TOKENS = {
  ...CATALOGUE,
  accounts: [
    { id: 1, name: "Publisher", role: "publisher", apiTokens: ["first", "second"].map(hashToken) },
    { id: 2, name: "Advertiser", role: "advertiser" },
  ],
};

async function signIn(service: TestService, api_token: string): Promise<Record<string, string>> {
  const { json } = await service.send("", "POST", "/v2/login", { api_token });
  return { authorization: `Bearer ${json.token}` };
}

test("the dashboard's content security policy allows only its own origin and no framing", async () => {
  await using service = await testService(CATALOGUE);
  const { headers } = await fetch(`${service.origin}/dashboard/`);
  const policy = new Map(
    (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
  expect(policy.get("default-src")).toBe("'self'");
  for (const name of ["object-src", "base-uri", "frame-ancestors"]) expect(policy.get(name)).toBe("'none'");
  for (const name of ["script-src", "connect-src"]) expect(policy.get(name) ?? "'self'").toBe("'self'");
  expect(headers.get("x-frame-options")).toBe("DENY");
});

test.each([
  "/healthz",
  "/zonetag.js",
  "/dashboard/",
  "/v2/collections/countries",
  "/nothing",
  "/v1/placement",
  "/i/x",
])("%s sets a referrer policy and forbids type sniffing and framing", async (path) => {
  await using service = await testService(CATALOGUE);
  const { headers } = await fetch(service.origin + path);
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("placements, tracking pixels and reports are sent with Cache-Control: no-store", async () => {
  await using service = await testService(WITH_TOKENS);
  const headers = await signIn(service, "first");
  const report = await fetch(`${service.origin}/v2/statistics/p/date`, { headers });
  expect([report.status, report.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const placement = await service.place({ user: {}, zones: [{ id: 1 }] });
  expect(placement.headers.get("cache-control")).toBe("no-store");
  const { impression } = await service.banner();
  expect((await fetch(impression)).headers.get("cache-control")).toBe("no-store");
});

test("preflight responses may be cached for a day", async () => {
  await using service = await testService(CATALOGUE);
  for (const path of ["/v1/placement", "/v2/login"]) {
    const { headers } = await fetch(service.origin + path, {
      method: "OPTIONS",
      headers: { origin: "https://site.example", "access-control-request-method": "POST" },
    });
    expect(headers.get("access-control-max-age")).toBe("86400");
  }
});

const parseSettings = (...args: string[]) =>
  addSettings(new Command().exitOverride().configureOutput({ writeErr: () => {} })).parse(
    ["--catalogue", "c", "--data", "d", ...args],
    { from: "user" },
  );

test.each(["1.5", "-0.1", "half", "0.1234567", ""])(
  "the command line refuses the publisher share %j",
  (value) => {
    expect(() => parseSettings("--publisher-share", value)).toThrow(/Expected a share/);
  },
);

test.each(["0", "1", "0.7", "1.000000"])("the command line accepts the publisher share %j", (value) => {
  expect(parseSettings("--publisher-share", value).opts().publisherShare).toBe(value);
});
