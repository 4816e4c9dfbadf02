/** The statistics interface for the OpenAPI document, from the schemas and tables that requests are validated with. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { GROUPING_ALIAS_NAMES, resolveGrouping } from "../../protocol/aliases.ts";
import { type DetailField, GROUP_DETAILS, type GroupFields } from "../../protocol/groups.ts";
import {
  type Block,
  GLOBAL,
  GROUPINGS,
  listBlocks,
  listMetrics,
  listNames,
  MAX_GOALS,
  type MetricDefinition,
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

function convertSchema(schema: v.GenericSchema): Schema {
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

/** The address may name a grouping, so that the body need not. */
function describeRequest(role: Role): Schema {
  const schema = convertSchema(requestSchema(everything(role), "date"));
  const { default: _, ...groupings } = schema.properties.group_by;
  const description = "Required under `global`. An empty list: one record over everything.";
  return { ...schema, properties: { ...schema.properties, group_by: { ...groupings, description } } };
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
    ...Object.entries(ENTITIES).map(([name, { summary, fields }]) => [
      `${base}/collections/${name}`,
      collection(summary, required({ id: { type: "integer" }, name: { type: "string" }, ...fields })),
    ]),
  ]);
  return {
    "/v2/login": { post: login() },
    "/v2/account": { get: account() },
    ...Object.fromEntries([...reports, ...collections]),
  };
}

export function statisticsSchemas(): Record<string, Schema> {
  const roles = ROLES.flatMap((role) => [
    [requestName(role), describeRequest(role)],
    [reportName(role), report(role)],
    [`${title(role)}Metrics`, metrics(role)],
  ]);
  const id = { type: "integer" };
  const text = { type: "string" };
  return {
    ...Object.fromEntries(roles),
    GroupBy: { type: "object", properties: groupDetails(), additionalProperties: false },
    Login: convertSchema(loginSchema),
    Token: required({
      token: text,
      type: { const: "Bearer" },
      expires_in: { ...id, description: "Seconds." },
    }),
    Account: json(
      {
        id,
        name: text,
        username: { ...text, description: "Absent for an account that signs in by API token alone." },
        kind: { enum: ["advertiser", "publisher", "network"] },
        currency: {
          ...text,
          description:
            "ISO 4217 code of every amount in the account's reports; XXX for a network whose members have several.",
        },
        timezone: { ...text, description: "IANA name of the zone whose midnights bound the reports' days." },
        goals: { ...id, description: "How many goals the account tracks." },
        share: { ...ref("Share"), description: "What is shared, for the bearer of a shared link." },
      },
      ["id", "name", "kind", "currency", "timezone", "goals"],
    ),
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
  const names = listNames(GROUPINGS, role, "network");
  const aliases = GROUPING_ALIAS_NAMES.filter((name) => resolveGrouping(name, role, "network"));
  const segments = [GLOBAL, ...names, ...aliases];
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
        description:
          "A grouping, by its name or its short name, stands in for `group_by` where the request has none.",
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
  const { properties } = convertSchema(requestSchema(everything(role))) as {
    properties: Record<string, Schema>;
  };
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

function account(): object {
  return {
    tags: ["Signing in"],
    summary: "The account that is signed in.",
    operationId: "account",
    security: [{ token: [] }],
    responses: { 200: answer("The account.", ref("Account")), ...refusals(401, 429) },
  };
}

const ENTITIES: Record<string, { summary: string; fields?: Record<string, Schema> }> = {
  browsers: { summary: "Browsers" },
  operating_systems: { summary: "Operating systems" },
  devices: { summary: "Devices" },
  device_types: { summary: "Device types" },
  languages: { summary: "Languages", fields: { code: { type: "string" } } },
  ad_types: { summary: "Ad types" },
  categories: { summary: "Categories of sites" },
  carriers: { summary: "Carriers" },
  regions: { summary: "Regions", fields: { country_iso: { type: "string" } } },
  campaigns: { summary: "The account's campaigns", fields: { active: { type: "boolean" } } },
  sites: { summary: "The account's sites", fields: { hostname: { type: "string" } } },
  zones: {
    summary: "The account's zones",
    fields: { size: { type: "string" }, site_id: { type: "integer" } },
  },
};

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
      request_metadata: required({
        count,
        limit: count,
        offset: count,
        date_timezone: { type: "string", description: "The zone whose midnights bound the days." },
      }),
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
      Object.entries(listMetrics(block, viewer)).map(([name, metric]) => [name, number(metric)]),
    );
  const { base, ...others } = Object.fromEntries(listBlocks(viewer).map((block) => [block, numbers(block)]));
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

function groupDetails(): Record<string, Schema> {
  const groups: [string, GroupFields][] = Object.entries(GROUP_DETAILS);
  return Object.fromEntries(
    groups.map(([name, { fields, detailed = {} }]) => [
      name,
      json({ ...mapValues(fields, fieldSchema), ...mapValues(detailed, fieldSchema) }, Object.keys(fields)),
    ]),
  );
}

function fieldSchema(field: DetailField): Schema {
  if (field === "day") return { type: "string", format: "date" };
  if (field === "integer") return { type: "integer" };
  return field === "text" ? { type: "string" } : { enum: field };
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
