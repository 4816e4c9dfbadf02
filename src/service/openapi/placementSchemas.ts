/** Placement requests and answers in the OpenAPI document, from the tables that requests are checked by. */
import {
  type Field,
  type Fields,
  REQUEST_FIELDS,
  RESULT_FIELDS,
  type TextFormat,
} from "../../protocol/placement.ts";
import { array, Component, NULL, object, type Schema, TEXT } from "./openApiSchemas.ts";

/** Examples in the document; the tests send each example. */
export const PLACEMENT_EXAMPLES: Readonly<Record<string, object>> = {
  twoZones: {
    user: {
      ip: "192.0.2.1",
      ua: "Mozilla/5.0",
      language: "en-gb",
      referer: "https://publisher.example/running",
    },
    zones: [{ id: 101 }, { id: 103, sub: 7, keywords: "running,trail" }],
  },
  targeted: {
    user: { ip: "192.0.2.1", gdpr: { gdpr: 1, consent: "" } },
    zones: [{ id: 105, custom_targeting: { edition: "members" } }],
  },
};

export const AD_REQUEST = new Component("AdRequest", () => describeObject(REQUEST_FIELDS));

export const EXPLAIN_REQUEST = new Component("ExplainRequest", () => {
  const request = describeObject(REQUEST_FIELDS);
  const country = { ...TEXT, description: "Country to assume for the visitor, ISO 3166-1 alpha-3." };
  return { ...request, properties: { ...request.properties, country } };
});

const ZONE_RESULT = new Component("ZoneResult", () => describeObject(RESULT_FIELDS));

export const AD_RESPONSE = new Component("AdResponse", () =>
  object({
    zones: array({ anyOf: [ZONE_RESULT, NULL] }),
    errors: {
      type: "object",
      additionalProperties: array(TEXT),
      description: "Messages by the zero-based position of the zone.",
    },
  }),
);

function describeObject(fields: Fields): Schema {
  const names = Object.keys(fields);
  const properties = Object.entries(fields).map(([name, field]) => [name, describeField(field)]);
  return object(
    Object.fromEntries(properties),
    names.filter((name) => fields[name]?.required),
  );
}

const FORMATS: Record<TextFormat, Schema> = {
  address: {},
  language: { pattern: "^[A-Za-z]{2}(-[A-Za-z]{2})?$" },
  base64: { contentEncoding: "base64" },
  "base64-json": { contentEncoding: "base64", contentMediaType: "application/json" },
};

function describeField(field: Field): Schema {
  const { description } = field;
  return { ...describeType(field), ...(description && { description }) };
}

/** Empty object of PHP. */
const EMPTY_LIST = { type: "array", maxItems: 0 };

function describeType(field: Field): Schema {
  switch (field.type) {
    case "string":
      return {
        type: "string",
        ...("maxLength" in field && { maxLength: field.maxLength }),
        ...("format" in field && field.format && FORMATS[field.format]),
      };
    case "integer":
      if (field.values) return { enum: field.values };
      return { type: "integer", ...(field.minimum !== undefined && { minimum: field.minimum }) };
    case "literal":
      return { const: field.value };
    case "map":
      return {
        anyOf: [
          {
            type: "object",
            maxProperties: field.maxKeys,
            propertyNames: { maxLength: field.maxKeyLength },
            additionalProperties: { type: "string", maxLength: field.maxValueLength },
          },
          EMPTY_LIST,
        ],
      };
    case "object": {
      const full = describeObject(field.fields);
      if (!("mayBeEmpty" in field && field.mayBeEmpty)) return full;
      return { anyOf: [full, { type: "object", maxProperties: 0 }, EMPTY_LIST] };
    }
    case "list":
      return { type: "array", items: describeObject(field.fields), minItems: 1, maxItems: field.most };
  }
}
