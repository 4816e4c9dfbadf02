/** Lists of the catalogue have a maximum and different values; older catalogues that break this still start. */
import { expect, test } from "vitest";
import {
  CatalogueError,
  catalogueSchema,
  changeCatalogue,
  parseCatalogue,
} from "../../../src/service/catalogue/catalogue.ts";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { createCatalogueJsonSchema, listFields } from "../../../src/service/catalogue/jsonSchema.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { aCampaign, aCatalogueObject, aVariation } from "../support/catalogue.ts";

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const windows = (count: number) => numbers(count).map((seconds) => ({ impressions: 1, seconds }));
const creatives = (count: number) => numbers(count).map((id) => aVariation(id));

/** Lists the paths of all lists within a schema, with their maxima. */
function listLists(schema: unknown, path: string, seen = new Set<unknown>()): [string, unknown][] {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const own: [string, unknown][] =
    Reflect.get(schema, "type") === "array" ? [[path, Reflect.get(schema, "most")]] : [];
  const children = Object.entries(schema).flatMap(([key, child]) => listLists(child, `${path}.${key}`, seen));
  return [...own, ...children];
}

test("every list of the schema has a maximum", () => {
  const lists = listLists(catalogueSchema, "");
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter(([, most]) => !Number.isSafeInteger(most))).toEqual([]);
});

const LISTS: [string, number, (count: number) => object][] = [
  ["keywords", 1000, (count) => ({ keywords: words(count) })],
  ["negative keywords", 1000, (count) => ({ negativeKeywords: words(count) })],
  ["targeted zones", 1000, (count) => ({ targeting: { zones: numbers(count) } })],
  ["values of a custom key", 100, (count) => ({ targeting: { custom: { key: words(count) } } })],
  ["frequency windows", 10, (count) => ({ frequency: windows(count) })],
  ["creatives", 100, (count) => ({ variations: creatives(count) })],
];

const zones = numbers(1002).map((id) => ({ id, site: 1, name: "Zone", size: "300x250" }));
const write = (more: object) => aCatalogueObject({ zones, campaigns: [aCampaign({ id: 1, ...more })] });

function change(before: object, more: object): string[] {
  const [entry] = toDocument(write(more)).campaigns;
  if (!entry) throw new Error("There is no campaign.");
  try {
    runAtOnce(changeCatalogue(parseCatalogue(before), [{ list: "campaigns", entry }], []));
    return [];
  } catch (error) {
    if (error instanceof CatalogueError) return error.problems;
    throw error;
  }
}

test.each(LISTS)("more %s than %i start, and are refused once they change", (_, most, make) => {
  const before = write(make(most + 1));
  expect(change(write({}), make(most))).toEqual([]);
  expect(change(before, { ...make(most + 1), name: "Renamed" })).toEqual([]);
  expect(change(before, make(most + 2))).toEqual([
    expect.stringMatching(new RegExp(`: expected at most ${most} entries$`)),
  ]);
  expect(change(write({}), make(most + 1))).toHaveLength(1);
});

test("a creative of an over-long list can be changed and removed", () => {
  const [first, ...others] = creatives(101);
  expect(
    change(write({ variations: creatives(101) }), { variations: [{ ...first, weight: 2 }, ...others] }),
  ).toEqual([]);
  expect(change(write({ variations: creatives(102) }), { variations: creatives(101) })).toEqual([]);
});

test("the JSON Schema for editors has the maxima", () => {
  const maxima = Object.fromEntries(
    listFields(createCatalogueJsonSchema()).map(({ path, schema }) => [
      path,
      Reflect.get(schema, "maxItems"),
    ]),
  );
  expect(maxima).toMatchObject({ "campaigns.keywords": 1000, "campaigns.variations": 100 });
});

test("repeated values of an older catalogue are dropped in memory", () => {
  const repeated = { keywords: ["a", "b", "a"], frequency: [...windows(2), ...windows(2)] };
  const { data } = parseCatalogue(write(repeated));
  expect(data.campaigns[0]).toMatchObject({ keywords: ["a", "b"], frequency: windows(2) });
});
