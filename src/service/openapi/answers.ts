/** Schemas of answers; their types are those of the protocol. */
import * as v from "valibot";
import type { AccountDetails, CreatedShare, MadeAccess, Share } from "../../protocol/account.ts";
import {
  type Activity,
  CAMPAIGN_STATES,
  type CampaignUnfilled,
  type Change,
  type Estimate,
  type Explanation,
  type ImportAnswer,
  type ListedImport,
  NOT_ESTIMATED,
  type PageMarkup,
  type StoredImage,
  type ZoneUnfilled,
} from "../../protocol/management.ts";
import {
  type AccountUser,
  type ApiToken,
  AUDIT_ACTIONS,
  AUDIT_KINDS,
  AUDIT_WAYS,
  type AuditEntry,
  type CreatedApiToken,
  type SignedInUser,
  type StartedSession,
  TOKEN_ROLES,
  USER_LANGUAGES,
  USER_ROLES,
  type UserLink,
  type UserSession,
} from "../../protocol/people.ts";
import type { Country, LoginAnswer, Refusal, ValidationFailure } from "../../protocol/statistics.ts";
import { LIMIT_REASONS, UNFILLED_REASONS } from "../../protocol/unfilled.ts";

const text = v.string();
const describe = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description));
const optional = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.exactOptional(describe(schema, description));
const requestId = optional(text, "As in the header `X-Request-Id`.");
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const time = v.pipe(text, v.metadata({ format: "date-time" }));
const role = v.picklist(["advertiser", "publisher"]);
const accountKind = v.picklist(["advertiser", "publisher", "network"]);

const userRole = v.picklist(USER_ROLES);
const language = v.exactOptional(v.picklist(USER_LANGUAGES));
const signedInUser = v.strictObject({
  id: count,
  email: v.exactOptional(text),
  username: optional(text, "Name for signing in; present for users without an e-mail address."),
  name: text,
  language,
  accounts: v.array(v.strictObject({ id: count, name: text, role: userRole })),
}) satisfies v.GenericSchema<SignedInUser>;
const userLink = v.strictObject({
  link: describe(text, "Address of a page by which the user sets a password, shown once."),
  expires_at: time,
}) satisfies v.GenericSchema<UserLink>;
const accountUser = v.strictObject({
  id: count,
  email: optional(text, "E-mail address for signing in."),
  username: optional(text, "Name for signing in; present for users without an e-mail address."),
  name: text,
  language,
  role: describe(userRole, "Role in the account."),
  declared: optional(v.literal(true), "The user is defined in the catalogue's file and changed only there."),
  hasPassword: v.boolean(),
  link_expires_at: optional(time, "Absent when the user has no valid link."),
}) satisfies v.GenericSchema<AccountUser>;

const apiToken = v.strictObject({
  id: count,
  name: text,
  role: v.picklist(TOKEN_ROLES),
  created_at: optional(time, "Absent for a token that came from the catalogue."),
  declared: optional(v.literal(true), "The token is defined in the catalogue's file and revoked only there."),
  created_by: v.exactOptional(v.strictObject({ id: count, name: text })),
  expires_at: v.exactOptional(time),
  last_use: optional(time, "To a minute."),
}) satisfies v.GenericSchema<ApiToken>;

const share = v.strictObject({
  id: text,
  name: text,
  role,
  view: text,
  expires_at: time,
  created_by: optional(
    v.strictObject({ id: count, name: text }),
    "User who made it; absent if unknown or not a user.",
  ),
});

const explainedZone = v.strictObject({
  id: count,
  campaigns: v.array(
    v.strictObject({
      id: count,
      name: text,
      excluded: v.array(v.strictObject({ rule: text, reason: text })),
      chance: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
    }),
  ),
});

const change = v.strictObject({
  time,
  account: v.strictObject({ id: count, name: text }),
  user: optional(
    v.strictObject({ id: count, name: text }),
    "User of the account who made it; absent for its own sign-in, API tokens and commands.",
  ),
  token: optional(v.strictObject({ id: count, name: text }), "API token of the account."),
  action: v.picklist(["create", "change"]),
  kind: v.picklist(["accounts", "sites", "zones", "campaigns", "creatives"]),
  id: count,
  ids: optional(v.array(count), "All entries of a bulk change; `before` and `after` are those of `id`."),
  owner: count,
  campaign: optional(v.strictObject({ id: count, name: text }), "Of a creative: its campaign."),
  before: v.exactOptional(v.looseObject({})),
  after: v.looseObject({}),
  sequence: optional(count, "Number of the change; absent for changes by earlier versions."),
  request: optional(text, "The client's name for its request: the header Idempotency-Key."),
}) satisfies v.GenericSchema<Change>;

const auditState = v.strictObject({
  name: optional(text, "Name at that time."),
  username: optional(text, "E-mail address or user name."),
  user: optional(v.pipe(v.number(), v.integer()), "User of a session; negative for a declared one."),
  token: optional(v.pipe(v.number(), v.integer()), "API token of a session; negative for a declared one."),
  role: v.exactOptional(text),
  password: v.exactOptional(v.picklist(["changed", "removed"])),
  sessions: optional(v.literal("ended"), "All sessions of the user ended with this change."),
  expires_at: v.exactOptional(time),
  browser: v.exactOptional(text),
  operating_system: v.exactOptional(text),
  country: v.exactOptional(text),
});

const author = v.strictObject({ id: v.pipe(v.number(), v.integer()), name: text });
const auditEntry = v.strictObject({
  time,
  account: describe(
    v.strictObject({ id: count, name: text }),
    "Account of the author; id 0 for files and commands.",
  ),
  user: optional(author, "User who made the change."),
  token: optional(author, "API token that made the change."),
  way: describe(v.picklist(AUDIT_WAYS), "How the change was made."),
  address: optional(text, "Address of the client, cut to /24 (IPv4) or /48 (IPv6)."),
  action: describe(v.picklist(AUDIT_ACTIONS), "`refuse`: sign-ins with a wrong password."),
  kind: describe(
    v.picklist(AUDIT_KINDS),
    "`users`: roles of users in an account. `links`: links for setting a password. `shares`: links that share reports.",
  ),
  id: describe(
    v.union([v.pipe(v.number(), v.integer()), text]),
    "Of the user, API token, shared link or session; for `links`, of the user.",
  ),
  owner: describe(count, "Account to which the right belongs."),
  before: optional(auditState, "Absent for new ones."),
  after: optional(auditState, "Absent for ended ones."),
  count: optional(count, "Refused sign-ins of the user within one hour."),
}) satisfies v.GenericSchema<AuditEntry>;

export const ANSWERS = {
  Share: share satisfies v.GenericSchema<Share>,
  CreatedShare: v.strictObject({
    ...share.entries,
    token: describe(text, "A bearer token, shown once."),
  }) satisfies v.GenericSchema<CreatedShare>,
  Token: v.strictObject({
    token: text,
    type: v.literal("Bearer"),
    expires_in: describe(count, "Seconds."),
  }) satisfies v.GenericSchema<LoginAnswer>,
  Account: v.strictObject({
    id: optional(count, "Absent for shared links, like name and username."),
    name: v.exactOptional(text),
    username: optional(text, "E-mail address or user name for signing in; absent for API tokens."),
    kind: accountKind,
    currency: describe(
      text,
      "ISO 4217 code of every amount in the account's reports; XXX for a network whose members have several.",
    ),
    timezone: describe(text, "IANA name of the time zone of the reports' days."),
    data_from: optional(
      text,
      "Extension: the first day with facts that the account can see without filters; with detailed=1.",
    ),
    goals: describe(count, "Conversion goals of the account."),
    catalogue: optional(
      v.picklist(["live", "declared"]),
      "declared: a file owns the catalogue, and calls that would change it answer 409.",
    ),
    catalogue_file: optional(text, "The file of a declared catalogue; for networks alone."),
    access: optional(userRole, "Role of the user or API token; absent for shared links."),
    user: v.exactOptional(signedInUser),
    share: v.exactOptional(share),
  }) satisfies v.GenericSchema<AccountDetails>,
  StartedSession: v.strictObject({
    id: text,
    expires_at: describe(time, "The session ends then at the latest."),
  }) satisfies v.GenericSchema<StartedSession>,
  UserSession: v.strictObject({
    id: text,
    created_at: time,
    last_use: describe(time, "To five minutes."),
    browser: optional(text, "Absent for an unknown one."),
    operating_system: optional(text, "Absent for an unknown one."),
    country: optional(text, "Where the user signed in, ISO 3166-1 alpha-3."),
    current: describe(v.boolean(), "Whether it is the session of the request."),
  }) satisfies v.GenericSchema<UserSession>,
  AccountUser: accountUser,
  MadeAccess: v.strictObject({
    tokens: v.array(apiToken),
    shares: v.array(share),
  }) satisfies v.GenericSchema<MadeAccess>,
  InvitedUser: v.strictObject({
    ...accountUser.entries,
    link: v.exactOptional(userLink.entries.link),
    expires_at: v.exactOptional(time),
  }),
  UserLink: userLink,
  ApiToken: apiToken,
  CreatedApiToken: v.strictObject({
    ...apiToken.entries,
    token: describe(text, "Shown once."),
  }) satisfies v.GenericSchema<CreatedApiToken>,
  Import: v.strictObject({
    name: text,
    time,
    read: describe(count, "Lines, without empty ones."),
    added: count,
    rejected: count,
    impressions: count,
    clicks: count,
    cost: v.number(),
    publisher_revenue: v.number(),
  }) satisfies v.GenericSchema<ListedImport>,
  ImportResult: v.strictObject({
    name: text,
    read: describe(count, "Lines, without empty ones."),
    added: count,
    rejected: count,
    reasons: describe(v.array(text), "The first 100 rejected lines, each with its number and reason."),
    replaced: optional(count, "Lines of the import of that name before."),
    summed_up: optional(
      count,
      "Added lines of months that are only kept as sums: they count towards budgets and caps, and no report shows them.",
    ),
    same_as: optional(text, "The import that has the same content; nothing was added."),
  }) satisfies v.GenericSchema<ImportAnswer>,
  Country: v.strictObject({
    id: count,
    iso2: text,
    iso3: text,
    name: text,
  }) satisfies v.GenericSchema<Country>,
  ValidationFailure: v.strictObject({
    message: optional(text, "The first problem."),
    errors: describe(
      v.array(v.record(text, text)),
      "One object of one key, the field's path, for each problem.",
    ),
    request_id: requestId,
  }) satisfies v.GenericSchema<ValidationFailure>,
  Refusal: v.strictObject({
    message: text,
    code: optional(v.literal("declared"), "A file owns the catalogue."),
    fields: optional(v.array(text), "Fields that differ from what the caller saw, for a conflict."),
    errors: optional(
      v.array(v.record(text, text)),
      "Why each of these entries of a bulk change cannot be changed, by its path.",
    ),
    request_id: requestId,
  }) satisfies v.GenericSchema<Refusal>,
  StoredImage: v.strictObject({
    image: text,
    width: count,
    height: count,
    type: v.picklist(["png", "jpg", "webp", "avif", "gif"]),
    animated: v.boolean(),
    bytes: count,
  }) satisfies v.GenericSchema<StoredImage>,
  PageMarkup: v.strictObject({ address: text, html: text }) satisfies v.GenericSchema<PageMarkup>,
  Explanation: v.strictObject({
    zones: v.array(v.nullable(explainedZone)),
    errors: v.record(text, v.array(text)),
  }) satisfies v.GenericSchema<Explanation>,
  Activity: v.strictObject({
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
        elapsed_today: describe(
          v.number(),
          "Elapsed part of the hours in which it is served on this UTC day, 0 to 1.",
        ),
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
  }) satisfies v.GenericSchema<Activity>,
  Estimate: v.strictObject({
    zones: count,
    zones_total: count,
    requests: count,
    impressions: count,
    ignored: v.array(v.picklist(NOT_ESTIMATED)),
  }) satisfies v.GenericSchema<Estimate>,
  ZoneUnfilled: v.strictObject({
    requests: count,
    reasons: v.array(
      v.strictObject({
        reason: describe(
          v.nullable(v.picklist(UNFILLED_REASONS)),
          "The first step that left no campaign; null where it was not stored.",
        ),
        requests: count,
        campaign: optional(
          v.strictObject({ id: count, name: text }),
          "Campaign that only this limit excluded; for networks.",
        ),
        country: optional(
          v.strictObject({ country_iso: text, country_long_name: text, country_short_name: text }),
          "Country of the visitors; for `targeting.countries`.",
        ),
      }),
    ),
  }) satisfies v.GenericSchema<ZoneUnfilled>,
  CampaignUnfilled: v.strictObject({
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
        quarters: v.array(
          v.strictObject({ start: time, cost: v.number(), missed: count, share: v.number() }),
        ),
      }),
      "Spending on the last whole UTC day, by quarter of an hour. `missed`: requests missed because of the budget; `share`: part of a daily amount that even delivery releases until the end of the quarter.",
    ),
  }) satisfies v.GenericSchema<CampaignUnfilled>,
  Change: v.union([change, auditEntry]) satisfies v.GenericSchema<Change | AuditEntry>,
};

/** Fields of the entries of a collection, beside id and name. */
const COLLECTION_FIELDS: Readonly<Record<string, v.ObjectEntries>> = {
  languages: { code: text },
  regions: { country_iso: text },
  campaigns: { active: v.boolean() },
  variations: { size: text, campaign_id: count },
  offer_landing_pages: { offer_id: count },
  sites: { hostname: text },
  zones: { size: text, site_id: count },
};

/** Describes an entry of a collection, such as `browsers`. */
export function describeCollected(collection: string): v.GenericSchema {
  return v.strictObject({ id: count, name: text, ...COLLECTION_FIELDS[collection] });
}
