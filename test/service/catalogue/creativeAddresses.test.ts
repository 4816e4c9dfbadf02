/** Addresses accepted by the tag and the catalogue, and the maximum length of landing pages. */
import { expect, test } from "vitest";
import { MACROS } from "../../../src/protocol/macros.ts";
import {
  CatalogueError,
  changeCatalogue,
  parseCatalogue,
  type Variation,
} from "../../../src/service/catalogue/catalogue.ts";
import { findWrongAddresses } from "../../../src/service/catalogue/creativeAddresses.ts";
import { indexCampaigns } from "../../../src/service/placement/campaignIndex.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { isAddress } from "../../../src/tag/text.ts";
import { aCampaign, aCatalogueObject, aVariation } from "../support/catalogue.ts";

const read = (variation: object, campaign: object = {}) =>
  parseCatalogue(
    aCatalogueObject({
      campaigns: [aCampaign({ id: 1, ...campaign, variations: [{ ...aVariation(1), ...variation }] })],
    }),
  );

/** Saves a campaign; returns the problems, or an empty list on success. */
function save(before: ReturnType<typeof read>, variation: object, campaign: object = {}): string[] {
  const [entry] = read(variation, campaign).data.campaigns;
  if (!entry) throw new Error("No campaign.");
  try {
    runAtOnce(changeCatalogue(before, [{ list: "campaigns", entry: { ...entry } }], []));
    return [];
  } catch (error) {
    if (error instanceof CatalogueError) return error.problems;
    throw error;
  }
}

const isRead = (variation: object) => {
  try {
    return runAtOnce(findWrongAddresses(read(variation))).length === 0;
  } catch {
    return false;
  }
};

test.each([
  ["https://cdn.example/a.png", true],
  ["http://cdn.example:8080/a.png?x=@#y@z", true],
  ["HTTPS://CDN.example", true],
  ["https://[2001:db8::1]/a.png", true],
  ["https://müller.example/größe.png", true],
  ["https://cdn.example/a b.png", true],
  ["https:\\\\cdn.example\\a.png", false],
  ["https://user@cdn.example/a.png", false],
  ["https://user:password@cdn.example/a.png", false],
  ["https://:password@cdn.example/a.png", false],
  ['https://cdn"x.example/a.png', false],
  ["https://", false],
  ["https:///a.png", true],
  ["ftp://cdn.example/a.png", false],
  ["javascript:alert(1)", false],
  ["data:image/png;base64,AAAA", false],
  ["//cdn.example/a.png", false],
  ["cdn.example/a.png", false],
])("tag and catalogue agree whether %j is valid as image and landing page: %s", (address, expected) => {
  expect([isRead({ image: address }), isRead({ url: address })]).toEqual([expected, expected]);
  // The tag receives the address as normalized by the catalogue.
  const normalized = URL.canParse(address) ? new URL(address).href : address;
  if (/^https?:\/\//i.test(address)) expect(isAddress(normalized)).toBe(expected);
  else expect(isAddress(address)).toBe(expected);
});

const LANDING = "https://shop.example/";
const ofLength = (length: number) => LANDING + "a".repeat(length - LANDING.length);

test("a landing page may have up to 2,048 characters after normalization", () => {
  const before = read({});
  expect(save(before, { url: ofLength(2048) })).toEqual([]);
  const problem = "campaigns[0].variations[0].url: expected at most 2048 characters";
  expect(save(before, { url: ofLength(2049) })).toEqual([expect.stringContaining(problem)]);
  // Percent-encoding turns each letter into six characters.
  expect(save(before, { url: LANDING + "ü".repeat(400) })).toEqual([expect.stringContaining(problem)]);
  const pending = { image: "https://cdn.example/2.png", size: "300x250", review: "waiting" };
  const long = { pending: { ...pending, url: ofLength(2049) } };
  expect(save(before, long)).toEqual([
    expect.stringContaining("variations[0].pending.url: expected at most 2048"),
  ]);
  // A stored version that waits is kept.
  expect(save(read(long), { ...long, name: "Other" })).toEqual([]);
});

test.each([
  ["?a={sub}&b={click_id}#{os}", undefined],
  ["?a=%7Bfoo%7D", undefined],
  ["?a={foo}", '"{foo}" is not a macro'],
  ["#{}", '"{}" is not a macro'],
  ["?a={Click_ID}", '"{Click_ID}" is not a macro'],
  ["{click_id}/", '"{click_id}" is filled only in the query or the fragment'],
  ["%7bsub%7D?a=1", '"{sub}" is filled only in the query or the fragment'],
])("a landing page with %j is saved, or refused: %s", (rest, problem) => {
  const url = `https://shop.example/${rest}`;
  const expected = problem ? [expect.stringContaining(`url: ${problem}`)] : [];
  expect(save(read({}), { url })).toEqual(expected);
  const pending = { image: "https://cdn.example/2.png", size: "300x250", review: "waiting", url };
  expect(save(read({}), { pending })).toEqual(expected);
});

test("a landing page is saved if it has at most 2,048 characters with each macro at its longest", () => {
  const withMacro = (length: number) => `${ofLength(length - "?".length - MACROS.click_id)}?{click_id}`;
  expect(save(read({}), { url: withMacro(2048) })).toEqual([]);
  expect(save(read({}), { url: withMacro(2049) })).toEqual([
    expect.stringContaining("url: expected at most 2048 characters once each macro has its longest value"),
  ]);
  // A longer address has one problem.
  expect(save(read({}), { url: `${ofLength(2049)}?{foo}` })).toHaveLength(1);
});

test.each<[string, Partial<Variation>]>([
  ["an unknown macro", { url: "https://shop.example/?{foo}" }],
  ["a macro in the path", { url: "https://shop.example/{click_id}" }],
  ["a click id that makes it too long", { url: `${ofLength(2000)}?{click_id}` }],
  ["a long landing page", { url: ofLength(30_000) }],
  ["user info in a landing page", { url: "https://user@shop.example/" }],
  ["user info in an image", { image: "https://user@cdn.example/1.png" }],
])(
  "a stored creative with %s is kept and can be paused, but other changes of it are refused",
  (_what, wrong) => {
    const before = read(wrong);
    expect(save(before, wrong, { name: "Other", active: false })).toEqual([]);
    const paused = { ...wrong, active: false };
    expect(save(before, paused)).toEqual([]);
    expect(save(read(paused), paused, { name: "Other" })).toEqual([]);
    expect(save(before, { ...wrong, name: "Other" })).toHaveLength(1);
    expect(save(read(paused), wrong)).toHaveLength(1);
    expect(save(before, {})).toEqual([]);
  },
);

test("a creative whose image the tag would refuse is not served", () => {
  const [campaign] = indexCampaigns(read({ image: "https://user@cdn.example/1.png" })).campaigns;
  expect([...(campaign?.bySize.keys() ?? [])]).toEqual([]);
});
