import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { testService } from "./support/service.ts";

const CATALOGUE = aCatalogueObject({
  campaigns: [aCampaign({ id: 1 })],
  site: { publisherShare: "0.333333" },
});
const PER_CLICK = aCatalogueObject({
  campaigns: [aCampaign({ id: 1, pricing: { model: "cpc", price: "0.25" }, budget: { total: "0.60" } })],
});
const manual = { redirect: "manual" } as const;

describe("an impression", () => {
  it("is a pixel that is never cached, and costs to the billionth", async () => {
    await using service = await testService(CATALOGUE);
    const { impression } = await service.banner();
    const response = await fetch(impression);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/gif");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-event")).toBe("counted");
    expect((await response.arrayBuffer()).byteLength).toBe(42);
    expect(await service.counted()).toMatchObject({
      ...{ impressions: "1", clicks: "0" },
      ...{ cost: "0.002000000", publisher_revenue: "0.000666666" },
    });
  });

  it("counts once, however often and from however many connections it is fetched, and after a restart", async () => {
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

  it("may come as a beacon, and counts not by HEAD nor when a browser looks ahead", async () => {
    await using service = await testService(CATALOGUE);
    const { impression } = await service.banner();
    expect((await fetch(impression, { method: "HEAD" })).headers.get("x-event")).toBe("ignored");
    const ahead = await fetch(impression, { headers: { "sec-purpose": "prefetch" } });
    expect(ahead.headers.get("x-event")).toBe("ignored");
    const deleted = await fetch(impression, { method: "DELETE" });
    expect([deleted.status, deleted.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect(await service.counted()).toMatchObject({ impressions: "0" });
    const beacon = await fetch(impression, { method: "POST", body: "x" });
    expect(beacon.headers.get("x-event")).toBe("counted");
  });

  it.each([
    ["forged", 403],
    ["expired", 410],
  ])("that is %s counts nothing, says so, and is a pixel still", async (kind, status) => {
    await using service = await testService(CATALOGUE);
    const { impression } = await service.banner();
    if (kind === "expired") service.clock.time += service.settings.trackingLife;
    const address =
      kind === "forged" ? impression.replace(/.$/, (last) => (last === "A" ? "B" : "A")) : impression;
    const response = await fetch(address);
    expect(response.status).toBe(status);
    expect(response.headers.get("x-event")).toBe(kind);
    expect(response.headers.get("content-type")).toBe("image/gif");
    expect(await service.counted()).toMatchObject({ impressions: "0", invalid_impressions: "0" });
  });

  it("from another address than the decision's is kept, invalid, at no cost", async () => {
    await using service = await testService(CATALOGUE, { trustedProxies: ["127.0.0.1"] });
    const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
    const { impression } = await service.banner(1, from("203.0.113.5"));
    const response = await fetch(impression, from("203.0.113.6"));
    expect(response.status).toBe(200);
    expect(response.headers.get("x-event")).toBe("invalid");
    // It is used up: the right address cannot make it count any more.
    expect((await fetch(impression, from("203.0.113.5"))).headers.get("x-event")).toBe("repeated");
    expect(await service.counted()).toMatchObject({
      ...{ impressions: "0", invalid_impressions: "1" },
      ...{ cost: "0.000000000", publisher_revenue: "0.000000000" },
    });
    const six = await service.banner(1, from("2001:db8:1:1::1"));
    const roamed = await fetch(six.impression, from("2001:db8:1:1:ffff::2"));
    expect(roamed.headers.get("x-event")).toBe("counted");
  });

  it("of a server's call without the visitor's address is invalid when the visitor fetches it", async () => {
    await using service = await testService(CATALOGUE, {
      requireUserIp: "never",
      trustedProxies: ["127.0.0.1"],
    });
    const { impression } = await service.banner();
    const visitor = await fetch(impression, { headers: { "x-forwarded-for": "203.0.113.5" } });
    expect(visitor.headers.get("x-event")).toBe("invalid");
  });
});

describe("a click", () => {
  it("leads to the catalogue's page, whatever the request says, and counts apart from the impression", async () => {
    await using service = await testService(CATALOGUE);
    const { url, impression } = await service.banner();
    const response = await fetch(`${url}?url=https://evil.example/`, manual);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("https://shop.example/landing/1");
    expect(response.headers.get("cache-control")).toBe("no-store");
    await fetch(impression);
    expect((await fetch(url, manual)).headers.get("x-event")).toBe("repeated");
    expect(await service.counted()).toMatchObject({ impressions: "1", clicks: "1", cost: "0.002000000" });
  });

  it("is paid until the budget is spent, and leads on after that", async () => {
    await using service = await testService(PER_CLICK);
    const banners = await Promise.all([1, 2, 3].map((zone) => service.banner(zone)));
    const answers = await Promise.all(banners.map(({ url }) => fetch(url, manual)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(answers.map(({ headers }) => headers.get("x-event")).sort()).toEqual([
      "counted",
      "counted",
      "unpaid",
    ]);
    expect(await service.counted()).toMatchObject({ clicks: "3", cost: "0.500000000" });
    expect(await (await service.place({ user: {}, zones: [{ id: 1 }] })).json()).toMatchObject({
      zones: [null],
    });
  });

  it.each([
    ["forged", 403, "/c/0.2.1.1"],
    ["nothing", 403, "/c/"],
  ])("that is %s leads nowhere", async (_name, status, path) => {
    await using service = await testService(CATALOGUE);
    const response = await fetch(service.origin + path, manual);
    expect(response.status).toBe(status);
    expect(response.headers.get("location")).toBe(null);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  it("that has expired leads nowhere", async () => {
    await using service = await testService(CATALOGUE);
    const { url } = await service.banner();
    service.clock.time += service.settings.trackingLife;
    const response = await fetch(url, manual);
    expect([response.status, response.headers.get("location")]).toEqual([410, null]);
  });
});

describe("a reload of the catalogue", () => {
  it("serves the new one, and still counts and leads on for addresses of the old one", async () => {
    await using service = await testService(CATALOGUE);
    const { url, impression } = await service.banner();
    const next = aCatalogueObject({ campaigns: [aCampaign({ id: 2 })] });
    await writeFile(service.catalogueFile, JSON.stringify(next));
    await service.reload();
    expect((await service.banner()).image).toContain("/creatives/2.png");
    expect((await fetch(impression)).headers.get("x-event")).toBe("counted");
    expect((await fetch(url, manual)).headers.get("location")).toBe("https://shop.example/landing/1");
    expect(
      await service.rows("SELECT campaign_id, sum(cost) AS cost FROM facts WHERE impressions > 0 GROUP BY 1"),
    ).toEqual([{ campaign_id: 1, cost: "0.002000000" }]);
  });

  it("keeps the old one when the new one is bad, and says so", async () => {
    await using service = await testService(CATALOGUE);
    await writeFile(service.catalogueFile, "{");
    await service.reload();
    expect((await service.banner()).image).toContain("/creatives/1.png");
    expect(await service.metrics()).toContain('zonetag_catalogue_reloads_total{result="refused"}');
  });

  it("happens by itself when the file changes", async () => {
    await using service = await testService(CATALOGUE);
    await writeFile(
      service.catalogueFile,
      JSON.stringify(aCatalogueObject({ campaigns: [aCampaign({ id: 3 })] })),
    );
    await expect.poll(async () => (await service.banner()).image, { timeout: 10_000 }).toContain("/3.png");
  });
});
