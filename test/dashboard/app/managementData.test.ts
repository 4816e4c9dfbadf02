// @vitest-environment happy-dom
import { h } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findAnswers } from "../../../src/dashboard/app/answers.ts";
import {
  useAccounts,
  useActivity,
  useApprovals,
  useCampaigns,
  useChanges,
  useCountriesAnswer,
  useCreatives,
  useEstimate,
  usePerformance,
  useSites,
  useZones,
} from "../../../src/dashboard/app/managementData.ts";
import { useWaitingCount } from "../../../src/dashboard/app/waiting.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { show } = useRoot();
const { data } = createData({ details: { timezone: "America/New_York" } });

beforeEach(() => void vi.setSystemTime("2026-11-20T02:00:00Z"));
afterEach(() => void vi.useRealTimers());

const request = (from: string, to: string) => ({
  by: ["date" as const],
  role: "advertiser" as const,
  days: { from, to },
});

test.each<[string, boolean, () => unknown]>([
  ["sites", true, useSites],
  ["zones", true, useZones],
  ["campaigns", true, useCampaigns],
  ["accounts", true, useAccounts],
  ["activity", true, useActivity],
  ["approvals", true, useApprovals],
  ["the badge", true, () => useWaitingCount(data.client, data.account)],
  ["numbers of days with today", true, () => usePerformance(request("2026-11-13", "2026-11-19"))],
  ["numbers of earlier days", false, () => usePerformance(request("2026-11-12", "2026-11-18"))],
  ["changes", false, () => useChanges({ campaign: 3 })],
  ["estimates", false, () => useEstimate({ sizes: ["300x250"] })],
  ["creatives", false, () => useCreatives(3)],
  ["names", false, useCountriesAnswer],
])("of an open page, %s are requested again from time to time: %s", (_, isLive, use) => {
  const Probe = () => {
    use();
    return null;
  };
  show(h(Page, { data }, h(Probe, null)));
  expect(
    findAnswers(data.client)
      .listShown()
      .map((answer) => answer.isLive),
  ).toEqual([isLive]);
});
