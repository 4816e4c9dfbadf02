/** Every contender in turn, round after round. */
import { type Chromium, startChromium } from "./chromium.ts";
import type { Contender } from "./contenders.ts";
import type { Mock, Mode } from "./mock.ts";
import { type Visit, type VisitOptions, visit } from "./visit.ts";

export interface Cell extends VisitOptions {
  mode: Mode;
  /** At most; fewer when the time for the cell is over. */
  rounds: number;
}

/** A cell's visits by the contender's name; the first round of all comes first. */
export type Visits = Record<string, Visit[]>;

/** Milliseconds after which a contender sits out the cell's remaining rounds. */
const ENOUGH = 30_000;

/**
 * Runs A B C A B C … through the cell. A contender whose visits take too long sits out the later rounds; one that
 * never shows its banners has no visits. No round begins after `until` (`performance.now()`), but the first.
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

/** A browser that has been through everything once, so that no contender pays for its first time. */
export async function openWarmBrowser(mock: Mock, contenders: Contender[]): Promise<Chromium> {
  const browser = await startChromium();
  mock.mode = "banners";
  for (const contender of contenders) await visit(browser, mock, contender, { zones: 2, slowdown: 1 });
  return browser;
}
