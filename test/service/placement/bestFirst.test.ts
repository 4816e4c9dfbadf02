/** Campaigns of the best tier serve every zone that they can, within budgets, caps and frequency caps. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AdRequest, type AdResponse, MAX_ZONES } from "../../../src/protocol/placement.ts";
import { type Caller, Placement } from "../../../src/service/placement/placement.ts";
import { seededRandom } from "../../../src/service/placement/random.ts";
import { aCampaign, aCatalogue, aVariation, SIZE } from "../support/catalogue.ts";
import { explainAll } from "../support/explained.ts";
import { createPlacementParts } from "../support/placementParts.ts";
import { computeWorth, findBestWorth } from "../support/worth.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const LIFE = 120_000;
const OTHER_SIZE = "728x90";
const CALLER: Caller = {
  address: "192.0.2.1",
  isBrowser: true,
  userAgent: undefined,
  language: undefined,
  optsOut: false,
  origin: "https://ads.example",
};
const HOURLY = { frequency: [{ impressions: 1, seconds: 3600 }] };

type ZoneRequest = AdRequest["zones"][number];

/** Places with zones of two sizes: odd ids are 300x250, even ids 728x90. Lists the chosen campaign of each zone. */
function createPlacement(campaigns: object[], seed = 1) {
  const parts = { ...createPlacementParts(LIFE), random: seededRandom(seed) };
  const zones = Array.from({ length: MAX_ZONES }, (_, at) => {
    return { id: at + 1, site: 1, name: "Zone", size: at % 2 ? OTHER_SIZE : SIZE };
  });
  const placement = new Placement(parts, aCatalogue({ campaigns, zones }), NOON);
  return {
    async place(zones: ZoneRequest[]): Promise<(number | undefined)[]> {
      const { body } = await placement.place({ user: { id: "x" }, zones }, CALLER, NOON);
      return (JSON.parse(body) as AdResponse).zones.map((zone) => {
        const reading = zone && parts.tokens.read(new URL(zone.data.url).pathname.slice("/c/".length), NOON);
        return reading && "token" in reading ? reading.token.campaign : undefined;
      });
    },
    explain: (zones: ZoneRequest[]) => explainAll(placement, { user: { id: "x" }, zones }, CALLER, NOON),
  };
}

const twoZones = [{ id: 1 }, { id: 3 }];

test.each<[string, object[], ZoneRequest[], number[]]>([
  [
    "a fallback campaign",
    [aCampaign({ id: 1 }), aCampaign({ id: 2, priority: -1, pricing: { model: "cpm", price: "0" } })],
    twoZones,
    [1, 1],
  ],
  [
    "a campaign without keywords beside one that matches",
    [aCampaign({ id: 1, keywords: ["shoes"] }), aCampaign({ id: 2 })],
    twoZones.map((zone) => ({ ...zone, keywords: "shoes" })),
    [1, 1],
  ],
  [
    "a fallback campaign beside one with one impression left",
    [aCampaign({ id: 1, ...HOURLY }), aCampaign({ id: 2, priority: -1 })],
    twoZones,
    [1, 2],
  ],
  [
    "a fallback campaign that alone has the second size",
    [
      aCampaign({ id: 1 }),
      aCampaign({ id: 2, priority: -1, variations: [aVariation(2), aVariation(3, OTHER_SIZE)] }),
    ],
    [{ id: 1 }, { id: 2 }],
    [1, 2],
  ],
  [
    "a fallback campaign on a page of ten zones",
    [aCampaign({ id: 1 }), aCampaign({ id: 2, priority: -1 })],
    Array.from({ length: 10 }, (_, at) => ({ id: 2 * at + 1 })),
    Array(10).fill(1),
  ],
])("%s serves only what better campaigns leave", async (_name, campaigns, zones, expected) => {
  for (let seed = 0; seed < 10; seed++)
    expect((await createPlacement(campaigns, seed).place(zones)).sort()).toEqual(expected);
});

test("a third zone repeats one of two equal campaigns, never a fallback campaign", async () => {
  const campaigns = [aCampaign({ id: 1 }), aCampaign({ id: 2 }), aCampaign({ id: 3, priority: -1 })];
  const chosen = await createPlacement(campaigns).place([...twoZones, { id: 5 }]);
  expect([...new Set(chosen)].sort()).toEqual([1, 2]);
});

interface Sample {
  priority: number;
  keywords: string[];
  sizes: string[];
  left: number;
  limit: "none" | "budget" | "cap" | "frequency";
}

const anyCampaign = fc.record<Sample>({
  priority: fc.constantFrom(1, 0, -1),
  keywords: fc.subarray(["a", "b"]),
  sizes: fc.subarray([SIZE, OTHER_SIZE], { minLength: 1 }),
  left: fc.integer({ min: 1, max: 3 }),
  limit: fc.constantFrom("none", "budget", "cap", "frequency"),
});
const anyZone = fc.record({
  id: fc.integer({ min: 1, max: 8 }),
  keywords: fc.constantFrom("a", "b", "c", "a,b"),
});

/** Limits a campaign to some impressions of 0.002 each. */
function limitTo({ limit, left }: Sample): object {
  if (limit === "budget") return { budget: { daily: String(left * 0.002) } };
  if (limit === "cap") return { caps: { daily: left } };
  if (limit === "frequency") return { frequency: [{ impressions: left, seconds: 3600 }] };
  return {};
}

/** Positions of the campaigns that a zone accepts. */
function listAccepted(samples: readonly Sample[], { id, keywords = "" }: ZoneRequest): number[] {
  const given = keywords.split(",");
  return [...samples.entries()]
    .filter(([, { keywords, sizes }]) => {
      const isMatched = keywords.length === 0 || keywords.some((word) => given.includes(word));
      return isMatched && sizes.includes(id % 2 ? SIZE : OTHER_SIZE);
    })
    .map(([at]) => at);
}

test("for any limits each tier serves as many zones and campaigns as possible, in two requests", async () => {
  const requests = fc.array(fc.array(anyZone, { minLength: 1, maxLength: 4 }), {
    minLength: 2,
    maxLength: 2,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyCampaign, { minLength: 1, maxLength: 5 }),
      requests,
      fc.nat(),
      async (samples, requests, seed) => {
        const campaigns = samples.map((sample, at) => {
          const { priority, keywords, sizes } = sample;
          const variations = sizes.map((size, place) => aVariation(10 * at + place + 1, size));
          return aCampaign({ id: at + 1, priority, keywords, variations, ...limitTo(sample) });
        });
        const { place } = createPlacement(campaigns, seed);
        const tiers = samples.map(({ priority, keywords }) => -2 * priority + (keywords.length > 0 ? 0 : 1));
        const remaining = samples.map(({ limit, left }) => (limit === "none" ? 9 : left));
        for (const zones of requests) {
          const chosen = (await place(zones)).map((id) => (id === undefined ? undefined : id - 1));
          const accepted = zones.map((zone) => listAccepted(samples, zone));
          expect(computeWorth(chosen, tiers)).toEqual(findBestWorth(accepted, { tiers, remaining }));
          for (const [zone, at] of chosen.entries()) {
            if (at === undefined) continue;
            expect(accepted[zone]).toContain(at);
            remaining[at] = (remaining[at] ?? 0) - 1;
          }
          expect(Math.min(...remaining)).toBeGreaterThanOrEqual(0);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("a campaign without a chance in the explanation is not placed, for any page of unlimited campaigns", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyCampaign, { minLength: 1, maxLength: 5 }),
      fc.uniqueArray(anyZone, { minLength: 1, maxLength: 6, selector: ({ id }) => id }),
      async (samples, zones) => {
        const campaigns = samples.map(({ priority, keywords, sizes }, at) => {
          const variations = sizes.map((size, place) => aVariation(10 * at + place + 1, size));
          return aCampaign({ id: at + 1, priority, keywords, variations });
        });
        const { place, explain } = createPlacement(campaigns);
        const explained = explain(zones);
        for (const [at, chosen] of (await place(zones)).entries()) {
          const chances = new Map(explained[at]?.map(({ id, chance }) => [id, chance]));
          if (chosen === undefined) expect(Math.max(...chances.values())).toBe(0);
          else expect(chances.get(chosen)).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 200 },
  );
});
