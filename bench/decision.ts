/** Chooses campaigns for the zones of one request, in this process and without the network. */
import { readCatalogue } from "../src/service/catalogue/catalogue.ts";
import { indexCampaigns } from "../src/service/placement/campaignIndex.ts";
import { decide } from "../src/service/placement/decide.ts";
import { seededRandom } from "../src/service/placement/random.ts";
import type { IndexedZone } from "../src/service/placement/zoneIndex.ts";
import type { BenchOptions } from "./run.ts";
import { createCatalogue, WORDS } from "./service/fixture.ts";
import { median } from "./service/median.ts";

export const name = "decision";

const ZONES = [1, 3, 10, 100];
const CAMPAIGNS = [50, 1000, 10_000];

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
  ].join("\n");
}

function row(campaigns: number, milliseconds: number): string {
  const index = indexCampaigns(readCatalogue(createCatalogue({ campaigns, zones: 100 })));
  const cells = ZONES.map((count) => {
    let looks = 0;
    const zones = Array.from({ length: count }, (_, at) => ({
      zone: index.zones.get(at + 1) as IndexedZone,
      request: { keywords: `${WORDS[at % WORDS.length]},${WORDS[(at + 3) % WORDS.length]}` },
    }));
    const visitor = {
      country: "DEU",
      region: undefined,
      language: 33,
      deviceType: undefined,
      operatingSystem: undefined,
      browser: undefined,
    };
    const remaining = () => {
      looks += 1;
      return Number.POSITIVE_INFINITY;
    };
    const query = { visitor, page: undefined, zones, time: Date.now(), remaining, random: seededRandom(1) };
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
