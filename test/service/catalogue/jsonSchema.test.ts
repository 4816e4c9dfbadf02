/** The schema that editors read says what the service says, as far as a schema can. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { createCatalogueJsonSchema } from "../../../src/service/catalogue/jsonSchema.ts";
import { parseJsonText } from "../../../src/service/catalogue/jsonText.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const accepts = new Ajv({ strict: false }).compile(createCatalogueJsonSchema());

test("the schema names its draft and its subject", () => {
  expect(createCatalogueJsonSchema()).toMatchObject({
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Catalogue of the ad service zonetag",
  });
});

test.each(["demo/catalogue.json", "deploy/declared/catalogue.jsonc"])("accepts %s", (file) => {
  const text = readFileSync(join(ROOT, file), "utf8");
  accepts(parseJsonText(text));
  expect(accepts.errors).toBeNull();
});

test.each([
  ["a field that does not exist", { colour: "red" }],
  ["a country by two letters", { targeting: { countries: ["DE"] } }],
  ["a browser by a name of its own", { targeting: { browsers: ["Edge"] } }],
  ["a price that is a number", { pricing: { model: "cpm", price: 2 } }],
  ["a weight of nothing", { weight: 0 }],
])("refuses %s", (_what, fields) => {
  expect(accepts(aCatalogueObject({ campaigns: [aCampaign({ id: 1, ...fields })] }))).toBe(false);
});
