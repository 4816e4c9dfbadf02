/** Answers of the service: which fields the client reads, and which answers it rejects. */
import { expect, test } from "vitest";
import { createRefusal } from "../../src/statistics/errors.ts";
import {
  readAccount,
  readCount,
  readCountries,
  readCreatedShare,
  readNamed,
  readReport,
  readShares,
  readTimezones,
  readTotals,
} from "../../src/statistics/report.ts";

const METADATA = { count: 2, limit: 50, offset: 10, date_timezone: "Europe/Berlin" };
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
  expect(readReport({ request_metadata: METADATA, result: [record, { clicks: 2 }] })).toEqual({
    request_metadata: METADATA,
    result: [record, { group_by: {}, clicks: 2 }],
  });
  const body = { request_metadata: METADATA, result: [], result_total: { clicks: 3 } };
  expect(readReport(body).result_total).toEqual({ clicks: 3 });
  expect([readCount({ request_metadata: METADATA }), readTotals(body)]).toEqual([2, { clicks: 3 }]);
});

test("the count of a report is required, and other metadata has defaults", () => {
  expect(readReport({ request_metadata: { count: 0 }, result: [] }).request_metadata).toEqual({
    count: 0,
    limit: 0,
    offset: 0,
    date_timezone: "UTC",
  });
});

test("response ratios are renamed to the bid response ratios of the metrics, and other fields are not", () => {
  const rtb = { response_ratio: 1, adv_response_ratio: 2, pub_response_ratio: 3, x_response_ratio: 4 };
  const [record] = readReport({ request_metadata: METADATA, result: [{ rtb }] }).result;
  expect(record?.rtb).toEqual({
    bid_response_ratio: 1,
    adv_bid_response_ratio: 2,
    pub_bid_response_ratio: 3,
    x_response_ratio: 4,
  });
  for (const value of [null, 1, undefined])
    expect(readTotals({ result_total: { rtb: value } })).toEqual({ rtb: value });
});

test.each<[string, (body: unknown) => unknown, unknown]>([
  ["a report.", readReport, null],
  ["a report.", readReport, []],
  ["a report.", readReport, "x"],
  ["a list of results.", readReport, { request_metadata: METADATA, result: {} }],
  ["request_metadata.", readReport, { result: [] }],
  ["request_metadata.count.", readReport, { request_metadata: { count: "2" }, result: [] }],
  ["a record.", readReport, { request_metadata: METADATA, result: [1] }],
  ["a record.", readReport, { request_metadata: METADATA, result: [], result_total: null }],
  ["a count.", readCount, undefined],
  ["request_metadata.", readCount, {}],
  ["a report.", readTotals, undefined],
  ["a record.", readTotals, {}],
  ["an account.", readAccount, undefined],
  ["an account's name and kind.", readAccount, { name: "Ann" }],
  ["an account's name and kind.", readAccount, { name: 1, kind: "publisher" }],
  ["an account's name and kind.", readAccount, { name: "Ann", kind: "admin" }],
  ["a collection.", readShares, []],
  ["a list of results.", readShares, { result: "x" }],
  ["a shared link.", readShares, { result: [1] }],
  ["the side of a shared link.", readShares, { result: [{ ...SHARE, role: "network" }] }],
  ["a shared link.", readCreatedShare, undefined],
  ["the token of a shared link.", readCreatedShare, SHARE],
  ["the token of a shared link.", readCreatedShare, { ...SHARE, token: "" }],
  ["the token of a shared link.", readCreatedShare, { ...SHARE, token: 1 }],
  ["a country.", readCountries, { result: [1] }],
  ["a country's iso3 and name.", readCountries, { result: [{ iso3: "DEU" }] }],
  ["a country's iso3 and name.", readCountries, { result: [{ name: "Germany" }] }],
  ["an entry.", readNamed, { result: [1] }],
  ["an entry's name.", readNamed, { result: [{ id: 1 }] }],
  ["a time zone.", readTimezones, { result: [1] }],
  ["a time zone's name.", readTimezones, { result: [{ id: 1 }] }],
])("an answer without %s is refused", (what, read, body) => {
  expect(findMissing(read, body)).toBe(what);
});

test("readAccount() returns the known fields, with defaults for missing fields", () => {
  const bare = { name: "Ann", kind: "publisher" };
  expect(readAccount(bare)).toEqual({ ...bare, id: 0, currency: "USD", timezone: "UTC", goals: 0 });
  const full = { ...bare, id: 5, username: "ann", currency: "EUR", timezone: "Europe/Berlin", goals: 2 };
  expect(readAccount({ ...full, share: SHARE, password: "x" })).toEqual({ ...full, share: SHARE });
  expect(readAccount({ ...bare, username: 1 })).not.toHaveProperty("username");
  const shared = { kind: "publisher", currency: "EUR", timezone: "UTC", goals: 0, share: SHARE };
  expect(readAccount(shared)).toEqual(shared);
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
  const full = { ...account, access: "editor", user: { ...user, language: "de" } };
  expect(readAccount(full)).toEqual(full);
  const odd = { id: 9, name: "B", role: "boss" };
  const strange = { ...user, language: "xx", accounts: [...user.accounts, odd] };
  expect(readAccount({ ...account, access: "boss", user: strange })).toEqual({ ...account, user });
  expect(readAccount({ ...account, user: {} }).user).toEqual({ id: 0, name: "", accounts: [] });
});

test("missing texts of a shared link become empty", () => {
  expect(readShares({ result: { 7: SHARE } })).toEqual([SHARE]);
  expect(readShares({ result: [{ role: "advertiser", id: 1 }] })).toEqual([
    { id: "", name: "", role: "advertiser", view: "", expires_at: "" },
  ]);
  expect(readCreatedShare({ ...SHARE, token: "t" })).toEqual({ ...SHARE, token: "t" });
});

test("collections get numeric ids and empty defaults, and time zones may be texts or objects", () => {
  expect(
    readCountries({
      result: [
        { id: "276", iso2: "DE", iso3: "DEU", name: "Germany" },
        { iso3: "XXX", name: "X" },
      ],
    }),
  ).toEqual([
    { id: 276, iso2: "DE", iso3: "DEU", name: "Germany" },
    { id: 0, iso2: "", iso3: "XXX", name: "X" },
  ]);
  expect(readNamed({ result: [{ id: "5", name: "A", site: 3 }] })).toEqual([{ id: 5, name: "A", site: 3 }]);
  expect(readTimezones({ result: ["UTC", { name: "Europe/Berlin" }] })).toEqual(["UTC", "Europe/Berlin"]);
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
