/** JSON schema for editors: accepts and refuses what the service does, as far as a schema can. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { createCatalogueJsonSchema } from "../../../src/service/catalogue/jsonSchema.ts";
import { parseJsonText } from "../../../src/service/catalogue/jsonText.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const accepts = new Ajv({ strict: false }).compile(createCatalogueJsonSchema());

test("the schema contains its draft and title", () => {
  expect(createCatalogueJsonSchema()).toMatchObject({
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Catalogue of the ad service zonetag",
  });
});

test.each(["demo/catalogue.json", "deploy/declared/catalogue.jsonc"])("the schema accepts %s", (file) => {
  const text = readFileSync(join(ROOT, file), "utf8");
  accepts(parseJsonText(text));
  expect(accepts.errors).toBeNull();
});

test.each([
  ["an unknown field", { colour: "red" }],
  ["a two-letter country code", { targeting: { countries: ["DE"] } }],
  ["an unknown browser name", { targeting: { browsers: ["Edge"] } }],
  ["a price that is a number", { pricing: { model: "cpm", price: 2 } }],
  ["a weight of zero", { weight: 0 }],
])("the schema refuses %s", (_what, fields) => {
  expect(accepts(aCatalogueObject({ campaigns: [aCampaign({ id: 1, ...fields })] }))).toBe(false);
});
