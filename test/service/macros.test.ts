/** From an ad with macros to the address of its landing page, over HTTP. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClickIds } from "../../src/service/signing/clickIds.ts";
import { openLink } from "../support/openLink.ts";
import { aCampaign, aCatalogueObject, addTokens, aVariation, NETWORK, SIZE } from "./support/catalogue.ts";
import { CONSENTED, REFUSED } from "./support/consent.ts";
import { NOON, type TestService, testService, useService } from "./support/service.ts";

const AGENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const PAGE =
  "https://shop.example/shoes?id={click_id}&campaign={campaign_id}&site={site_id}&sub={sub}&os={os}#at={timestamp}";
const WITH_MACROS = { variations: [{ ...aVariation(1), url: PAGE }] };
const service = await useService(aCatalogueObject({ campaigns: [aCampaign({ id: 1, ...WITH_MACROS })] }), {
  clickLimits: [],
});

/** Requests zone 1 for a visitor. Resolves with the click address. */
async function place(user: object = {}, headers: HeadersInit = {}, of: TestService = service) {
  const body = { user: { ua: AGENT, ...user }, zones: [{ id: 1, sub: 12 }] };
  const answer: unknown = await (await of.place(body, { headers })).json();
  const { zones } = answer as { zones: { data: { url: string; image: string } }[] };
  return zones[0]?.data.url ?? "";
}

/** Clicks. Resolves with the outcome and the landing page. */
async function click(url: string, headers: Record<string, string> = {}) {
  const answer = await openLink(url, headers);
  return {
    outcome: answer.headers.get("x-event"),
    page: new URL(answer.headers.get("location") ?? "about:blank"),
  };
}

test("a click's landing page gets campaign, site, sub, system, time and click id", async () => {
  const url = await place();
  service.clock.time += 5000;
  const { outcome, page } = await click(url);
  const id = page.searchParams.get("id") ?? "";
  expect(outcome).toBe("counted");
  expect(page.href).toBe(
    `https://shop.example/shoes?id=${id}&campaign=1&site=1&sub=12&os=iOS#at=${service.clock.time / 1000}`,
  );
  const secret = await readFile(join(service.settings.data, "secret"), "utf8");
  expect(createClickIds(Buffer.from(secret, "base64url")).read(id)).toMatchObject({
    decidedAt: NOON,
    clickedAt: service.clock.time,
    campaign: 1,
    sub: 12,
  });
});

test("a repeated click has the same decision and a time of its own", async () => {
  const url = await place();
  const first = await click(url);
  service.clock.time += 1000;
  const again = await click(url);
  expect([first.outcome, again.outcome]).toEqual(["counted", "repeated"]);
  const [one = "", two = ""] = [first, again].map(({ page }) => page.searchParams.get("id") ?? "");
  const pick = (id: string) => id.split(".").slice(0, 4);
  expect(pick(two)).toEqual(pick(one));
  expect(Number(two.split(".")[4])).toBe(Number(one.split(".")[4]) + 1000);
});

const WITHOUT_1 = `${CONSENTED.slice(0, 25)}H${CONSENTED.slice(26)}`;
const WITHOUT_7 = `${CONSENTED.slice(0, 26)}3${CONSENTED.slice(27)}`;
const ONLY_1_AND_7 = `${REFUSED.slice(0, 25)}II${REFUSED.slice(27)}`;

test.each<[string, object, boolean]>([
  ["no word about GDPR", {}, true],
  ["an empty gdpr", { gdpr: {} }, true],
  ["gdpr 0", { gdpr: { gdpr: 0 } }, true],
  ["gdpr 0 and an empty text", { gdpr: { gdpr: 0, consent: "" } }, true],
  ["gdpr 0 and a consent", { gdpr: { gdpr: 0, consent: CONSENTED } }, true],
  ["gdpr 0 and a refusal", { gdpr: { gdpr: 0, consent: REFUSED } }, false],
  ["gdpr 0 and a word", { gdpr: { gdpr: 0, consent: "granted" } }, false],
  ["gdpr 1 without a text", { gdpr: { gdpr: 1 } }, false],
  ["gdpr 1 and an empty text", { gdpr: { gdpr: 1, consent: "" } }, false],
  ["gdpr 1 and a refusal", { gdpr: { gdpr: 1, consent: REFUSED } }, false],
  ["gdpr 1 and a word", { gdpr: { gdpr: 1, consent: "granted" } }, false],
  ["consent without purpose 1", { gdpr: { gdpr: 1, consent: WITHOUT_1 } }, false],
  ["consent without purpose 7", { gdpr: { gdpr: 1, consent: WITHOUT_7 } }, false],
  ["consent to purposes 1 and 7 only", { gdpr: { gdpr: 1, consent: ONLY_1_AND_7 } }, true],
  ["consent to all purposes", { gdpr: { gdpr: 1, consent: CONSENTED } }, true],
])(
  "a request with %s allows a click id or not, whatever the same visitor sent before",
  async (_what, user, hasId) => {
    const { outcome, page } = await click(await place(user));
    expect([outcome, page.searchParams.get("id") !== ""]).toEqual(["counted", hasId]);
    expect(page.searchParams.get("campaign")).toBe("1");
  },
);

test.each<[string, Record<string, string>, Record<string, string>, string]>([
  ["Sec-GPC at the request", { "sec-gpc": "1" }, {}, "counted"],
  ["Sec-GPC at the click", {}, { "sec-gpc": "1" }, "counted"],
  ["a robot's request", { "user-agent": "Googlebot/2.1" }, { "user-agent": "Googlebot/2.1" }, "robot"],
  ["a click by a script", {}, { "sec-fetch-mode": "cors" }, "invalid"],
])("%s leaves the click id empty", async (_what, atRequest, atClick, expected) => {
  const { outcome, page } = await click(await place({}, atRequest), atClick);
  expect(outcome).toBe(expected);
  expect([page.searchParams.get("id"), page.searchParams.get("site")]).toEqual(["", "1"]);
});

test("an expired click and HEAD fill macros without a click id; a limited click has one", async () => {
  const url = await place();
  const head = await fetch(url, { method: "HEAD", redirect: "manual" });
  expect(head.headers.get("location")).toContain("?id=&campaign=1&");
  service.clock.time += 3601_000;
  const { outcome, page } = await click(url);
  expect([outcome, page.search]).toEqual(["expired", "?id=&campaign=1&site=1&sub=12&os=iOS"]);

  const campaigns = [aCampaign({ id: 1, ...WITH_MACROS })];
  await using limited = await testService(aCatalogueObject({ campaigns }), {
    clickLimits: [{ limit: 1, windowMs: 60_000 }],
  });
  await click(await place({}, {}, limited));
  const second = await click(await place({}, {}, limited));
  expect(second.outcome).toBe("limited");
  expect(second.page.searchParams.get("id")).toMatch(/^1\./);
});

test("a stored creative with unknown macros is served; a changed one is refused by the macro's name", async () => {
  const url = "https://shop.example/?a={foo}&sub={sub}";
  const catalogue = {
    accounts: addTokens(NETWORK),
    sites: [{ id: 1, account: 2, name: "Site", hostname: "site.example" }],
    zones: [{ id: 1, site: 1, name: "Zone", size: SIZE }],
    campaigns: [aCampaign({ id: 1, account: 3, variations: [{ ...aVariation(1), url }] })],
  };
  await using old = await testService(catalogue);
  expect((await click(await place({}, {}, old))).page.href).toBe("https://shop.example/?a={foo}&sub=12");
  const patch = (creative: object) =>
    old.send("token-1", "PATCH", "/v2/campaigns/1/creatives/1", creative, { "If-Match": "*" });
  const refused = await patch({ name: "Other" });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.json)).toContain('\\"{foo}\\" is not a macro.');
  expect((await patch({ url: "https://shop.example/?a=%7Bfoo%7D&sub={sub}" })).status).toBe(200);
  expect((await click(await place({}, {}, old))).page.href).toBe("https://shop.example/?a=%7Bfoo%7D&sub=12");
});
