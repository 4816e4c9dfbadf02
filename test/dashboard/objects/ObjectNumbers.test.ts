// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test } from "vitest";
import { useSharedPeriod } from "../../../src/dashboard/app/useSharedPeriod.ts";
import { ObjectNumbers } from "../../../src/dashboard/objects/ObjectNumbers.tsx";
import type { Period } from "../../../src/dashboard/reports/period.ts";
import { findViewSpan } from "../../../src/dashboard/reports/requests.ts";
import type { PerformanceRequest } from "../../../src/protocol/management.ts";
import { StatisticsError } from "../../../src/statistics/index.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
let choose: (period: Period) => void;

function Numbers() {
  const period = useSharedPeriod("advertiser");
  choose = (next) => period.set({ period: next });
  const days = findViewSpan(period.view, period.moment);
  return h(ObjectNumbers, { object: { kind: "campaign_id", id: 3 }, days, ...period });
}

beforeEach(() => sessionStorage.clear());

test("an object's page fades the numbers of another period, with their own days, until it has those chosen", async () => {
  history.replaceState(null, "", "/?place=campaigns&campaign=3&period=2026-11-01..2026-11-07");
  const day = (date: string, impressions: number) => ({
    group_by: { date: { date } },
    impressions,
    clicks: 1,
  });
  const performance = ({ days }: PerformanceRequest) => {
    if (days.from === "2026-10-01") throw new StatisticsError("network", "");
    return { date: { now: [day("2026-11-03", 118)], before: [day("2026-10-27", 59)] } };
  };
  const { data } = createData({ answers: { account: { data_from: "2026-01-01" }, performance } });
  show(h(Page, { data }, h(Numbers, null)));
  const read = () => ({
    isStale: root.querySelector(".object-numbers")?.classList.contains("stale"),
    impressions: root.querySelector(".figure-value")?.textContent,
    change: root.querySelector(".change")?.textContent?.includes("%"),
    bars: root.querySelectorAll(".day-bars > span").length,
  });
  await expect.poll(read).toEqual({ isStale: false, impressions: "118", change: true, bars: 7 });
  act(() => choose({ from: "2026-10-01", to: "2026-10-31" }));
  const faded = { isStale: true, impressions: "118", change: false, bars: 7 };
  expect(read()).toEqual(faded);
  await expect.poll(() => root.querySelector(".object-numbers")?.getAttribute("aria-busy")).toBe("false");
  expect(read()).toEqual(faded);
});
