/** Routes of shared links, saved views, reports and collections. */
import * as v from "valibot";
import type { CreatedShare, Share } from "../../protocol/account.ts";
import { type Country, REPORT_FILES, type Role } from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";
import { viewSchema } from "../accounts/savedViews.ts";
import { shareSchema } from "../accounts/shares.ts";
import { count, describe, named, optional, text, time } from "../openapi/answerSchemas.ts";
import { array, COUNT, convert, object, type Schema, TEXT } from "../openapi/openApiSchemas.ts";
import {
  describeReportQuery,
  listSegments,
  REPORT_EXAMPLES,
  reportAnswer,
  reportRequest,
} from "../openapi/reportSchemas.ts";
import * as route from "../openapi/routeEntry.ts";
import { FORMATS } from "../reports/formats.ts";
import { OWN_COLLECTIONS, SHARED_COLLECTIONS } from "./collections.ts";

// ── Shared links and saved views ────────────────────────────────────────────────────────────────────────────────────

const day = v.pipe(text, v.metadata({ format: "date" }));
const span = { from: day, to: day };

export const share = v.strictObject({
  id: text,
  name: text,
  title: optional(text, "Heading of the page that the link opens; absent: `name`."),
  role: v.picklist(["advertiser", "publisher"]),
  view: text,
  period: optional(
    v.strictObject({
      ...span,
      compared: optional(v.strictObject(span), "Days that they are compared with."),
    }),
    "The only days that the link opens.",
  ),
  date_from: optional(day, "First day that its `filter` allows."),
  date_to: optional(day, "Last day that its `filter` allows."),
  expires_at: time,
  created_by: optional(named, "User who made it; absent if unknown or not a user."),
}) satisfies v.GenericSchema<Share>;

const createdShare = v.strictObject({
  ...share.entries,
  token: describe(text, "A bearer token, shown once."),
}) satisfies v.GenericSchema<CreatedShare>;

const SAVED_VIEW = route.request("SavedView", viewSchema);

export const LINK_ROUTES = {
  "GET /v2/shares": {
    ...route.SIGNED_IN,
    id: "listShares",
    summary: "Valid links of the account.",
    answers: route.ok(array(route.answer("Share", share))),
  },
  "POST /v2/shares": {
    ...route.SAVING,
    id: "createShare",
    summary: "Creates a token that reads some of the account's reports until it expires or is revoked.",
    parameters: [route.IDEMPOTENCY_KEY],
    body: route.json(route.request("ShareRequest", shareSchema)),
    answers: { 201: route.success(route.answer("CreatedShare", createdShare)) },
  },
  "DELETE /v2/shares/:id": {
    ...route.SAVING,
    id: "revokeShare",
    summary: "Revokes a link.",
    path: { id: TEXT },
    answers: route.done("Revoked."),
  },
  "GET /v2/views": {
    ...route.SIGNED_IN,
    id: "listViews",
    summary: "Saved views of the account.",
    answers: route.ok(array(SAVED_VIEW)),
  },
  "POST /v2/views": {
    ...route.SAVING,
    id: "saveView",
    summary: "Saves a view of the statistics under a name, and replaces an earlier view of that name.",
    body: route.json(SAVED_VIEW),
    answers: route.ok(SAVED_VIEW),
  },
  "DELETE /v2/views/:name": {
    ...route.SAVING,
    id: "removeView",
    summary: "Removes a saved view.",
    path: { name: TEXT },
    answers: route.done("Removed."),
  },
} as const satisfies route.DocumentedRoutes;

// ── Reports ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const REPORT_HEADERS = {
  "Content-Disposition": {
    description: "File name of the report; absent for JSON.",
    schema: TEXT,
  },
  "Content-Encoding": { description: "Absent if the answer is not compressed.", schema: { enum: ["gzip"] } },
};

/** Describes what reports of a role have in common, by GET and by POST. */
function describeReports(role: Role) {
  const { description, content } = route.success(reportAnswer(role));
  const files = listKeys(REPORT_FILES).map((format) => {
    const { type, isText } = FORMATS[format];
    return [type, { schema: isText ? TEXT : { ...TEXT, contentMediaType: type } }] as const;
  });
  const segment = {
    enum: listSegments(role),
    description: "Grouping, by its name or short name, for requests without `group_by`.",
  };
  return {
    access: [role, "network"],
    sharedReport: true,
    summary: `Reports on ${role === "advertiser" ? "campaigns" : "sites and zones"} of the account; for a network, of its members.`,
    description:
      "`Accept` names another format than JSON: CSV, a JSON record in each line, or Parquet. These files have all " +
      "records unless the request has a limit. Text is compressed where `Accept-Encoding` has gzip.",
    path: { segment },
    answers: {
      200: {
        description,
        headers: REPORT_HEADERS,
        content: { ...content, ...Object.fromEntries(files) },
      },
    },
    refusals: [406],
  } as const;
}

function describeByQuery(role: Role) {
  return {
    ...describeReports(role),
    id: `${role}StatisticsByQuery`,
    parameters: describeReportQuery(role),
  } as const;
}

function describeByBody(role: Role) {
  return {
    ...describeReports(role),
    untypedBody: true,
    id: `${role}Statistics`,
    body: route.json(reportRequest(role), REPORT_EXAMPLES[role]),
  } as const;
}

export const REPORT_ROUTES = {
  "GET /v2/statistics/a/:segment": describeByQuery("advertiser"),
  "POST /v2/statistics/a/:segment": describeByBody("advertiser"),
  "GET /v2/statistics/p/:segment": describeByQuery("publisher"),
  "POST /v2/statistics/p/:segment": describeByBody("publisher"),
} as const satisfies route.DocumentedRoutes;

// ── Collections ─────────────────────────────────────────────────────────────────────────────────────────────────────

const countryEntries = { id: count, iso2: text, iso3: text, name: text };
const country = v.strictObject(countryEntries) satisfies v.GenericSchema<Country>;

/** Fields of the entries of a collection, beside id and name. */
const FIELDS: Readonly<Record<string, v.ObjectEntries>> = {
  languages: { code: text },
  regions: { country_iso: text },
  campaigns: { active: v.boolean() },
  variations: { size: text, campaign_id: count },
  offer_landing_pages: { offer_id: count },
  sites: { hostname: text },
  zones: { size: text, site_id: count },
};

function describeMember(collection: string): Schema {
  if (collection === "countries") return route.answer("Country", country);
  if (collection === "timezones") return TEXT;
  return convert(v.strictObject({ ...named.entries, ...FIELDS[collection] }), "output");
}

const METADATA = {
  ...object({ count: COUNT, limit: COUNT, offset: COUNT }, ["count", "offset"]),
  description: "Present with `limit`, `offset` or `count`.",
};

function describeCollection(name: string) {
  const result = { ...array(describeMember(name)), description: "Absent with `count=1`." };
  return {
    id: `collection${route.toTitle(name)}`,
    summary: `Names of ${name.replaceAll("_", " ")}.`,
    parameters: [
      route.query("limit", route.LIMIT, "Maximum entries of a page; by default all."),
      route.query("offset", route.OFFSET, "Entries before the page."),
      route.query("count", { enum: [0, 1] }, "1: only the number of entries."),
    ],
    answers: { 200: route.success(object({ request_metadata: METADATA, result }, [])) },
  } as const;
}

const nameRoute = <N extends string>(name: N) => `GET /v2/collections/${name}` as const;

export const COLLECTION_ROUTES = {
  ...route.declareEach(listKeys(SHARED_COLLECTIONS), nameRoute, (name) => ({
    ...route.SHARED,
    ...describeCollection(name),
  })),
  ...route.declareEach(listKeys(OWN_COLLECTIONS), nameRoute, (name) => ({
    ...route.SIGNED_IN,
    ...describeCollection(name),
  })),
} as const satisfies route.DocumentedRoutes;
