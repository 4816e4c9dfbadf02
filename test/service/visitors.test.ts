/** Uses of visitor data: regions, frequency caps, consent. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { AdResponse } from "../../src/protocol/placement.ts";
import { useFolder } from "../support/folder.ts";
import { openLink } from "../support/openLink.ts";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { CONSENTED, REFUSED } from "./support/consent.ts";
import { writeMmdb } from "./support/mmdb.ts";
import { type TestService, testService } from "./support/service.ts";

const AGENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

const folder = useFolder();
const cityDatabase = join(folder, "city.mmdb");
beforeAll(async () => {
  const place = (country: string, subdivision: string) => ({
    country: { iso_code: country },
    subdivisions: [{ iso_code: subdivision }],
  });
  const networks = { "192.0.2.0/24": place("GB", "SCT"), "198.51.100.0/24": place("GB", "ENG") };
  await writeFile(
    cityDatabase,
    writeMmdb({ ...networks, "203.0.113.0/24": { country: { iso_code: "DE" } } }),
  );
});

/** Requests zone 1. Resolves with its banner; undefined if the zone stays empty. */
async function place(service: TestService, user: object, headers: Record<string, string> = {}) {
  const response = await service.place({ user, zones: [{ id: 1 }] }, { headers });
  return ((await response.json()) as AdResponse).zones[0]?.data;
}

test("with a city database, campaigns are served only in their regions, and events contain the region", async () => {
  const campaigns = [aCampaign({ id: 1, targeting: { regions: [7] } })];
  await using service = await testService(aCatalogueObject({ campaigns }), { cityDatabase });
  expect(await place(service, { ip: "192.0.2.7" })).toBeDefined();
  expect(await place(service, { ip: "198.51.100.7" })).toBe(undefined);
  expect(await place(service, { ip: "203.0.113.7" })).toBe(undefined);
  expect(await service.rows("SELECT country_iso, region_id, filled FROM facts ORDER BY ALL")).toEqual([
    { country_iso: "DEU", region_id: null, filled: 0n },
    { country_iso: "GBR", region_id: 7, filled: 1n },
    { country_iso: "GBR", region_id: 8, filled: 0n },
  ]);
});

test("the service does not start with a file that is not a city database", async () => {
  const file = join(folder, "none.mmdb");
  await writeFile(file, "x");
  const starting = testService(aCatalogueObject({ campaigns: [] }), { cityDatabase: file });
  await expect(starting).rejects.toThrow(`${file} is not a city database`);
});

const cappedCampaigns = [aCampaign({ id: 1, frequency: [{ impressions: 2, seconds: 3600 }] })];
const cappedCatalogue = aCatalogueObject({ campaigns: cappedCampaigns });

test("a frequency cap limits one user's impressions across a restart until its window ends", async () => {
  await using service = await testService(cappedCatalogue);
  const user = { id: "reader-1" };
  for (let time = 0; time < 2; time++) {
    const banner = await place(service, user);
    expect((await fetch(banner?.impression ?? "")).headers.get("x-event")).toBe("counted");
  }
  expect(await place(service, user)).toBe(undefined);
  expect(await place(service, { id: "reader-2" })).toBeDefined();
  expect(await place(service, {})).toBeDefined();
  await service.restart();
  expect(await place(service, user)).toBe(undefined);
  service.clock.time += 3600_000;
  expect(await place(service, user)).toBeDefined();
});

test("a frequency cap limits the zones of one request and counts impressions of clicks", async () => {
  await using service = await testService(cappedCatalogue);
  const zones = [1, 2, 3, 4].map((id) => ({ id }));
  const response = await service.place({ user: { id: "reader-1" }, zones });
  const filled = ((await response.json()) as AdResponse).zones.filter((zone) => zone !== null);
  expect(filled).toHaveLength(2);
  for (const { data } of filled) await openLink(data.url);
  expect(await place(service, { id: "reader-1" })).toBe(undefined);
});

test("a frequency cap stores a digest of the user id until its window ends, never the id itself", async () => {
  await using service = await testService(cappedCatalogue);
  const banner = await place(service, { id: "reader-1" });
  await fetch(banner?.impression ?? "");
  const [row, ...others] = await service.rows(
    "SELECT *, epoch(expires - time)::INTEGER AS kept FROM frequency",
  );
  expect(others).toEqual([]);
  expect(row).toMatchObject({ campaign_id: 1, kept: 3600, viewer: expect.stringMatching(/^[\w-]{10}$/) });
  expect(banner?.impression).not.toContain("reader");
  service.clock.time += 3601_000;
  await place(service, {});
  expect(await service.rows("SELECT * FROM frequency")).toEqual([]);
});

const targetedCampaigns = [
  aCampaign({ id: 1, frequency: [{ impressions: 1, seconds: 3600 }] }),
  aCampaign({ id: 2, priority: 1, targeting: { deviceTypes: ["mobile"] } }),
  aCampaign({ id: 3, priority: 2, targeting: { languages: ["de"], countries: ["GBR"] } }),
  aCampaign({ id: 4, priority: 3, targeting: { regions: [7] } }),
];
const reader = { id: "reader-1", ip: "192.0.2.7", ua: AGENT, language: "de" };

test.each<[string, object, Record<string, string>]>([
  ["gdpr 1 without a consent string", { gdpr: { gdpr: 1 } }, {}],
  ["gdpr 1 with an empty consent string", { gdpr: { gdpr: 1, consent: "" } }, {}],
  ["gdpr 1 with a refusal", { gdpr: { gdpr: 1, consent: REFUSED } }, {}],
  ["gdpr 1 with a word", { gdpr: { gdpr: 1, consent: "granted" } }, {}],
  ["Sec-GPC: 1", {}, { "sec-gpc": "1" }],
])(
  "without consent by %s, only the visitor's country is used and stored",
  async (_name, consent, headers) => {
    await using service = await testService(aCatalogueObject({ campaigns: targetedCampaigns }), {
      cityDatabase,
    });
    for (let time = 0; time < 2; time++) {
      const banner = await place(service, { ...reader, ...consent }, headers);
      expect(banner?.image).toContain("/1.png");
      expect((await fetch(banner?.impression ?? "")).headers.get("x-event")).toBe("counted");
      // Version, epoch, number, time, country, and empty fields up to the zone.
      expect(new URL(banner?.impression ?? "").pathname).toMatch(/^\/i\/0\.5\.1\.\d+\.\d+\.GBR\.{10}1\./);
    }
    const columns =
      "country_iso, region_id, language_id, browser_id, device_id, device_type_id, operating_system_id";
    const unknown = { region_id: null, language_id: null, browser_id: null, device_id: null };
    expect(await service.rows(`SELECT DISTINCT ${columns} FROM facts`)).toEqual([
      { country_iso: "GBR", ...unknown, device_type_id: null, operating_system_id: null },
    ]);
    expect(await service.rows("SELECT * FROM frequency")).toEqual([]);
  },
);

test("without consent a token contains no digest of the address, so events count from any address", async () => {
  const settings = { requireUserIp: "never" as const, trustedProxies: ["127.0.0.1"] };
  await using service = await testService(aCatalogueObject({ campaigns: targetedCampaigns }), settings);
  const from = (address: string) => ({ "x-forwarded-for": address });
  const ask = async (consent: object) => {
    const body = JSON.stringify({ user: consent, zones: [{ id: 1 }] });
    const init = { method: "POST", body, headers: from("203.0.113.5") };
    const response = await fetch(`${service.origin}/v1/placement`, init);
    return ((await response.json()) as AdResponse).zones[0]?.data.impression ?? "";
  };
  const headers = from("203.0.113.6");
  const refused = await fetch(await ask({ gdpr: { gdpr: 1, consent: "" } }), { headers });
  expect(refused.headers.get("x-event")).toBe("counted");
  const given = await fetch(await ask({ gdpr: { gdpr: 1, consent: CONSENTED } }), { headers });
  expect(given.headers.get("x-event")).toBe("invalid");
});

test("with consent all known visitor data is used for targeting", async () => {
  await using service = await testService(aCatalogueObject({ campaigns: targetedCampaigns }), {
    cityDatabase,
  });
  const consent = { gdpr: { gdpr: 1, consent: CONSENTED } };
  expect((await place(service, { ...reader, ...consent }))?.image).toContain("/4.png");
  expect((await place(service, { ...reader, gdpr: { gdpr: 0 } }))?.image).toContain("/4.png");
  expect((await place(service, reader, { "sec-gpc": "0" }))?.image).toContain("/4.png");
});
