/** Tests of a landing page and its postback over HTTP: answered like an ad's, and nothing counts. */
import { expect, test } from "vitest";
import { writeProblem } from "../../src/protocol/problems.ts";
import { openLink } from "../support/openLink.ts";
import { aCampaign, aCatalogueObject, addTokens, aVariation, NETWORK } from "./support/catalogue.ts";
import { NOON, useService } from "./support/service.ts";

const AGENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const PAGE =
  "https://shop.example/shoes?id={click_id}&campaign={campaign_id}&ad={variation_id}&site={site_id}&zone={zone_id}&sub={sub}&os={os}&browser={browser}&device={device_type}&country={country}#at={timestamp}";
const [network, publisher, advertiser] = NETWORK as [object, object, object];
const goalSources = [
  { goal: 1, source: "report", from: "2026-11-01" },
  { goal: 3, source: "report", from: "2026-12-01" },
];
const accounts = [
  network,
  publisher,
  { ...advertiser, goals: 3, goalSources },
  { id: 4, name: "Other advertiser", role: "advertiser", network: 1 },
  { id: 5, name: "Other network", role: "network" },
] as { id: number }[];
/** States of the creatives 3 to 6. */
const REVIEWS = ["waiting", "rejected", "withdrawn", "approved"];
const service = await useService(
  {
    ...aCatalogueObject({
      campaigns: [
        aCampaign({
          id: 1,
          account: 3,
          pricing: { model: "cpc", price: "1.00" },
          budget: { total: "1.00" },
          variations: [{ ...aVariation(1), url: PAGE }],
        }),
        aCampaign({ id: 2, account: 3 }),
        aCampaign({
          id: 3,
          account: 3,
          active: false,
          variations: [3, 4, 5, 6].map((id) => ({ ...aVariation(id), review: REVIEWS[id - 3] })),
        }),
      ],
      site: { account: 2 },
    }),
    sites: [{ id: 1, account: 2, name: "Site", hostname: "site.example" }],
    accounts: addTokens(accounts),
  },
  { clickLimits: [{ limit: 1, windowMs: 60_000 }] },
);

const startTest = (token = "token-3", creative = "1/creatives/1") =>
  service.send(token, "POST", `/v2/campaigns/${creative}/conversion-tests`);

/** Starts a test. `find` resolves with what arrived. */
async function start() {
  const { status, json } = await startTest();
  expect(status).toBe(201);
  const { id, link, ends } = json.result as { id: number; link: string; ends: string };
  const path = `/v2/campaigns/1/conversion-tests/${id}`;
  return { id, link, ends, path, find: async () => (await service.send("token-3", "GET", path)).json.result };
}

async function open(link: string, headers: Record<string, string> = {}) {
  const answer = await openLink(link, { "user-agent": AGENT, ...headers });
  const page = new URL(answer.headers.get("location") ?? "about:blank");
  return { answer, page, id: page.searchParams.get("id") ?? "" };
}

async function expectOver(link: string) {
  for (const init of [{}, { method: "HEAD" }]) {
    const { status, headers } = await fetch(link, { ...init, redirect: "manual" });
    expect([status, headers.get("x-event"), headers.get("location")]).toEqual([410, "expired", null]);
  }
}

async function report(clickId: string, goal: string | number = 1, init: RequestInit = {}, gif = "") {
  const query = new URLSearchParams({ click_id: clickId, goal: String(goal) });
  const answer = await fetch(`${service.origin}/v1/conversion${gif}?${query}`, init);
  return [answer.status, answer.headers.get("x-event")];
}

test("the link redirects with filled macros and a click id, however often and by whatever opens it", async () => {
  const { link, ends } = await start();
  expect(ends).toBe(new Date(service.clock.time + 3600_000).toISOString());
  for (const headers of [
    {},
    { "sec-gpc": "1" },
    { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" },
    { "sec-fetch-mode": "cors" },
  ] as Record<string, string>[]) {
    const { answer, page, id } = await open(link, headers);
    expect([answer.status, answer.headers.get("x-event"), answer.headers.get("set-cookie")]).toEqual([
      302,
      "test",
      null,
    ]);
    expect(id).toMatch(/^9\.[\w.-]{60,170}$/);
    if (!("user-agent" in headers))
      expect(page.href).toBe(
        `https://shop.example/shoes?id=${id}&campaign=1&ad=1&site=&zone=&sub=&os=iOS&browser=Safari&device=mobile&country=#at=${service.clock.time / 1000}`,
      );
  }
});

test("a report by any address and method is answered with test, and nothing is stored or counted", async () => {
  const before = await service.counted();
  const { link, find } = await start();
  expect(await find()).toEqual({});
  const { id, page } = await open(link);
  expect(await find()).toEqual({
    click: { time: new Date(service.clock.time).toISOString(), url: page.href, click_id: id },
  });
  expect(await report(id)).toEqual([200, "test"]);
  expect(await report(id, 1, { method: "POST", body: "goal=2" })).toEqual([200, "test"]);
  expect(await report(id, 1, {}, ".gif")).toEqual([200, "test"]);
  // Characters that an editor appended.
  expect(await report(`${id.replaceAll(".", "%2E")}).`)).toEqual([200, "test"]);
  const body = await (await fetch(`${service.origin}/v1/conversion?click_id=${id}&goal=1`)).json();
  expect(body).toEqual({ outcome: "test" });
  expect(await find()).toMatchObject({
    conversion: { time: new Date(service.clock.time).toISOString(), goal: "1", outcome: "test" },
  });
  expect(await service.counted()).toEqual(before);
  expect(await service.rows("SELECT * FROM deduplication_keys")).toEqual([]);
  // The budget of one click and the limit of one click are unused.
  expect((await openLink((await service.banner()).url)).headers.get("x-event")).toBe("counted");
});

test.each<[string, string, [number, string], string]>([
  ["an unknown goal", "4", [400, "refused"], "goal-unknown"],
  ["a wrong number", "1.0", [400, "refused"], "goal-unknown"],
  ["an imported goal", "2", [400, "refused"], "goal-imported"],
  ["a goal reported from a later day", "3", [400, "refused"], "goal-imported"],
])("%s is refused like that of a click, and the reason is shown", async (_what, goal, expected, code) => {
  const { link, find } = await start();
  const { id } = await open(link);
  expect(await report(id, goal)).toEqual(expected);
  expect(await report(id, goal, {}, ".gif")).toEqual(expected);
  expect(await find()).toMatchObject({
    conversion: { goal, outcome: expected[1], reason: expect.stringMatching(/\.$/), problem: { code } },
  });
  expect(await report(id)).toEqual([200, "test"]);
  expect(await find()).toMatchObject({ conversion: { outcome: "test" } });
});

test("a landing page without the macro gets no click id", async () => {
  const { json } = await startTest("token-3", "2/creatives/2");
  const { id, link } = json.result as { id: number; link: string };
  expect((await open(link)).answer.headers.get("x-event")).toBe("test");
  const state = await service.send("token-3", "GET", `/v2/campaigns/2/conversion-tests/${id}`);
  expect(state.json.result).toMatchObject({ click: { url: "https://shop.example/landing/2", click_id: "" } });
});

test("HEAD and prefetches of link and report are no steps of the test", async () => {
  const { link, find } = await start();
  const head = await fetch(link, { method: "HEAD", redirect: "manual" });
  expect([head.status, head.headers.get("x-event")]).toEqual([302, "ignored"]);
  expect((await open(link, { "sec-purpose": "prefetch" })).answer.status).toBe(409);
  expect(await find()).toEqual({});
  const { id } = await open(link);
  expect(await report(id, 1, { method: "HEAD" })).toEqual([200, "ignored"]);
  expect(await report(id, 1, { headers: { purpose: "prefetch" } })).toEqual([200, "ignored"]);
  expect(await report(id, 9, { headers: { purpose: "prefetch" } })).toEqual([400, "refused"]);
  expect(await find()).not.toHaveProperty("conversion");
});

test("changed ids are forged; the token of a link is no click token, and that of an ad no test", async () => {
  const { link } = await start();
  const { id } = await open(link);
  const changed = id.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  expect(await report(changed)).toEqual([403, "forged"]);
  expect(await report(id.replace(/^9/, "1"))).toEqual([403, "forged"]);
  expect((await openLink(link.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).status).toBe(403);
  const token = link.slice(link.lastIndexOf("/") + 1);
  expect((await fetch(`${service.origin}/i/${token}`)).headers.get("x-event")).toBe("forged");
  const ad = (await service.banner()).url;
  expect(await report(ad.slice(ad.lastIndexOf("/") + 1))).toEqual([403, "forged"]);
});

test("a test ends after an hour: 410 for link and report, and nothing to read", async () => {
  const { link, path } = await start();
  service.clock.time += 3600_000 - 1;
  const { id } = await open(link);
  expect(await report(id)).toEqual([200, "test"]);
  service.clock.time += 1;
  await expectOver(link);
  expect(await report(id)).toEqual([410, "expired"]);
  const { status, json } = await service.send("token-3", "GET", path);
  expect([status, json.message]).toEqual([404, "This test is over. Start another one."]);
  service.clock.time = NOON;
});

test("a rejected or withdrawn creative is not tested, nor its link followed once it is rejected", async () => {
  for (const creative of ["3/creatives/4", "3/creatives/5"]) {
    const { status, json } = await startTest("token-3", creative);
    expect([status, json.message]).toEqual([409, writeProblem({ code: "creative-rejected" })]);
  }
  for (const creative of ["3/creatives/3", "3/creatives/6"]) {
    const { link } = (await startTest("token-3", creative)).json.result as { link: string };
    expect((await open(link)).answer.status).toBe(302);
    const path = `/v2/campaigns/${creative}`;
    const listed = (await service.send("token-1", "GET", "/v2/campaigns/3/creatives")).json.result;
    const { version } = listed.find(({ id }: { id: number }) => path.endsWith(`/${id}`));
    const headers = { "If-Match": version };
    const rejected = await service.send("token-1", "POST", `${path}/reject`, { reason: "No" }, headers);
    expect(rejected.status).toBe(200);
    await expectOver(link);
    expect((await startTest("token-1", creative)).status).toBe(409);
  }
});

test("an account starts at most 50 tests in an hour, and others still start theirs", async () => {
  service.clock.time += 3600_000;
  for (let started = 0; started < 50; started++) expect((await startTest("token-3")).status).toBe(201);
  const { status, json, headers } = await startTest("token-3");
  expect([status, json.message]).toEqual([429, writeProblem({ code: "rate-limited", seconds: 3600 })]);
  expect(headers.get("retry-after")).toBe("3600");
  expect((await startTest("token-1")).status).toBe(201);
  service.clock.time += 3600_000;
  expect((await startTest("token-3")).status).toBe(201);
  service.clock.time = NOON;
});

test("those who may see the campaign start and read its tests, and nobody else", async () => {
  const { id, path } = await start();
  for (const token of ["token-1", "token-3"]) {
    expect((await startTest(token)).status).toBe(201);
    expect((await service.send(token, "GET", path)).status).toBe(200);
  }
  for (const [token, status] of [
    ["token-2", 403],
    ["token-4", 404],
    ["token-5", 404],
    ["", 401],
  ] as const) {
    expect([token, (await startTest(token)).status]).toEqual([token, status]);
    expect([token, (await service.send(token, "GET", path)).status]).toEqual([token, status]);
  }
  // The test of another campaign, and the creative of another one.
  const read = (of: string) => service.send("token-3", "GET", of);
  expect((await read(`/v2/campaigns/2/conversion-tests/${id}`)).status).toBe(404);
  expect((await startTest("token-3", "1/creatives/2")).status).toBe(404);
});
