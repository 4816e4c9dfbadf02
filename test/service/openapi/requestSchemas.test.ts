/** The OpenAPI schemas of request bodies, as code generators read them. */
import { expect, test } from "vitest";
import { createOpenApi } from "../../../src/service/http/openApiDocument.ts";
import type { Schema } from "../../../src/service/openapi/openApiSchemas.ts";

const document: Schema = createOpenApi("0.2.0");
const SCHEMAS: Record<string, Schema> = document.components.schemas;

const bodies = Object.entries<Schema>(document.paths).flatMap(([path, item]) =>
  Object.entries<Schema>(item).flatMap(([method, { requestBody }]) =>
    Object.values<Schema>(requestBody?.content ?? {}).map(({ schema }): [string, Schema] => [
      `${method} ${path}`,
      schema,
    ]),
  ),
);

/** Lists a schema and all its parts, with those that it refers to. */
function listParts(schema: Schema, parts = new Set<Schema>()): Set<Schema> {
  if (parts.has(schema)) return parts;
  parts.add(schema);
  const { $ref, properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const named = typeof $ref === "string" ? SCHEMAS[$ref.replace("#/components/schemas/", "")] : undefined;
  for (const part of [
    named,
    items,
    additionalProperties,
    ...Object.values(properties),
    ...anyOf,
    ...oneOf,
    ...allOf,
  ])
    if (typeof part === "object") listParts(part, parts);
  return parts;
}

test("no schema of a request body has a default, which code generators take for a required field", () => {
  expect(bodies.length).toBeGreaterThan(30);
  const withDefault = bodies.filter(([, schema]) =>
    [...listParts(schema)].some((part) => Object.hasOwn(part, "default")),
  );
  expect(withDefault.map(([name]) => name)).toEqual([]);
});

test("descriptions of a report's fields name the defaults", () => {
  const { properties } = SCHEMAS.PublisherRequest ?? {};
  expect(properties).toMatchObject({
    totals: { description: "Default: 0." },
    limit: { description: "Default: 50." },
    timezone: { description: 'Default: "America/New_York".' },
    projection: { description: "Default: every block of the account." },
    filter: { description: "Selects facts. Default: the current month, up to today." },
  });
});

test("a report's body may have one value in place of a list, and truth values or texts as flags", () => {
  const { filter, totals, projection } = SCHEMAS.PublisherRequest?.properties ?? {};
  const zone = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
  expect(filter.properties.zone_id.anyOf).toEqual([expect.objectContaining({ items: zone }), zone]);
  expect(totals.enum).toEqual([0, 1, false, true, "0", "1"]);
  expect(projection.anyOf.map(({ type }: Schema) => type)).toEqual(["array", "string", "object"]);
});

test("a creation's descriptions name the defaults, and a change's do not, since it keeps what it omits", () => {
  expect(SCHEMAS.CampaignCreation?.properties.priority.description).toMatch(/Default: 0\.$/);
  expect(JSON.stringify(SCHEMAS.CampaignChange)).not.toMatch(/Default:|"default"/);
});
