/** The statistics interface for the OpenAPI document, from the schemas and tables that requests are validated with. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import {
  type Block,
  blocksOf,
  GLOBAL,
  GROUPINGS,
  type Grouping,
  MAX_GOALS,
  type MetricDefinition,
  metricsOf,
  namesFor,
  ROLE_SEGMENTS,
  type Role,
  SKIPPED_GROUPINGS,
  type Viewer,
} from "../../protocol/statistics.ts";
import { loginSchema } from "../statistics/login.ts";
import { requestSchema } from "../statistics/request.ts";
import { answer, json, ref, refusals, type Schema } from "./parts.ts";

const ROLES = ["advertiser", "publisher"] as const;

/** A network account with every goal sees all that there is. */
const everything = (role: Role): Viewer => ({ kind: "network", role, goals: MAX_GOALS });

function schemaOf(schema: v.GenericSchema): Schema {
  const converted = toJsonSchema(schema, {
    errorMode: "ignore",
    typeMode: "input",
    target: "draft-2020-12",
    // Fields that no entry names are refused.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === "object_with_rest" ? { ...jsonSchema, additionalProperties: false } : undefined,
  });
  const { $schema: _, ...rest } = converted as Schema;
  return rest;
}

/** Requests that the examples of a role show; the tests send each. */
export const EXAMPLES: Record<Role, Record<string, object>> = {
  advertiser: {
    campaignsByDate: {
      group_by: ["date", "campaign_id"],
      order_by: [{ field: "date", order: "asc" }],
      projection: ["base"],
      totals: 1,
    },
    bestCountries: {
      group_by: ["country_iso"],
      filter: { date_from: "2026-11-01", date_to: "2026-11-20", exclude_deleted: 1 },
      order_by: [{ field: "ctr", order: "desc" }],
      projection: { base: ["impressions", "clicks", "ctr", "cost"] },
      limit: 10,
    },
    hoursOfVideo: {
      group_by: ["hour"],
      timezone: "Europe/Berlin",
      filter: { hour: [18, 19, 20, 21], adblock: "standard" },
      projection: { video: ["impressions", "views", "vtr"] },
    },
  },
  publisher: {
    zonesOfAMonth: {
      group_by: ["date", "zone_id"],
      filter: { date_from: "2026-11-01", date_to: "2026-11-30" },
      projection: { base: ["ad_requests", "fill_rate", "impressions", "revenue"] },
    },
    threeCountriesOnPhones: {
      group_by: ["site_id"],
      filter: { country_iso: ["DEU", "AUT", "CHE"], device_type_id: [2] },
      detailed: 1,
    },
    howMany: { group_by: ["sub"], count: 1 },
    pageTwenty: {
      group_by: ["zone_id", "country_iso"],
      order_by: [{ field: "ctr", order: "desc" }],
      limit: 50,
      offset: 950,
    },
  },
};

const DESCRIBED: Record<Role, string> = {
  advertiser: "Statistics of the account's campaigns; of its members' campaigns for a network.",
  publisher: "Statistics of the account's sites and zones; of its members' for a network.",
};

export function statisticsPaths(): Record<string, object> {
  const reports = ROLES.map((role) => [`/v2/statistics/${ROLE_SEGMENTS[role]}/{segment}`, reportPath(role)]);
  const collections = ["", "/v2"].flatMap((base) => [
    [`${base}/collections/countries`, collection("Countries by name", ref("Country"))],
    [`${base}/collections/timezones`, collection("IANA time zones", { type: "string" })],
  ]);
  return { "/v2/login": { post: login() }, ...Object.fromEntries([...reports, ...collections]) };
}

export function statisticsSchemas(): Record<string, Schema> {
  const roles = ROLES.flatMap((role) => [
    [requestName(role), schemaOf(requestSchema(everything(role)))],
    [reportName(role), report(role)],
    [`${title(role)}Metrics`, metrics(role)],
  ]);
  const id = { type: "integer" };
  const text = { type: "string" };
  return {
    ...Object.fromEntries(roles),
    GroupBy: { type: "object", properties: groupDetails(), additionalProperties: false },
    Login: schemaOf(loginSchema),
    Token: required({
      token: text,
      type: { const: "Bearer" },
      expires_in: { ...id, description: "Seconds." },
    }),
    Country: required({ id, iso2: text, iso3: text, name: text }),
    ValidationFailure: required({
      errors: {
        type: "array",
        items: { type: "object", additionalProperties: text },
        description: "One object of one key, the field's path, for each problem.",
      },
    }),
    Refusal: required({ message: text }),
  };
}

function reportPath(role: Role): object {
  const segments = [GLOBAL, ...namesFor(GROUPINGS, role)];
  const described = {
    tags: ["Statistics"],
    summary: DESCRIBED[role],
    security: [{ token: [] }],
    responses: {
      200: answer("The report.", ref(reportName(role))),
      ...refusals(400, 401, 403, 404, 429),
    },
  };
  const examples = Object.entries(EXAMPLES[role]).map(([name, value]) => [name, { value }]);
  return {
    parameters: [
      {
        name: "segment",
        in: "path",
        required: true,
        description: "A grouping stands in for `group_by` where the request has none.",
        schema: { enum: segments },
      },
    ],
    post: {
      ...described,
      operationId: `${role}Statistics`,
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: ref(requestName(role)), examples: Object.fromEntries(examples) },
        },
      },
      responses: { ...described.responses, ...refusals(413, 415) },
    },
    get: { ...described, operationId: `${role}StatisticsByQuery`, parameters: queryParameters(role) },
  };
}

/** The same fields in bracket notation: `filter[date_from]=2026-11-01&group_by[]=date`. */
function queryParameters(role: Role): object[] {
  const { properties } = schemaOf(requestSchema(everything(role))) as { properties: Record<string, Schema> };
  return Object.entries(properties).map(([name, schema]) => {
    const isList = schema.type === "array";
    return {
      name: isList ? `${name}[]` : name,
      in: "query",
      ...(!isList && typeof schema.type !== "string" && { style: "deepObject" }),
      ...(schema.type === "object" && { style: "deepObject" }),
      explode: true,
      schema,
    };
  });
}

function login(): object {
  return {
    tags: ["Signing in"],
    summary: "A token for credentials.",
    operationId: "login",
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: ref("Login"),
          examples: {
            token: { value: { api_token: "…" } },
            password: { value: { username: "publisher", password: "…" } },
          },
        },
      },
    },
    responses: { 200: answer("The token.", ref("Token")), ...refusals(400, 401, 413, 415, 429) },
  };
}

function collection(summary: string, items: Schema): object {
  const responses = {
    200: answer(summary, required({ result: { type: "array", items } })),
    ...refusals(401, 429),
  };
  return { get: { tags: ["Collections"], summary, security: [{ token: [] }], responses } };
}

// ── Answers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function title(role: Role): string {
  return role === "advertiser" ? "Advertiser" : "Publisher";
}
const requestName = (role: Role) => `${title(role)}Request`;
const reportName = (role: Role) => `${title(role)}Report`;

function required(properties: Record<string, Schema>): Schema {
  return json(properties, Object.keys(properties));
}

function report(role: Role): Schema {
  const count = { type: "integer", minimum: 0 };
  const record = {
    allOf: [ref(`${title(role)}Metrics`)],
    properties: { group_by: ref("GroupBy") },
    unevaluatedProperties: false,
  };
  return json(
    {
      request_metadata: required({ count, limit: count, offset: count }),
      result: { type: "array", items: record, description: "Absent with `count: 1`." },
      result_total: {
        allOf: [ref(`${title(role)}Metrics`)],
        unevaluatedProperties: false,
        description: "Present with `totals: 1`.",
      },
    },
    ["request_metadata"],
  );
}

/** Which of them an answer has follows from the projection and the account. */
function metrics(role: Role): Schema {
  const viewer = everything(role);
  const numbers = (block: Block) =>
    Object.fromEntries(
      Object.entries(metricsOf(block, viewer)).map(([name, metric]) => [name, number(metric)]),
    );
  const { base, ...others } = Object.fromEntries(blocksOf(viewer).map((block) => [block, numbers(block)]));
  const blocks = Object.entries(others).map(([block, properties]) => [
    block,
    { type: "object", properties, additionalProperties: false },
  ]);
  return {
    type: "object",
    properties: { ...base, ...Object.fromEntries(blocks) },
    description: `Skipped RTB queries are shown only when all groupings are among ${SKIPPED_GROUPINGS.join(", ")}.`,
  };
}

const UNITS = {
  count: "",
  money: " In the account's currency.",
  percent: " Percent, 0 to 100.",
  milliseconds: " Milliseconds.",
};

function number({ label, unit, accounts, sum }: MetricDefinition): Schema {
  const whose = accounts.length === 3 ? "" : ` For ${accounts.join(" and ")} accounts.`;
  const type = sum && (unit === "count" || unit === "milliseconds") ? "integer" : "number";
  return { type, description: `${label}.${UNITS[unit]}${whose}` };
}

const TEXT = { type: "string" };
const DAY = { type: "string", format: "date" };
const ENTITY = { id: { type: "integer" }, name: TEXT };
const COUNTRY = { country_iso: TEXT, country_long_name: TEXT, country_short_name: TEXT };
/** Fields that only `detailed: 1` brings. */
const MORE: Partial<Record<Grouping, Record<string, Schema>>> = {
  ...Object.fromEntries(
    ["week", "month", "quarter", "year"].map((name) => [name, { date_from: DAY, date_to: DAY }]),
  ),
  campaign_id: { advertiser_id: { type: "integer" }, advertiser_name: TEXT },
  variation_id: { campaign_id: TEXT, campaign_name: TEXT, size: TEXT },
  site_id: { hostname: TEXT, publisher_id: { type: "integer" }, publisher_name: TEXT },
  zone_id: { site_id: TEXT, site_name: TEXT, size: TEXT },
  country_iso: { iso2: TEXT },
};
/** Fields of groupings that are neither an entity with a name nor a plain value. */
const OWN: Partial<Record<Grouping, Record<string, Schema>>> = {
  date: { date: DAY },
  hour: { hour: { type: "integer", minimum: 0, maximum: 23 } },
  year: { year: { type: "integer" } },
  sub: { sub: { type: "integer" } },
  campaign_id: { active: { enum: ["0", "1"] }, campaign_ad_type_name: TEXT, id: TEXT, name: TEXT },
  site_id: { id: TEXT, name: TEXT },
  country_iso: COUNTRY,
  region_id: { ...COUNTRY, ...ENTITY },
  adblock: { adblock: { enum: ["adblock", "standard"] } },
};

function groupDetails(): Record<string, Schema> {
  const names = Object.keys(GROUPINGS) as Grouping[];
  return Object.fromEntries(
    names.map((name) => {
      const own = OWN[name] ?? (GROUPINGS[name].kind === "id" ? ENTITY : { [name]: TEXT });
      return [name, json({ ...own, ...MORE[name] }, Object.keys(own))];
    }),
  );
}
