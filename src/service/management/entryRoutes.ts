/** Routes of the entries that accounts manage: reading, creating, changing and approving them, and the log of changes. */
import * as v from "valibot";
import {
  type BulkKind,
  type Change,
  MAX_BULK,
  type PageMarkup,
  RIGHTS,
  type Rights,
  type RightsByKind,
  type StoredImage,
} from "../../protocol/management.ts";
import {
  AUDIT_ACTIONS,
  AUDIT_KINDS,
  AUDIT_WAYS,
  type AuditEntry,
  type UserRole,
} from "../../protocol/people.ts";
import type { AccountKind } from "../../protocol/statistics.ts";
import { MAIL_FREQUENCIES } from "../../protocol/subscriptions.ts";
import { listKeys } from "../../protocol/tables.ts";
import { count, describe, named, optional, text, time } from "../openapi/answerSchemas.ts";
import { array, COUNT, object, type Schema, TEXT } from "../openapi/openApiSchemas.ts";
import * as route from "../openapi/routeEntry.ts";
import { share } from "../statisticsRoutes/statisticsRoutes.ts";
import { MAX_REASON } from "./approvals.ts";
import { CHANGE_KINDS } from "./changeLog.ts";
import { APPROVAL, nameChange, nameCreation, nameEntry } from "./entrySchemas.ts";
import { PAGE_PARAMETERS } from "./listAnswer.ts";
import { type Kind, RESOURCES } from "./resources.ts";

/** Derives the roles that may manage a kind of entry, or change it in one way. */
export function byRights(
  kind: keyof typeof RIGHTS,
  right?: keyof Rights,
): { readonly access: readonly AccountKind[]; readonly needs?: UserRole; readonly changesCatalogue?: true } {
  const rights: RightsByKind = RIGHTS[kind];
  if (right === undefined) return { access: listKeys(rights) };
  // Settings of an account, such as its currency, are for owners; a new account has none yet.
  const needs = kind === "accounts" && right === "change" ? "owner" : "editor";
  return { access: listKeys(rights).filter((role) => rights[role]?.[right]), needs, changesCatalogue: true };
}

function describeEntry(kind: keyof typeof RIGHTS) {
  return route.success(object({ result: nameEntry(kind) }), "The entry as it is now.");
}

function describeCreation(kind: keyof typeof RIGHTS, noun: string) {
  return {
    ...byRights(kind, "create"),
    id: `create${route.toTitle(noun)}`,
    summary: `Creates a ${noun}.`,
    parameters: [route.IDEMPOTENCY_KEY],
    body: route.json(nameCreation(kind)),
    answers: { 201: describeEntry(kind) },
  };
}

function describeChange(kind: keyof typeof RIGHTS, noun: string) {
  return {
    ...byRights(kind, "change"),
    id: `change${route.toTitle(noun)}`,
    summary: `Changes a ${noun} by a merge patch.`,
    parameters: [
      route.version("Version (ETag) that the caller loaded, or * for any."),
      route.IDEMPOTENCY_KEY,
    ],
    body: route.json(nameChange(kind)),
    answers: { 200: describeEntry(kind) },
  };
}

const BULK_BOUNDS = { minItems: 1, maxItems: MAX_BULK };
const ID: Schema = { type: "integer" };
const VERSIONED = object({ id: COUNT, version: TEXT });

function describeBulk(kind: BulkKind) {
  const ids = { ...array({ type: "integer", minimum: 1 }), ...BULK_BOUNDS, uniqueItems: true };
  const versions = { ...array(TEXT), ...BULK_BOUNDS };
  return {
    ...byRights(kind, "change"),
    bodySize: "bulk",
    id: `change${route.toTitle(kind)}`,
    summary: `Changes many ${kind} by one merge patch: all of them, or none.`,
    description:
      "`versions` has the version of each entry that the caller loaded, in the order of `ids`, or * for any. " +
      "409: nothing was changed, and `errors` has the reason for each entry that cannot be changed.",
    parameters: [route.IDEMPOTENCY_KEY],
    body: route.json(object({ ids, versions, patch: nameChange(kind) })),
    answers: {
      200: route.success(
        object({ result: array(VERSIONED) }),
        "The versions of the entries as they are now.",
      ),
    },
  } as const;
}

function describeKind(kind: Kind) {
  const { noun } = RESOURCES[kind];
  return {
    list: {
      ...byRights(kind),
      id: `list${route.toTitle(kind)}`,
      summary: `The ${kind} that the account manages.`,
      parameters: [
        ...PAGE_PARAMETERS,
        route.query("search", TEXT, "Part of the name, or the id."),
        route.query("deleted", { enum: [0, 1] }, "1: includes archived entries."),
      ],
      answers: route.page(nameEntry(kind)),
    },
    create: describeCreation(kind, noun),
    read: {
      ...byRights(kind),
      id: `get${route.toTitle(noun)}`,
      summary: `One ${noun}.`,
      answers: { 200: describeEntry(kind) },
    },
    change: describeChange(kind, noun),
  };
}

const ACCOUNTS = describeKind("accounts");
const SITES = describeKind("sites");
const ZONES = describeKind("zones");
const CAMPAIGNS = describeKind("campaigns");

// ── Creatives ───────────────────────────────────────────────────────────────────────────────────────────────────────

function describeDecision(id: string, summary: string, body?: Schema) {
  return {
    needs: "editor",
    changesCatalogue: true,
    id: `${id}Creative`,
    summary,
    parameters: [route.version("Version (ETag) that the caller loaded."), route.IDEMPOTENCY_KEY],
    ...(body && { body: route.json(body) }),
    answers: { 200: describeEntry("creatives") },
  } as const;
}

const REASON = object({ reason: { ...TEXT, minLength: 1, maxLength: MAX_REASON } });

const storedImage = v.strictObject({
  image: text,
  width: count,
  height: count,
  type: v.picklist(["png", "jpg", "webp", "avif", "gif"]),
  animated: v.boolean(),
  bytes: count,
}) satisfies v.GenericSchema<StoredImage>;

const pageMarkup = v.strictObject({ address: text, html: text }) satisfies v.GenericSchema<PageMarkup>;

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const change = v.strictObject({
  time,
  account: named,
  user: optional(
    named,
    "User of the account who made the change; absent for the account's own sign-in, API tokens and commands.",
  ),
  token: optional(named, "API token of the account."),
  action: v.picklist(["create", "change"]),
  kind: v.picklist(["accounts", "sites", "zones", "campaigns", "creatives"]),
  id: count,
  ids: optional(v.array(count), "All entries of a bulk change; `before` and `after` are those of `id`."),
  owner: count,
  campaign: optional(named, "Campaign of a creative."),
  before: v.exactOptional(v.looseObject({})),
  after: v.looseObject({}),
  sequence: optional(count, "Number of the change; absent for changes by earlier versions."),
  request: optional(text, "Idempotency-Key of the request."),
}) satisfies v.GenericSchema<Change>;

const auditState = v.strictObject({
  name: optional(text, "Name at that time; of a subscription, the title of the report."),
  username: optional(text, "E-mail address or user name."),
  user: optional(v.pipe(v.number(), v.integer()), "User of a session; negative for a declared one."),
  token: optional(v.pipe(v.number(), v.integer()), "API token of a session; negative for a declared one."),
  role: v.exactOptional(text),
  password: v.exactOptional(v.picklist(["changed", "removed"])),
  sessions: optional(v.literal("ended"), "All sessions of the user ended with this change."),
  expires_at: v.exactOptional(time),
  period: share.entries.period,
  browser: v.exactOptional(text),
  operating_system: v.exactOptional(text),
  country: v.exactOptional(text),
  every: optional(v.picklist(MAIL_FREQUENCIES), "When the mails of a subscription come."),
});

const author = v.strictObject({ id: v.pipe(v.number(), v.integer()), name: text });

const auditEntry = v.strictObject({
  time,
  account: describe(named, "Account of the author; id 0 for files and commands."),
  user: optional(author, "User who made the change."),
  token: optional(author, "API token that made the change."),
  way: describe(v.picklist(AUDIT_WAYS), "How the change was made."),
  address: optional(text, "Address of the client, cut to /24 (IPv4) or /48 (IPv6)."),
  action: describe(v.picklist(AUDIT_ACTIONS), "`refuse`: sign-ins with a wrong password."),
  kind: describe(
    v.picklist(AUDIT_KINDS),
    "`users`: roles of users in an account. `links`: links for setting a password. `shares`: links that share reports. " +
      "`subscriptions`: reports that users get by mail.",
  ),
  id: describe(
    v.union([v.pipe(v.number(), v.integer()), text]),
    "Id of the user, API token, shared link, session or subscription; for `links`, of the user.",
  ),
  owner: describe(count, "Account to which the right belongs."),
  before: optional(auditState, "Absent if the right is new."),
  after: optional(auditState, "Absent if the right has ended."),
  count: optional(count, "Refused sign-ins of the user within one hour."),
}) satisfies v.GenericSchema<AuditEntry>;

const loggedChange = v.union([change, auditEntry]) satisfies v.GenericSchema<Change | AuditEntry>;

// ── The table ───────────────────────────────────────────────────────────────────────────────────────────────────────

export const ENTRY_ROUTES = {
  "GET /v2/accounts": ACCOUNTS.list,
  "POST /v2/accounts": ACCOUNTS.create,
  "GET /v2/accounts/:id": ACCOUNTS.read,
  "PATCH /v2/accounts/:id": ACCOUNTS.change,
  "POST /v2/sites/bulk": describeBulk("sites"),
  "GET /v2/sites": SITES.list,
  "POST /v2/sites": SITES.create,
  "GET /v2/sites/:id": SITES.read,
  "PATCH /v2/sites/:id": SITES.change,
  "POST /v2/zones/bulk": describeBulk("zones"),
  "GET /v2/zones": ZONES.list,
  "POST /v2/zones": ZONES.create,
  "GET /v2/zones/:id": ZONES.read,
  "PATCH /v2/zones/:id": ZONES.change,
  "POST /v2/campaigns/bulk": describeBulk("campaigns"),
  "GET /v2/campaigns": CAMPAIGNS.list,
  "POST /v2/campaigns": CAMPAIGNS.create,
  "GET /v2/campaigns/:id": CAMPAIGNS.read,
  "PATCH /v2/campaigns/:id": CAMPAIGNS.change,
  "GET /v2/campaigns/:id/creatives": {
    ...byRights("creatives"),
    id: "listCreatives",
    summary: "The creatives of a campaign.",
    answers: route.page(nameEntry("creatives")),
  },
  "POST /v2/campaigns/:id/creatives": describeCreation("creatives", "creative"),
  "PATCH /v2/campaigns/:id/creatives/:creative": describeChange("creatives", "creative"),
  "POST /v2/campaigns/:id/creatives/:creative/approve": {
    ...route.NETWORK,
    ...describeDecision("approve", "Approves the pending version, which replaces the one served until then."),
  },
  "POST /v2/campaigns/:id/creatives/:creative/reject": {
    ...route.NETWORK,
    ...describeDecision(
      "reject",
      "Rejects the pending version; if there is none, takes back the approval.",
      REASON,
    ),
  },
  "POST /v2/campaigns/:id/creatives/:creative/withdraw": {
    access: ["advertiser"],
    ...describeDecision("withdraw", "Takes back the pending or rejected version."),
  },
  "GET /v2/approvals": {
    ...route.NETWORK,
    id: "listApprovals",
    summary: "Creatives that wait for the network's approval, oldest first.",
    parameters: PAGE_PARAMETERS,
    answers: route.page(APPROVAL),
  },
  "POST /v2/images": {
    ...byRights("creatives", "create"),
    bodySize: "image",
    id: "uploadImage",
    summary: "Stores an image for creatives: PNG, JPEG, WebP, AVIF or GIF.",
    body: { "image/*": { schema: { ...TEXT, format: "binary" } } },
    answers: route.created(route.answer("StoredImage", storedImage)),
  },
  "POST /v2/page": {
    ...route.NETWORK,
    id: "readPage",
    summary: "The markup of a page of a site, at most 1 MB, with its address after redirects.",
    body: route.json(object({ address: TEXT })),
    answers: route.ok(route.answer("PageMarkup", pageMarkup)),
  },
  "GET /v2/changes": {
    ...route.SIGNED_IN,
    id: "listChanges",
    summary: "Changes of entries, and the audit log, newest first.",
    parameters: [
      ...PAGE_PARAMETERS,
      route.query(
        "kind",
        { ...TEXT, enum: CHANGE_KINDS },
        "Only entries of this kind, such as `zones` or `users`.",
      ),
      route.query("id", ID, "Only the entry with this id; without `kind`, of the catalogue."),
      route.query("campaign", ID, "Only this campaign and its creatives."),
      route.query("request", TEXT, "Only the change of the request with this Idempotency-Key."),
      route.query(
        "sequence",
        { type: "integer", minimum: 1 },
        "Only the change with this number. Each entry that it changed is one of the list, with its values.",
      ),
      route.query("user", ID, "Only changes by this user; changes whose author is hidden do not match."),
      route.query("from", TEXT, "First day, YYYY-mm-dd, in the account's time zone."),
      route.query("to", TEXT, "Last day, YYYY-mm-dd."),
    ],
    answers: route.page(route.answer("Change", loggedChange)),
  },
} as const satisfies route.DocumentedRoutes;
