/** Cost of the most expensive bodies, in map lookups and characters passed to normalize and match. */
import { expect, test, vi } from "vitest";
import { ZONE_FIELDS } from "../../../src/protocol/placement.ts";
import { Placement } from "../../../src/service/placement/placement.ts";
import { readRequest } from "../../../src/service/placement/readRequest.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";
import { createPlacementParts } from "../support/placementParts.ts";

const MAX_BODY = 64 * 1024;
const zones = Array.from({ length: 100 }, (_, at) => ({
  id: at + 1,
  site: 1,
  name: "Zone",
  size: "300x250",
}));
const phrase = "a b c d e f g h";
const campaigns = [aCampaign({ id: 1, keywords: [phrase] }), aCampaign({ id: 2 })];
const catalogue = aCatalogue({ campaigns, zones });
const caller = {
  address: "192.0.2.1",
  isBrowser: true,
  userAgent: "",
  language: "en",
  optsOut: false,
  origin: "https://ads.example",
};

/** Counts the steps of placing a body. */
function countSteps(body: object): number {
  const text = JSON.stringify(body);
  expect(text.length).toBeLessThanOrEqual(MAX_BODY);
  const placement = new Placement(createPlacementParts(1000), catalogue, 0);
  const reading = readRequest(Buffer.from(text), { maxZones: 100, isIpRequired: false });
  if (!("request" in reading)) throw new Error("The body is refused.");
  const spies = [
    vi.spyOn(Map.prototype, "get"),
    vi.spyOn(Map.prototype, "has"),
    vi.spyOn(Map.prototype, "set"),
  ];
  const texts = [vi.spyOn(String.prototype, "normalize"), vi.spyOn(String.prototype, "match")];
  try {
    placement.place(reading.request, caller, 0);
    let steps = 0;
    for (const spy of texts) for (const text of spy.mock.contexts) steps += String(text).length;
    for (const spy of spies) steps += spy.mock.calls.length;
    return steps;
  } finally {
    for (const spy of [...spies, ...texts]) spy.mockRestore();
  }
}

/** Creates a body with a number of zones, each with different keywords of the maximum length that fits. */
function fill(count: number, text: string): object {
  const { maxLength, maxTotal } = ZONE_FIELDS.keywords;
  const length = Math.min(Math.floor(maxTotal / count), maxLength);
  const repeated = text.repeat(Math.ceil(length / text.length));
  const asked = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    keywords: `${at} ${repeated}`.slice(0, length),
  }));
  return { user: {}, zones: asked };
}

const page = (length: number) => ({
  user: { referer: `https://news.example/${"a/".repeat(length / 2)}` },
  zones: zones.map(({ id }) => ({ id })),
});

test("the words of a page URL are read once per request and only up to a maximum length", () => {
  const one = countSteps({ ...page(8000), zones: [{ id: 1 }] });
  expect(countSteps(page(8000)) - one).toBeLessThan(100 * 20);
  expect(countSteps(page(16_000))).toBe(countSteps(page(8000)));
});

test.each([
  ["words", 100, "a "],
  ["keywords", 100, "a,"],
  ["phrases", 100, `${phrase} `],
  ["keywords of one zone", 1, "a,"],
  ["keywords of another zone", 10, "b,"],
])("the steps for a body full of %s are bounded by its length", (_name, count, text) => {
  // 16,384 characters, passed three times; at most 8,192 words with 8 lookups each; 20 steps for each zone.
  expect(countSteps(fill(count, text))).toBeLessThan(16_384 * 3 + 8192 * 8 + count * 20);
});

test("the steps for custom targeting are proportional to the zones", () => {
  const custom = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, "x"]));
  const body = { user: {}, zones: zones.map(({ id }) => ({ id, custom_targeting: custom })) };
  expect(countSteps(body)).toBeLessThan(100 * 20);
});
