/**
 * Placement when every request stays empty and its reason is stored, relative to the same requests by robots, which
 * store none.
 */
import { parseCatalogue } from "../src/service/catalogue/catalogue.ts";
import { LocalBudgets } from "../src/service/delivery/localBudgets.ts";
import { LocalFrequencyCaps } from "../src/service/delivery/localFrequency.ts";
import { Placement } from "../src/service/placement/placement.ts";
import { seededRandom } from "../src/service/placement/random.ts";
import { createTokens } from "../src/service/signing/token.ts";
import { computeRatio, median } from "./page/ratio.ts";
import { formatNumber, formatRatio, formatTable, type Row } from "./page/tables.ts";
import type { BenchOptions } from "./run.ts";
import { createCatalogue, WORDS } from "./service/fixture.ts";

export const name = "unfilled";

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
const ROBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const LIFE = 60_000;
const NOW = Date.parse("2026-11-20T12:00:00Z");

/** Restrictions that exclude all campaigns. */
const CAUSES: [string, object][] = [
  ["country", { targeting: { countries: ["ITA"] } }],
  [
    "visitor, hours and keys",
    { targeting: { times: { timezone: "UTC" }, languages: ["de"], custom: { plan: ["pro"] } } },
  ],
  ["keywords", { keywords: ["nothing of the kind"] }],
  ["budget", { keywords: [], budget: { daily: "0.001" } }],
];
const CAMPAIGNS = [50, 1000, 10_000];
const ZONES = [1, 10];
/** Requests of each kind per round. */
const REQUESTS = 200;

export async function run({ quick }: BenchOptions): Promise<string> {
  const rounds = quick ? 5 : 41;
  const rows = CAUSES.flatMap(([cause, restriction]) =>
    CAMPAIGNS.flatMap((campaigns) =>
      ZONES.map((zones) => measureRow(cause, restriction, { campaigns, zones, rounds })),
    ),
  );
  return [
    "## Requests without an ad",
    "Processor time of a placement whose zones all stay empty, in microseconds; medians of interleaved rounds, and the ratio with its 95 % interval by bootstrap over rounds. Robots are decided alike, but store no reason.",
    formatTable(
      ["Excluded by", "Campaigns", "Zones", "without reason, µs", "with reason, µs", "with to without"],
      rows,
    ),
  ].join("\n\n");
}

interface Size {
  campaigns: number;
  zones: number;
  rounds: number;
}

function measureRow(cause: string, restriction: object, { campaigns, zones, rounds }: Size): Row {
  const place = createPlace(restriction, campaigns, zones);
  const times: Record<string, number[]> = { [ROBOT]: [], [BROWSER]: [] };
  for (let round = -1; round < rounds; round++)
    for (const userAgent of [ROBOT, BROWSER]) {
      const started = process.cpuUsage();
      for (let at = 0; at < REQUESTS; at++) place(userAgent);
      // The first round warms up.
      if (round >= 0) times[userAgent]?.push(measureSince(started) / REQUESTS);
    }
  const [without = [], withReason = []] = [times[ROBOT], times[BROWSER]];
  const ratio = formatRatio(computeRatio(withReason, without));
  return [cause, campaigns, zones, formatNumber(median(without)), formatNumber(median(withReason)), ratio];
}

/** Returns the processor time in microseconds, which other processes do not affect. */
function measureSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return user + system;
}

function createPlace(restriction: object, campaigns: number, zones: number): (userAgent: string) => void {
  const all = createCatalogue({ campaigns, zones }) as { campaigns: object[] };
  const catalogue = parseCatalogue({
    ...all,
    campaigns: all.campaigns.map((campaign) => ({ ...campaign, ...restriction })),
  });
  const parts = {
    epoch: 1,
    budgets: new LocalBudgets(LIFE),
    frequencyCaps: new LocalFrequencyCaps({ reservationLife: LIFE }),
    tokens: createTokens(Buffer.alloc(32), LIFE),
    locate: () => ({ country: "DEU" }),
    random: seededRandom(1),
  };
  const placement = new Placement(parts, catalogue, NOW);
  const request = {
    user: {},
    zones: Array.from({ length: zones }, (_, at) => ({
      id: at + 1,
      keywords: `${WORDS[at % WORDS.length]},${WORDS[(at + 3) % WORDS.length]}`,
    })),
  };
  const caller = {
    address: "192.0.2.1",
    isBrowser: true,
    language: "en",
    optsOut: false,
    origin: "https://ads.example",
  };
  return (userAgent) => {
    const placed = placement.place(request, { ...caller, userAgent }, NOW);
    if (placed instanceof Promise || placed.filled > 0) throw new Error("A request was filled.");
  };
}
