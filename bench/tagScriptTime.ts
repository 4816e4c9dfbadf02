/** Script time of the tag relative to an earlier build: `npm run bench -- paired [--quick]`. Needs the git history. */
import { loadPair } from "./page/contenders.ts";
import { startMock } from "./page/mockServers.ts";
import { computeRatio, median } from "./page/ratio.ts";
import { type Cell, openWarmBrowser, visitInTurn } from "./page/rounds.ts";
import { formatNumber, formatRatio, formatTable, type Row } from "./page/tables.ts";
import type { Visit } from "./page/visit.ts";
import type { BenchOptions } from "./run.ts";

export const name = "paired";

/** Commit of the earlier build. */
const EARLIER = "6cca2d2";

interface Measure extends Omit<Cell, "mode" | "rounds"> {
  title: string;
  of(visit: Visit): number;
}

const MEASURES: Measure[] = [
  ...[10, 50].map((zones) => ({
    title: `Script time, ${zones} zones, ms`,
    zones,
    slowdown: 1,
    of: ({ script }: Visit) => script,
  })),
  {
    title: "Longest task, 200 zones, processor slowed 4×, ms",
    zones: 200,
    slowdown: 4,
    of: ({ longestTask }) => longestTask,
  },
];

export async function run({ quick }: BenchOptions): Promise<string> {
  const contenders = await loadPair(EARLIER);
  const mock = await startMock();
  const browser = await openWarmBrowser(mock, contenders);
  const rounds = quick ? 3 : 21;
  const rows: Row[] = [];
  try {
    for (const { title, of, ...cell } of MEASURES) {
      console.error(title);
      const visits = await visitInTurn(
        browser,
        mock,
        contenders,
        { ...cell, rounds, mode: "banners" },
        Number.POSITIVE_INFINITY,
      );
      const [careful = [], earlier = [], now = [], late = []] = contenders.map((one) =>
        (visits[one.name] ?? []).map(of),
      );
      const medians = [careful, earlier, now, late].map((values) => formatNumber(median(values)));
      const ratios = [
        computeRatio(now, earlier),
        computeRatio(late, earlier),
        computeRatio(now, careful),
      ].map(formatRatio);
      rows.push([title, now.length, ...medians, ...ratios]);
    }
  } finally {
    await browser.stop();
    await mock.stop();
  }
  const head = [
    "",
    "Rounds",
    "careful floor",
    EARLIER,
    "zonetag",
    "late",
    `zonetag to ${EARLIER}`,
    `late to ${EARLIER}`,
    "zonetag to careful floor",
  ];
  return [
    "## The tag beside an earlier build",
    `Medians of interleaved rounds; ratios with their 95 % interval by bootstrap over rounds. \`${EARLIER}\` is \`dist/zonetag.js\` of that commit. It sent impressions 50 ms after the ad was shown, twenty in a task, so that a visitor who left meanwhile was not counted; the tag sends each in the task that shows the ad. *late* is the tag with such impressions: the difference is what their being in time costs.`,
    formatTable(head, rows),
  ].join("\n\n");
}
