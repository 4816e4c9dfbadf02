import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AdResponse, BannerData } from "../../src/protocol/placement.ts";
import { makeFolder } from "../support/folder.ts";
import { openLink } from "../support/openLink.ts";
import { aCampaign, aCatalogueObject, aVariation } from "./support/catalogue.ts";
import { type TestService, testService } from "./support/service.ts";

const CATALOGUE = aCatalogueObject({
  campaigns: [aCampaign({ id: 1 })],
  site: { publisherShare: "0.333333" },
});
const PER_CLICK = aCatalogueObject({
  campaigns: [aCampaign({ id: 1, pricing: { model: "cpc", price: "0.25" }, budget: { total: "0.60" } })],
});
const comingFrom = (address: string) => ({ headers: { "x-forwarded-for": address } });

/** Requests zone 1 as a server does, without an Origin header. Resolves with the banner. */
async function placeFromServer(
  service: TestService,
  user: object,
  init: RequestInit = {},
): Promise<BannerData> {
  const body = JSON.stringify({ user, zones: [{ id: 1 }] });
  const response = await fetch(`${service.origin}/v1/placement`, { method: "POST", body, ...init });
  const data = ((await response.json()) as AdResponse).zones[0]?.data;
  if (!data) throw new Error("The zone is empty.");
  return data;
}

test("an impression URL answers an uncacheable pixel, and its cost is exact to the billionth", async () => {
  await using service = await testService(CATALOGUE);
  const { impression } = await service.banner();
  const response = await fetch(impression);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/gif");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-event")).toBe("counted");
  expect((await response.arrayBuffer()).byteLength).toBe(42);
  expect(await service.counted()).toMatchObject({
    impressions: "1",
    clicks: "0",
    cost: "0.002000000",
    publisher_revenue: "0.000666666",
  });
});

test("an impression fetched by 40 concurrent requests and after a restart counts once", async () => {
  await using service = await testService(CATALOGUE);
  const { impression } = await service.banner();
  const path = new URL(impression).pathname;
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async () => (await fetch(service.origin + path)).headers.get("x-event")),
  );
  expect(outcomes.filter((outcome) => outcome === "counted")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "repeated")).toHaveLength(39);
  await service.restart();
  expect((await fetch(service.origin + path)).headers.get("x-event")).toBe("repeated");
  expect(await service.counted()).toMatchObject({ impressions: "1" });
});

test("if a server passes no address, events count only from the requesting address and are invalid from others", async () => {
  const settings = { requireUserIp: "never" as const, trustedProxies: ["127.0.0.1"] };
  await using service = await testService(CATALOGUE, settings);
  const { impression, url } = await placeFromServer(service, {}, comingFrom("203.0.113.5"));
  const other = comingFrom("203.0.113.6");
  for (let again = 0; again < 2; again++) {
    const response = await fetch(impression, other);
    expect([response.status, response.headers.get("x-event")]).toEqual([200, "invalid"]);
  }
  const click = await openLink(url, other.headers);
  expect([click.status, click.headers.get("x-event")]).toEqual([302, "invalid"]);
  const zero = { impressions: "0", clicks: "0", cost: "0.000000000", publisher_revenue: "0.000000000" };
  expect(await service.counted()).toMatchObject({ ...zero, invalid_impressions: "1", invalid_clicks: "1" });
  expect((await fetch(impression, comingFrom("203.0.113.5"))).headers.get("x-event")).toBe("counted");
  expect(await service.counted()).toMatchObject({ impressions: "1", invalid_impressions: "1" });
  expect(await service.metrics()).toContain('zonetag_events_total{kind="impression",result="invalid"} 2');
});

const robotHeaders = {
  "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
};

test("a click before its impression counts and pays both", async () => {
  await using service = await testService(CATALOGUE);
  const { url, impression } = await service.banner();
  expect((await openLink(url)).headers.get("x-event")).toBe("counted");
  expect((await fetch(impression)).headers.get("x-event")).toBe("repeated");
  expect(await service.counted()).toMatchObject({ impressions: "1", clicks: "1", cost: "0.002000000" });
  await service.restart();
  const { pathname } = new URL(impression);
  expect((await fetch(service.origin + pathname)).headers.get("x-event")).toBe("repeated");
});

test("a click redirects to the creative's landing page regardless of a url parameter", async () => {
  await using service = await testService(CATALOGUE);
  const { url, impression } = await service.banner();
  const response = await openLink(`${url}?url=https://evil.example/`);
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("https://shop.example/landing/1");
  expect(response.headers.get("cache-control")).toBe("no-store");
  await fetch(impression);
  expect((await openLink(url)).headers.get("x-event")).toBe("repeated");
  expect(await service.counted()).toMatchObject({ impressions: "1", clicks: "1", cost: "0.002000000" });
});

test("a click URL with trailing or percent-encoded characters redirects and counts as the same click", async () => {
  await using service = await testService(PER_CLICK);
  const { url } = await service.banner();
  const token = url.slice(url.lastIndexOf("/") + 1);
  const click = async (text: string) => {
    const { status, headers } = await openLink(url.replace(token, text));
    return [status, headers.get("location"), headers.get("x-event")];
  };
  const landing = "https://shop.example/landing/1";
  expect(await click(`${token}).`)).toEqual([302, landing, "counted"]);
  for (const text of [`${token}/`, `${token}.`, token.replaceAll("-", "%2D").replaceAll(".", "%2E"), token])
    expect(await click(text)).toEqual([302, landing, "repeated"]);
  expect(await click(`${token.slice(0, -1)}.`)).toEqual([403, null, "forged"]);
  expect(await service.counted()).toMatchObject({ clicks: "1", impressions: "1", cost: "0.250000000" });
});

const SCRIPT = { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty" };
const FRAME = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" };
const PREFETCH = { "sec-purpose": "prefetch", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

test.each<[string, Record<string, string>, number, string]>([
  ["speculation rules", PREFETCH, 409, "ignored"],
  ["a prerendering browser", { ...PREFETCH, "sec-purpose": "prefetch;prerender" }, 409, "ignored"],
  ["Safari's preview", { "x-purpose": "preview" }, 409, "ignored"],
  ["an old Firefox", { "x-moz": "prefetch" }, 409, "ignored"],
  ["a script", SCRIPT, 302, "invalid"],
  ["an image", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }, 302, "invalid"],
  ["a frame", FRAME, 302, "invalid"],
  ["a robot's script", { ...SCRIPT, ...robotHeaders }, 302, "robot"],
])(
  "a click URL fetched by %s is not paid, and the user's click is",
  async (_what, headers, status, event) => {
    await using service = await testService(PER_CLICK);
    const { url } = await service.banner();
    for (let again = 0; again < 2; again++) {
      const fetched = await openLink(url, headers);
      expect([fetched.status, fetched.headers.get("x-event")]).toEqual([status, event]);
      expect([fetched.headers.get("cache-control"), fetched.headers.get("retry-after")]).toEqual([
        "no-store",
        null,
      ]);
    }
    const stored = {
      invalid_clicks: event === "invalid" ? "1" : "0",
      robot_clicks: event === "robot" ? "1" : "0",
    };
    expect(await service.counted()).toMatchObject({
      clicks: "0",
      impressions: "0",
      cost: "0.000000000",
      ...stored,
    });
    const click = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-user": "?1" };
    expect((await openLink(url, click)).headers.get("x-event")).toBe("counted");
    // Prepared again after the click.
    expect((await openLink(url, headers)).headers.get("x-event")).toBe(event);
    expect((await openLink(url)).headers.get("x-event")).toBe("repeated");
    expect(await service.counted()).toMatchObject({
      clicks: "1",
      impressions: "1",
      cost: "0.250000000",
      ...stored,
    });
  },
);

test("an expired click redirects its user, and is refused while it is fetched ahead", async () => {
  await using service = await testService(PER_CLICK);
  const { url } = await service.banner();
  service.clock.time += service.settings.trackingLife;
  const ask = async (headers: Record<string, string>) => {
    const opened = await openLink(url, headers);
    return [opened.status, opened.headers.get("x-event")];
  };
  expect(await ask(PREFETCH)).toEqual([409, "ignored"]);
  for (const headers of [{}, SCRIPT, FRAME]) expect(await ask(headers)).toEqual([302, "expired"]);
  expect(await service.counted()).toMatchObject({ clicks: "0", invalid_clicks: "0" });
});

test.each([
  ["https://shop.example/обувь", "https://shop.example/%D0%BE%D0%B1%D1%83%D0%B2%D1%8C"],
  ["https://müller.example/größe?a=ü", "https://xn--mller-kva.example/gr%C3%B6%C3%9Fe?a=%C3%BC"],
  ["https://shop.example/\u2028\r\nx", "https://shop.example/%E2%80%A8x"],
  ["https://shop.example/日本", "https://shop.example/%E6%97%A5%E6%9C%AC"],
])("a click on a creative for %j redirects to its ASCII form", async (landing, expected) => {
  const creatives = makeFolder();
  await writeFile(join(creatives, "größe.png"), "");
  const variations = [{ ...aVariation(1), url: landing, image: "/creatives/größe.png" }];
  await using service = await testService(
    aCatalogueObject({ campaigns: [aCampaign({ id: 1, variations })] }),
    { creatives },
  );
  const { url, image } = await service.banner();
  expect((await openLink(url)).headers.get("location")).toBe(expected);
  expect(image).toBe(`${service.origin}/creatives/gr%C3%B6%C3%9Fe.png`);
});

test("after a reload, tracking URLs of the old catalogue still count and redirect", async () => {
  await using service = await testService(CATALOGUE, {}, { isDeclared: true });
  const { url, impression } = await service.banner();
  const next = aCatalogueObject({ campaigns: [aCampaign({ id: 2 })] });
  await writeFile(service.catalogueFile, JSON.stringify(next));
  await service.reload();
  expect((await service.banner()).image).toBe("https://cdn.example/2.png");
  expect((await fetch(impression)).headers.get("x-event")).toBe("counted");
  expect((await openLink(url)).headers.get("location")).toBe("https://shop.example/landing/1");
  expect(
    await service.rows("SELECT campaign_id, sum(cost) AS cost FROM facts WHERE impressions > 0 GROUP BY 1"),
  ).toEqual([{ campaign_id: 1, cost: "0.002000000" }]);
});

test("reloading an invalid catalogue keeps the old one and is counted as refused", async () => {
  await using service = await testService(CATALOGUE, {}, { isDeclared: true });
  await writeFile(service.catalogueFile, "{");
  await service.reload();
  expect((await service.banner()).image).toBe("https://cdn.example/1.png");
  expect(await service.metrics()).toContain('zonetag_catalogue_reloads_total{result="refused"}');
});
