import { expect, test } from "vitest";
import { listBits } from "../../../src/service/placement/bitSet.ts";
import { indexFacet, selectAccepting } from "../../../src/service/placement/facet.ts";
import { indexSchedule } from "../../../src/service/placement/schedule.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";

/** Creates a function that lists the positions of the campaigns served at a time. */
function createSelect(...campaigns: object[]) {
  const { data } = aCatalogue({ campaigns: campaigns.map((each, at) => aCampaign({ id: at + 1, ...each })) });
  const select = runAtOnce(indexSchedule(data.campaigns));
  return (moment: string) => listBits(select(Date.parse(moment)).served, 0, campaigns.length);
}
const times = (more: object) => ({ targeting: { times: { timezone: "UTC", ...more } } });

test("a campaign is served from the start of its first UTC day to the end of its last", () => {
  const select = createSelect(
    {},
    { from: "2026-11-20" },
    { to: "2026-11-20" },
    { from: "2026-11-20", to: "2026-11-20" },
  );
  expect(select("2026-11-19T23:59:59.999Z")).toEqual([0, 2]);
  expect(select("2026-11-20T00:00:00Z")).toEqual([0, 1, 2, 3]);
  expect(select("2026-11-20T23:59:59.999Z")).toEqual([0, 1, 2, 3]);
  expect(select("2026-11-21T00:00:00Z")).toEqual([0, 1]);
});

test("a campaign is served on the weekdays and hours of its targeting, in its time zone", () => {
  const select = createSelect(
    times({ weekdays: ["friday"] }),
    times({ hours: [9, 23] }),
    times({ weekdays: ["friday"], hours: [9] }),
    times({ timezone: "Asia/Kathmandu", hours: [14] }),
    times({}),
  );
  // A Friday. Kathmandu is UTC+05:45.
  expect(select("2026-11-20T08:59:59Z")).toEqual([0, 3, 4]);
  expect(select("2026-11-20T09:00:00Z")).toEqual([0, 1, 2, 3, 4]);
  expect(select("2026-11-20T09:15:00Z")).toEqual([0, 1, 2, 4]);
  expect(select("2026-11-21T09:00:00Z")).toEqual([1, 3, 4]);
});

test("the served campaigns do not depend on earlier queries", () => {
  const select = createSelect({ to: "2026-11-20" }, {});
  const moments = ["2026-11-20T23:59:30Z", "2026-11-21T00:00:00Z", "2026-11-20T23:59:00Z"];
  expect(moments.map(select)).toEqual([[0, 1], [1], [0, 1]]);
});

test("the served campaigns are computed once a minute", () => {
  const { data } = aCatalogue({ campaigns: [aCampaign({ id: 1 })] });
  const select = runAtOnce(indexSchedule(data.campaigns));
  const noon = Date.parse("2026-11-20T12:00:00Z");
  const first = select(noon);
  expect(select(noon + 59_999)).toBe(first);
  expect(select(noon + 60_000)).not.toBe(first);
});

test("a restriction accepts only its values; without a restriction every value is accepted", () => {
  const facet = runAtOnce(indexFacet([["DEU"], [], ["DEU", "FRA"], ["FRA"]], (values) => values));
  const select = (value: string | undefined) => listBits(selectAccepting(facet, value), 0, 4);
  expect(["DEU", "FRA", "ITA", undefined].map(select)).toEqual([[0, 1, 2], [1, 2, 3], [1], [1]]);
});
