/**
 * The tag in a real browser, compared with a minimal tag (the floor) and its peers: `npm run bench -- page [--quick]`.
 */
import { writeTimeCharts } from "./page/charts.ts";
import { loadContenders } from "./page/contenders.ts";
import { startMock } from "./page/mockServers.ts";
import { type Measured, writePageReport } from "./page/report.ts";
import { type Cell, openWarmBrowser, visitInTurn } from "./page/rounds.ts";
import type { BenchOptions } from "./run.ts";

export const name = "page";

/** Maximum milliseconds of a full run; a slow or busy machine makes fewer rounds. */
const TIME = 11 * 60_000;

const ZONES = [1, 10, 50, 200];
const ROUNDS: Record<number, number> = { 1: 9, 4: 7, 20: 3 };

/** Milliseconds to watch each failure, including the retry of a request that hung. */
const WATCH = { nothing: 1500, error: 2500, hang: 8000 } as const;

const FULL: Cell[] = [
  ...Object.entries(ROUNDS).flatMap(([slowdown, rounds]) =>
    ZONES.map((zones) => ({ zones, slowdown: Number(slowdown), rounds, mode: "banners" as const })),
  ),
  ...(["nothing", "error", "hang"] as const).map((mode) => ({
    zones: 10,
    slowdown: 1,
    rounds: 1,
    mode,
    watch: WATCH[mode],
  })),
];

const QUICK: Cell[] = [10, 200].map((zones) => ({ zones, slowdown: 1, rounds: 5, mode: "banners" as const }));

export async function run({ quick }: BenchOptions): Promise<string> {
  const all = await loadContenders();
  const mock = await startMock();
  const runners = quick ? all.filter(({ name }) => name !== "prebid" && name !== "kevel") : all;
  const browser = await openWarmBrowser(mock, runners);
  const measured: Measured[] = [];
  try {
    const cells = quick ? QUICK : FULL;
    const end = performance.now() + TIME;
    for (const [at, cell] of cells.entries()) {
      console.error(`${cell.mode}: ${cell.zones} zones, ${cell.slowdown}×`);
      const share = (end - performance.now()) / (cells.length - at);
      const until = performance.now() + share;
      measured.push({ cell, visits: await visitInTurn(browser, mock, runners, cell, until) });
    }
    const { product } = await browser.send<{ product: string }>("Browser.getVersion");
    if (!quick) await writeTimeCharts(all, measured);
    return writePageReport({ contenders: runners, browser: product, measured });
  } finally {
    await browser.stop();
    await mock.stop();
  }
}
