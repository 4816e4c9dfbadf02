/** The ad placement interface for the OpenAPI document, from the tables that requests are checked by. */
import {
  type Field,
  type Fields,
  REQUEST_FIELDS,
  RESULT_FIELDS,
  type TextFormat,
} from "../../protocol/placement.ts";
import { json, ref, type Schema } from "./parts.ts";

/** Requests that the document shows; the tests send each. */
export const PLACEMENT_EXAMPLES: Record<string, object> = {
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

export function placementPaths(): Record<string, object> {
  const examples = Object.entries(PLACEMENT_EXAMPLES).map(([name, value]) => [name, { value }]);
  const content = { schema: ref("AdRequest"), examples: Object.fromEntries(examples) };
  const failure = (description: string, name: string) => ({
    description,
    content: { "application/json": { schema: ref(name) } },
  });
  return {
    "/v1/placement": {
      post: {
        tags: ["Ad placement"],
        summary: "Ads for the zones of a page.",
        description:
          "Browsers send text/plain, so that they need no preflight request. With `gdpr.gdpr` 1 and no consent, or the " +
          "header `Sec-GPC: 1`, nothing about the visitor but the country is used or stored.",
        operationId: "placement",
        requestBody: { required: true, content: { "text/plain": content, "application/json": content } },
        responses: {
          200: {
            description: "An ad or null for each zone, in the order asked.",
            content: { "application/json": { schema: ref("AdResponse") } },
          },
          400: failure("What is wrong with the request, every problem of it.", "ValidationFailure"),
          405: failure("Not a POST.", "Refusal"),
          413: failure("The body is too large.", "Refusal"),
          415: failure("The body is compressed.", "Refusal"),
          429: failure("A limit is reached; Retry-After says for how many seconds.", "Refusal"),
          500: failure("The service failed; it is logged.", "Refusal"),
          503: failure("The service stops, or has more to do than it can.", "Refusal"),
        },
      },
    },
    "/i/{token}": { get: trackingOperation("impression") },
    "/c/{token}": { get: trackingOperation("click") },
  };
}

/** Headers of what tracking addresses answer. */
const OUTCOME = {
  description: "What became of the fetch; only `counted` and `unpaid` are in `impressions` and `clicks`.",
  schema: {
    enum: [...["counted", "repeated", "unpaid", "invalid", "robot", "ignored", "expired", "forged", "lost"]],
  },
};

function trackingOperation(kind: "impression" | "click"): object {
  const answer = (description: string) => ({ description, headers: { "X-Event": OUTCOME } });
  const responses =
    kind === "impression"
      ? { 200: answer("A pixel."), 410: answer("A pixel; the address has expired."), 503: answer("A pixel.") }
      : {
          302: answer("To the landing page, also when the click is not counted."),
          410: answer("No such ad."),
        };
  return {
    tags: ["Ad placement"],
    summary: kind === "impression" ? "Counts an impression, once." : "Counts a click, once, and leads on.",
    operationId: kind,
    parameters: [{ name: "token", in: "path", required: true, schema: { type: "string" } }],
    responses: { ...responses, 403: answer("The address is forged.") },
  };
}

export function placementSchemas(): Record<string, Schema> {
  return {
    AdRequest: describeObject(REQUEST_FIELDS),
    AdResponse: json(
      {
        zones: { type: "array", items: { anyOf: [ref("ZoneResult"), { type: "null" }] } },
        errors: {
          type: "object",
          additionalProperties: { type: "array", items: { type: "string" } },
          description: "Messages by the zero-based position of the zone.",
        },
      },
      ["zones", "errors"],
    ),
    ZoneResult: describeObject(RESULT_FIELDS),
  };
}

function describeObject(fields: Fields): Schema {
  const names = Object.keys(fields);
  const properties = Object.entries(fields).map(([name, field]) => [name, describeField(field)]);
  return json(
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

function describeType(field: Field): Schema {
  switch (field.type) {
    case "string":
      return { type: "string", ...(field.format && FORMATS[field.format]) };
    case "integer":
      if (field.values) return { enum: field.values };
      return { type: "integer", ...(field.minimum !== undefined && { minimum: field.minimum }) };
    case "literal":
      return { const: field.value };
    case "map":
      return {
        anyOf: [
          { type: "object", additionalProperties: { type: "string" } },
          { type: "array", maxItems: 0 },
        ],
      };
    case "object":
      return describeObject(field.fields);
    case "list":
      return { type: "array", items: describeObject(field.fields), minItems: 1, maxItems: field.most };
  }
}
