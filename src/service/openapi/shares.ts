/** Shared links for the OpenAPI document. */
import { answer, json, ref, refusals, type Schema } from "./parts.ts";

const SECURITY = [{ token: [] }];
const text = { type: "string" };
const role = { enum: ["advertiser", "publisher"] };
const expires = { type: "string", description: "ISO 8601." };

export function sharePaths(): Record<string, object> {
  return {
    "/v2/shares": {
      get: {
        tags: ["Shared links"],
        summary: "The account's links that are good now.",
        operationId: "listShares",
        security: SECURITY,
        responses: {
          200: answer("The links.", json({ result: { type: "array", items: ref("Share") } }, ["result"])),
          ...refusals(401, 403, 429),
        },
      },
      post: {
        tags: ["Shared links"],
        summary: "A token that reads some of the account's reports until it expires or is revoked.",
        operationId: "createShare",
        security: SECURITY,
        requestBody: { required: true, content: { "application/json": { schema: ref("ShareRequest") } } },
        responses: {
          201: answer("The link.", ref("CreatedShare")),
          ...refusals(400, 401, 403, 413, 415, 429),
        },
      },
    },
    "/v2/shares/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      delete: {
        tags: ["Shared links"],
        summary: "Revokes a link.",
        operationId: "revokeShare",
        security: SECURITY,
        responses: { 204: { description: "Revoked." }, ...refusals(401, 403, 404, 429) },
      },
    },
  };
}

export function shareSchemas(): Record<string, Schema> {
  const share = { id: text, name: text, role, view: text, expires_at: expires };
  const created = { ...share, token: { ...text, description: "A bearer token, shown once." } };
  return {
    Share: json(share, Object.keys(share)),
    CreatedShare: json(created, Object.keys(created)),
    ShareRequest: json(
      {
        name: { ...text, minLength: 1, maxLength: 100 },
        role,
        view: { ...text, description: "The dashboard's query string.", pattern: "^\\?", maxLength: 4000 },
        days: { type: "integer", minimum: 1, maximum: 365, description: "How long it is good for." },
        filter: {
          type: "object",
          description: "As `filter` of a statistics request: reports by the link must be at least as narrow.",
        },
        exclude: { type: "object", description: "As `exclude` of a statistics request." },
      },
      ["name", "role", "view", "days"],
    ),
  };
}
