/** Requests for reports and their answers in the OpenAPI document, from the tables that requests are validated by. */
import { GROUPING_ALIAS_NAMES, resolveGrouping } from "../../protocol/aliases.ts";
import { type DetailField, findValueField, GROUP_DETAILS, type GroupFields } from "../../protocol/groups.ts";
import {
  type Block,
  FLAT_METRICS,
  GLOBAL,
  GROUPINGS,
  listBlocks,
  listMetrics,
  listNames,
  MAX_GOALS,
  type MetricDefinition,
  type Role,
  SKIPPED_GROUPINGS,
  type Viewer,
} from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";
import { requestSchema } from "../reports/request.ts";
import { mapValues } from "../values/object.ts";
import { array, COUNT, Component, convertRequest, object, type Schema, TEXT } from "./openApiSchemas.ts";
import { toTitle } from "./routeEntry.ts";

/** Example requests of each role; the tests send each example. */
export const REPORT_EXAMPLES: Record<Role, Record<string, object>> = {
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
    zonesWithManyImpressions: {
      group_by: ["zone_id"],
      metrics: { impressions: { min: 1000 }, ctr: { max: 5 } },
      totals: 1,
    },
    pageTwenty: {
      group_by: ["zone_id", "country_iso"],
      order_by: [{ field: "ctr", order: "desc" }],
      limit: 50,
      offset: 950,
    },
  },
};

export function reportRequest(role: Role): Component {
  return new Component(`${toTitle(role)}Request`, () => describeRequest(role));
}

export function reportAnswer(role: Role): Component {
  return new Component(`${toTitle(role)}Report`, () => describeReport(role));
}

/** Lists the final segments of a report's address: groupings by their names and short names. */
export function listSegments(role: Role): string[] {
  const aliases = GROUPING_ALIAS_NAMES.filter((name) => resolveGrouping(name, role, "network"));
  return [GLOBAL, ...listNames(GROUPINGS, role, "network"), ...aliases];
}

/** Creates a viewer that sees all fields: a network account with every goal. */
function createViewer(role: Role): Viewer {
  return { kind: "network", role, goals: MAX_GOALS };
}

/** Descriptions of fields whose default depends on the address, the account or the day. */
const DESCRIPTIONS = {
  group_by:
    "Required under `global`; otherwise the grouping in the address is the default. An empty list gives one record with the sum of all facts.",
  projection: "Default: every block of the account.",
  filter: "Selects facts. Default: the current month, up to today.",
};

function describeFields(role: Role): Record<string, Schema> {
  const { properties } = convertRequest(requestSchema(createViewer(role)));
  const described = listKeys(DESCRIPTIONS).map((name) => {
    return [name, { ...properties[name], description: DESCRIPTIONS[name] }];
  });
  return { ...properties, ...Object.fromEntries(described) };
}

/** Describes the body. */
function describeRequest(role: Role): Schema {
  return object(mapValues(describeFields(role), acceptShort), []);
}

/** Adds the short forms that requests may have: one value in place of a list, and truth values or texts for 0 and 1. */
function acceptShort({ description, ...schema }: Schema): Schema {
  const { type, items, properties, anyOf } = schema;
  const noted = description === undefined ? {} : { description };
  if (type === "array") return { anyOf: [schema, items], ...noted };
  if (schema.enum?.[0] === 0) return { enum: [0, 1, false, true, "0", "1"], ...noted };
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, acceptShort) }),
    ...(anyOf && { anyOf: anyOf.flatMap((each: Schema) => acceptShort(each).anyOf ?? acceptShort(each)) }),
    ...noted,
  };
}

/**
 * Describes the fields of a request in bracket notation: `filter[date_from]=2026-11-01&group_by[]=date`. Clients may
 * write a list in an object as JSON, because OpenAPI does not define its form: `filter[zone_id]=[101]`
 */
export function describeReportQuery(role: Role) {
  return Object.entries(describeFields(role)).map(([name, schema]) => {
    const isList = schema.type === "array";
    const isPlain = typeof schema.type === "string" && schema.type !== "object";
    return {
      name: isList ? `${name}[]` : name,
      in: "query",
      ...(!isPlain && { style: "deepObject" }),
      explode: true,
      schema,
    };
  });
}

function describeReport(role: Role): Schema {
  const metrics = new Component(`${toTitle(role)}Metrics`, () => describeMetrics(role));
  const record = {
    allOf: [metrics],
    properties: { group_by: GROUP_BY, ...describeFlatGroups(), ...describeFlatMetrics(role) },
    unevaluatedProperties: false,
  };
  return object(
    {
      request_metadata: object(
        {
          count: COUNT,
          limit: COUNT,
          offset: COUNT,
          date_timezone: { ...TEXT, description: "Time zone of the days." },
          timezone: { ...TEXT, description: "Time zone of the hours; absent in reports without hours." },
        },
        ["count", "limit", "offset", "date_timezone"],
      ),
      result: { ...array(record), description: "Absent with `count: 1`." },
      result_total: {
        allOf: [metrics],
        unevaluatedProperties: false,
        description: "Present with `totals: 1`.",
      },
      resultTotal: {
        allOf: [metrics],
        properties: describeFlatMetrics(role),
        unevaluatedProperties: false,
        description: `The same, flat. ${FLAT}`,
      },
    },
    ["request_metadata"],
  );
}

const FLAT = "Only with GET and a grouping as the last segment.";

/** Describes the values of groupings that flat records have beside `group_by`. */
function describeFlatGroups(): Record<string, Schema> {
  const names = listKeys(GROUP_DETAILS).flatMap((grouping) => {
    const { fields, flat }: GroupFields = GROUP_DETAILS[grouping];
    const field = findValueField(grouping);
    const schema = {
      ...describeField(field === "id" ? "integer" : (fields[field] ?? "text")),
      description: FLAT,
    };
    return [
      [grouping, schema],
      [flat, schema],
    ];
  });
  return Object.fromEntries(names);
}

function describeFlatMetrics(role: Role): Record<string, Schema> {
  return Object.fromEntries(
    FLAT_METRICS[role].map(({ name, block, metric, inHundredths }) => [
      name,
      inHundredths
        ? { type: "integer", description: `Hundredths of \`${metric}\`. ${FLAT}` }
        : { type: "number", description: `\`${block}.${metric}\`. ${FLAT}` },
    ]),
  );
}

/** Describes all metrics; the projection and the account decide which of them a record has. */
function describeMetrics(role: Role): Schema {
  const viewer = createViewer(role);
  const numbers = (block: Block) =>
    Object.fromEntries(
      Object.entries(listMetrics(block, viewer)).map(([name, metric]) => [name, describeMetric(metric)]),
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

function describeMetric({ label, unit, accounts, sum }: MetricDefinition): Schema {
  const whose = accounts.length === 3 ? "" : ` For ${accounts.join(" and ")} accounts.`;
  const type = sum && (unit === "count" || unit === "milliseconds") ? "integer" : "number";
  return { type, description: `${label}.${UNITS[unit]}${whose}` };
}

/** `group_by` of a record. */
export const GROUP_BY = new Component("GroupBy", describeGroups);

function describeGroups(): Schema {
  const groups: [string, GroupFields][] = Object.entries(GROUP_DETAILS);
  const properties = groups.map(([name, { fields, detailed = {} }]) => [
    name,
    object(
      { ...mapValues(fields, describeField), ...mapValues(detailed, describeField) },
      Object.keys(fields),
    ),
  ]);
  return { type: "object", properties: Object.fromEntries(properties), additionalProperties: false };
}

function describeField(field: DetailField): Schema {
  if (field === "day") return { ...TEXT, format: "date" };
  if (field === "integer") return { type: "integer" };
  return field === "text" ? TEXT : { enum: field };
}
