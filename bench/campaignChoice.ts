/** Choice of campaigns for the zones of one request, in this process and without the network. */
import { parseCatalogue } from "../src/service/catalogue/catalogue.ts";
import { type CampaignIndex, indexCampaigns } from "../src/service/placement/campaignIndex.ts";
import { decide, type ZoneQuery } from "../src/service/placement/decide.ts";
import { seededRandom } from "../src/service/placement/random.ts";
import type { IndexedZone } from "../src/service/placement/zoneIndex.ts";
import { computeRatio, median } from "./page/ratio.ts";
import { formatNumber, formatRatio, formatTable, type Row } from "./page/tables.ts";
import type { BenchOptions } from "./run.ts";
import { createCatalogue, WORDS } from "./service/fixture.ts";
import { type Decisions, withDecisions } from "./service/loadDecisions.ts";

export const name = "decision";

const ZONES = [1, 3, 10, 100];
const CAMPAIGNS = [50, 1000, 10_000];

/** Commit of the earlier decision: a campaign of a worse tier served before one of the best was repeated. */
const EARLIER = "8b465015";
const PAIRED_ZONES = [10, 50, 100];
const CANDIDATES = [1000, 10_000];

export async function run({ quick }: BenchOptions): Promise<string> {
  const milliseconds = quick ? 300 : 2000;
  const rows = CAMPAIGNS.map((campaigns) => row(campaigns, milliseconds));
  return [
    "## Choosing campaigns",
    "",
    "One decision for all zones of a request, each with two keywords that match a quarter of the campaigns; median. In brackets how many campaigns are looked at for each zone.",
    "",
    `| Campaigns | ${ZONES.map((zones) => (zones === 1 ? "1 zone" : `${zones} zones`)).join(" | ")} |`,
    `|---|${ZONES.map(() => "---|").join("")}`,
    ...rows,
    "",
    "### Beside an earlier decision",
    "",
    `Microseconds, medians of interleaved rounds; the ratio with its 95 % interval by bootstrap over rounds. At \`${EARLIER}\` a campaign of a worse tier served before one of the best tier was repeated.`,
    "",
    formatTable(["Candidates of a zone", "Zones", EARLIER, "now", "ratio"], await pair(quick ? 41 : 201)),
  ].join("\n");
}

function pair(rounds: number): Promise<Row[]> {
  return withDecisions(EARLIER, (...versions) =>
    CANDIDATES.flatMap((candidates) => {
      // Two of eight keywords match a quarter.
      const catalogue = createCatalogue({ campaigns: 4 * candidates, zones: 100 });
      const prepared = versions.map((version) => prepare(version, catalogue));
      return PAIRED_ZONES.map((zones) => {
        const times = prepared.map((): number[] => []);
        const calls = Math.ceil(2000 / zones);
        for (let round = -30; round < rounds; round++) {
          // The order alternates, so that neither version always runs first.
          const order = [...prepared.entries()];
          for (const [at, decideOnce] of round % 2 ? order : order.reverse()) {
            const started = performance.now();
            for (let call = 0; call < calls; call++) decideOnce(zones);
            if (round >= 0) times[at]?.push((1000 * (performance.now() - started)) / calls);
          }
        }
        const [earlier = [], now = []] = times;
        const medians = [earlier, now].map((each) => formatNumber(median(each)));
        return [candidates.toLocaleString("en"), zones, ...medians, formatRatio(computeRatio(now, earlier))];
      });
    }),
  );
}

function prepare(version: Decisions, catalogue: object): (zones: number) => void {
  const parse = version.parseCatalogue ?? version.readCatalogue;
  if (!parse) throw new Error("The version does not parse catalogues.");
  const index = version.indexCampaigns(parse(catalogue));
  const zones = createZones(index, 100);
  const random = version.seededRandom(1);
  const remaining = () => Number.POSITIVE_INFINITY;
  const time = Date.now();
  return (count) =>
    void version.decide(index, {
      visitor: VISITOR,
      page: undefined,
      zones: zones.slice(0, count),
      time,
      remaining,
      random,
    });
}

const VISITOR = {
  country: "DEU",
  region: undefined,
  language: 33,
  deviceType: undefined,
  operatingSystem: undefined,
  browser: undefined,
};

function createZones(index: CampaignIndex, count: number): ZoneQuery[] {
  return Array.from({ length: count }, (_, at) => ({
    zone: index.zones.get(at + 1) as IndexedZone,
    request: { keywords: `${WORDS[at % WORDS.length]},${WORDS[(at + 3) % WORDS.length]}` },
  }));
}

function row(campaigns: number, milliseconds: number): string {
  const index = indexCampaigns(parseCatalogue(createCatalogue({ campaigns, zones: 100 })));
  const cells = ZONES.map((count) => {
    let looks = 0;
    const zones = createZones(index, count);
    const remaining = () => {
      looks += 1;
      return Number.POSITIVE_INFINITY;
    };
    const query = {
      visitor: VISITOR,
      page: undefined,
      zones,
      time: Date.now(),
      remaining,
      random: seededRandom(1),
    };
    measure(() => decide(index, query), milliseconds);
    looks = 0;
    const times = measure(() => decide(index, query), milliseconds);
    const looked = looks / count / times.length;
    return `${(median(times) * 1000).toFixed(1)} µs (${looked.toFixed(1)})`;
  });
  return `| ${[campaigns.toLocaleString("en"), ...cells].join(" | ")} |`;
}

/** Returns the milliseconds of each call within a period. */
function measure(work: () => void, milliseconds: number): number[] {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  for (let started = performance.now(); started < end; started = performance.now()) {
    work();
    times.push(performance.now() - started);
  }
  return times;
}
