// @long Sends some two thousand requests.
/** No JSON body causes an internal error. */
import { expect, test } from "vitest";
import { hashPassword, hashToken } from "../../../src/service/signing/passwords.ts";
import { aNetwork, aNetworkCampaign, CREATIVE } from "../support/catalogue.ts";
import { useService } from "../support/service.ts";

const PASSWORD = "a password of an account";

/** Bearer token of each account. The network's token belongs to a user, which PATCH /v2/user requires. */
const bearers: Record<number, string> = { 2: "token-2", 3: "token-3" };
const password = await hashPassword(PASSWORD);
const catalogue = aNetwork({
  accounts: [
    { id: 1, name: "Network", role: "network", username: "network", password },
    { id: 2, name: "Publisher", role: "publisher", network: 1, apiTokens: [hashToken("token-2")] },
    { id: 3, name: "Advertiser", role: "advertiser", network: 1, apiTokens: [hashToken("token-3")] },
  ],
  campaigns: [
    aNetworkCampaign(1, {
      budget: { daily: "5" },
      caps: { total: 100 },
      variations: [{ id: 1, ...CREATIVE }],
    }),
  ],
});
const service = await useService(catalogue, { limitUser: 0, limitStatisticsIp: 0, limitStatisticsUser: 0 });
const credentials = JSON.stringify({ username: "network", password: PASSWORD });
bearers[1] = (await send(2, "POST", "/v2/login", credentials)).json.token;

const CAMPAIGN = {
  account: 3,
  name: "New",
  pricing: { model: "cpm", price: "1" },
  keywords: ["shoes"],
  budget: { daily: "1" },
  caps: { daily: 1 },
  frequency: [{ impressions: 1, seconds: 60 }],
  targeting: {
    custom: { key: ["value"] },
    countries: ["DEU"],
    sites: [1],
    times: { timezone: "UTC", hours: [1] },
  },
  from: "2026-11-01",
  offer: 1,
  variations: [CREATIVE],
};
const REQUESTS: [number, string, string, object][] = [
  [1, "POST", "/v2/accounts", { name: "New", role: "publisher", currency: "EUR" }],
  [1, "PATCH", "/v2/accounts/2", { name: "New", currency: "EUR" }],
  [1, "POST", "/v2/sites", { account: 2, name: "New", hostname: "new.example", blockedAdvertisers: [3] }],
  [2, "PATCH", "/v2/sites/1", { name: "New", category: 1, blockedAdvertisers: [3] }],
  [2, "POST", "/v2/zones", { site: 1, name: "New", size: "1x1" }],
  [1, "POST", "/v2/campaigns", CAMPAIGN],
  [1, "PATCH", "/v2/campaigns/1", CAMPAIGN],
  [3, "PATCH", "/v2/campaigns/1", { name: "New", budget: { daily: "4", total: "9" }, caps: { total: 9 } }],
  [3, "POST", "/v2/campaigns/1/creatives", CREATIVE],
  [3, "PATCH", "/v2/campaigns/1/creatives/1", { ...CREATIVE, weight: 2 }],
  [1, "PATCH", "/v2/user", { name: "New", password: "another long password", currentPassword: "wrong" }],
  [
    1,
    "POST",
    "/v2/estimate",
    { account: 3, sizes: ["300x250"], targeting: CAMPAIGN.targeting, caps: { daily: 1 } },
  ],
  [
    1,
    "POST",
    "/v2/placement/explain",
    { user: { ip: "192.0.2.1" }, zones: [{ id: 1, custom_targeting: { a: "b" } }] },
  ],
  [
    1,
    "POST",
    "/v2/shares",
    { name: "x", role: "publisher", view: "?", days: 1, filter: { hour: [1] }, timezone: "UTC" },
  ],
  [
    ...([1, "POST", "/v2/statistics/p/global"] as const),
    {
      group_by: ["date"],
      filter: { zone_id: [1], date_from: "2026-11-01" },
      exclude: { hour: [1] },
      order_by: [{ field: "date", order: "asc" }],
      projection: { base: ["impressions"] },
      limit: 1,
    },
  ],
  [1, "POST", "/v2/login", { username: "ann", password: "wrong" }],
  [1, "POST", "/v2/login", { api_token: "wrong" }],
  [
    1,
    "POST",
    "/v1/placement",
    { user: { ip: "192.0.2.1", gdpr: { gdpr: 1, consent: "" } }, zones: [{ id: 1 }] },
  ],
];

/** Objects that break conversion, inherited property names, and extreme values. */
const VALUES = [
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"toString":1}}',
  '{"constructor":{"name":1}}',
  '[{"toString":null}]',
  "null",
  "[[]]",
  "1e308",
  '"\\u0000\\ud800"',
].map((text) => JSON.parse(text));

/** Yields a copy of the body for each place in it, with the value put there. */
function* replaceEach(body: unknown, value: unknown): Generator<unknown> {
  yield value;
  if (typeof body !== "object" || body === null) return;
  for (const [key, inner] of Object.entries(body))
    for (const changed of replaceEach(inner, value))
      yield Array.isArray(body) ? [changed] : { ...body, [key]: changed };
}

function send(account: number, method: string, path: string, body: string) {
  return service.send(bearers[account] ?? "", method, path, body, { "If-Match": "*" });
}

test.each(REQUESTS)(
  "account %i: %s %s returns no 5xx status for any value in any place",
  async (account, method, path, body) => {
    const failed: string[] = [];
    for (const value of VALUES) {
      for (const changed of replaceEach(body, value)) {
        const text = JSON.stringify(changed);
        const { status } = await send(account, method, path, text);
        if (status >= 500) failed.push(`${status} ${text}`);
      }
    }
    expect(failed).toEqual([]);
  },
);

const DEPTH = 10_000;
const DEEP = [`${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`, `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`];

test.each(REQUESTS)("account %i: %s %s refuses values nested 10,000 levels deep", async (...request) => {
  const [account, method, path, body] = request;
  const answers: unknown[] = [];
  for (const deep of DEEP) {
    const texts = Object.keys(body).map((field) => {
      const others = JSON.stringify({ ...body, [field]: undefined }).slice(1);
      return `{${JSON.stringify(field)}:${deep}${others === "}" ? others : `,${others}`}`;
    });
    for (const text of [deep, ...texts]) answers.push((await send(account, method, path, text)).status);
  }
  // Sign-in returns 429 after several failed attempts.
  expect(answers.filter((status) => status !== 400 && status !== 429)).toEqual([]);
});
