import { expect, test } from "vitest";
import { findCampaignState } from "../../../src/service/management/campaignState.ts";
import { parseDecimal } from "../../../src/service/values/money.ts";
import { aCampaign, aCatalogue, aVariation } from "../support/catalogue.ts";

const NOW = Date.parse("2026-11-20T12:20:00Z");
const CREATIVE = aVariation(1);
const rejected = { ...CREATIVE, review: "rejected" };
const paused = { ...CREATIVE, active: false };

/** Finds the state of a campaign with one impression yesterday and one today, at 0.002 each. */
function findState(changes: object, filled = 1) {
  const [campaign] = aCatalogue({ campaigns: [aCampaign({ id: 7, ...changes })] }).data.campaigns;
  if (!campaign) throw new Error("No such campaign.");
  const [costToday = 0n, costTotal = 0n] = ["0.002", "0.004"].map(parseDecimal);
  return findCampaignState(
    campaign,
    { shownToday: 1, shownTotal: 2, costToday, costTotal },
    filled,
    NOW,
    undefined,
  );
}

test.each<[string, object]>([
  ["running", { from: "2026-11-20", to: "2026-11-20" }],
  ["ended", { to: "2026-11-19" }],
  ["scheduled", { from: "2026-11-21" }],
  ["paused", { active: false, to: "2026-11-19" }],
  ["archived", { deleted: true, active: false }],
  ["waiting", { variations: [rejected] }],
  ["waiting", { variations: [paused] }],
  ["waiting", { variations: [paused, { ...rejected, id: 2 }] }],
  ["running", { variations: [paused, { ...CREATIVE, id: 2 }] }],
  ["spent", { caps: { total: 2 } }],
  ["spent", { caps: { daily: 1 } }],
  ["spent", { budget: { daily: "0.002" } }],
  ["spent", { budget: { total: "0.004" } }],
  ["running", { caps: { daily: 2, total: 3 }, budget: { daily: "0.004", total: "0.006" } }],
])("a campaign with one impression yesterday and one today is %s given %j", (state, changes) => {
  expect(findState(changes)).toBe(state);
});

test("an active campaign that filled no request is unmatched", () => {
  expect(findState({}, 0)).toBe("unmatched");
});
