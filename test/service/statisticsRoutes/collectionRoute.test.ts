/** Pages, counts and alternative names of collections. */
import { expect, test } from "vitest";
import { listCountries } from "../../../src/service/net/countries.ts";
import { OWN_COLLECTIONS, SHARED_COLLECTIONS } from "../../../src/service/statisticsRoutes/collections.ts";
import { CATALOGUE, findAccount, useService } from "./support.ts";

const service = await useService();

const ask = (path: string) => service.send(`/v2/collections/${path}`, { as: "publisher-one" });
const COUNTRIES = listCountries();

test.each(["", "?count=0", "?count=false", "?colour=1"])(
  "a collection without limit, offset and count is returned complete, without metadata: %j",
  async (query) => {
    const account = findAccount("publisher-one");
    for (const [name, list] of Object.entries({ ...SHARED_COLLECTIONS, ...OWN_COLLECTIONS })) {
      const { status, text } = await ask(name + query);
      expect([status, text]).toEqual([200, JSON.stringify({ result: list(CATALOGUE, account) })]);
    }
  },
);

test.each([
  ["limit=50&offset=50", { limit: 50, offset: 50 }, COUNTRIES.slice(50, 100)],
  ["limit=3", { limit: 3, offset: 0 }, COUNTRIES.slice(0, 3)],
  ["offset=240", { offset: 240 }, COUNTRIES.slice(240)],
  ["offset=0", { offset: 0 }, COUNTRIES],
  ["limit=5000", { limit: 5000, offset: 0 }, COUNTRIES],
  ["limit=50&offset=5000", { limit: 50, offset: 5000 }, []],
  ["limit=2&offset=1&count=0", { limit: 2, offset: 1 }, COUNTRIES.slice(1, 3)],
])("countries?%s returns that page with the total count", async (query, range, result) => {
  const { status, json } = await ask(`countries?${query}`);
  expect([status, json]).toEqual([200, { request_metadata: { count: COUNTRIES.length, ...range }, result }]);
});

test.each([1, 7, 50, 500])("pages of %i entries contain each entry of a collection once", async (limit) => {
  const read: unknown[] = [];
  for (let page: unknown[] = Array(limit); page.length === limit; read.push(...page))
    page = (await ask(`devices?limit=${limit}&offset=${read.length}`)).json.result;
  expect(read).toEqual((await ask("devices")).json.result);
});

test.each([
  ["count=1", { offset: 0 }],
  ["count=true", { offset: 0 }],
  ["limit=50&offset=100&count=1", { limit: 50, offset: 100 }],
])("countries?%s returns only the total count", async (query, range) => {
  const { status, json } = await ask(`countries?${query}`);
  expect([status, json]).toEqual([200, { request_metadata: { count: COUNTRIES.length, ...range } }]);
});

const WHOLE_LIMIT = "Expected a whole number from 1 to 5000.";
const WHOLE_OFFSET = `Expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`;

test.each([
  ["limit=0", { "[limit]": WHOLE_LIMIT }],
  ["limit=-1", { "[limit]": WHOLE_LIMIT }],
  ["limit=x", { "[limit]": WHOLE_LIMIT }],
  ["limit=", { "[limit]": WHOLE_LIMIT }],
  ["limit=5001", { "[limit]": WHOLE_LIMIT }],
  ["offset=-1", { "[offset]": WHOLE_OFFSET }],
  ["offset=1e3", { "[offset]": WHOLE_OFFSET }],
  ["count=2", { "[count]": "Expected 0, 1, false or true." }],
  ["count=", { "[count]": "Expected 0, 1, false or true." }],
])("countries?%s is refused with the parameter's name and the expected value", async (query, problem) => {
  const { status, text } = await ask(`countries?${query}`);
  const [[path, expected] = []] = Object.entries(problem);
  expect([status, JSON.parse(text)]).toMatchObject([
    400,
    { message: `${path}: ${expected}`, errors: [problem] },
  ]);
});

test("all invalid parameters of a collection are reported together", async () => {
  const { json } = await ask("countries?limit=x&offset=x&count=x");
  expect(json.errors.flatMap(Object.keys)).toEqual(["[limit]", "[offset]", "[count]"]);
});

test.each(["/v2", "/v1", ""])("names below %s/collections may have hyphens", async (base) => {
  for (const name of ["operating_systems", "device_types", "ad_types"]) {
    const hyphenated = `${base}/collections/${name.replace("_", "-")}`;
    const { status, text, headers } = await service.send(hyphenated, { as: "publisher-one" });
    expect([status, text]).toEqual([200, (await ask(name)).text]);
    // Both spellings are current names; only /v1 is deprecated.
    const link = base === "/v1" ? `</v2/collections/${name}>; rel="successor-version"` : null;
    expect([headers.get("Link"), headers.has("Deprecation")]).toEqual([link, link !== null]);
  }
});

test.each(["operating-planets", "device-types/1", "operating-systems/"])(
  "collections/%s is answered 404",
  async (name) => {
    expect((await ask(name)).status).toBe(404);
  },
);

test("browsers keep the collections that are the same for every account, for an hour", async () => {
  for (const name of Object.keys(SHARED_COLLECTIONS)) {
    const { headers } = await ask(name);
    expect([name, headers.get("Cache-Control")]).toEqual([name, "private, max-age=3600"]);
    expect(headers.get("Vary")).toContain("Authorization, Cookie");
  }
  for (const path of [...Object.keys(OWN_COLLECTIONS), "countries?limit=-1"])
    expect([path, (await ask(path)).headers.get("Cache-Control")]).toEqual([path, "no-store"]);
  const unauthorized = await service.send("/v2/collections/countries");
  expect([unauthorized.status, unauthorized.headers.get("Cache-Control")]).toEqual([401, "no-store"]);
});
