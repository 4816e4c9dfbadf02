/** Runs the contenders in turn, round after round. */
import { type Chromium, startChromium } from "./chromium.ts";
import type { Contender } from "./contenders.ts";
import type { Mock, Mode } from "./mockServers.ts";
import { type Visit, type VisitOptions, visit } from "./visit.ts";

export interface Cell extends VisitOptions {
  mode: Mode;
  /** Maximum rounds; fewer when the cell's time is used up. */
  rounds: number;
}

/** A cell's visits by the contender's name; the first round of all comes first. */
export type Visits = Record<string, Visit[]>;

/** Milliseconds after which a contender skips the cell's remaining rounds. */
const ENOUGH = 30_000;

/**
 * Runs A B C A B C … for a cell. A contender whose visits take too long skips the later rounds; one that never shows
 * its banners has no visits. After `until` (`performance.now()`) no further round begins.
 */
export async function visitInTurn(
  browser: Chromium,
  mock: Mock,
  contenders: Contender[],
  cell: Cell,
  until: number,
): Promise<Visits> {
  const visits: Visits = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  const spent: Record<string, number> = {};
  mock.mode = cell.mode;
  for (let round = 0; round < cell.rounds; round++) {
    if (round && performance.now() > until) break;
    for (const contender of contenders) {
      const before = spent[contender.name] ?? 0;
      if (before > ENOUGH) continue;
      const start = performance.now();
      const seen = await visit(browser, mock, contender, cell);
      if (seen) visits[contender.name]?.push(seen);
      spent[contender.name] = before + performance.now() - start;
    }
  }
  return visits;
}

/** Opens a browser that has visited everything once, so that no contender pays for a cold start. */
export async function openWarmBrowser(mock: Mock, contenders: Contender[]): Promise<Chromium> {
  const browser = await startChromium();
  mock.mode = "banners";
  for (const contender of contenders) await visit(browser, mock, contender, { zones: 2, slowdown: 1 });
  return browser;
}
