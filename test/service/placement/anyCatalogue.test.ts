/** Every catalogue that passes validation can be loaded, placed from, edited, and reloaded unchanged. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Catalogue, parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { type CatalogueDocument, toDocument } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { createLiveData } from "../../../src/service/people/takeSignIns.ts";
import { Placement } from "../../../src/service/placement/placement.ts";
import { readRequest } from "../../../src/service/placement/readRequest.ts";
import { aCampaign, aCatalogueObject, aVariation, SIZE } from "../support/catalogue.ts";
import { anAuthor } from "../support/changes.ts";
import { explainAll } from "../support/explained.ts";
import { createPlacementParts } from "../support/placementParts.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const CALLER = {
  address: "192.0.2.1",
  isBrowser: true,
  userAgent: undefined,
  language: undefined,
  optsOut: false,
  origin: "https://ads.example",
};

const text = fc.string({ unit: "binary", maxLength: 12 });
const member = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype), "prototype", "length");
const custom = fc.array(fc.tuple(fc.oneof(member, text), fc.array(text, { minLength: 1, maxLength: 3 })), {
  maxLength: 4,
});
const words = fc.array(fc.oneof(member, fc.constantFrom("shoes", "trail shoes", "ß", "c++")), {
  maxLength: 3,
});

interface Options {
  /** Keys and values of custom targeting; the keys may be names of inherited properties. */
  custom: [string, string[]][];
  /** Other dimensions of targeting. */
  targeting?: object;
  more?: object;
  site?: object;
  zone?: object;
}

/** Reads a catalogue as from a file, places one zone, and compares the result with the explanation. */
async function placeOne(
  { custom, targeting = {}, more = {}, site = {}, zone = {} }: Options,
  given: [string, string][],
) {
  const targeted = { ...targeting, custom: Object.fromEntries(custom) };
  const campaigns = [aCampaign({ id: 1, targeting: targeted, ...more })];
  const zones = [{ id: 1, site: 1, name: "Zone", size: SIZE, ...zone }];
  const written = JSON.stringify(aCatalogueObject({ campaigns, site, zones }));
  const catalogue = parseCatalogue(JSON.parse(written));
  const placement = new Placement(createPlacementParts(), catalogue, NOW);
  const requested = [{ id: 1, custom_targeting: Object.fromEntries(given) }];
  const reading = readRequest(Buffer.from(JSON.stringify({ user: {}, zones: requested })), {
    maxZones: 100,
    isIpRequired: false,
  });
  if ("problems" in reading) throw new Error(JSON.stringify(reading.problems));
  const [explained] = explainAll(placement, reading.request, CALLER, NOW);
  const { filled } = await placement.place(reading.request, CALLER, NOW);
  expect(explained?.[0]?.excluded.length === 0).toBe(filled === 1);
  await editAndRestart(catalogue);
  return filled;
}

/** Renames the campaigns of a live catalogue and opens it again, as a restart does. */
async function editAndRestart({ data }: Catalogue): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-any-"));
  try {
    await createLiveData(folder, toDocument(data));
    const live = await LiveCatalogue.open({ data: folder });
    const rename = ({ campaigns }: CatalogueDocument) =>
      campaigns.map((entry) => ({ list: "campaigns" as const, entry: { ...entry, name: "Renamed" } }));
    const { value: catalogue } = await live.change(rename, anAuthor());
    await live.close();
    const again = await LiveCatalogue.open({ data: folder });
    expect((await again.load()).data).toEqual(catalogue.data);
    expect(catalogue.data.campaigns).toEqual(data.campaigns.map((one) => ({ ...one, name: "Renamed" })));
    await again.close();
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a campaign is served only if the zone sends an accepted value for every targeted custom key", async () => {
  const keyed = custom.map((entries) => [...new Map(entries)]);
  await fc.assert(
    fc.asyncProperty(keyed, async (entries) => {
      const given = entries.map(([key, values]): [string, string] => [key, values.at(-1) ?? ""]);
      expect(await placeOne({ custom: entries }, given)).toBe(1);
      if (given.length > 0) expect(await placeOne({ custom: entries }, given.slice(1))).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test("every valid catalogue can be placed from, edited and opened again", async () => {
  const name = text.filter((one) => one !== "");
  const site = fc.record(
    {
      name,
      category: fc.constantFrom(1, 2),
      publisherShare: fc.constantFrom("0", "0.5", "1"),
      blockedAdvertisers: fc.subarray([1, 2]),
      deleted: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const zone = fc.record(
    { name, size: fc.constantFrom(SIZE, "1x1", "9999x9999"), deleted: fc.boolean() },
    { requiredKeys: [] },
  );
  const variation = fc.record(
    {
      name,
      weight: fc.integer({ min: 1, max: 1_000_000 }),
      active: fc.boolean(),
      review: fc.constantFrom("approved", "waiting", "rejected"),
    },
    { requiredKeys: [] },
  );
  const variations = fc
    .array(variation, { minLength: 1, maxLength: 3 })
    .map((all) => all.map((one, at) => ({ ...aVariation(at + 1), ...one })));
  const day = fc.constantFrom("2026-11-19", "2026-11-20", "2026-11-21");
  const more = fc.record(
    {
      name,
      variations,
      active: fc.boolean(),
      deleted: fc.boolean(),
      priority: fc.integer({ min: -1000, max: 1000 }),
      weight: fc.integer({ min: 1, max: 1_000_000 }),
      keywords: words,
      negativeKeywords: words,
      from: day.filter((from) => from < "2026-11-20"),
      to: day.filter((to) => to > "2026-11-19"),
      budget: fc.record({ daily: fc.constantFrom("0", "5", "0.000000001") }),
      caps: fc.record({ total: fc.nat() }),
      frequency: fc.array(fc.record({ impressions: fc.constant(1), seconds: fc.constantFrom(1, 86_400) })),
      spread: fc.constantFrom("asap", "even"),
      pricing: fc.record({
        model: fc.constantFrom("cpm", "cpc"),
        price: fc.constantFrom("0", "0.000001", "1000000"),
      }),
    },
    { requiredKeys: [] },
  );
  const names = (...all: string[]) => fc.subarray(all);
  const targeting = fc.record(
    {
      countries: names("DEU", "USA"),
      languages: names("en", "de"),
      deviceTypes: names("desktop", "mobile"),
      operatingSystems: names("windows", "Linux"),
      browsers: names("firefox", "Chrome"),
      sites: fc.subarray([1]),
      zones: fc.subarray([1]),
      categories: fc.subarray([1, 2]),
      times: fc.record(
        {
          timezone: fc.constantFrom("UTC", "Asia/Kathmandu"),
          weekdays: names("friday", "sunday"),
          hours: fc.subarray([0, 12, 17, 23]),
        },
        { requiredKeys: ["timezone"] },
      ),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      more,
      targeting,
      site,
      zone,
      custom,
      async (campaign, targeting, site, zone, entries) => {
        const given = entries.map(([key, values]): [string, string] => [key, values[0] ?? ""]);
        const options = { custom: entries, targeting, more: campaign, site, zone };
        expect([0, 1]).toContain(await placeOne(options, given));
      },
    ),
    { numRuns: 100 },
  );
});
