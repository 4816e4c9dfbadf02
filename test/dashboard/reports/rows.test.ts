import { expect, test } from "vitest";
import type { Answer } from "../../../src/dashboard/app/answers.ts";
import type { Sides } from "../../../src/dashboard/reports/comparisonSides.ts";
import type { About, ReportAnswer } from "../../../src/dashboard/reports/queries.ts";
import type { Moment, Report } from "../../../src/dashboard/reports/requests.ts";
import { listRows } from "../../../src/dashboard/reports/table/rows.ts";
import { createView, type View } from "../../../src/dashboard/reports/view.ts";

const MOMENT: Moment = {
  viewer: { kind: "publisher", role: "publisher", goals: 0 },
  now: 0,
  timezone: "UTC",
  dataFrom: "",
};
const VIEW: View = {
  ...createView("publisher", "publisher"),
  hasChanges: true,
  sort: { field: "change.base.clicks", order: "desc" },
};

/** Creates a report with the given clicks by zone. */
function createAnswer(clicks: Record<number, number>): ReportAnswer {
  const result = Object.entries(clicks).map(([id, value]) => ({
    group_by: { zone_id: { id: Number(id), name: id } },
    clicks: value,
  }));
  const request_metadata = { count: result.length, limit: 10_000, offset: 0, date_timezone: "UTC" };
  const report: Report = { request_metadata, result };
  const about: About = { view: VIEW, span: { from: "2026-03-01", to: "2026-03-02" } };
  const answer: Answer<Report, About> = {
    shown: { data: report, about },
    isStale: false,
    isLoading: false,
    answeredAt: 0,
    awaited: 1,
    error: undefined,
    ask: () => {},
  };
  return answer;
}

const now = createAnswer({ 1: 10, 2: 10, 3: 10, 4: 10, 5: 10 });
const before = createAnswer({ 1: 20, 2: 5, 3: 10, 5: 8 });
const SIDES: Sides = { now: { whole: now, rest: undefined }, before: { whole: before, rest: undefined } };

function list(changes: Partial<View>, sides = SIDES, moment = MOMENT) {
  const records = listRows(
    { ...VIEW, ...changes },
    now.shown?.data.result ?? [],
    "base.clicks",
    sides,
    moment,
  );
  return records.map(({ group_by }) => group_by.zone_id?.id);
}

test("rows are sorted by the signed change; rows without a change come last", () => {
  expect(list({})).toEqual([2, 5, 3, 1, 4]);
  expect(list({ sort: { field: "change.base.clicks", order: "asc" } })).toEqual([1, 3, 5, 2, 4]);
});

test("sorting by a change sorts all rows before paging", () => {
  expect(list({ rows: 25, page: 2 })).toEqual([]);
  const two: Partial<View> = { rows: 2 as View["rows"] };
  expect([1, 2, 3].map((page) => list({ ...two, page }))).toEqual([[2, 5], [3, 1], [4]]);
});

test("the unfinished hours of both sides do not affect the order", () => {
  const rests: Sides = {
    now: { whole: now, rest: createAnswer({ 2: 8 }) },
    before: { whole: before, rest: createAnswer({ 1: 15 }) },
  };
  expect(list({}, rests)).toEqual([1, 5, 3, 2, 4]);
});

test("rows keep the service's order unless they are sorted by a change and both sides are loaded", () => {
  const loading: Sides = { ...SIDES, before: { whole: { ...before, isStale: true }, rest: undefined } };
  expect(list({}, loading)).toEqual([1, 2, 3, 4, 5]);
  expect(list({}, SIDES, { ...MOMENT, dataFrom: undefined })).toEqual([1, 2, 3, 4, 5]);
  expect(list({ sort: { field: "base.clicks", order: "desc" } })).toEqual([1, 2, 3, 4, 5]);
});
