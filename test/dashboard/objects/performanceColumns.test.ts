// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { findAnswers } from "../../../src/dashboard/app/answers.ts";
import { type Data, DataContext } from "../../../src/dashboard/app/managementData.ts";
import type { Account } from "../../../src/dashboard/app/session.ts";
import type { SharedPeriod } from "../../../src/dashboard/app/useSharedPeriod.ts";
import { usePerformanceColumns } from "../../../src/dashboard/objects/performanceColumns.ts";
import { createView } from "../../../src/dashboard/reports/view.ts";
import type { EntryColumn } from "../../../src/dashboard/ui/entryColumn.ts";
import type { Performance } from "../../../src/protocol/management.ts";
import { type Management, type Statistics, StatisticsError } from "../../../src/statistics/index.ts";
import { useRoot } from "../useRoot.ts";

const account = { details: { kind: "network", timezone: "UTC" } } as Account;
const { show } = useRoot();
let settle: { resolve(answer: Performance): void; reject(error: Error): void };
const performance: Management["performance"] = () =>
  new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });

function createAnswer(impressions: number): Performance {
  const record = {
    group_by: { campaign_id: { id: "3", name: "", active: "1", campaign_ad_type_name: "" } },
    impressions,
    clicks: 0,
    ad_requests: 0,
    filled: 0,
  };
  return { campaign_id: { now: [record], before: [] } } as Partial<Performance> as Performance;
}

test("numbers of another period are stale until the chosen one is answered, also after a failure", async () => {
  const client = {} as Statistics;
  const data = { account, client, management: { performance } } as Partial<Data> as Data;
  let column: EntryColumn<{ id: number }> | undefined;
  const List = ({ period }: { period: "7d" | "30d" }) => {
    const view = { ...createView("advertiser", "network"), period };
    const moment = { viewer: { kind: "network", role: "advertiser", goals: 0 }, now: 0, timezone: "UTC" };
    [column] = usePerformanceColumns("campaign_id", { view, moment } as SharedPeriod);
    return null;
  };
  const choose = (period: "7d" | "30d") =>
    show(h(DataContext.Provider, { value: data }, h(List, { period })));
  const read = () => [column?.read?.({ id: 3 }), column?.isStale];
  const cache = findAnswers(client);
  const states = () => cache.listShown().map(({ isLoading, error }) => error?.code ?? isLoading);
  choose("7d");
  expect(read()).toEqual([undefined, true]);
  settle.resolve(createAnswer(157_641));
  await expect.poll(read).toEqual([157_641, false]);
  choose("30d");
  expect(read()).toEqual([157_641, true]);
  // The second request follows after a pause.
  const { reject } = settle;
  await expect.poll(() => settle.reject === reject).toBe(false);
  settle.reject(new StatisticsError("network", ""));
  await expect.poll(states).toEqual(["network"]);
  expect(read()).toEqual([157_641, true]);
  cache.listShown()[0]?.ask();
  settle.resolve(createAnswer(754_728));
  await expect.poll(read).toEqual([754_728, false]);
});
