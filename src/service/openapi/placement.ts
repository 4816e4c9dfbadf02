/** The ad placement interface for the OpenAPI document. */
import { json, ref, type Schema } from "./parts.ts";

const TEXT = { type: "string" };
const ID = { type: "integer", minimum: 1 };

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
        description: "Browsers send text/plain, so that they need no preflight request.",
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
          429: failure("A limit is reached; Retry-After says for how many seconds.", "Refusal"),
          503: failure("The service stops, or has more to do than it can.", "Refusal"),
        },
      },
    },
  };
}

export function placementSchemas(): Record<string, Schema> {
  const user = {
    id: TEXT,
    ip: { ...TEXT, description: "Required of callers that are no browsers." },
    ua: TEXT,
    language: { ...TEXT, pattern: "^[A-Za-z]{2}(-[A-Za-z]{2})?$" },
    referer: {
      ...TEXT,
      description: "Address of the page; its words are matched when a zone has no keywords.",
    },
    el: { ...TEXT, contentEncoding: "base64", description: "E-mail address." },
    gdpr: json({ gdpr: { enum: [0, 1] }, consent: TEXT }, ["gdpr"]),
    buyeruids: { ...TEXT, contentEncoding: "base64", contentMediaType: "application/json" },
  };
  const zone = {
    id: { type: "integer" },
    sub: { type: "integer" },
    keywords: { ...TEXT, description: "Comma separated." },
    custom_targeting: { type: "object", additionalProperties: TEXT },
  };
  const banner = { url: TEXT, impression: TEXT, image: TEXT, width: ID, height: ID };
  return {
    AdRequest: json(
      {
        user: json(user, []),
        zones: { type: "array", items: json(zone, ["id"]), minItems: 1, maxItems: 100 },
      },
      ["user", "zones"],
    ),
    AdResponse: json(
      {
        zones: { type: "array", items: { anyOf: [ref("ZoneResult"), { type: "null" }] } },
        errors: {
          type: "object",
          additionalProperties: { type: "array", items: TEXT },
          description: "Messages by the zero-based position of the zone.",
        },
      },
      ["zones", "errors"],
    ),
    ZoneResult: json(
      { idzone: ID, type: { const: "banner" }, data: json(banner, ["url", "impression", "image"]) },
      ["idzone", "type", "data"],
    ),
  };
}
