/**
 * A simulated month in which three days have no visitors: what a campaign with a total and a last day delivers, and what
 * its progress says each morning. Nothing is timed.
 */
import { parseCatalogue } from "../src/service/catalogue/catalogue.ts";
import { computeProgress } from "../src/service/delivery/progress.ts";
import { aCampaign, aCatalogueObject } from "../test/service/support/catalogue.ts";
import { deliverDays } from "../test/service/support/simulatedDays.ts";

export const name = "month";

const DAY = 86_400_000;
const FIRST = Date.parse("2026-11-01T00:00:00Z");
const DAYS = 30;
const GOAL = 2000;
const DEMAND = 1.5;
const DROP = [10, 11, 12];
/** Days whose morning is shown. */
const SHOWN = [2, 5, 10, 11, 12, 13, 14, 16, 18, 20, 25, 30];
const PACINGS = [
  ["even", "even delivery of a total cap", {}],
  ["asap", "the same with a daily cap and without even delivery", { daily: GOAL }],
] as const;

export async function run(): Promise<string> {
  const columns = PACINGS.map(([spread, , daily]) => simulate(spread, { total: DAYS * GOAL, ...daily }));
  const rows = SHOWN.map(
    (day) => `| ${day} | ${columns.map(({ mornings }) => mornings[day - 1]).join(" | ")} |`,
  );
  const reached = PACINGS.map(([, title], at) => `${title}: ${percent(columns[at]?.reached ?? 0)}`).join(
    "; ",
  );
  return `## A month with a drop of three days

A simulated campaign of ${DAYS} days whose total is ${DAYS} × ${GOAL.toLocaleString("en")} impressions, with ${DEMAND} times as many requests, by the hour as
visitors come, and none from day ${DROP[0]} to ${DROP.at(-1)}. Each morning at 00:00 UTC, \`GET /v2/activity\` says what is expected,
delivered, and reached by the last day at the rate of the last seven days. Left: ${PACINGS[0][1]}; right: ${PACINGS[1][1]}.

| Day | Expected | Delivered | Forecast | Expected | Delivered | Forecast |
|--:|--:|--:|--:|--:|--:|--:|
${rows.join("\n")}

Reached in the end: ${reached}.
`;
}

function simulate(spread: "even" | "asap", caps: { total: number; daily?: number }) {
  const options = { id: 1, from: "2026-11-01", to: "2026-11-30", spread, caps };
  const [campaign] = parseCatalogue(aCatalogueObject({ campaigns: [aCampaign(options)] })).data.campaigns;
  if (!campaign) throw new Error("There is no campaign.");
  const requests = Array.from({ length: DAYS }, (_, at) => (DROP.includes(at + 1) ? 0 : GOAL * DEMAND));
  const shown = deliverDays(campaign, { midnight: FIRST, requests, boundary: 0 });
  const delivered = shown.map((each, at) => ({ day: FIRST + at * DAY, shown: each, cost: 0n }));
  const sum = (days: number) => shown.slice(0, days).reduce((total, each) => total + each, 0);
  const mornings = shown.map((_, at) => {
    const given = { shownToday: 0, shownTotal: sum(at), costToday: 0n, costTotal: 0n };
    const progress = computeProgress(campaign, given, delivered.slice(0, at), FIRST + at * DAY);
    if (!progress) return "– | – | –";
    return [progress.expected, progress.delivered, progress.forecast].map(percent).join(" | ");
  });
  return { mornings, reached: sum(DAYS) / caps.total };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
