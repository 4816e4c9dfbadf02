/** Routes of delivery: activity, sums, estimates, explanations, requests without an ad, and imported facts. */
import * as v from "valibot";
import {
  type Activity,
  CAMPAIGN_STATES,
  type CampaignUnfilled,
  type Estimate,
  type Explanation,
  type ImportAnswer,
  type ListedImport,
  NOT_ESTIMATED,
  PERFORMANCE_GROUPINGS,
  type ShownCreative,
  type ZoneUnfilled,
} from "../../protocol/management.ts";
import { LIMIT_REASONS, UNFILLED_REASONS } from "../../protocol/unfilled.ts";
import { codedProblem, count, describe, named, optional, text, time } from "../openapi/answerSchemas.ts";
import { array, COUNT, object, type Schema, TEXT } from "../openapi/openApiSchemas.ts";
import { EXPLAIN_REQUEST } from "../openapi/placementSchemas.ts";
import { GROUP_BY } from "../openapi/reportSchemas.ts";
import * as route from "../openapi/routeEntry.ts";
import { byRights } from "./entryRoutes.ts";
import { estimateSchema } from "./estimate.ts";
import { PAGE_PARAMETERS } from "./listAnswer.ts";
import { performanceSchema } from "./performance.ts";

const explainedZone = v.strictObject({
  id: count,
  campaigns: v.array(
    v.strictObject({
      id: count,
      name: text,
      excluded: v.array(v.strictObject({ rule: text, reason: text, problem: codedProblem })),
      chance: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
    }),
  ),
});

const explanation = v.strictObject({
  zones: v.array(v.nullable(explainedZone)),
  errors: v.record(text, v.array(text)),
}) satisfies v.GenericSchema<Explanation>;

const activity = v.strictObject({
  zones: v.array(
    v.strictObject({ id: count, last_request: v.nullable(time), requests: count, filled: count }),
  ),
  campaigns: v.array(
    v.strictObject({
      id: count,
      state: v.picklist(CAMPAIGN_STATES),
      impressions_today: count,
      impressions_total: count,
      cost_today: text,
      cost_total: text,
      elapsed_today: describe(v.number(), "Elapsed part of today's hours of delivery, UTC, 0 to 1."),
      progress: describe(
        v.exactOptional(
          v.strictObject({
            of: v.picklist(["budget", "cap"]),
            expected: v.number(),
            delivered: v.number(),
            forecast: v.number(),
          }),
        ),
        "Shares of the total that are due by now, delivered, and reached by the end of the last day at the rate of the last seven whole days. Absent unless the campaign has a total and a last day, was scheduled on a whole day before today, and is running, unmatched or spent.",
      ),
    }),
  ),
  sizes: v.array(v.strictObject({ size: text, zones: count })),
}) satisfies v.GenericSchema<Activity>;

const estimate = v.strictObject({
  zones: count,
  zones_total: count,
  requests: count,
  impressions: count,
  ignored: v.array(v.picklist(NOT_ESTIMATED)),
}) satisfies v.GenericSchema<Estimate>;

const zoneUnfilled = v.strictObject({
  requests: count,
  reasons: v.array(
    v.strictObject({
      reason: describe(
        v.nullable(v.picklist(UNFILLED_REASONS)),
        "The first step that left no campaign; null where it was not stored.",
      ),
      requests: count,
      campaign: optional(named, "Campaign that only this limit excluded; for networks."),
      country: optional(
        v.strictObject({ country_iso: text, country_long_name: text, country_short_name: text }),
        "Country of the visitors; for `targeting.countries`.",
      ),
    }),
  ),
}) satisfies v.GenericSchema<ZoneUnfilled>;

const shownCreative = v.strictObject({
  id: count,
  size: text,
  image: text,
  url: describe(text, "Landing page."),
  advertiser: describe(named, "Account that a site can block by `blockedAdvertisers`."),
  impressions: count,
  clicks: count,
  revenue: describe(v.number(), "Revenue of the publisher."),
}) satisfies v.GenericSchema<ShownCreative>;

const campaignUnfilled = v.strictObject({
  days: v.array(
    v.strictObject({
      day: text,
      reasons: v.array(
        v.strictObject({
          reason: v.picklist(LIMIT_REASONS),
          requests: count,
          first: describe(time, "Start of the first quarter of an hour with such a request."),
        }),
      ),
    }),
  ),
  spending: describe(
    v.strictObject({
      per_request: describe(v.number(), "Average cost of a request that it filled."),
      quarters: v.array(v.strictObject({ start: time, cost: v.number(), missed: count, share: v.number() })),
    }),
    "Spending on the last whole UTC day, by quarter of an hour. `missed`: requests missed because of the budget; `share`: part of a daily amount that even delivery releases until the end of the quarter.",
  ),
}) satisfies v.GenericSchema<CampaignUnfilled>;

function describePerformance(): Schema {
  const amounts = ["cost", "revenue", "publisher_revenue", "network_revenue"];
  const counts = ["ad_requests", "filled", "impressions", "clicks"];
  const name = (names: readonly string[], schema: Schema) =>
    Object.fromEntries(names.map((each) => [each, schema]));
  const sums = { ...name(counts, COUNT), ...name(amounts, { type: "number" }) };
  const record = object({ group_by: GROUP_BY, ...sums }, ["group_by", ...counts]);
  const sides = object({ now: array(record), before: array(record) });
  return object(name(PERFORMANCE_GROUPINGS, sides), []);
}

const IMPORT_NAME = { ...TEXT, minLength: 1, maxLength: 4096 };
const NAME = {
  ...route.query("name", IMPORT_NAME, "Name of the import, unique in the network."),
  required: true,
};
const FLAG = { enum: [0, 1], default: 0 };
const LINES = { schema: TEXT };
const IMPORTING = { ...route.NETWORK, needs: "editor" } as const;

const listedImport = v.strictObject({
  name: text,
  time,
  read: describe(count, "Number of lines; empty ones do not count."),
  added: count,
  rejected: count,
  impressions: count,
  clicks: count,
  cost: v.number(),
  publisher_revenue: v.number(),
}) satisfies v.GenericSchema<ListedImport>;

const importResult = v.strictObject({
  name: text,
  read: describe(count, "Number of lines; empty ones do not count."),
  added: count,
  rejected: count,
  reasons: describe(v.array(text), "The first 100 rejected lines, each with its number and reason."),
  replaced: optional(count, "Number of lines of the earlier import of that name."),
  summed_up: optional(
    count,
    "Added lines of months that are only kept as sums: they count towards budgets and caps, and no report shows them.",
  ),
  same_as: optional(text, "The import that has the same content; nothing was added."),
}) satisfies v.GenericSchema<ImportAnswer>;

export const DELIVERY_ROUTES = {
  "GET /v2/activity": {
    ...route.SIGNED_IN,
    id: "getActivity",
    summary: "Activity of the zones and campaigns that the account manages.",
    answers: route.ok(route.answer("Activity", activity)),
  },
  "POST /v2/performance": {
    ...route.SIGNED_IN,
    id: "getPerformance",
    summary: "Sums of a period by day, object or visitor, beside those of another period.",
    body: route.json(route.request("PerformanceRequest", performanceSchema)),
    answers: route.ok(describePerformance()),
  },
  "GET /v2/zones/:id/unfilled": {
    ...byRights("zones"),
    id: "getZoneUnfilled",
    summary: "Requests of a zone in a period, with the reasons why some got no ad.",
    parameters: [
      route.query("from", TEXT, "First day on the clock of the account, YYYY-mm-dd."),
      route.query("to", TEXT, "Last day, inclusive."),
    ],
    answers: route.ok(route.answer("ZoneUnfilled", zoneUnfilled)),
  },
  "GET /v2/sites/:id/creatives": {
    ...byRights("sites"),
    id: "listShownCreatives",
    summary:
      "The 1,000 most shown creatives in the zones of a site in the last seven days, the most shown first.",
    parameters: PAGE_PARAMETERS,
    answers: route.page(route.answer("ShownCreative", shownCreative)),
  },
  "GET /v2/campaigns/:id/unfilled": {
    ...byRights("campaigns"),
    id: "getCampaignUnfilled",
    summary:
      "Requests without an ad that the campaign missed only because of its limits, yesterday and today, UTC.",
    answers: route.ok(route.answer("CampaignUnfilled", campaignUnfilled)),
  },
  "POST /v2/estimate": {
    ...byRights("campaigns"),
    id: "estimateCampaign",
    summary: "Matching zones, and the impressions that a campaign would have had in the last seven days.",
    body: route.json(route.request("EstimateRequest", estimateSchema)),
    answers: route.ok(route.answer("Estimate", estimate)),
  },
  "POST /v2/placement/explain": {
    ...route.NETWORK,
    id: "explainPlacement",
    summary: "Why each campaign would be chosen for the zones, or not.",
    body: route.json(EXPLAIN_REQUEST),
    answers: { 200: route.success(route.answer("Explanation", explanation)) },
  },
  "GET /v2/imports": {
    ...route.NETWORK,
    id: "listImports",
    summary: "Imports that the network sent, oldest first.",
    parameters: PAGE_PARAMETERS,
    answers: route.page(route.answer("Import", listedImport)),
    refusals: [409],
  },
  "POST /v2/imports": {
    ...IMPORTING,
    bodySize: "handler",
    id: "importFacts",
    summary: "Imports facts. The same name again replaces what it imported before, as a whole or not at all.",
    description:
      "One line for each fact, with the columns of `zonetag-service import`. Rejected lines are left out and named in " +
      "`reasons`. All entries must belong to the network. An interrupted upload changes nothing. 409: the events of " +
      "the service are in ClickHouse.",
    parameters: [NAME, route.query("all_or_nothing", FLAG, "1: imports nothing when a line is rejected.")],
    body: { "application/x-ndjson": LINES, "text/csv": LINES },
    answers: route.ok(route.answer("ImportResult", importResult)),
    refusals: [408, 409],
  },
  "DELETE /v2/imports": {
    ...IMPORTING,
    id: "removeImport",
    summary: "Removes an import and its facts.",
    parameters: [NAME],
    answers: route.done("Removed."),
    refusals: [404, 409],
  },
} as const satisfies route.DocumentedRoutes;
