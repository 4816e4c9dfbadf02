/** The management interface for the OpenAPI document, from the catalogue's schema. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { CAMPAIGN_STATES } from "../../protocol/management.ts";
import { catalogueSchema } from "../catalogue/catalogue.ts";
import { KINDS, type Kind, RESOURCES } from "../management/resources.ts";
import { answer, json, ref, refusals, type Schema } from "./parts.ts";

const TAG = "Management";
const SECURITY = [{ token: [] }];
const TEXT = { type: "string" };
const COUNT = { type: "integer", minimum: 0 };

const SCHEMAS: Record<Kind, string> = {
  accounts: "ManagedAccount",
  sites: "Site",
  zones: "Zone",
  campaigns: "Campaign",
};
const ITEMS = {
  accounts: catalogueSchema.entries.accounts.item,
  sites: catalogueSchema.entries.sites.item,
  zones: catalogueSchema.entries.zones.item,
  campaigns: catalogueSchema.entries.campaigns.item,
};

const EXPLAINED_ZONE = json(
  {
    id: COUNT,
    campaigns: {
      type: "array",
      items: json(
        {
          ...{ id: COUNT, name: TEXT, chance: { type: "number", minimum: 0, maximum: 100 } },
          excluded: { type: "array", items: json({ rule: TEXT, reason: TEXT }, ["rule", "reason"]) },
        },
        ["id", "name", "excluded", "chance"],
      ),
    },
  },
  ["id", "campaigns"],
);

export function managementPaths(): Record<string, object> {
  return {
    ...Object.fromEntries(KINDS.flatMap(describeKind)),
    "/v2/campaigns/{id}/creatives": {
      parameters: [pathId("id")],
      get: operation("The creatives of a campaign.", "creatives", { 200: answerPage("Creative") }),
      post: operation("Adds a creative.", "createCreative", { 201: answerEntry("Creative") }, true),
    },
    "/v2/campaigns/{id}/creatives/{creative}": {
      parameters: [pathId("id"), pathId("creative"), IF_MATCH],
      patch: operation("Changes a creative.", "changeCreative", { 200: answerEntry("Creative") }, true),
    },
    "/v2/images": {
      post: {
        ...operation("Keeps an image for creatives: PNG, JPEG, WebP, AVIF or GIF.", "image", {
          201: answer("Where it is.", json({ result: ref("StoredImage") }, ["result"])),
        }),
        requestBody: { required: true, content: { "image/*": { schema: { ...TEXT, format: "binary" } } } },
      },
    },
    "/v2/user": {
      get: operation("The account that is signed in, as /v2/account.", "user", {
        200: answer("Without secrets.", ref("Account")),
      }),
      patch: operation(
        "Changes the own name, or with the current password the password.",
        "changeUser",
        {
          204: { description: "Changed." },
        },
        true,
      ),
    },
    "/v2/activity": {
      get: operation("What goes on in the zones and campaigns that the account manages.", "activity", {
        200: answer("As of now.", json({ result: ref("Activity") }, ["result"])),
      }),
    },
    "/v2/estimate": {
      post: operation(
        "How many zones a campaign fits, and what the last seven days would have given it.",
        "estimate",
        { 200: answer("By requests that were counted.", json({ result: ref("Estimate") }, ["result"])) },
        true,
      ),
    },
    "/v1/placement/explain": {
      post: {
        ...operation("Why each campaign would be chosen for the zones, or not; for networks.", "explain", {
          200: answer("For each zone, in the order asked.", ref("Explanation")),
        }),
        requestBody: { required: true, content: { "application/json": { schema: ref("AdRequest") } } },
      },
    },
    "/v2/changes": {
      get: {
        ...operation("Who changed what, the newest first; for networks.", "changes", {
          200: answerPage("Change"),
        }),
        parameters: [
          ...PAGING,
          query("kind", TEXT, "Of this kind alone."),
          query("id", COUNT, "Of this entry."),
        ],
      },
    },
  };
}

export function managementSchemas(): Record<string, Schema> {
  const entries = KINDS.map((kind) => [SCHEMAS[kind], describeEntry(ITEMS[kind])]);
  return {
    ...Object.fromEntries(entries),
    Creative: describeEntry(ITEMS.campaigns.entries.variations.pipe[0].item),
    StoredImage: json(
      {
        ...{ image: TEXT, width: COUNT, height: COUNT, bytes: COUNT },
        ...{ type: { enum: ["png", "jpg", "webp", "avif", "gif"] }, animated: { type: "boolean" } },
      },
      ["image", "width", "height", "type", "animated", "bytes"],
    ),
    Explanation: json(
      {
        zones: { type: "array", items: { anyOf: [EXPLAINED_ZONE, { type: "null" }] } },
        errors: { type: "object", additionalProperties: { type: "array", items: TEXT } },
      },
      ["zones", "errors"],
    ),
    Activity: json(
      {
        zones: {
          type: "array",
          items: json(
            {
              ...{ id: COUNT, requests: COUNT, filled: COUNT },
              last_request: { type: ["string", "null"], format: "date-time" },
            },
            ["id", "last_request", "requests", "filled"],
          ),
        },
        campaigns: {
          type: "array",
          items: json(
            {
              ...{ id: COUNT, state: { enum: CAMPAIGN_STATES }, impressions_today: COUNT },
              ...{ impressions_total: COUNT, cost_today: TEXT, cost_total: TEXT },
            },
            ["id", "state", "impressions_today", "impressions_total", "cost_today", "cost_total"],
          ),
        },
        sizes: { type: "array", items: json({ size: TEXT, zones: COUNT }, ["size", "zones"]) },
      },
      ["zones", "campaigns", "sizes"],
    ),
    Estimate: json({ zones: COUNT, zones_total: COUNT, requests: COUNT, impressions: COUNT }, [
      ...["zones", "zones_total", "requests", "impressions"],
    ]),
    Change: json(
      {
        ...{ time: { ...TEXT, format: "date-time" }, action: { enum: ["create", "change"] }, kind: TEXT },
        account: json({ id: COUNT, name: TEXT }, ["id", "name"]),
        ...{
          id: COUNT,
          owner: COUNT,
          before: { type: "object" },
          after: { type: "object" },
          catalogue: TEXT,
        },
      },
      ["time", "account", "action", "kind", "id", "owner", "after", "catalogue"],
    ),
  };
}

function describeKind(kind: Kind): [string, object][] {
  const { noun } = RESOURCES[kind];
  const schema = SCHEMAS[kind];
  return [
    [
      `/v2/${kind}`,
      {
        get: {
          ...operation(`The ${kind} that the account manages.`, kind, { 200: answerPage(schema) }),
          parameters: [
            ...PAGING,
            query("search", TEXT, "A part of the name, or the id."),
            query("deleted", { enum: [0, 1] }, "1: also what was archived."),
          ],
        },
        post: operation(`Makes a ${noun}.`, `create${title(noun)}`, { 201: answerEntry(schema) }, true),
      },
    ],
    [
      `/v2/${kind}/{id}`,
      {
        parameters: [pathId("id")],
        get: operation(`One ${noun}.`, noun, { 200: answerEntry(schema) }),
        patch: {
          ...operation(
            `Changes a ${noun} by a merge patch (RFC 7396).`,
            `change${title(noun)}`,
            { 200: answerEntry(schema) },
            true,
          ),
          parameters: [IF_MATCH],
        },
      },
    ],
  ];
}

function title(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

function operation(summary: string, operationId: string, good: object, hasBody = false): object {
  const body = { required: true, content: { "application/json": { schema: { type: "object" } } } };
  return {
    ...{ tags: [TAG], summary, operationId, security: SECURITY },
    ...(hasBody && { requestBody: body }),
    responses: { ...good, ...refusals(400, 401, 403, 404, 409, 413, 415, 428, 429) },
  };
}

function answerEntry(schema: string): object {
  return answer("The entry as it is now.", json({ result: ref(schema) }, ["result"]));
}

function answerPage(schema: string): object {
  const metadata = json({ count: COUNT, limit: COUNT, offset: COUNT }, ["count", "limit", "offset"]);
  const result = { type: "array", items: ref(schema) };
  return answer(
    "A page of them.",
    json({ request_metadata: metadata, result }, ["request_metadata", "result"]),
  );
}

function query(name: string, schema: Schema, description: string): object {
  return { name, in: "query", schema, description };
}

function pathId(name: string): object {
  return { name, in: "path", required: true, schema: { type: "integer", minimum: 1 } };
}

const PAGING = [
  query("limit", { type: "integer", minimum: 1, maximum: 500, default: 50 }, "Most entries of a page."),
  query("offset", { ...COUNT, default: 0 }, "Entries before the page."),
];

const IF_MATCH = {
  ...{ name: "If-Match", in: "header", required: true, schema: TEXT },
  description: "The version that the caller saw (ETag), or * for any.",
};

/** As the catalogue's file has it, with what the service adds and without secrets. */
function describeEntry(schema: v.GenericSchema): Schema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    errorMode: "ignore",
    typeMode: "output",
    target: "draft-2020-12",
  }) as Schema;
  const { password: _password, apiTokens: _tokens, ...properties } = converted.properties;
  const required = (converted.required as string[]).filter((field) => field in properties);
  const added = {
    version: TEXT,
    ...("apiTokens" in converted.properties && { hasPassword: { type: "boolean" } }),
  };
  return { ...converted, properties: { ...properties, ...added }, required: [...required, "version"] };
}
