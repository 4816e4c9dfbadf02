/**
 * Operations of the OpenAPI document, by the names of the table of routes. Paths, security and refusals follow from the
 * route.
 */
import {
  BULK_KINDS,
  type BulkKind,
  MAX_BULK,
  MAX_PAGE,
  PERFORMANCE_GROUPINGS,
  type RIGHTS,
} from "../../protocol/management.ts";
import { REPORT_FILES, ROLE_SEGMENTS, type Role } from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";
import { MAX_REASON } from "../management/approvals.ts";
import { DEFAULT_LIMIT } from "../management/listAnswer.ts";
import { KINDS, type Kind, RESOURCES } from "../management/resources.ts";
import { setupSchema } from "../management/setupLink.ts";
import { FORMATS } from "../reports/formats.ts";
import { OWN_COLLECTIONS, SHARED_COLLECTIONS } from "../statistics/collections.ts";
import { mapValues } from "../values/object.ts";
import { describeCollected } from "./answers.ts";
import { ENTRIES } from "./entrySchemas.ts";
import { array, COUNT, convert, convertRequest, object, ref, type Schema, TEXT } from "./openApiSchemas.ts";
import { PLACEMENT_EXAMPLES } from "./placementSchemas.ts";
import { describeReportQuery, listSegments, REPORT_EXAMPLES, title } from "./reportSchemas.ts";

export interface Operation extends Details {
  /** Unique name; generated clients use it for their functions. */
  id: string;
  summary: string;
  /** Responses to accepted requests, by status. */
  answers: Answers;
}

interface Details {
  description?: string;
  /** Schemas of the path's parameters that are not ids of entries. */
  path?: Readonly<Record<string, Schema>>;
  /** Parameters in query string and headers. */
  parameters?: readonly object[];
  /** Body by media type. */
  body?: Readonly<Record<string, Content>>;
  /** Error statuses that do not follow from the route. */
  refusals?: readonly number[];
}

interface Content {
  schema: Schema;
  examples?: Readonly<Record<string, { value: unknown }>>;
}

export interface Answer {
  description: string;
  /** Content by media type; absent without a body. */
  content?: Readonly<Record<string, Content>>;
  headers?: Readonly<Record<string, object>>;
}
type Answers = Readonly<Record<number, Answer>>;

type Operations = Readonly<Record<string, Operation>>;

/** Operations by route, for each tag. */
export function listOperations(): Readonly<Record<string, Operations>> {
  return {
    "Ad placement": describePlacement(),
    "Signing in": describeSignIn(),
    People: describePeople(),
    "Shared links": describeShares(),
    Statistics: { ...describeReports("advertiser"), ...describeReports("publisher") },
    Collections: describeCollections(),
    Management: Object.assign(
      {},
      ...KINDS.map(describeKind),
      ...BULK_KINDS.map(describeBulk),
      describeManagement(),
    ),
  };
}

function operation(id: string, summary: string, answers: Answers, details: Details = {}): Operation {
  return { id, summary, answers, ...details };
}

// ── Subjects ────────────────────────────────────────────────────────────────────────────────────────────────────────

function describePlacement(): Operations {
  const content = { schema: ref("AdRequest"), examples: listExamples(PLACEMENT_EXAMPLES) };
  const path = { token: TEXT };
  const track = (descriptions: Readonly<Record<number, string>>): Answers =>
    mapValues(descriptions, (description) => ({ description, headers: { "X-Event": OUTCOME } }));
  const pixel = track({
    200: "A pixel.",
    403: "The address is forged.",
    410: "A pixel; the address has expired.",
    503: "A pixel; the impression could not be stored.",
  });
  const redirect = track({
    302: "To the landing page, also when the click is not counted.",
    403: "The address is forged.",
    409: "Fetched ahead by the browser, which asks again when the user clicks.",
    410: "No such ad.",
  });
  const answer = { ...send(ref("AdResponse")), headers: { "X-Zonetag-Dashboard": DASHBOARD } };
  return {
    "POST /v1/placement": operation(
      "placement",
      "Ads for the zones of a page.",
      { 200: answer },
      {
        description:
          "Browsers send text/plain, so that they need no preflight request. With `gdpr.gdpr` 1 and no consent, or the " +
          "header `Sec-GPC: 1`, nothing about the visitor but the country is used or stored.",
        body: { "text/plain": content, "application/json": content },
        refusals: [405, 500],
      },
    ),
    "GET /i/:token": operation("impression", "Counts an impression, once.", pixel, { path }),
    "POST /i/:token": operation("impressionBeacon", "Counts an impression, once.", pixel, { path }),
    "GET /c/:token": operation("click", "Counts a click, once, and redirects.", redirect, { path }),
  };
}

const DASHBOARD = {
  description: "Address of the service's dashboard, for the console of the tag.",
  schema: { ...TEXT, format: "uri" },
};

const OUTCOME = {
  description: "Outcome of the fetch; only `counted` and `unpaid` are in `impressions` and `clicks`.",
  schema: {
    enum: [
      "counted",
      "repeated",
      "unpaid",
      "invalid",
      "limited",
      "robot",
      "ignored",
      "expired",
      "forged",
      "lost",
    ],
  },
};

function describeSignIn(): Operations {
  const account = { 200: send(ref("Account")) };
  const examples = { token: { api_token: "…" }, password: { username: "publisher", password: "…" } };
  return {
    "POST /v2/login": operation(
      "login",
      "A token for credentials.",
      { 200: send(ref("Token")) },
      {
        body: { "application/json": { schema: ref("Login"), examples: listExamples(examples) } },
        refusals: [401],
      },
    ),
    "POST /v2/session": operation(
      "startSession",
      "Signs in with a cookie, for pages of this service; programs use /v2/login.",
      { 201: send(ref("StartedSession"), "The cookie `zonetag_session` is set.") },
      {
        body: { "application/json": { schema: ref("Login"), examples: listExamples(examples) } },
        refusals: [401, 403],
      },
    ),
    "DELETE /v2/session": operation(
      "endSession",
      "Signs out: ends the session of the request.",
      done("The session has ended, and the cookie is removed."),
      { refusals: [404] },
    ),
    "POST /v2/setup": operation(
      "setUp",
      "Makes the first network account, by the token of the set-up link.",
      done("The account was created, and the link is no longer valid. Sign in."),
      {
        body: json(convertRequest(setupSchema)),
        refusals: [403, 409],
      },
    ),
    "GET /v2/account": operation("getSignedInAccount", "The account that is signed in.", account, {
      parameters: [query("detailed", { enum: [0, 1] }, "1: also `data_from`, the first day with facts.")],
    }),
    "PATCH /v2/account": operation(
      "changeSignedInAccount",
      "Changes the name of the account, or the time zone of its reports' days.",
      account,
      { body: json(ref("OwnAccountChange")), refusals: [409] },
    ),
    "GET /v2/user": operation("getUser", "The account and the user signed in, as /v2/account.", account),
    "PATCH /v2/user": operation(
      "changeUser",
      "Changes the own name and language, or with the current password the password.",
      {
        200: send(
          { oneOf: [ref("Token"), ref("StartedSession")] },
          "The password is changed. Other tokens and sessions have ended; a caller with a session has another cookie.",
        ),
        204: { description: "The name or the language is changed." },
      },
      {
        body: json(ref("OwnChange")),
        refusals: [409],
      },
    ),
  };
}

function describePeople(): Operations {
  const account = query("account", COUNT, "An account that the caller manages; by default its own.");
  return {
    "GET /v2/users": operation("listUsers", "Users of an account.", listed("AccountUser"), {
      parameters: [account],
      refusals: [400],
    }),
    "POST /v2/users": operation(
      "inviteUser",
      "Makes a user and a link by which to set a password.",
      created("InvitedUser"),
      {
        description:
          "With `user`, an id, in place of `email`, `name` and `language`, a user is added to another account; the caller " +
          "has to manage all accounts of the user.",
        body: json(ref("UserInvitation")),
        refusals: [409],
      },
    ),
    "PATCH /v2/users/:id": operation(
      "changeUserRole",
      "Changes the role of a user in an account.",
      ok("AccountUser"),
      { parameters: ENDED_WITH_USER, body: json(ref("UserChange")), refusals: [409] },
    ),
    "GET /v2/users/:id/made": operation(
      "listMadeAccess",
      "Valid API tokens and shared links that a user made by the membership in an account. They stay when the user leaves.",
      ok("MadeAccess"),
      { parameters: [account], refusals: [400] },
    ),
    "DELETE /v2/users/:id": operation(
      "removeUser",
      "Takes a user out of an account; who belongs to no other one is deleted.",
      done("Removed."),
      {
        parameters: [account, ...ENDED_WITH_USER],
        refusals: [400, 409],
      },
    ),
    "GET /v2/tokens": operation("listApiTokens", "Valid API tokens of an account.", listed("ApiToken"), {
      parameters: [account],
      refusals: [400],
    }),
    "POST /v2/tokens": operation(
      "createApiToken",
      "Makes an API token of an account.",
      created("CreatedApiToken"),
      { body: json(ref("ApiTokenRequest")), refusals: [409] },
    ),
    "DELETE /v2/tokens/:id": operation("revokeApiToken", "Ends an API token.", done("Revoked."), {
      parameters: [account],
      refusals: [400],
    }),
    "GET /v2/sessions": operation(
      "listSessions",
      "Sessions of the user, the last used first.",
      listed("UserSession"),
    ),
    "DELETE /v2/sessions": operation(
      "endOtherSessions",
      "Ends all sessions of the user but that of the request.",
      done("They have ended."),
    ),
    "DELETE /v2/sessions/:id": operation(
      "endUserSession",
      "Ends a session of the user.",
      done("It has ended."),
      { path: { id: TEXT } },
    ),
    "POST /v2/users/:id/link": operation(
      "createUserLink",
      "Makes a link by which the user sets a new password. An earlier link ends.",
      created("UserLink"),
    ),
    "POST /v2/password": operation(
      "setPassword",
      "Sets the password of a user, by the token of the user's link.",
      { 200: send(object({ username: TEXT }), "The password is set, and the link is void. Sign in.") },
      { body: json(ref("NewPassword")), refusals: [403] },
    ),
  };
}

function describeShares(): Operations {
  return {
    "GET /v2/shares": operation("listShares", "Valid links of the account.", listed("Share")),
    "POST /v2/shares": operation(
      "createShare",
      "Creates a token that reads some of the account's reports until it expires or is revoked.",
      { 201: send(ref("CreatedShare")) },
      { parameters: [IDEMPOTENCY_KEY], body: json(ref("ShareRequest")) },
    ),
    "GET /v2/views": operation("listViews", "Saved views of the account.", listed("SavedView")),
    "POST /v2/views": operation(
      "saveView",
      "Keeps a view of the statistics under a name; replaces the one of that name.",
      ok("SavedView"),
      { body: json(ref("SavedView")) },
    ),
    "DELETE /v2/views/:name": operation("removeView", "Removes a saved view.", done("Removed."), {
      path: { name: TEXT },
    }),
    "DELETE /v2/shares/:id": operation("revokeShare", "Revokes a link.", done("Revoked."), {
      path: { id: TEXT },
    }),
  };
}

function describeReports(role: Role): Operations {
  const address = `/v2/statistics/${ROLE_SEGMENTS[role]}/:segment`;
  const summary = `Reports on ${role === "advertiser" ? "campaigns" : "sites and zones"} of the account; for a network, of its members.`;
  const { description, content } = send(ref(`${title(role)}Report`));
  const files = listKeys(REPORT_FILES).map((format) => {
    const { type, isText } = FORMATS[format];
    return [type, { schema: isText ? TEXT : { ...TEXT, contentMediaType: type } }] as const;
  });
  const answers = {
    200: {
      description,
      headers: REPORT_HEADERS,
      content: { ...content, ...Object.fromEntries(files) },
    },
  };
  const segment = {
    enum: listSegments(role),
    description: "A grouping by its name or short name replaces `group_by` where the request has none.",
  };
  const details = {
    description:
      "`Accept` names another format than JSON: CSV, a JSON record in each line, or Parquet. These files have all " +
      "records unless the request has a limit. Text is compressed where `Accept-Encoding` has gzip.",
    path: { segment },
    refusals: [400, 406],
  };
  const examples = listExamples(REPORT_EXAMPLES[role]);
  return {
    [`GET ${address}`]: operation(`${role}StatisticsByQuery`, summary, answers, {
      ...details,
      parameters: describeReportQuery(role),
    }),
    [`POST ${address}`]: operation(`${role}Statistics`, summary, answers, {
      ...details,
      body: { "application/json": { schema: ref(`${title(role)}Request`), examples } },
    }),
  };
}

const REPORT_HEADERS = {
  "Content-Disposition": {
    description: "File name of the report; absent for JSON.",
    schema: TEXT,
  },
  "Content-Encoding": { description: "Absent for answers as they are.", schema: { enum: ["gzip"] } },
};

function describeCollections(): Operations {
  const names = Object.keys({ ...SHARED_COLLECTIONS, ...OWN_COLLECTIONS });
  const parameters = [
    query("limit", LIMIT, "Maximum entries of a page; by default all."),
    query("offset", OFFSET, "Entries before the page."),
    query("count", { enum: [0, 1] }, "1: only the number of entries."),
  ];
  const operations = names.flatMap((name) => {
    const id = `collection${toTitle(name)}`;
    const summary = `Names of ${name.replaceAll("_", " ")}.`;
    const answers = { 200: send(describeCollection(describeMember(name))) };
    return [
      [`GET /v2/collections/${name}`, operation(id, summary, answers, { parameters, refusals: [400] })],
    ];
  });
  return Object.fromEntries(operations);
}

function describeCollection(member: Schema): Schema {
  const metadata = object({ count: COUNT, limit: COUNT, offset: COUNT }, ["count", "offset"]);
  return object(
    {
      request_metadata: { ...metadata, description: "Present with `limit`, `offset` or `count`." },
      result: { ...array(member), description: "Absent with `count=1`." },
    },
    [],
  );
}

function describeMember(collection: string): Schema {
  if (collection === "countries") return ref("Country");
  return collection === "timezones" ? TEXT : convert(describeCollected(collection), "output");
}

function describeKind(kind: Kind): Operations {
  const { noun } = RESOURCES[kind];
  const { name } = ENTRIES[kind];
  const filters = [
    query("search", TEXT, "A part of the name, or the id."),
    query("deleted", { enum: [0, 1] }, "1: archived entries too."),
  ];
  return {
    [`GET /v2/${kind}`]: describeList(
      `list${toTitle(kind)}`,
      `The ${kind} that the account manages.`,
      name,
      filters,
    ),
    [`POST /v2/${kind}`]: describeCreation(kind, noun),
    [`GET /v2/${kind}/:id`]: operation(`get${toTitle(noun)}`, `One ${noun}.`, { 200: sendEntry(name) }),
    [`PATCH /v2/${kind}/:id`]: describeChange(kind, noun),
  };
}

const VERSIONED = object({ id: COUNT, version: TEXT });

/** Describes the change of many entries of a kind. */
function describeBulk(kind: BulkKind): Operations {
  const change = ref(`${ENTRIES[kind].name}Change`);
  const bounds = { minItems: 1, maxItems: MAX_BULK };
  const body = object({
    ids: { ...array({ type: "integer", minimum: 1 }), ...bounds, uniqueItems: true },
    versions: { ...array(TEXT), ...bounds },
    patch: change,
  });
  return {
    [`POST /v2/${kind}/bulk`]: operation(
      `change${toTitle(kind)}`,
      `Changes many ${kind} by one merge patch: all of them, or none.`,
      { 200: send(object({ result: array(VERSIONED) }), "The versions of the entries as they are now.") },
      {
        description:
          "`versions` has the version of each entry that the caller saw, in the order of `ids`, or * for any. " +
          "409: nothing was changed, and `errors` has the reason of each entry that cannot be.",
        parameters: [IDEMPOTENCY_KEY],
        body: json(body),
        refusals: [409],
      },
    ),
  };
}

function describeManagement(): Operations {
  const creatives = "/v2/campaigns/:id/creatives";
  return {
    [`GET ${creatives}`]: operation("listCreatives", "The creatives of a campaign.", {
      200: sendPage("Creative"),
    }),
    [`POST ${creatives}`]: describeCreation("creatives", "creative"),
    [`PATCH ${creatives}/:creative`]: describeChange("creatives", "creative"),
    ...describeDecisions(`${creatives}/:creative`),
    "GET /v2/approvals": describeList(
      "listApprovals",
      "Creatives that wait for the network's approval, the longest wait first.",
      "Approval",
      [],
    ),
    "POST /v2/images": operation(
      "uploadImage",
      "Stores an image for creatives: PNG, JPEG, WebP, AVIF or GIF.",
      created("StoredImage"),
      { body: { "image/*": { schema: { ...TEXT, format: "binary" } } } },
    ),
    "GET /v2/activity": operation(
      "getActivity",
      "Activity of the zones and campaigns that the account manages.",
      ok("Activity"),
    ),
    "POST /v2/performance": operation(
      "getPerformance",
      "Sums of a period by day, object or visitor, beside those of another period.",
      { 200: send(object({ result: describePerformance() })) },
      { body: json(ref("PerformanceRequest")) },
    ),
    "GET /v2/zones/:id/unfilled": operation(
      "getZoneUnfilled",
      "Requests of a zone in a period, with the reasons why some got no ad.",
      ok("ZoneUnfilled"),
      {
        parameters: [
          query("from", TEXT, "First day on the clock of the account, YYYY-mm-dd."),
          query("to", TEXT, "Last day; it counts too."),
        ],
      },
    ),
    "GET /v2/campaigns/:id/unfilled": operation(
      "getCampaignUnfilled",
      "Requests without an ad that the campaign missed only because of its limits, yesterday and today, UTC.",
      ok("CampaignUnfilled"),
    ),
    "POST /v2/estimate": operation(
      "estimateCampaign",
      "Zones that a campaign fits, and impressions that the last seven days would have given it.",
      ok("Estimate"),
      { body: json(ref("EstimateRequest")) },
    ),
    "GET /v2/changes": describeList(
      "listChanges",
      "Changes of entries, and the audit log, newest first.",
      "Change",
      [
        query("kind", TEXT, "Only entries of this kind, such as `zones` or `users`."),
        query("id", COUNT, "Only the entry with this id; without `kind`, of the catalogue."),
        query("campaign", COUNT, "Only this campaign and its creatives."),
        query("request", TEXT, "Only the change of the request with this Idempotency-Key."),
      ],
    ),
    "POST /v2/page": operation(
      "readPage",
      "The markup of a page of a site, at most 1 MB, with its address after redirects.",
      ok("PageMarkup"),
      { body: json(object({ address: TEXT })) },
    ),
    ...describeImports(),
    "POST /v2/placement/explain": operation(
      "explainPlacement",
      "Why each campaign would be chosen for the zones, or not.",
      { 200: send(ref("Explanation")) },
      { body: json(ref("ExplainRequest")) },
    ),
  };
}

function describePerformance(): Schema {
  const amounts = ["cost", "revenue", "publisher_revenue", "network_revenue"];
  const counts = ["ad_requests", "filled", "impressions", "clicks"];
  const name = (names: readonly string[], schema: Schema) =>
    Object.fromEntries(names.map((each) => [each, schema]));
  const sums = { ...name(counts, COUNT), ...name(amounts, { type: "number" }) };
  const record = object({ group_by: ref("GroupBy"), ...sums }, ["group_by", ...counts]);
  const sides = object({ now: array(record), before: array(record) });
  return object(name(PERFORMANCE_GROUPINGS, sides), []);
}

function describeDecisions(creative: string): Operations {
  const describe = (id: string, summary: string, body?: Schema) =>
    operation(
      `${id}Creative`,
      summary,
      { 200: sendEntry("Creative") },
      {
        parameters: [describeVersion("The version (ETag) that the caller saw."), IDEMPOTENCY_KEY],
        ...(body && { body: json(body) }),
        refusals: [409, 428],
      },
    );
  const reason = { ...TEXT, minLength: 1, maxLength: MAX_REASON };
  return {
    [`POST ${creative}/approve`]: describe(
      "approve",
      "Approves the pending version, which replaces the one served until then.",
    ),
    [`POST ${creative}/reject`]: describe(
      "reject",
      "Rejects the pending version; if there is none, takes back the approval.",
      object({ reason }),
    ),
    [`POST ${creative}/withdraw`]: describe("withdraw", "Takes back the pending or rejected version."),
  };
}

function describeImports(): Operations {
  const name = {
    ...query(
      "name",
      { ...TEXT, minLength: 1, maxLength: 4096 },
      "Name of the import, unique in the network.",
    ),
    required: true,
  };
  const lines = { schema: TEXT };
  return {
    "GET /v2/imports": operation(
      "listImports",
      "Imports that the network sent, oldest first.",
      { 200: sendPage("Import") },
      { parameters: PAGE, refusals: [400, 409] },
    ),
    "POST /v2/imports": operation(
      "importFacts",
      "Imports facts. The same name again replaces what it imported before, as a whole or not at all.",
      ok("ImportResult"),
      {
        description:
          "One line for each fact, with the columns of `zonetag-service import`. Rejected lines are left out and named in " +
          "`reasons`. Entries have to be those of the network. An interrupted upload changes nothing. 409: the events of " +
          "the service are in ClickHouse.",
        parameters: [
          name,
          query(
            "all_or_nothing",
            { enum: [0, 1], default: 0 },
            "1: imports nothing when a line is rejected.",
          ),
        ],
        body: { "application/x-ndjson": lines, "text/csv": lines },
        refusals: [400, 408, 409],
      },
    ),
    "DELETE /v2/imports": operation("removeImport", "Removes an import and its facts.", done("Removed."), {
      parameters: [name],
      refusals: [400, 404, 409],
    }),
  };
}

// ── Parts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const LIMIT: Schema = { type: "integer", minimum: 1, maximum: MAX_PAGE };
const OFFSET: Schema = { ...COUNT, default: 0 };
const PAGE = [
  query("limit", { ...LIMIT, default: DEFAULT_LIMIT }, "Maximum entries of a page."),
  query("offset", OFFSET, "Entries before the page."),
];

function describeList(id: string, summary: string, name: string, filters: readonly object[]): Operation {
  const parameters = [...PAGE, ...filters];
  return operation(id, summary, { 200: sendPage(name) }, { parameters, refusals: [400] });
}

/** What can end together with a user's membership or role. */
const ENDED_WITH_USER = [
  query("tokens", { enum: [0, 1] }, "1: with the API tokens that the user made by this membership."),
  query("shares", { enum: [0, 1] }, "1: with the shared links that the user made by this membership."),
];

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description: "The client's name for the request: a repeated request is not made again.",
};

function describeCreation(kind: keyof typeof RIGHTS, noun: string): Operation {
  const { name } = ENTRIES[kind];
  return operation(
    `create${toTitle(noun)}`,
    `Creates a ${noun}.`,
    { 201: sendEntry(name) },
    {
      parameters: [IDEMPOTENCY_KEY],
      body: json(ref(`${name}Creation`)),
      refusals: [409],
    },
  );
}

function describeChange(kind: keyof typeof RIGHTS, noun: string): Operation {
  const { name } = ENTRIES[kind];
  const version = "The version (ETag) that the caller saw, or * for any.";
  return operation(
    `change${toTitle(noun)}`,
    `Changes a ${noun}, by a merge patch.`,
    { 200: sendEntry(name) },
    {
      parameters: [describeVersion(version), IDEMPOTENCY_KEY],
      body: json(ref(`${name}Change`)),
      refusals: [409, 428],
    },
  );
}

function describeVersion(description: string): object {
  return { name: "If-Match", in: "header", required: true, schema: TEXT, description };
}

function send(schema: Schema, description = "Success."): Answer {
  return { description, content: json(schema) };
}

function ok(name: string): Answers {
  return { 200: send(object({ result: ref(name) })) };
}

function created(name: string): Answers {
  return { 201: send(object({ result: ref(name) })) };
}

function listed(name: string): Answers {
  return { 200: send(object({ result: array(ref(name)) })) };
}

function done(description: string): Answers {
  return { 204: { description } };
}

function sendEntry(name: string): Answer {
  return send(object({ result: ref(name) }), "The entry as it is now.");
}

function sendPage(name: string): Answer {
  const metadata = object({ count: COUNT, limit: COUNT, offset: COUNT });
  return send(object({ request_metadata: metadata, result: array(ref(name)) }), "One page.");
}

function json(schema: Schema): Readonly<Record<string, Content>> {
  return { "application/json": { schema } };
}

function query(name: string, schema: Schema, description: string): object {
  return { name, in: "query", schema, description };
}

function listExamples(values: Readonly<Record<string, object>>): Record<string, { value: unknown }> {
  return mapValues(values, (value) => ({ value }));
}

/** `device_types` → `DeviceTypes` */
function toTitle(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
