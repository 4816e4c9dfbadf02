/**
 * Processor time of a placement and of a click, beside the service as it was before landing pages had macros and clicks
 * had ids. Both run in turn with the same requests, so that other load on the machine affects both.
 */
import type { RunningService } from "../e2e/support/service.ts";
import { startService } from "../e2e/support/service.ts";
import { computeRatio, median } from "./page/ratio.ts";
import { formatNumber, formatRatio, formatTable, type Row } from "./page/tables.ts";
import type { BenchOptions } from "./run.ts";
import { withBuildAt } from "./service/buildAt.ts";
import { createBodies, createCatalogue, HEADERS } from "./service/fixture.ts";
import { load } from "./service/load.ts";
import { readCpuSeconds } from "./service/processorTime.ts";

export const name = "conversions";

/** Last commit without macros and click ids. */
const EARLIER = "0b149617";
const MACROS =
  "?id={click_id}&campaign={campaign_id}&ad={variation_id}&site={site_id}&zone={zone_id}&os={os}&at={timestamp}";
const ZONES = 10;
/** Slow enough for both versions and the load generator on two processors. */
const PLACEMENTS_PER_SECOND = 1000;
const CLICKS_PER_SECOND = 1500;
const CONNECTIONS = 32;

interface Version {
  service: RunningService;
  /** Microseconds of the service's processor time per request, by round. */
  placement: number[];
  click: number[];
}

export async function run({ quick }: BenchOptions): Promise<string> {
  const [rounds, seconds] = quick ? [3, 1] : [10, 2];
  const rows = await withBuildAt(EARLIER, async (program) => {
    const versions = [await start("", program), await start(""), await start(MACROS)];
    try {
      for (const version of versions) await measure(version, 1);
      for (let round = 0; round < rounds; round++)
        for (const version of round % 2 ? versions : versions.toReversed()) {
          const { placement, click } = await measure(version, seconds);
          version.placement.push(placement);
          version.click.push(click);
        }
    } finally {
      for (const { service } of versions) await service.stop();
    }
    return describe(versions);
  });
  return [
    "## Placements and clicks beside the service before conversions",
    "",
    `Microseconds of the service's processor time per request, medians of ${rounds} interleaved rounds; ratios to \`${EARLIER}\` with their 95 % interval by bootstrap over rounds. A placement has ${ZONES} zones; each click counts with its impression. The landing page with macros has six of them and the click id.`,
    "",
    formatTable(["", EARLIER, "now", "ratio", "now, with macros", "ratio"], rows),
  ].join("\n");
}

async function start(query: string, program?: string): Promise<Version> {
  const catalogue = createCatalogue({ landingPage: `https://shop.example/${query}` });
  const args = ["--limit-ip", "0", "--click-limits", "0", "--log-level", "warn"];
  const service = await startService({ catalogue, args, ...(program && { program }) });
  return { service, placement: [], click: [] };
}

async function measure({ service }: Version, seconds: number): Promise<{ placement: number; click: number }> {
  const common = { url: service.endpoint, bodies: createBodies(ZONES), headers: HEADERS, seconds };
  const spend = async (options: { rate: number; paths?: string[] }) => {
    const before = readCpuSeconds(service.process.pid);
    const { statuses } = await load({ ...common, ...options, connections: CONNECTIONS });
    const used = readCpuSeconds(service.process.pid) - before;
    const answered = statuses[options.paths ? "302" : "200"] ?? 0;
    return (1e6 * used) / answered;
  };
  const placement = await spend({ rate: PLACEMENTS_PER_SECOND });
  const paths = await listClicks(service, CLICKS_PER_SECOND * seconds);
  return { placement, click: await spend({ rate: CLICKS_PER_SECOND, paths }) };
}

/** Requests ads until there are this many click addresses. */
async function listClicks({ endpoint }: RunningService, count: number): Promise<string[]> {
  const bodies = createBodies(ZONES);
  const paths: string[] = [];
  for (let at = 0; paths.length < count; at++) {
    const body = bodies[at % bodies.length] ?? "";
    const answer = await fetch(endpoint, { method: "POST", headers: HEADERS, body });
    const { zones } = (await answer.json()) as { zones: ({ data: { url: string } } | null)[] };
    for (const zone of zones) if (zone) paths.push(new URL(zone.data.url).pathname);
  }
  return paths;
}

function describe(versions: readonly Version[]): Row[] {
  return (["placement", "click"] as const).map((what) => {
    const [earlier = [], now = [], withMacros = []] = versions.map((version) => version[what]);
    const cells = [now, withMacros].flatMap((times) => [
      formatNumber(median(times)),
      formatRatio(computeRatio(times, earlier)),
    ]);
    return [what, formatNumber(median(earlier)), ...cells];
  });
}
