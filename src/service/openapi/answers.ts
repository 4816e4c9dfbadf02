/** Schemas of answers; their types are those of the protocol. */
import * as v from "valibot";
import type { AccountDetails, CreatedShare, Share } from "../../protocol/account.ts";
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
const describe = (description: string) => v.pipe(text, v.description(description));
const requestId = v.exactOptional(describe("As in the header `X-Request-Id`."));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const time = v.pipe(text, v.metadata({ format: "date-time" }));
const role = v.picklist(["advertiser", "publisher"]);
const accountKind = v.picklist(["advertiser", "publisher", "network"]);

const userRole = v.picklist(USER_ROLES);
const language = v.exactOptional(v.picklist(USER_LANGUAGES));
const signedInUser = v.strictObject({
  id: count,
  email: v.exactOptional(text),
  username: v.exactOptional(describe("Name for signing in; present for users without an e-mail address.")),
  name: text,
  language,
  accounts: v.array(v.strictObject({ id: count, name: text, role: userRole })),
}) satisfies v.GenericSchema<SignedInUser>;
const userLink = v.strictObject({
  link: describe("Address of a page by which the user sets a password, shown once."),
  expires_at: time,
}) satisfies v.GenericSchema<UserLink>;
const accountUser = v.strictObject({
  id: count,
  email: v.exactOptional(describe("E-mail address for signing in.")),
  username: v.exactOptional(describe("Name for signing in; present for users without an e-mail address.")),
  name: text,
  language,
  role: v.pipe(userRole, v.description("Role in the account.")),
  declared: v.exactOptional(
    v.pipe(
      v.literal(true),
      v.description("The user is defined in the catalogue's file and changed only there."),
    ),
  ),
  hasPassword: v.boolean(),
  link_expires_at: v.exactOptional(v.pipe(time, v.description("Absent when the user has no valid link."))),
}) satisfies v.GenericSchema<AccountUser>;

const apiToken = v.strictObject({
  id: count,
  name: text,
  role: v.picklist(TOKEN_ROLES),
  created_at: v.exactOptional(
    v.pipe(time, v.description("Absent for a token that came from the catalogue.")),
  ),
  declared: v.exactOptional(
    v.pipe(
      v.literal(true),
      v.description("The token is defined in the catalogue's file and revoked only there."),
    ),
  ),
  created_by: v.exactOptional(v.strictObject({ id: count, name: text })),
  expires_at: v.exactOptional(time),
  last_use: v.exactOptional(v.pipe(time, v.description("To a minute."))),
}) satisfies v.GenericSchema<ApiToken>;

const share = v.strictObject({ id: text, name: text, role, view: text, expires_at: time });

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

export const ANSWERS = {
  Share: share satisfies v.GenericSchema<Share>,
  CreatedShare: v.strictObject({
    ...share.entries,
    token: describe("A bearer token, shown once."),
  }) satisfies v.GenericSchema<CreatedShare>,
  Token: v.strictObject({
    token: text,
    type: v.literal("Bearer"),
    expires_in: v.pipe(count, v.description("Seconds.")),
  }) satisfies v.GenericSchema<LoginAnswer>,
  Account: v.strictObject({
    id: v.exactOptional(v.pipe(count, v.description("Absent for shared links, like name and username."))),
    name: v.exactOptional(text),
    username: v.exactOptional(describe("E-mail address or user name for signing in; absent for API tokens.")),
    kind: accountKind,
    currency: describe(
      "ISO 4217 code of every amount in the account's reports; XXX for a network whose members have several.",
    ),
    timezone: describe("IANA name of the time zone of the reports' days."),
    data_from: v.exactOptional(
      describe(
        "Extension: the first day with facts that the account can see without filters; with detailed=1.",
      ),
    ),
    goals: v.pipe(count, v.description("Conversion goals of the account.")),
    catalogue: v.exactOptional(
      v.pipe(
        v.picklist(["live", "declared"]),
        v.description("declared: a file owns the catalogue, and calls that would change it answer 409."),
      ),
    ),
    catalogue_file: v.exactOptional(describe("The file of a declared catalogue; for networks alone.")),
    access: v.exactOptional(
      v.pipe(userRole, v.description("Role of the user or API token; absent for shared links.")),
    ),
    user: v.exactOptional(signedInUser),
    share: v.exactOptional(share),
  }) satisfies v.GenericSchema<AccountDetails>,
  StartedSession: v.strictObject({
    id: text,
    expires_at: v.pipe(time, v.description("The session ends then at the latest.")),
  }) satisfies v.GenericSchema<StartedSession>,
  UserSession: v.strictObject({
    id: text,
    created_at: time,
    last_use: v.pipe(time, v.description("To five minutes.")),
    browser: v.exactOptional(describe("Absent for an unknown one.")),
    operating_system: v.exactOptional(describe("Absent for an unknown one.")),
    country: v.exactOptional(describe("Where the user signed in, ISO 3166-1 alpha-3.")),
    current: v.pipe(v.boolean(), v.description("Whether it is the session of the request.")),
  }) satisfies v.GenericSchema<UserSession>,
  AccountUser: accountUser,
  InvitedUser: v.strictObject({
    ...accountUser.entries,
    link: v.exactOptional(userLink.entries.link),
    expires_at: v.exactOptional(time),
  }),
  UserLink: userLink,
  ApiToken: apiToken,
  CreatedApiToken: v.strictObject({
    ...apiToken.entries,
    token: describe("Shown once."),
  }) satisfies v.GenericSchema<CreatedApiToken>,
  Import: v.strictObject({
    name: text,
    time,
    read: v.pipe(count, v.description("Lines, without empty ones.")),
    added: count,
    rejected: count,
    impressions: count,
    clicks: count,
    cost: v.number(),
    publisher_revenue: v.number(),
  }) satisfies v.GenericSchema<ListedImport>,
  ImportResult: v.strictObject({
    name: text,
    read: v.pipe(count, v.description("Lines, without empty ones.")),
    added: count,
    rejected: count,
    reasons: v.pipe(
      v.array(text),
      v.description("The first 100 rejected lines, each with its number and reason."),
    ),
    replaced: v.exactOptional(v.pipe(count, v.description("Lines of the import of that name before."))),
    same_as: v.exactOptional(describe("The import that has the same content; nothing was added.")),
  }) satisfies v.GenericSchema<ImportAnswer>,
  Country: v.strictObject({
    id: count,
    iso2: text,
    iso3: text,
    name: text,
  }) satisfies v.GenericSchema<Country>,
  ValidationFailure: v.strictObject({
    message: v.exactOptional(v.pipe(text, v.description("The first problem."))),
    errors: v.pipe(
      v.array(v.record(text, text)),
      v.description("One object of one key, the field's path, for each problem."),
    ),
    request_id: requestId,
  }) satisfies v.GenericSchema<ValidationFailure>,
  Refusal: v.strictObject({
    message: text,
    code: v.exactOptional(v.pipe(v.literal("declared"), v.description("A file owns the catalogue."))),
    fields: v.exactOptional(
      v.pipe(v.array(text), v.description("Fields that differ from what the caller saw, for a conflict.")),
    ),
    errors: v.exactOptional(
      v.pipe(
        v.array(v.record(text, text)),
        v.description("Why each of these entries of a bulk change cannot be changed, by its path."),
      ),
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
        reason: v.pipe(
          v.nullable(v.picklist(UNFILLED_REASONS)),
          v.description("The first step that left no campaign; null where it was not stored."),
        ),
        requests: count,
        campaign: v.exactOptional(
          v.pipe(
            v.strictObject({ id: count, name: text }),
            v.description("Campaign that only this limit excluded; for networks."),
          ),
        ),
        country: v.exactOptional(
          v.pipe(
            v.strictObject({ country_iso: text, country_long_name: text, country_short_name: text }),
            v.description("Country of the visitors; for `targeting.countries`."),
          ),
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
            first: v.pipe(time, v.description("Start of the first quarter of an hour with such a request.")),
          }),
        ),
      }),
    ),
    spending: v.pipe(
      v.strictObject({
        per_request: v.pipe(v.number(), v.description("Average cost of a request that it filled.")),
        quarters: v.array(v.strictObject({ start: time, cost: v.number(), missed: count })),
      }),
      v.description(
        "Spending on the last whole UTC day, by quarter of an hour. `missed`: requests missed because of the budget.",
      ),
    ),
  }) satisfies v.GenericSchema<CampaignUnfilled>,
  Change: v.strictObject({
    time,
    account: v.strictObject({ id: count, name: text }),
    user: v.exactOptional(
      v.pipe(
        v.strictObject({ id: count, name: text }),
        v.description(
          "User of the account who made it; absent for its own sign-in, API tokens and commands.",
        ),
      ),
    ),
    token: v.exactOptional(
      v.pipe(v.strictObject({ id: count, name: text }), v.description("API token of the account.")),
    ),
    action: v.picklist(["create", "change"]),
    kind: v.picklist(["accounts", "sites", "zones", "campaigns", "creatives"]),
    id: count,
    ids: v.exactOptional(
      v.pipe(
        v.array(count),
        v.description("All entries of a bulk change; `before` and `after` are those of `id`."),
      ),
    ),
    owner: count,
    campaign: v.exactOptional(
      v.pipe(v.strictObject({ id: count, name: text }), v.description("Of a creative: its campaign.")),
    ),
    before: v.exactOptional(v.looseObject({})),
    after: v.looseObject({}),
    sequence: v.exactOptional(
      v.pipe(count, v.description("Number of the change; absent for changes by earlier versions.")),
    ),
    request: v.exactOptional(describe("The client's name for its request: the header Idempotency-Key.")),
  }) satisfies v.GenericSchema<Change>,
};

/** Fields of the entries of a collection, beside id and name. */
const COLLECTION_FIELDS: Readonly<Record<string, v.ObjectEntries>> = {
  languages: { code: text },
  regions: { country_iso: text },
  campaigns: { active: v.boolean() },
  sites: { hostname: text },
  zones: { size: text, site_id: count },
};

/** An entry of a collection: `browsers`. */
export function describeCollected(collection: string): v.GenericSchema {
  return v.strictObject({ id: count, name: text, ...COLLECTION_FIELDS[collection] });
}
