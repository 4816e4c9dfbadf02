import { expect, test } from "vitest";
import {
  findMailedDays,
  reportMailRequest,
  reportNowRequest,
} from "../../../src/service/reportMails/reportMailRequest.ts";
import { check, listProblems } from "../../../src/service/values/schemas.ts";

const REQUEST = {
  role: "publisher",
  period: "7d",
  query: { group_by: ["site_id"] },
  view: "?role=publisher&period=7d",
  title: "Sites",
};

function findProblems(schema: typeof reportMailRequest | typeof reportNowRequest, changes: object) {
  const read = check(schema, { ...REQUEST, ...changes });
  return "issues" in read ? listProblems(read.issues).map(({ path, problem }) => [path, problem.code]) : [];
}

test("a request without a comparison is compared with the period before", () => {
  expect(check(reportMailRequest, REQUEST)).toEqual({ output: { ...REQUEST, compare: "previous" } });
});

test.each<[string, object, string]>([
  ["[period]", { period: "8d" }, "one-of"],
  ["[period]", { period: { from: "2026-11-01", to: "2026-11-09" } }, "one-of"],
  ["[compare]", { compare: "before" }, "one-of"],
  ["[role]", { role: "network" }, "either"],
  ["[title]", { title: " " }, "name-invisible"],
  ["[title]", { title: "x".repeat(101) }, "text-length"],
  ["[title]", { title: "a\r\nBcc: b" }, "no-controls"],
  ["[view]", { view: "https://evil.example/" }, "query-string"],
  ["[view]", { view: `?${"x".repeat(4000)}` }, "text-length"],
  ["[query][limit]", { query: { group_by: [], limit: 5 } }, "field-unexpected"],
  ["[query][group_by]", { query: {} }, "field-missing"],
  ["[query]", { query: { group_by: [], filter: { size: ["x".repeat(20_000)] } } }, "most-characters"],
  ["[to]", { to: "stranger@evil.example" }, "field-unexpected"],
])("the problem of %s in %j is %s", (path, changes, code) => {
  expect(findProblems(reportMailRequest, changes)).toEqual([[path, code]]);
});

test("a report that is mailed once may name its days", () => {
  const days = { from: "2026-11-01", to: "2026-11-09" };
  expect(findProblems(reportNowRequest, { period: days, compare: days })).toEqual([]);
  expect(findProblems(reportNowRequest, { period: "yesterday", compare: "off" })).toEqual([]);
  expect(findProblems(reportNowRequest, { period: { ...days, to: "2026-10-31" } })).toEqual([
    ["[period]", "days-order"],
  ]);
  expect(findProblems(reportNowRequest, { period: { ...days, to: "2026-11-31" } })).toEqual([
    ["[period][to]", "day-form"],
  ]);
  expect(findProblems(reportNowRequest, { period: 7 })).toEqual([["[period]", "object"]]);
});

/** Writes the days of a period, and those before it, at a moment. */
function write(period: "today" | "yesterday" | "7d" | "month" | "last-month", at: string, timezone: string) {
  const days = findMailedDays({ period, compare: "previous" }, { now: Date.parse(at) }, timezone);
  const compared = days.compared && `${days.compared.from}..${days.compared.to}`;
  return `${days.from}..${days.to} ${compared}${days.isRunning ? " running" : ""}`;
}

test.each([
  // The account's day differs from the one in UTC.
  ["yesterday", "2026-11-30T23:30:00Z", "Europe/Berlin", "2026-11-30..2026-11-30 2026-11-29..2026-11-29"],
  ["yesterday", "2026-12-01T04:30:00Z", "America/New_York", "2026-11-29..2026-11-29 2026-11-28..2026-11-28"],
  // Ends of months and years.
  ["last-month", "2026-11-30T23:30:00Z", "Europe/Berlin", "2026-11-01..2026-11-30 2026-10-01..2026-10-31"],
  ["last-month", "2026-12-31T23:30:00Z", "Europe/Berlin", "2026-12-01..2026-12-31 2026-11-01..2026-11-30"],
  ["last-month", "2026-12-31T23:30:00Z", "UTC", "2026-11-01..2026-11-30 2026-10-01..2026-10-31"],
  ["last-month", "2028-03-01T12:00:00Z", "UTC", "2028-02-01..2028-02-29 2028-01-01..2028-01-31"],
  ["7d", "2027-01-01T12:00:00Z", "UTC", "2026-12-25..2026-12-31 2026-12-18..2026-12-24"],
  ["month", "2027-03-31T12:00:00Z", "UTC", "2027-03-01..2027-03-31 2027-02-01..2027-02-28 running"],
  // Days on which clocks go forward or back.
  ["yesterday", "2026-03-29T22:30:00Z", "Europe/Berlin", "2026-03-29..2026-03-29 2026-03-28..2026-03-28"],
  ["yesterday", "2026-10-25T22:30:00Z", "Europe/Berlin", "2026-10-24..2026-10-24 2026-10-23..2026-10-23"],
  ["yesterday", "2026-10-25T23:30:00Z", "Europe/Berlin", "2026-10-25..2026-10-25 2026-10-24..2026-10-24"],
  ["7d", "2026-04-01T00:30:00Z", "Europe/Berlin", "2026-03-25..2026-03-31 2026-03-18..2026-03-24"],
  // Samoa skipped 30 December 2011.
  ["today", "2011-12-30T10:30:00Z", "Pacific/Apia", "2011-12-31..2011-12-31 2011-12-30..2011-12-30 running"],
] as const)("%s at %s in %s covers %s", (period, at, timezone, days) => {
  expect(write(period, at, timezone)).toBe(days);
});
