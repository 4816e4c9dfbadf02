/** Measures the costs of the tag and the ads for this page. */

import type { Evidence, Shift } from "./evidence.ts";
import { formatShift } from "./explainBox.ts";
import type { Exchange } from "./history.ts";
import type { Note } from "./slots.ts";
import * as texts from "./texts.ts";

/**
 * Measures the page. `shiftsByAds`: shifts that ads caused. `script`: address of the tag; absent where an application
 * bundles it.
 */
export function measurePage(
  notes: readonly Note[],
  exchanges: readonly Exchange[],
  { shifts }: Evidence,
  shiftsByAds: readonly Shift[],
  script = "",
): texts.Measure[] {
  const ofType = (type: string) => notes.filter((note) => note.type === type);
  const [entry] = performance.getEntriesByName(script) as PerformanceResourceTiming[];
  const impressions = ofType("impression").length;
  const tries = exchanges.reduce((sum, { attempts }) => sum + (attempts.length || 1), 0);
  return [
    texts.tag(entry),
    texts.countRequests(script ? 1 : 0, tries, ofType("filled").length, impressions),
    texts.compareShifts(formatShift(shiftsByAds), formatShift(shifts)),
    texts.countViewable(ofType("viewable").length, impressions),
    texts.browser(navigator.userAgent, `${innerWidth}×${innerHeight}`),
  ];
}
