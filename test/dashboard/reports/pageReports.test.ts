// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { findAnswers } from "../../../src/dashboard/app/answers.ts";
import { Names } from "../../../src/dashboard/reports/names.ts";
import { usePageReports } from "../../../src/dashboard/reports/pageReports.ts";
import type { PeriodName } from "../../../src/dashboard/reports/period.ts";
import { useReports } from "../../../src/dashboard/reports/queries.ts";
import { createView, type View } from "../../../src/dashboard/reports/view.ts";
import type { AccountKind, Role } from "../../../src/protocol/statistics.ts";
import { createData } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { call } = useRoot();
const NOON = Date.parse("2026-11-20T12:00:00Z");

/** Opens the statistics of an account, and expects this number of requests that count in the rate limit of reports. */
async function expectReports(count: number, kind: AccountKind, role: Role, changes: Partial<View> = {}) {
  const { data } = createData({ details: { kind } });
  const result = [{ group_by: { [role === "publisher" ? "site_id" : "campaign_id"]: { id: "7" } } }];
  const query = vi.fn(async () => ({ request_metadata: {}, result, result_total: {} }));
  Object.assign(data.client, { side: () => ({ query }), request: async () => ({ result: {} }) });
  const moment = { viewer: { kind, role, goals: 0 }, now: NOON, timezone: "UTC", dataFrom: "2026-01-01" };
  const view = { ...createView(role, kind), ...changes };
  call(() => void usePageReports(view, useReports(data.client, new Names(), moment), moment, data.account));
  const countLoading = () =>
    findAnswers(data.client)
      .listShown()
      .filter(({ isLoading, answeredAt }) => isLoading || !answeredAt).length;
  await expect.poll(() => [query.mock.calls.length, countLoading()]).toEqual([count, 0]);
  // No answer leads to another request.
  await act(async () => {});
  expect([query.mock.calls.length, countLoading()]).toEqual([count, 0]);
}

// An address may request 30 reports a minute, and the people of an office share one.
test.each([
  ["publisher", "publisher"],
  ["advertiser", "advertiser"],
  ["network", "publisher"],
  ["network", "advertiser"],
] as const)("the first page of a %s's %s side takes three reports", async (kind, role) => {
  await expectReports(3, kind, role);
});

test.each<[PeriodName, Partial<View>, number]>([
  ["yesterday", {}, 3],
  ["today", {}, 5],
  ["month", {}, 5],
  ["month", { compare: "off" }, 2],
  ["7d", { hasChanges: true }, 4],
  ["month", { hasChanges: true }, 8],
])("the period %s with %j takes %i reports", async (period, changes, count) => {
  await expectReports(count, "publisher", "publisher", { period, ...changes });
});
