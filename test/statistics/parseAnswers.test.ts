/** Answers of the service: which fields the client reads, and which answers it rejects. */
import { expect, test } from "vitest";
import { createRefusal } from "../../src/statistics/errors.ts";
import {
  parseAccount,
  parseCount,
  parseCountries,
  parseCreatedShare,
  parseNamed,
  parseReport,
  parseShares,
  parseTimezones,
  parseTotals,
} from "../../src/statistics/parseAnswers.ts";

const METADATA = { count: 2, limit: 50, offset: 10, date_timezone: "Europe/Berlin" };
const DAYS = { from: "2026-11-01", to: "2026-11-07" };
const SHARE = { id: "a", name: "Ann", role: "publisher", view: "?x=1", expires_at: "2026-11-20T12:00:00Z" };

/** Returns the error's text on the content that was expected of an answer. */
function findMissing(read: (body: unknown) => unknown, body: unknown): string | undefined {
  try {
    read(body);
    return undefined;
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    expect(code).toBe("invalid-response");
    return message.replace("The service's answer does not contain ", "");
  }
}

test("readReport() returns metadata, records and requested totals", () => {
  const record = { group_by: { date: { date: "2026-11-20" } }, clicks: 1 };
  expect(parseReport({ request_metadata: METADATA, result: [record, { clicks: 2 }] })).toEqual({
    request_metadata: METADATA,
    result: [record, { group_by: {}, clicks: 2 }],
  });
  const body = { request_metadata: METADATA, result: [], result_total: { clicks: 3 } };
  expect(parseReport(body).result_total).toEqual({ clicks: 3 });
  expect([parseCount({ request_metadata: METADATA }), parseTotals(body)]).toEqual([2, { clicks: 3 }]);
});

test("the count of a report is required, and other metadata has defaults", () => {
  expect(parseReport({ request_metadata: { count: 0 }, result: [] }).request_metadata).toEqual({
    count: 0,
    limit: 0,
    offset: 0,
    date_timezone: "UTC",
  });
});

test("response ratios are renamed to the bid response ratios of the metrics, and other fields are not", () => {
  const rtb = { response_ratio: 1, adv_response_ratio: 2, pub_response_ratio: 3, x_response_ratio: 4 };
  const [record] = parseReport({ request_metadata: METADATA, result: [{ rtb }] }).result;
  expect(record?.rtb).toEqual({
    bid_response_ratio: 1,
    adv_bid_response_ratio: 2,
    pub_bid_response_ratio: 3,
    x_response_ratio: 4,
  });
  for (const value of [null, 1, undefined])
    expect(parseTotals({ result_total: { rtb: value } })).toEqual({ rtb: value });
});

test.each<[string, (body: unknown) => unknown, unknown]>([
  ["a report.", parseReport, null],
  ["a report.", parseReport, []],
  ["a report.", parseReport, "x"],
  ["a list of results.", parseReport, { request_metadata: METADATA, result: {} }],
  ["request_metadata.", parseReport, { result: [] }],
  ["request_metadata.count.", parseReport, { request_metadata: { count: "2" }, result: [] }],
  ["a record.", parseReport, { request_metadata: METADATA, result: [1] }],
  ["a record.", parseReport, { request_metadata: METADATA, result: [], result_total: null }],
  ["a count.", parseCount, undefined],
  ["request_metadata.", parseCount, {}],
  ["a report.", parseTotals, undefined],
  ["a record.", parseTotals, {}],
  ["an account.", parseAccount, undefined],
  ["an account's name and kind.", parseAccount, { name: "Ann" }],
  ["an account's name and kind.", parseAccount, { name: 1, kind: "publisher" }],
  ["an account's name and kind.", parseAccount, { name: "Ann", kind: "admin" }],
  ["a collection.", parseShares, []],
  ["a list of results.", parseShares, { result: "x" }],
  ["a shared link.", parseShares, { result: [1] }],
  ["the side of a shared link.", parseShares, { result: [{ ...SHARE, role: "network" }] }],
  ["the days of a shared link.", parseShares, { result: [{ ...SHARE, period: { from: "2026-11-01" } }] }],
  ["the days of a shared link.", parseShares, { result: [{ ...SHARE, period: { ...DAYS, compared: 1 } }] }],
  ["a shared link.", parseCreatedShare, undefined],
  ["the token of a shared link.", parseCreatedShare, SHARE],
  ["the token of a shared link.", parseCreatedShare, { ...SHARE, token: "" }],
  ["the token of a shared link.", parseCreatedShare, { ...SHARE, token: 1 }],
  ["a country.", parseCountries, { result: [1] }],
  ["a country's iso3 and name.", parseCountries, { result: [{ iso3: "DEU" }] }],
  ["a country's iso3 and name.", parseCountries, { result: [{ name: "Germany" }] }],
  ["an entry.", parseNamed, { result: [1] }],
  ["an entry's name.", parseNamed, { result: [{ id: 1 }] }],
  ["a time zone.", parseTimezones, { result: [1] }],
  ["a time zone's name.", parseTimezones, { result: [{ id: 1 }] }],
])("an answer without %s is refused", (what, read, body) => {
  expect(findMissing(read, body)).toBe(what);
});

const GOALS = {
  goals: 2,
  goal_names: ["Order"],
  goal_sources: [
    { goal: 1, source: "import" },
    { goal: 2, source: "report", from: "2026-12-01" },
  ],
};

test("readAccount() returns the known fields, with defaults for missing fields", () => {
  const bare = { name: "Ann", kind: "publisher" };
  expect(parseAccount(bare)).toEqual({ ...bare, id: 0, currency: "USD", timezone: "UTC", goals: 0 });
  const full = { ...bare, id: 5, username: "ann", currency: "EUR", timezone: "Europe/Berlin", ...GOALS };
  expect(parseAccount({ ...full, share: SHARE, password: "x" })).toEqual({ ...full, share: SHARE });
  expect(parseAccount({ ...bare, username: 1 })).not.toHaveProperty("username");
  const shared = { kind: "publisher", currency: "EUR", timezone: "UTC", goals: 0, share: SHARE };
  expect(parseAccount(shared)).toEqual(shared);
});

test("readAccount() returns the signed-in user without unknown languages and roles", () => {
  const account = { name: "Ann", kind: "publisher", id: 5, currency: "USD", timezone: "UTC", goals: 0 };
  const user = {
    id: 3,
    email: "ann@a.example",
    username: "ann",
    name: "Ann",
    accounts: [{ id: 5, name: "A", role: "editor" }],
  };
  const full = {
    ...account,
    access: "editor",
    user: {
      ...user,
      language: "de",
      emailConfirmed: true,
      canReceiveAlerts: true,
      canReceiveReports: true,
      alerts: [5],
    },
  };
  expect(parseAccount(full)).toEqual(full);
  const unconfirmed = { ...account, user: { ...user, canConfirmEmail: true } };
  expect(parseAccount(unconfirmed)).toEqual(unconfirmed);
  const odd = { id: 9, name: "B", role: "boss" };
  const strange = { ...user, language: "xx", accounts: [...user.accounts, odd] };
  expect(parseAccount({ ...account, access: "boss", user: strange })).toEqual({ ...account, user });
  expect(parseAccount({ ...account, user: {} }).user).toEqual({ id: 0, name: "", accounts: [] });
});

test("a shared link keeps its title and the days that it opens", () => {
  const dated = { ...SHARE, title: "Longshore", period: { ...DAYS, compared: DAYS } };
  const filtered = { ...SHARE, date_from: "2026-11-01", date_to: "2026-11-07" };
  expect(parseShares({ result: [dated, filtered] })).toEqual([dated, filtered]);
  expect(parseShares({ result: [{ ...SHARE, title: 1, date_from: 2 }] })).toEqual([SHARE]);
});

test("missing texts of a shared link become empty", () => {
  expect(parseShares({ result: { 7: SHARE } })).toEqual([SHARE]);
  expect(parseShares({ result: [{ role: "advertiser", id: 1 }] })).toEqual([
    { id: "", name: "", role: "advertiser", view: "", expires_at: "" },
  ]);
  expect(parseCreatedShare({ ...SHARE, token: "t" })).toEqual({ ...SHARE, token: "t" });
});

test("collections get numeric ids and empty defaults, and time zones may be texts or objects", () => {
  expect(
    parseCountries({
      result: [
        { id: "276", iso2: "DE", iso3: "DEU", name: "Germany" },
        { iso3: "XXX", name: "X" },
      ],
    }),
  ).toEqual([
    { id: 276, iso2: "DE", iso3: "DEU", name: "Germany" },
    { id: 0, iso2: "", iso3: "XXX", name: "X" },
  ]);
  expect(parseNamed({ result: [{ id: "5", name: "A", site: 3 }] })).toEqual([{ id: 5, name: "A", site: 3 }]);
  expect(parseTimezones({ result: ["UTC", { name: "Europe/Berlin" }] })).toEqual(["UTC", "Europe/Berlin"]);
});

test.each([
  [400, "validation"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not-found"],
  [409, "conflict"],
  [429, "rate-limited"],
  [499, "refused"],
  [500, "server"],
  [503, "server"],
])("status %d becomes the error code %s", (status, code) => {
  const refusal = createRefusal(status, undefined);
  expect(refusal).toMatchObject({
    code,
    status,
    message: `The service answered ${status}.`,
    problems: [],
  });
  expect(refusal.retryAfter).toBe(undefined);
});

test("a refusal contains the service's message and retryAfter, or a default message", () => {
  expect(createRefusal(503, { message: "Busy." }, 0)).toMatchObject({ message: "Busy.", retryAfter: 0 });
  for (const body of [null, "x", {}, { message: 1 }, { message: "" }, { errors: 1 }, { errors: [null, 1] }])
    expect(createRefusal(400, body)).toMatchObject({ message: "The service answered 400.", problems: [] });
});

test("problems are read from lists, objects and texts, and their paths are split into keys", () => {
  const errors = [{ "[filter][date_from]": "A day.", limit: ["Many.", 5] }, "Nothing.", { "": "All." }];
  const { problems, message } = createRefusal(400, { errors, message: "not used" });
  expect(problems).toEqual([
    { path: "[filter][date_from]", keys: ["filter", "date_from"], message: "A day." },
    { path: "limit", keys: ["limit"], message: "Many." },
    { path: "limit", keys: ["limit"], message: "5" },
    { path: "", keys: [], message: "Nothing." },
    { path: "", keys: [], message: "All." },
  ]);
  expect(message).toBe("[filter][date_from] A day. limit Many. limit 5 Nothing. All.");
});
