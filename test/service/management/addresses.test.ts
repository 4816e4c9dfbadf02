/** Requests and responses of the management endpoints. */
import { expect, test } from "vitest";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { aNetwork, aNetworkCampaign, CREATIVE, NETWORK } from "../support/catalogue.ts";
import { type Managed, manage } from "./support.ts";

const password = await hashPassword("a good password");
const START = aNetwork({
  accounts: NETWORK.map((one) => ({ ...one, ...(one.id === 2 && { username: "ann", password }) })),
  sites: [
    { id: 1, account: 2, name: "News", hostname: "daily.example" },
    { id: 2, account: 2, name: "Shop 1", hostname: "shop.example" },
    { id: 12, account: 2, name: "Gone", hostname: "gone.example", deleted: true },
  ],
  campaigns: [
    aNetworkCampaign(1, {
      name: "Shoes",
      variations: [
        { id: 1, ...CREATIVE },
        { id: 2, name: "Summer", ...CREATIVE },
      ],
    }),
  ],
});

/** Sends a request to a new catalogue. */
const ask = async (...request: Parameters<Managed["send"]>) => (await manage(START)).send(...request);
const ANY_VERSION = { "If-Match": "*" };

test("the version of an entry is also the ETag of its response", async () => {
  const { status, headers, json } = await ask(2, "GET", "/v2/sites/1");
  const version = expect.stringMatching(/^[\w-]{20,200}$/);
  const [site] = START.sites;
  expect([status, json]).toEqual([
    200,
    { result: { ...site, blockedAdvertisers: [], deleted: false, version } },
  ]);
  expect(headers.get("etag")).toBe(`"${json.result.version}"`);
});

test("creating an entry returns 201 with Location, version and ETag", async () => {
  const managed = await manage(START);
  const zone = { site: 1, name: "Side", size: "728x90" };
  const { status, headers, json } = await managed.send(2, "POST", "/v2/zones", zone);
  expect([status, headers.get("location"), json]).toEqual([
    ...[201, "/v2/zones/2"],
    { result: { id: 2, ...zone, deleted: false, version: expect.any(String) } },
  ]);
  expect(headers.get("etag")).toBe(`"${json.result.version}"`);
  const made = await managed.send(1, "POST", "/v2/campaigns/1/creatives", CREATIVE);
  expect([made.status, made.headers.get("location")]).toEqual([201, "/v2/campaigns/1/creatives/3"]);
});

test("listed accounts omit user names, passwords and API tokens", async () => {
  const { json } = await ask(1, "GET", "/v2/accounts");
  for (const account of json.result)
    expect(["username", "password", "apiTokens", "hasPassword"].filter((field) => field in account)).toEqual(
      [],
    );
});

test("a list returns the total count and the requested page", async () => {
  const managed = await manage(START);
  const list = async (query: string) => {
    const { json } = await managed.send(2, "GET", `/v2/sites${query}`);
    return [json.request_metadata, json.result.map(({ id }: { id: number }) => id)];
  };
  expect(await list("")).toEqual([{ count: 2, limit: 50, offset: 0 }, [1, 2]]);
  expect(await list("?limit=1&offset=1")).toEqual([{ count: 2, limit: 1, offset: 1 }, [2]]);
  expect(await list("?limit=5000&offset=9")).toEqual([{ count: 2, limit: 5000, offset: 9 }, []]);
  expect(await list("?deleted=1")).toEqual([{ count: 3, limit: 50, offset: 0 }, [1, 2, 12]]);
  expect(await list("?deleted=0")).toEqual([{ count: 2, limit: 50, offset: 0 }, [1, 2]]);
});

test("the creatives of a campaign are listed without paging", async () => {
  const { json } = await ask(3, "GET", "/v2/campaigns/1/creatives");
  expect(json.request_metadata).toEqual({ count: 2, limit: 2, offset: 0 });
  expect(json.result).toMatchObject([
    { id: 1, version: expect.any(String) },
    { id: 2, name: "Summer" },
  ]);
});

test.each([
  ["part of a name in another letter case", "NEW", [1]],
  ["part of another searched field", "shop.ex", [2]],
  ["a complete id", "2", [2]],
  ["an id that also occurs in a name", "1", [1, 2]],
  ["only spaces", "%20", [1, 2]],
  ["a text with spaces around it", "%20news%20", [1]],
  ["a text without a match", "nothing", []],
])("a search for %s (%j) finds the sites %j", async (_what, search, ids) => {
  const { json } = await ask(2, "GET", `/v2/sites?search=${search}`);
  expect(json.result.map(({ id }: { id: number }) => id)).toEqual(ids);
});

test.each([
  ["zones", "300x", [1]],
  ["zones", "top", [1]],
  ["accounts", "publ", [2]],
  ["accounts", "advert", [3]],
  ["campaigns", "shoes", [1]],
  ["campaigns", "cpm", []],
])("a search in %s for %j finds the ids %j", async (kind, search, ids) => {
  const { json } = await ask(1, "GET", `/v2/${kind}?search=${search}`);
  expect(json.result.map(({ id }: { id: number }) => id)).toEqual(ids);
});

test.each([
  ["limit", "0", 1, 5000],
  ["limit", "5001", 1, 5000],
  ["limit", "1.5", 1, 5000],
  ["limit", "x1", 1, 5000],
  ["limit", "", 1, 5000],
  ["offset", "-1", 0, Number.MAX_SAFE_INTEGER],
  ["offset", "1e3", 0, Number.MAX_SAFE_INTEGER],
])("a list with the %s %j is refused with the allowed range", async (name, value, least, most) => {
  const { status, json } = await ask(2, "GET", `/v2/sites?${name}=${value}`);
  expect([status, json]).toEqual([
    400,
    { errors: [{ [`[${name}]`]: `Expected a whole number from ${least} to ${most}.` }] },
  ]);
});

test.each(["0", "01", "x", "1x", "x1", "-1", "1.0", "12345678901234567"])(
  "a path with the invalid id %s returns 404",
  async (id) => {
    const { status, json } = await ask(2, "GET", `/v2/sites/${id}`);
    expect([status, json]).toEqual([404, { message: "There is nothing at this address." }]);
  },
);

test.each([
  [2, "GET", "/v2/sites/9", "There is no site 9."],
  [2, "GET", "/v2/zones/9", "There is no zone 9."],
  [1, "GET", "/v2/accounts/9", "There is no account 9."],
  [3, "PATCH", "/v2/campaigns/1/creatives/9", "Campaign 1 has no creative 9."],
  [3, "PATCH", "/v2/campaigns/9/creatives/1", "There is no campaign 9."],
])(
  "for account %i, %s %s returns 404 with the kind of the missing entry",
  async (account, method, path, message) => {
    const body = method === "GET" ? undefined : {};
    const answer = await ask(account, method, path, body, ANY_VERSION);
    expect([answer.status, answer.json]).toEqual([404, { message }]);
  },
);

test.each([
  ["missing", {}, 428, "Name the version that you saw, in the header If-Match."],
  [
    "outdated",
    { "If-Match": '"old"' },
    409,
    "Someone else changed this after you loaded it. Load it again, then repeat your change.",
  ],
])("a change is refused when its version is %s", async (_what, headers, status, message) => {
  const managed = await manage(START);
  const answer = await managed.send(2, "PATCH", "/v2/sites/1", { name: "Daily" }, headers);
  expect([answer.status, answer.json]).toEqual([status, { message }]);
  expect(await managed.saved()).toMatchObject(START);
});

test.each([
  ["as an entity tag", (version: string) => `"${version}"`],
  ["as a weak entity tag", (version: string) => `W/"${version}"`],
  ["without quotes", (version: string) => version],
  ["as *", () => "*"],
])("a change accepts the version %s", async (_how, write) => {
  const managed = await manage(START);
  const { json } = await managed.send(2, "GET", "/v2/sites/1");
  const headers = { "If-Match": write(json.result.version) };
  const changed = await managed.send(2, "PATCH", "/v2/sites/1", { name: "Daily" }, headers);
  expect([changed.status, changed.json.result.name]).toEqual([200, "Daily"]);
  expect(changed.json.result.version).not.toBe(json.result.version);
});

test.each(["application/json", "Application/JSON; charset=utf-8", "application/merge-patch+json ;a=b"])(
  "a change may be sent as %s",
  async (type) => {
    const headers = { ...ANY_VERSION, "Content-Type": type };
    const { status } = await ask(2, "PATCH", "/v2/sites/1", { name: "X" }, headers);
    expect(status).toBe(200);
  },
);

test.each(["text/plain", "application/jsonp", "x-application/json", "application/patch+json", ""])(
  "a change may not be sent as %j",
  async (type) => {
    const headers = { ...ANY_VERSION, "Content-Type": type };
    const answer = await ask(2, "PATCH", "/v2/sites/1", { name: "X" }, headers);
    expect([answer.status, answer.json]).toEqual([
      415,
      { message: "Send the body as JSON, with Content-Type: application/json." },
    ]);
  },
);

test.each(["{", ""])("a change whose body is %j is refused as malformed JSON", async (body) => {
  const answer = await ask(2, "PATCH", "/v2/sites/1", body, ANY_VERSION);
  expect([answer.status, answer.json]).toEqual([400, { errors: [{ "[body]": "Malformed JSON body." }] }]);
});

test("a change whose body is not UTF-8 is refused as malformed JSON", async () => {
  const body = Uint8Array.from([...new TextEncoder().encode('{"name":"'), 0xff, 0x22, 0x7d]);
  const answer = await ask(2, "PATCH", "/v2/sites/1", body, ANY_VERSION);
  expect([answer.status, answer.json]).toEqual([400, { errors: [{ "[body]": "Malformed JSON body." }] }]);
});

test("an unexpected error returns 500 instead of a refusal", async () => {
  const facts = { writeAnswer: () => Promise.reject(new Error("Nothing is summed here.")) };
  const answer = await (await manage(START, { facts })).send(2, "GET", "/v2/activity");
  expect([answer.status, answer.json]).toEqual([500, { message: "Nothing is summed here." }]);
});

test("estimate and activity responses wrap their data in result", async () => {
  const managed = await manage(START);
  const estimate = await managed.send(1, "POST", "/v2/estimate", { sizes: ["300x250"] });
  expect([estimate.status, estimate.json]).toEqual([
    200,
    { result: { zones: 1, zones_total: 1, requests: 0, impressions: 0, ignored: [] } },
  ]);
  const activity = await managed.send(2, "GET", "/v2/activity");
  expect([activity.status, activity.json.result.zones.length]).toEqual([200, 1]);
});
