/** Reads responses of the statistics interface: checks `unknown` bodies and returns typed values. */
import type { AccountDetails, CreatedShare, Share, SharedPeriod } from "../protocol/account.ts";
import type { Days, GoalSource } from "../protocol/management.ts";
import { type SignedInUser, USER_LANGUAGES, USER_ROLES } from "../protocol/people.ts";
import type { AccountKind, Country, NamedEntry, RequestMetadata } from "../protocol/statistics.ts";
import { createUnreadable, expectObject } from "./body.ts";
import type { Fields } from "./object.ts";

export interface RawReport {
  request_metadata: RequestMetadata;
  result: Fields[];
  result_total?: Fields;
}

export function parseReport(body: unknown): RawReport {
  const { request_metadata: metadata, result, result_total: total } = expectObject(body, "a report");
  if (!Array.isArray(result)) throw createUnreadable("a list of results");
  return {
    request_metadata: parseMetadata(metadata),
    result: result.map((record) => ({ group_by: {}, ...parseMetrics(record) })),
    ...(total !== undefined && { result_total: parseMetrics(total) }),
  };
}

/** Reads the response to `count: 1`, which has only metadata. */
export function parseCount(body: unknown): number {
  return parseMetadata(expectObject(body, "a count").request_metadata).count;
}

export function parseTotals(body: unknown): Fields {
  return parseMetrics(expectObject(body, "a report").result_total);
}

function parseMetadata(value: unknown): RequestMetadata {
  const { count, limit, offset, date_timezone: zone, timezone } = expectObject(value, "request_metadata");
  if (typeof count !== "number") throw createUnreadable("request_metadata.count");
  const date_timezone = typeof zone === "string" ? zone : "UTC";
  const metadata = { count, limit: Number(limit ?? 0), offset: Number(offset ?? 0), date_timezone };
  return typeof timezone === "string" ? { ...metadata, timezone } : metadata;
}

/** Renames the bid response ratio, which has two names in the specification, to the one in its list of metrics. */
function parseMetrics(value: unknown): Fields {
  const metrics = expectObject(value, "a record");
  if (typeof metrics.rtb !== "object" || metrics.rtb === null) return metrics;
  const rtb = Object.entries(metrics.rtb).map(([name, number]) => [
    name.replace(/^(adv_|pub_|)response_ratio$/, "$1bid_response_ratio"),
    number,
  ]);
  return { ...metrics, rtb: Object.fromEntries(rtb) };
}

const KINDS: readonly AccountKind[] = ["advertiser", "publisher", "network"];

export function parseAccount(body: unknown): AccountDetails {
  const {
    id,
    name,
    username,
    kind: given,
    currency,
    timezone,
    data_from,
    goals,
    goal_names,
    goal_sources,
    catalogue,
    catalogue_file,
    publisher_share,
    suspended,
    access: givenAccess,
    user,
    share,
  } = expectObject(body, "an account");
  const kind = KINDS.find((known) => known === given);
  const access = parseRole(givenAccess);
  const isNamed = typeof name === "string";
  if (!kind || (!isNamed && share === undefined)) throw createUnreadable("an account's name and kind");
  return {
    ...(isNamed && { id: Number(id ?? 0), name }),
    ...(typeof username === "string" && { username }),
    kind,
    currency: String(currency ?? "USD"),
    timezone: String(timezone ?? "UTC"),
    ...(typeof data_from === "string" && { data_from }),
    goals: Number(goals ?? 0),
    ...(Array.isArray(goal_names) && { goal_names: goal_names.map(String) }),
    ...(Array.isArray(goal_sources) && { goal_sources: goal_sources.map(parseGoalSource) }),
    ...((catalogue === "live" || catalogue === "declared") && { catalogue }),
    ...(typeof catalogue_file === "string" && { catalogue_file }),
    ...(typeof publisher_share === "string" && { publisher_share }),
    ...(suspended === true && { suspended }),
    ...(access && { access }),
    ...(user !== undefined && { user: parseUser(user) }),
    ...(share !== undefined && { share: parseShare(share) }),
  };
}

function parseGoalSource(value: unknown): GoalSource {
  const { goal, source, from } = expectObject(value, "the source of a goal");
  return source === "report"
    ? { goal: Number(goal), source, from: String(from) }
    : { goal: Number(goal), source: "import" };
}

const parseRole = (value: unknown) => USER_ROLES.find((known) => known === value);

function parseUser(value: unknown): SignedInUser {
  const {
    id,
    email,
    username,
    name,
    language,
    emailConfirmed,
    canConfirmEmail,
    canReceiveAlerts,
    canReceiveReports,
    second_factor: factor,
    recovery_codes_left: left,
    alerts,
    accounts,
  } = expectObject(value, "a user");
  const known = USER_LANGUAGES.find((one) => one === language);
  return {
    id: Number(id ?? 0),
    ...(typeof email === "string" && { email }),
    ...(typeof username === "string" && { username }),
    name: String(name ?? ""),
    ...(known && { language: known }),
    ...(emailConfirmed === true && { emailConfirmed }),
    ...(canConfirmEmail === true && { canConfirmEmail }),
    ...(canReceiveAlerts === true && { canReceiveAlerts }),
    ...(canReceiveReports === true && { canReceiveReports }),
    ...(factor === true && { second_factor: true }),
    ...(typeof left === "number" && { recovery_codes_left: left }),
    ...(Array.isArray(alerts) && { alerts: alerts.map(Number) }),
    accounts: (Array.isArray(accounts) ? accounts : []).flatMap((entry) => {
      const { id, name, role: given } = expectObject(entry, "an account of the user");
      const role = parseRole(given);
      return role ? [{ id: Number(id ?? 0), name: String(name ?? ""), role }] : [];
    }),
  };
}

export function parseShares(body: unknown): Share[] {
  return parseCollection(body).map(parseShare);
}

export function parseCreatedShare(body: unknown): CreatedShare {
  const { token } = expectObject(body, "a shared link");
  if (typeof token !== "string" || !token) throw createUnreadable("the token of a shared link");
  return { ...parseShare(body), token };
}

function parseShare(value: unknown): Share {
  const link = expectObject(value, "a shared link");
  const { id, name, title, role, view, period, date_from, date_to, expires_at } = link;
  if (role !== "advertiser" && role !== "publisher") throw createUnreadable("the side of a shared link");
  const text = (field: unknown) => (typeof field === "string" ? field : "");
  return {
    id: text(id),
    name: text(name),
    ...(typeof title === "string" && { title }),
    role,
    view: text(view),
    ...(period !== undefined && { period: parsePeriod(period) }),
    ...(typeof date_from === "string" && { date_from }),
    ...(typeof date_to === "string" && { date_to }),
    expires_at: text(expires_at),
  };
}

function parsePeriod(value: unknown): SharedPeriod {
  const { compared, ...days } = expectObject(value, "the days of a shared link");
  return { ...parseDays(days), ...(compared !== undefined && { compared: parseDays(compared) }) };
}

function parseDays(value: unknown): Days {
  const { from, to } = expectObject(value, "the days of a shared link");
  if (typeof from !== "string" || typeof to !== "string") throw createUnreadable("the days of a shared link");
  return { from, to };
}

export function parseCountries(body: unknown): Country[] {
  return parseCollection(body).map((entry) => {
    const { id, iso2, iso3, name } = expectObject(entry, "a country");
    if (typeof iso3 !== "string" || typeof name !== "string")
      throw createUnreadable("a country's iso3 and name");
    return { id: Number(id ?? 0), iso2: String(iso2 ?? ""), iso3, name };
  });
}

export function parseNamed(body: unknown): NamedEntry[] {
  return parseCollection(body).map((entry) => {
    const { id, name, ...more } = expectObject(entry, "an entry");
    if (typeof name !== "string") throw createUnreadable("an entry's name");
    return { ...more, id: Number(id), name };
  });
}

/** Reads a list of names, or of objects with a name. */
export function parseTimezones(body: unknown): string[] {
  return parseCollection(body).map((entry) => {
    const name = typeof entry === "string" ? entry : expectObject(entry, "a time zone").name;
    if (typeof name !== "string") throw createUnreadable("a time zone's name");
    return name;
  });
}

function parseCollection(body: unknown): unknown[] {
  const { result } = expectObject(body, "a collection");
  if (Array.isArray(result)) return result;
  return Object.values(expectObject(result, "a list of results"));
}
